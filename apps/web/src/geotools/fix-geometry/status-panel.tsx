import { TaskStatus } from '@geoinsights/contract';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { ChosenFiles } from './chosen-files.tsx';
import { FailedFiles } from './failed-files.tsx';
import { FileDeletion } from './file-deletion.tsx';
import { Progress } from './progress.tsx';
import { RepairReport } from './repair-report.tsx';
import { placeWords, useToldPlace } from './queue-place.ts';
import { ResultActions } from './result-actions.tsx';
import { BUTTON_WORDS, GONE, sentenceOf } from './state-words.ts';
import styles from './status-panel.module.css';
import { TolerancesPreview } from './tolerances-preview.tsx';
import type { Repair } from './use-repair.ts';
import { useReveal } from './use-reveal.ts';

const LOOKS: Readonly<Record<TaskStatus, string>> = {
  [TaskStatus.NULL]: styles.working,
  [TaskStatus.READY]: styles.working,
  [TaskStatus.RUNNING]: styles.working,
  [TaskStatus.COMPLETED]: styles.completed,
  [TaskStatus.FAILED]: styles.failed,
  [TaskStatus.CANCELLED]: styles.stopped,
};

interface StatusPanelProps {
  readonly repair: Repair;
  /** Begins the repair that a preview waits for. */
  readonly onRepair: () => void;
}

/** Where the repair stands: a sentence, the status button of the specification, and what belongs to the state. */
export function StatusPanel({ repair, onRepair }: StatusPanelProps) {
  const { status, answer, upload, checkAgain, resultFiles } = repair;
  const panel = useRef<HTMLElement>(null);
  const sentence = useRef<HTMLParagraphElement>(null);
  const words = panelSentence(repair);
  const isWorking = status === TaskStatus.READY || status === TaskStatus.RUNNING;
  const hasEnded = status === TaskStatus.COMPLETED || status === TaskStatus.FAILED || status === TaskStatus.CANCELLED;
  const place = status === TaskStatus.READY ? answer?.place_in_queue : undefined;
  const toldPlace = useToldPlace(place);
  useReveal(panel, sentence, repair.occasion);
  // A button that goes away when it is pressed must not take the focus with it.
  const keepFocus = () => sentence.current?.focus();

  return (
    <section ref={panel} className={`${styles.panel} ${LOOKS[status]}`} data-empty={words === '' || undefined} aria-label="State of the repair">
      <div role="status">
        <p ref={sentence} tabIndex={-1} data-announced className={styles.sentence}>
          {words}
        </p>
      </div>
      <p aria-live="polite" className="visually-hidden">
        {toldPlace !== undefined && placeWords(toldPlace)}
      </p>
      {status === TaskStatus.COMPLETED && <ResultActions key={answer?.output_file} answer={answer} resultFiles={resultFiles} />}
      <div className={styles.actions}>
        {repair.preview !== undefined && (
          <Button
            look="primary"
            onClick={() => {
              keepFocus();
              onRepair();
            }}
          >
            Repair
          </Button>
        )}
        {status !== TaskStatus.COMPLETED && <WaitingButton status={status} />}
        {checkAgain !== undefined && (
          <Button
            onClick={() => {
              keepFocus();
              checkAgain();
            }}
          >
            Check again
          </Button>
        )}
        {repair.sendAgain !== undefined && (
          <Button
            onClick={() => {
              keepFocus();
              repair.sendAgain?.();
            }}
          >
            Try again
          </Button>
        )}
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

      {upload !== undefined && <Progress label="Upload" share={upload.share} note={upload.share === undefined ? 'The server looks at your files.' : 'Sending your files to the server.'} />}
      {isWorking && <Progress label="Repair" share={answer?.progress} note={place === undefined ? answer?.stage : placeWords(place)} />}
      {isWorking && (
        <p className={styles.quiet}>You may close this page: its address keeps this repair. Open it again or reload it to see how it stands.</p>
      )}
      <ChosenFiles files={repair.files} />

      {status === TaskStatus.FAILED && <FailedFiles failures={answer?.error?.failures ?? []} />}
      {repair.preview !== undefined && <TolerancesPreview report={repair.preview} />}
      {status === TaskStatus.COMPLETED && answer?.report !== undefined && <RepairReport report={answer.report} />}
      {(hasEnded || repair.preview !== undefined) && !resultFiles.areGone && (
        <FileDeletion
          deletion={repair.deletion}
          expiresAt={answer?.expires_at}
          losesResult={status === TaskStatus.COMPLETED && !resultFiles.isResultSaved}
          onBegin={keepFocus}
        />
      )}
    </section>
  );
}

function panelSentence(repair: Repair): string {
  if (repair.upload !== undefined) return 'Your files are being uploaded.';
  if (repair.preview !== undefined) return 'Nothing has been repaired yet. This is what the repair would measure with.';
  if (repair.isLookingUp) return 'Looking up the repair of this address.';
  if (repair.deletion.isDone && repair.status === TaskStatus.NULL) return 'Your files and the result were deleted from the server.';
  if (repair.resultFiles.areGone && repair.status === TaskStatus.COMPLETED) return GONE;
  return sentenceOf(repair.status, repair.answer, repair.failure);
}

/** The button of the specification, section 4, in the states in which it cannot be pressed. */
function WaitingButton({ status }: { readonly status: TaskStatus }) {
  const words = BUTTON_WORDS[status];
  if (words === undefined) return null;
  return (
    <Button look="primary" disabled>
      {words}
    </Button>
  );
}
