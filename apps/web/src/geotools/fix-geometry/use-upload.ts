import { reached } from '@geoinsights/contract';
import type { CreatedTaskAnswer, RepairOptionsInput, ReportAnswer, UploadAnswer } from '@geoinsights/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Job } from '../next-step/job.ts';
import { previewTolerances } from './preview-tolerances.ts';
import { mayWorkLater, refusalWords } from './refusal-words.ts';
import { STOPPED } from './sending.ts';
import type { Sending } from './sending.ts';
import { tools } from './tools-client.ts';

export interface Choice {
  readonly files: readonly File[];
  readonly job: Job;
  /** Set if the job waits until the tolerances of its repair have been seen: the options of that repair. */
  readonly looksFirst: { readonly options: RepairOptionsInput | undefined } | undefined;
}

/** Files that have arrived, and the tolerances that their repair would use. */
export interface LookedAt {
  readonly upload: UploadAnswer;
  readonly report: ReportAnswer;
}

export interface UploadState {
  readonly isPending: boolean;
  /** The files of the current or the last upload. */
  readonly files: readonly File[];
  /** When the last upload began, in milliseconds since 1970; no two begin at once. */
  readonly startedAt: number;
  /** Share of the bytes that were sent, below 1; undefined once all were, and the server works on them. */
  readonly share: number | undefined;
  /** Whether the connection is broken at the moment; the upload continues by itself when it is back. */
  readonly isBroken: boolean;
  /** Why the upload or the creation of the task failed, if it did. */
  readonly failure: string | undefined;
  /** Repeats what failed; undefined unless it failed for a temporary reason. */
  readonly again: (() => void) | undefined;
  /** The purpose of the current or the last upload. */
  readonly job: Job | undefined;
  /** Set while the files wait for the visitor to start their repair. */
  readonly lookedAt: LookedAt | undefined;
  send(choice: Choice): void;
  /** Starts a job on the examined files. */
  begin(job: Job): void;
  /** Creates another task on files that arrived earlier; they remain the files chosen on this page, if there are any. */
  useAgain(upload: UploadAnswer, job: Job): void;
  /** Whether the visitor stopped the last upload. */
  readonly wasStopped: boolean;
  /** The visitor stops the upload in progress. */
  stop(): void;
  /** Forgets the last upload, and stops it if it is in progress. */
  clear(): void;
}

interface Step extends Choice {
  /** Files that have arrived are not sent again. */
  readonly upload: UploadAnswer | undefined;
  /** Stays the same when the step is repeated: if only the answer to its task was lost, no second task is created. */
  readonly key: string;
  readonly signal: AbortSignal;
}

const UNKNOWN: Sending = { share: undefined, isBroken: false };

/**
 * Uploads files and creates their task. A new choice replaces one in progress.
 * @param onCreated the upload counts as in progress until its promise is fulfilled, because otherwise the page would have no state between it and the
 * task.
 */
