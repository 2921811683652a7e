import type { FailureAnswer } from '@geoinsights/contract';
import { countOf } from './quantities.ts';
import styles from './repair-report.module.css';

/** What was sent and is not in the result, each with its reason. */
export function FailedFiles({ failures }: { readonly failures: readonly FailureAnswer[] }) {
  if (failures.length === 0) return null;
  return (
    <section className={styles.failed}>
      <h3>{countOf(failures.length, 'file was', 'files were')} not repaired</h3>
      <ul>
        {failures.map(({ files, archive, problem }, index) => (
          <li key={index}>
            <strong>
              {files.join(', ')}
              {archive !== undefined && !files.includes(archive) && ` in ${archive}`}
            </strong>
            <br />
            {problem.detail ?? problem.title ?? 'The server gave no reason.'}
          </li>
        ))}
      </ul>
    </section>
  );
}
