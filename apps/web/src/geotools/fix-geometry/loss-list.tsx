import type { LossAnswer } from '@geoinsights/contract';
import folding from '../form/folded.module.css';
import { countOf, formatNumber } from './quantities.ts';
import styles from './report.module.css';

/** At most this many are shown at once, so that the list fits on a phone's screen. */
const MOST_AT_ONCE = 5;
/** At most this many, including those that can be unfolded; the others are counted. */
const MOST_LOSSES = 20;

/** At most this many layers are named that share a sentence. */
const MOST_NAMED = 5;

/** What the result has lost compared with the source, or has otherwise than there, layer by layer; what holds for several layers is said once. */
export function LossList({ losses: all }: { readonly losses: readonly LossAnswer[] }) {
  const losses = shared(all);
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

interface SharedLoss {
  /** What comes before it: `Layer parcels`, or nothing. */
  readonly heading: string;
  readonly text: string;
}

/** Each sentence once, with all the layers that it is about. */
function shared(losses: readonly LossAnswer[]): SharedLoss[] {
  const layers = new Map<string, Set<string>>();
  for (const { layer, text } of losses) {
    const named = layers.get(text) ?? new Set();
    if (layer !== undefined && layer !== '') named.add(layer);
    layers.set(text, named);
  }
  return [...layers].map(([text, named]) => ({ heading: headingOf([...named]), text }));
}

function headingOf(layers: readonly string[]): string {
  if (layers.length <= 1) return layers.map((layer) => `Layer ${layer}`).join('');
  const others = layers.length - MOST_NAMED;
  return `Layers ${layers.slice(0, MOST_NAMED).join(', ')}${others > 0 ? ` and ${formatNumber(others)} more` : ''}`;
}

function LayerLosses({ losses }: { readonly losses: readonly SharedLoss[] }) {
  return [...byHeading(losses)].map(([heading, sentences]) => (
    <div key={heading} className={styles.layer}>
      {heading !== '' && <h4>{heading}</h4>}
      <ul>
        {sentences.map((sentence, index) => (
          <li key={index}>{sentence}</li>
        ))}
      </ul>
    </div>
  ));
}

/** The sentences below each heading, in the order in which the headings first occur. */
function byHeading(losses: readonly SharedLoss[]): ReadonlyMap<string, readonly string[]> {
  const sentences = new Map<string, string[]>();
  for (const { heading, text } of losses) sentences.set(heading, [...(sentences.get(heading) ?? []), text]);
  return sentences;
}
