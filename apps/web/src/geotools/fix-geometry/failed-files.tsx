import type { FailureAnswer } from '@geoinsights/contract';
import styles from './report.module.css';
import { failureWords } from './state-words.ts';

interface FailedFilesProps {
  readonly failures: readonly FailureAnswer[];
  /** What could not be done to them. */
  readonly verb?: string;
}

/** Files that were sent and are not in the result, each with the reason. */
export function FailedFiles({ failures, verb }: FailedFilesProps) {
  if (failures.length === 0) return null;
  return (
    <section className={styles.failed}>
      <h3>{failureWords(failures, verb)}</h3>
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
