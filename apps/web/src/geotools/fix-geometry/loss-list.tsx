import type { LossAnswer } from '@geoinsights/contract';
import folding from '../form/folded.module.css';
import { countOf } from './quantities.ts';
import styles from './report.module.css';

/** At most this many are shown at once, so that the list fits on a phone's screen. */
const MOST_AT_ONCE = 5;
/** At most this many, including those that can be unfolded; the others are counted. */
const MOST_LOSSES = 20;

/** What the result has lost compared with the source, or has otherwise than there, layer by layer. */
export function LossList({ losses }: { readonly losses: readonly LossAnswer[] }) {
  if (losses.length === 0) return null;
  const folded = losses.length - MOST_AT_ONCE;
  const hidden = losses.length - MOST_LOSSES;
  return (
    <section className={styles.losses}>
      <h3>What differs from your files</h3>
      <LayerLosses losses={losses.slice(0, MOST_AT_ONCE)} />
      {folded > 0 && (
        <details className={folding.plain}>
          <summary>{countOf(folded, 'more', 'more')}</summary>
          <LayerLosses losses={losses.slice(MOST_AT_ONCE, MOST_LOSSES)} />
          {hidden > 0 && <p>And {countOf(hidden, 'more', 'more')}, in the report file.</p>}
        </details>
      )}
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
