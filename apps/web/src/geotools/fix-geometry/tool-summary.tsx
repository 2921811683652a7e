import folding from '../form/folded.module.css';
import { countOf } from './quantities.ts';
import styles from './report.module.css';

/** At most this many are shown at once: there is one for each layer. */
const MOST_AT_ONCE = 5;

/** What the tools say of what they did, such as how many vertices are left. */
export function ToolSummary({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  const folded = lines.length - MOST_AT_ONCE;
  return (
    <section className={styles.dataset} data-stacked>
      <h3>What was done</h3>
      <Lines lines={lines.slice(0, MOST_AT_ONCE)} />
      {folded > 0 && (
        <details className={folding.plain}>
          <summary>{countOf(folded, 'more', 'more')}</summary>
          <Lines lines={lines.slice(MOST_AT_ONCE)} />
        </details>
      )}
    </section>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul className={styles.written}>
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  );
}
