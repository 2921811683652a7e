import { isUnfinished, TaskStatus } from '@geoinsights/contract';
import { useEffect, useRef } from 'react';
import { REPAIR } from '../next-step/work-words.ts';
import { capitalised } from '../screen-texts/capitalised.ts';
import { ChosenFiles } from './chosen-files.tsx';
import { FailedFiles } from './failed-files.tsx';
import { FileDeletion } from './file-deletion.tsx';
import { LeavingQuestion } from './leaving-question.tsx';
import { lostLineWords } from './line-back.ts';
import { Progress } from './progress.tsx';
import { Report } from './report.tsx';
import { placeWords, useAnnouncedPlace } from './queue-place.ts';
import { ResultActions } from './result-actions.tsx';
import { goneWords, sentenceOf } from './state-words.ts';
import { StatusActions } from './status-actions.tsx';
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
  /** The label and the action of the button that starts what a preview waits for. */
  readonly beginWords: string;
  readonly onBegin: () => void;
}

/** The state of the work: a sentence, the status button of the specification, and whatever belongs to the state. */
export function StatusPanel({ repair, beginWords, onBegin }: StatusPanelProps) {
  const { work, status, answer, upload, resultFiles } = repair;
  const panel = useRef<HTMLElement>(null);
  const sentence = useRef<HTMLParagraphElement>(null);
  const words = panelSentence(repair);
  const { areGone } = resultFiles;
  const hasEnded = status === TaskStatus.COMPLETED || status === TaskStatus.FAILED || status === TaskStatus.CANCELLED;
  const announcedPlace = useAnnouncedPlace(placeOf(repair));
  useReveal(panel, sentence, repair.occasion);
  useEffect(() => {
    // The button that found it out disappears with the files.
    if (areGone && document.activeElement === document.body) sentence.current?.focus({ preventScroll: true });
  }, [areGone]);
  const keepFocus = () => sentence.current?.focus();

  return (
    <section ref={panel} data-stacked className={`${styles.panel} ${areGone || repair.uploadWasStopped ? styles.stopped : LOOKS[status]}`} data-empty={words === '' || undefined} aria-label={`State of the ${work.noun}`}>
      <div role="status">
        <p ref={sentence} tabIndex={-1} data-announced className={styles.sentence}>
          {words}
        </p>
      </div>
      <p aria-live="polite" aria-atomic="true" className="visually-hidden">
        {announcedPlace !== undefined && placeWords(announcedPlace, work.noun)}
        {upload?.isBroken === true && uploadNote(upload)}
      </p>
      {/* A task that the server no longer has is not in any state of the specification, so it has no button. */}
      {status === TaskStatus.COMPLETED && !areGone && <ResultActions key={answer?.output_file} answer={answer} resultFiles={resultFiles} />}
      <StatusActions repair={repair} beginWords={beginWords} onBegin={onBegin} keepFocus={keepFocus} />
      <p role="alert" className={styles.fault}>
        {isUnfinished(status) && repair.cancelFailure !== undefined && `The ${work.noun} could not be stopped. ${repair.cancelFailure}`}
      </p>

      <WorkProgress repair={repair} />
      <ChosenFiles files={repair.files} />

      {status === TaskStatus.FAILED && <FailedFiles failures={answer?.error?.failures ?? []} verb={work.participle} />}
      {repair.preview !== undefined && <TolerancesPreview report={repair.preview} />}
      {status === TaskStatus.COMPLETED && answer?.report !== undefined && <Report report={answer.report} work={work} result={areGone ? undefined : answer.output_file} onGone={resultFiles.noteGone} />}
      {(hasEnded || repair.preview !== undefined) && !areGone && (
        <FileDeletion
          what={work === REPAIR ? 'repaired file' : 'result'}
          deletion={repair.deletion}
          expiresAt={answer?.expires_at}
          hasResult={repair.preview === undefined && status !== TaskStatus.CANCELLED && answer?.error === undefined}
          losesResult={status === TaskStatus.COMPLETED && !resultFiles.isResultSaved}
          onBegin={keepFocus}
        />
      )}
    </section>
  );
}

const SENT = 'Your files are still being uploaded. Leave this page and stop the upload?';
/** They would have to be sent again, as their work is begun by this page. */
const EXAMINED = 'The server is still examining your files. Leave this page and give this up?';

/** How far an upload is, or the work on the server. */
function WorkProgress({ repair }: { readonly repair: Repair }) {
  const { work, status, answer, upload } = repair;
  const place = placeOf(repair);
  return (
    <>
      {upload !== undefined && <LeavingQuestion question={upload.share === undefined ? EXAMINED : SENT} onLeave={() => upload.stop()} />}
      {upload !== undefined && <Progress label="Upload" share={upload.share} note={uploadNote(upload)} />}
      {isUnfinished(status) && (
        <>
          <Progress label={capitalised(work.noun)} share={answer?.progress} note={place === undefined ? answer?.stage : placeWords(place, work.noun)} />
          <p className={styles.quiet}>You may close this page: its address keeps this {work.noun}. Open it again or reload it to see how it stands.</p>
        </>
      )}
    </>
  );
}

/** The place of the task in the queue; undefined unless it waits there. */
function placeOf({ status, answer }: Repair): number | undefined {
  return status === TaskStatus.READY ? answer?.place_in_queue : undefined;
}

function uploadNote({ share, isBroken }: NonNullable<Repair['upload']>): string {
  if (isBroken) return lostLineWords('upload', share);
  return share === undefined ? 'The server is receiving and examining your files.' : 'Sending your files to the server.';
}

function panelSentence(repair: Repair): string {
  if (repair.upload !== undefined) return 'Your files are being uploaded.';
  if (repair.uploadWasStopped) return 'You stopped the upload. Choose files to begin again.';
  if (repair.preview !== undefined) return 'Nothing has been repaired yet. These are the tolerances that the repair would use.';
  if (repair.isLookingUp) return `Loading the ${repair.work.noun} at this address.`;
  if (repair.deletion.isDone && repair.status === TaskStatus.NULL) return 'Your files and the result were deleted from the server.';
  if (repair.resultFiles.areGone && repair.status === TaskStatus.COMPLETED) return goneWords(repair.work.noun);
  return sentenceOf(repair.status, repair.answer, repair.failure, repair.work);
}
