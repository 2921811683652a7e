import type { FailureAnswer } from '@geoinsights/contract';
import { countOf } from './quantities.ts';
import styles from './repair-report.module.css';

interface FailedFilesProps {
  readonly failures: readonly FailureAnswer[];
  /** What did not happen to them. */
  readonly verb?: string;
}

/** What was sent and is not in the result, each with its reason. */
export function FailedFiles({ failures, verb = 'repaired' }: FailedFilesProps) {
  if (failures.length === 0) return null;
  return (
    <section className={styles.failed}>
      <h3>{countOf(failures.length, 'file was', 'files were')} not {verb}</h3>
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
