import { wordsOf } from './finding-words.ts';
import { formatNumber, totalOf } from './quantities.ts';
import styles from './report.module.css';

interface FindingsTableProps {
  readonly found: ReadonlyMap<string, number>;
  /** Undefined if nothing was repaired. */
  readonly remaining: ReadonlyMap<string, number> | undefined;
}

/** The findings by kind, most frequent first: before the repair and, if there was one, after it. */
export function FindingsTable({ found, remaining }: FindingsTableProps) {
  const kinds = [...new Set([...found.keys(), ...(remaining?.keys() ?? [])])].sort((a, b) => (found.get(b) ?? 0) - (found.get(a) ?? 0));
  return (
    <table className={styles.table}>
      <caption>What was found</caption>
      <thead>
        <tr>
          <th scope="col">Fault</th>
          <th scope="col">{remaining === undefined ? 'Found' : 'Before'}</th>
          {remaining !== undefined && <th scope="col">After</th>}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => {
          const { name, meaning } = wordsOf(kind);
          return (
            <tr key={kind}>
              <th scope="row">
                {name}
                {meaning !== '' && <span className={styles.meaning}>{meaning}</span>}
              </th>
              <td>{formatNumber(found.get(kind) ?? 0)}</td>
              {remaining !== undefined && <td>{formatNumber(remaining.get(kind) ?? 0)}</td>}
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All faults</th>
          <td>{formatNumber(totalOf(found))}</td>
          {remaining !== undefined && <td>{formatNumber(totalOf(remaining))}</td>}
        </tr>
      </tfoot>
    </table>
  );
}
