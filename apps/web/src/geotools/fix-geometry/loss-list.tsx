import type { LossAnswer } from '@geoinsights/contract';
import { countOf } from './quantities.ts';
import styles from './report.module.css';

/** So many are shown; as many more as to make these can be unfolded; the rest is counted. */
const MOST_AT_ONCE = 5;
const MOST_LOSSES = 20;

/** What the result does not hold as the source did, layer by layer. */
export function LossList({ losses }: { readonly losses: readonly LossAnswer[] }) {
  if (losses.length === 0) return null;
  const folded = losses.slice(MOST_AT_ONCE, MOST_LOSSES);
  const hidden = losses.length - MOST_LOSSES;
  return (
    <section className={styles.losses}>
      <h3>What the result does not hold</h3>
      <LayerLosses losses={losses.slice(0, MOST_AT_ONCE)} />
      {folded.length > 0 && (
        <details>
          <summary>{countOf(folded.length, 'more', 'more')}</summary>
          <LayerLosses losses={folded} />
        </details>
      )}
      {hidden > 0 && <p>And {countOf(hidden, 'more', 'more')}, in the report file.</p>}
    </section>
  );
}

function LayerLosses({ losses }: { readonly losses: readonly LossAnswer[] }) {
  return [...byLayer(losses)].map(([layer, sentences]) => (
    <div key={layer} className={styles.layer}>
      {layer !== '' && <h4>Layer {layer}</h4>}
      <ul>
        {sentences.map((sentence, index) => (
          <li key={index}>{sentence}</li>
        ))}
      </ul>
    </div>
  ));
}

/** The sentences of each layer, in the order in which the layers are first named. */
function byLayer(losses: readonly LossAnswer[]): ReadonlyMap<string, readonly string[]> {
  const layers = new Map<string, string[]>();
  for (const { layer = '', text } of losses) layers.set(layer, [...(layers.get(layer) ?? []), text]);
  return layers;
}
