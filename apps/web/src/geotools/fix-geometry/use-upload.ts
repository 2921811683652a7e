import type { CreatedTaskAnswer, RepairOptionsInput, ReportAnswer, UploadAnswer } from '@geoinsights/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { previewTolerances } from './preview-tolerances.ts';
import { mayWorkLater, refusalWords } from './refusal-words.ts';
import { FIX_GEOMETRY, tools } from './tools-client.ts';

export interface Choice {
  readonly files: readonly File[];
  /** Undefined when everything is left as it is by default. */
  readonly options: RepairOptionsInput | undefined;
  /** Whether the repair waits until its tolerances have been seen. */
  readonly looksFirst: boolean;
}

/** Files that have arrived, and what their repair would measure with. */
export interface LookedAt {
  readonly upload: UploadAnswer;
  readonly report: ReportAnswer;
}

export interface UploadState {
  readonly isPending: boolean;
  /** What is being or was uploaded last. */
  readonly files: readonly File[];
  /** When the last upload began, as a clock counts; no two begin at once. */
  readonly startedAt: number;
  /** Share of the bytes that were sent, 0 to 1; undefined once they are looked at. */
  readonly share: number | undefined;
  /** Why the upload or the creation of the task failed, if it did. */
  readonly failure: string | undefined;
  /** Does what failed once more; undefined unless it failed for a reason that goes away. */
  readonly again: (() => void) | undefined;
  /** Set while files wait for the word to repair them. */
  readonly lookedAt: LookedAt | undefined;
  send(choice: Choice): void;
  /** Repairs what was looked at. */
  repair(options: RepairOptionsInput | undefined): void;
  stop(): void;
}

type Step = { readonly files: readonly File[]; readonly options: RepairOptionsInput | undefined; readonly signal: AbortSignal } & (
  | { readonly kind: 'send'; readonly looksFirst: boolean }
  | { readonly kind: 'repair'; readonly upload: UploadAnswer }
);

/** Uploads files and creates their task. A new choice replaces one that is still under way. */
export function useUpload(onCreated: (task: CreatedTaskAnswer) => void): UploadState {
  const underWay = useRef<AbortController>(null);
  // What has arrived need not be sent again when only its task was refused.
  const arrived = useRef<{ readonly files: readonly File[]; readonly upload: UploadAnswer }>(null);
  const [share, setShare] = useState<number>();
  useEffect(() => () => underWay.current?.abort(), []);

  const mutation = useMutation({
    networkMode: 'always',
    mutationFn: async (step: Step): Promise<LookedAt | CreatedTaskAnswer> => {
      const { files, options, signal } = step;
      const onProgress = (sent: number) => {
        if (!signal.aborted) setShare(Math.floor(sent * 100) / 100);
      };
      const upload = step.kind === 'repair' ? step.upload : await tools.uploadFiles(files, { signal, onProgress });
      arrived.current = { files, upload };
      if (step.kind === 'send' && step.looksFirst) {
        if (!signal.aborted) setShare(undefined);
        return { upload, report: await previewTolerances(upload.uuid, options, signal) };
      }
      const task = await tools.createTask(FIX_GEOMETRY, upload.uuid, options, signal);
      return { ...task, input_file: task.input_file ?? upload.uuid, expires_at: task.expires_at ?? upload.expires_at };
    },
    onSuccess: (outcome, { signal }) => {
      if (!signal.aborted && !isLookedAt(outcome)) onCreated(outcome);
    },
  });

  const begin = (newShare: number | undefined) => {
    underWay.current?.abort();
    underWay.current = new AbortController();
    setShare(newShare);
    return underWay.current.signal;
  };
  const lookedAt = mutation.data !== undefined && isLookedAt(mutation.data) ? mutation.data : undefined;
  const files = mutation.variables?.files ?? [];
  const failed = mutation.isError ? mutation.variables : undefined;
  const sendAgain = (step: Step) => {
    const upload = arrived.current?.files === step.files ? arrived.current.upload : undefined;
    if (upload === undefined || (step.kind === 'send' && step.looksFirst)) mutation.mutate({ ...step, signal: begin(0) });
    else mutation.mutate({ kind: 'repair', files: step.files, options: step.options, upload, signal: begin(undefined) });
  };
  return {
    isPending: mutation.isPending,
    files,
    startedAt: mutation.submittedAt,
    share,
    failure: mutation.error === null ? undefined : refusalWords(mutation.error),
    again: failed === undefined || !mayWorkLater(mutation.error) ? undefined : () => sendAgain(failed),
    lookedAt,
    send: (choice) => {
      mutation.mutate({ kind: 'send', ...choice, signal: begin(0) });
    },
    repair: (options) => {
      if (lookedAt !== undefined) mutation.mutate({ kind: 'repair', files, options, upload: lookedAt.upload, signal: begin(undefined) });
    },
    stop: () => {
      underWay.current?.abort();
      mutation.reset();
    },
  };
}

function isLookedAt(outcome: LookedAt | CreatedTaskAnswer): outcome is LookedAt {
  return 'upload' in outcome;
}
