import type { FailureAnswer } from '@geoinsights/contract';
import styles from './report.module.css';
import { failureWords } from './state-words.ts';

interface FailedFilesProps {
  readonly failures: readonly FailureAnswer[];
  /** What did not happen to them. */
  readonly verb?: string;
}

/** What was sent and is not in the result, each with its reason. */
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