export function useUpload(onCreated: (task: CreatedTaskAnswer, job: Job, files: readonly File[]) => Promise<void>): UploadState {
  const underWay = useUnderWay();
  // What has arrived need not be sent again if only the task, or the preview of its tolerances, failed.
  const arrived = useRef<{ readonly files: readonly File[]; readonly upload: UploadAnswer }>(null);
  const mutation = useMutation({
    networkMode: 'always',
    mutationFn: (step: Step) =>
      outcomeOf(step, underWay.show, (upload) => {
        arrived.current = { files: step.files, upload };
      }),
    onSuccess: async (outcome, { job, files, signal }) => {
      if (!signal.aborted && !isLookedAt(outcome)) await onCreated(outcome, job, files);
    },
  });

  const end = (isStop: boolean) => {
    underWay.end(isStop);
    mutation.reset();
  };
  const lookedAt = mutation.data !== undefined && isLookedAt(mutation.data) ? mutation.data : undefined;
  const files = mutation.variables?.files ?? [];
  const failed = mutation.isError ? mutation.variables : undefined;
  const sendAgain = (step: Step) => {
    const upload = step.upload ?? (arrived.current?.files === step.files ? arrived.current.upload : undefined);
    mutation.mutate({ ...step, upload, signal: underWay.begin(upload === undefined ? 0 : undefined) });
  };
  return {
    isPending: mutation.isPending,
    files,
    startedAt: mutation.submittedAt,
    ...underWay.sending,
    failure: mutation.error === null ? undefined : refusalWords(mutation.error),
    again: failed === undefined || !mayWorkLater(mutation.error) ? undefined : () => sendAgain(failed),
    job: mutation.variables?.job,
    lookedAt,
    send: (choice) => {
      mutation.mutate({ ...choice, upload: undefined, key: newKey(), signal: underWay.begin(0) });
    },
    begin: (job) => {
      if (lookedAt !== undefined) mutation.mutate({ files, job, looksFirst: undefined, upload: lookedAt.upload, key: newKey(), signal: underWay.begin(undefined) });
    },
    useAgain: (upload, job) => {
      mutation.mutate({ files, job, looksFirst: undefined, upload, key: newKey(), signal: underWay.begin(undefined) });
    },
    wasStopped: underWay.wasStopped,
    stop: () => end(true),
    clear: () => end(false),
  };
}

interface UnderWay {
  readonly sending: Sending;
  readonly wasStopped: boolean;
  /** Replaces what is under way. @returns the signal that aborts the new one. */
  begin(share: number | undefined): AbortSignal;
  /** Shows how far the one with this signal has come, unless it was replaced. */
  readonly show: (sending: Sending, signal: AbortSignal) => void;
  end(isStop: boolean): void;
}

/** How far the upload in progress has come, and what ends it: the next one, the visitor, or leaving the page. */
function useUnderWay(): UnderWay {
  const controller = useRef<AbortController>(null);
  const [sending, setSending] = useState<Sending>(UNKNOWN);
  const [wasStopped, setWasStopped] = useState(false);
  useEffect(() => () => controller.current?.abort(), []);
  return {
    sending,
    wasStopped,
    begin: (share) => {
      controller.current?.abort();
      controller.current = new AbortController();
      setSending({ share, isBroken: false });
      setWasStopped(false);
      return controller.current.signal;
    },
    show: (now, signal) => {
      // Once all is sent, the server works, which may take longer than the sending.
      if (!signal.aborted) setSending({ ...now, share: now.share === undefined || now.share >= 1 ? undefined : Math.floor(now.share * 100) / 100 });
    },
    end: (isStop) => {
      controller.current?.abort(STOPPED);
      setWasStopped(isStop);
    },
  };
}

/** Sends what has not arrived, and then asks for the tolerances or creates the task. */
async function outcomeOf({ files, job, looksFirst, key, signal, ...step }: Step, show: UnderWay['show'], onArrival: (upload: UploadAnswer) => void): Promise<LookedAt | CreatedTaskAnswer> {
  const upload = step.upload ?? await (await reached(import('./send-files.ts'))).sendFiles(files, { signal, onSending: (sending) => show(sending, signal) });
  onArrival(upload);
  show(UNKNOWN, signal);
  if (looksFirst !== undefined) {
    return { upload, report: await previewTolerances(upload.uuid, looksFirst.options, signal) };
  }
  const task = await tools.createTask(job.endpoint, upload.uuid, job.options, { signal, key });
  return { ...task, input_file: task.input_file ?? upload.uuid, expires_at: task.expires_at ?? upload.expires_at };
}

/** No other step on the same upload has it. (Browsers offer `randomUUID` only on encrypted pages and on this machine.) */
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

function isLookedAt(outcome: LookedAt | CreatedTaskAnswer): outcome is LookedAt {
  return 'upload' in outcome;
}
