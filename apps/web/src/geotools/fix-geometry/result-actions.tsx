import { TaskStatus } from '@geoinsights/contract';
import type { TaskAnswer } from '@geoinsights/contract';
import { Button } from '../../ui/button.tsx';
import { Progress } from './progress.tsx';
import styles from './result-actions.module.css';
import { downloadWords } from './download-words.ts';
import { BUTTON_WORDS } from './state-words.ts';
import { useDownload } from './use-download.ts';
import type { Download } from './use-download.ts';
import type { ResultFiles } from './use-result-files.ts';

interface ResultActionsProps {
  readonly answer: TaskAnswer | undefined;
  readonly resultFiles: ResultFiles;
}

/** The button of the specification for a finished task, the report next to it, and the progress of a download. */
export function ResultActions({ answer, resultFiles }: ResultActionsProps) {
  const { noteGone, noteResultSaved } = resultFiles;
  const result = useDownload(answer?.output_file, { onSaved: noteResultSaved, onGone: noteGone });
  const report = useDownload(answer?.report_file, { onSaved: () => undefined, onGone: noteGone });
  return (
    <div className={styles.downloads} data-stacked>
      <div className={styles.buttons}>
        <Button look="primary" onClick={result.begin}>
          {BUTTON_WORDS[TaskStatus.COMPLETED]}
        </Button>
        {answer?.report_file !== undefined && <Button onClick={report.begin}>Save the report (JSON)</Button>}
      </div>
      <DownloadState download={result} what="result" />
      <DownloadState download={report} what="report" />
    </div>
  );
}

function DownloadState({ download, what }: { readonly download: Download; readonly what: string }) {
  return (
    <div className={styles.download} data-stacked>
      <p aria-live="polite" aria-atomic="true" className={download.problem === undefined ? styles.words : styles.problem}>
        {downloadWords(download, `The ${what}`)}
      </p>
      {download.isRunning && <Progress label="Download" share={download.share} note={undefined} />}
    </div>
  );
}
