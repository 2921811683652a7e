import { TaskStatus } from '@geoinsights/contract';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { ChosenFiles } from './chosen-files.tsx';
import { FileDeletion } from './file-deletion.tsx';
import { Progress } from './progress.tsx';
import { RepairReport } from './repair-report.tsx';
import { saveFile } from './save-file.ts';
import { BUTTON_WORDS, sentenceOf } from './state-words.ts';
import styles from './status-panel.module.css';
import type { Repair } from './use-repair.ts';

const LOOKS: Readonly<Record<TaskStatus, string>> = {
  [TaskStatus.NULL]: styles.working,
  [TaskStatus.READY]: styles.working,
  [TaskStatus.RUNNING]: styles.working,
  [TaskStatus.COMPLETED]: styles.completed,
  [TaskStatus.FAILED]: styles.failed,
  [TaskStatus.CANCELLED]: styles.stopped,
};

/** Where the repair stands: a sentence, the status button of the specification, and what belongs to the state. */
export function StatusPanel({ repair }: { readonly repair: Repair }) {
  const { status, answer, upload } = repair;
  const sentence = useRef<HTMLParagraphElement>(null);
  const words = panelSentence(repair);
  const isWorking = status === TaskStatus.READY || status === TaskStatus.RUNNING;
  const hasEnded = status === TaskStatus.COMPLETED || status === TaskStatus.FAILED || status === TaskStatus.CANCELLED;
  // A button that goes away when it is pressed must not take the focus with it.
  const keepFocus = () => sentence.current?.focus();

  return (
    <section className={`${styles.panel} ${LOOKS[status]}`} data-empty={words === '' || undefined} aria-label="State of the repair">
      <div role="status">
        <p ref={sentence} tabIndex={-1} data-announced className={styles.sentence}>
          {words}
        </p>
      </div>
      <ChosenFiles files={repair.files} />

      {upload !== undefined && <Progress label="Upload" share={upload.share} note="Sending your files to the server." />}
      {isWorking && <Progress label="Repair" share={answer?.progress} note={answer?.stage} />}
      {isWorking && (
        <p className={styles.quiet}>You may close this page: its address keeps this repair. Open it again or reload it to see how it stands.</p>
      )}

      <div className={styles.actions}>
        <StatusButton status={status} outputFile={answer?.output_file} />
        {answer?.report_file !== undefined && status === TaskStatus.COMPLETED && <ReportButton file={answer.report_file} />}
        {isWorking && (
          <Button
            disabled={repair.isCancelling}
            onClick={() => {
              keepFocus();
              repair.cancel();
            }}
          >
            Cancel
          </Button>
        )}
        {upload !== undefined && (
          <Button
            onClick={() => {
              keepFocus();
              upload.stop();
            }}
          >
            Stop the upload
          </Button>
        )}
      </div>
      <p role="alert" className={styles.fault}>
        {isWorking && repair.cancelFailure !== undefined && `The repair could not be stopped. ${repair.cancelFailure}`}
      </p>

      {status === TaskStatus.COMPLETED && answer?.report !== undefined && <RepairReport report={answer.report} />}
      {hasEnded && <FileDeletion deletion={repair.deletion} expiresAt={answer?.expires_at} onBegin={keepFocus} />}
    </section>
  );
}

function panelSentence(repair: Repair): string {
  if (repair.upload !== undefined) return 'Your files are being uploaded.';
  if (repair.isLookingUp) return 'Looking up the repair of this address.';
  if (repair.deletion.isDone && repair.status === TaskStatus.NULL) return 'Your files and the result were deleted from the server.';
  return sentenceOf(repair.status, repair.answer, repair.failure);
}

/** The button of the specification, section 4; only `Download` can be pressed. */
function StatusButton({ status, outputFile }: { readonly status: TaskStatus; readonly outputFile: string | undefined }) {
  const words = BUTTON_WORDS[status];
  if (words === undefined) return null;
  return (
    <Button
      look="primary"
      disabled={status !== TaskStatus.COMPLETED}
      onClick={() => {
        if (outputFile !== undefined) void saveFile(outputFile);
      }}
    >
      {words}
    </Button>
  );
}

function ReportButton({ file }: { readonly file: string }) {
  return <Button onClick={() => void saveFile(file)}>Save the report (JSON)</Button>;
}
