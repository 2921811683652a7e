import type { CreatedTaskAnswer, RepairOptionsInput } from '@geoinsights/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FIX_GEOMETRY, tools } from './tools-client.ts';

export interface Choice {
  readonly files: readonly File[];
  /** Undefined when everything is left as it is by default. */
  readonly options: RepairOptionsInput | undefined;
}

export interface UploadState {
  readonly isPending: boolean;
  /** What is being or was uploaded last. */
  readonly files: readonly File[];
  /** When the last upload began, as a clock counts; no two begin at once. */
  readonly startedAt: number;
  /** Share of the bytes that were sent, 0 to 1. */
  readonly share: number;
  /** Why the upload or the creation of the task failed, if it did. */
  readonly failure: string | undefined;
  send(choice: Choice): void;
  stop(): void;
}

/** Uploads files and creates their task. A new choice replaces one that is still under way. */
export function useUpload(onCreated: (task: CreatedTaskAnswer) => void): UploadState {
  const underWay = useRef<AbortController>(null);
  const [share, setShare] = useState(0);
  useEffect(() => () => underWay.current?.abort(), []);

  const mutation = useMutation({
    networkMode: 'always',
    mutationFn: async ({ files, options, signal }: Choice & { signal: AbortSignal }) => {
      const onProgress = (sent: number) => {
        if (!signal.aborted) setShare(Math.floor(sent * 100) / 100);
      };
      const upload = await tools.uploadFiles(files, { signal, onProgress });
      const task = await tools.createTask(FIX_GEOMETRY, upload.uuid, options, signal);
      return { ...task, input_file: task.input_file ?? upload.uuid, expires_at: task.expires_at ?? upload.expires_at };
    },
    onSuccess: (task, { signal }) => {
      if (!signal.aborted) onCreated(task);
    },
  });

  const begin = () => {
    underWay.current?.abort();
    underWay.current = new AbortController();
    setShare(0);
    return underWay.current.signal;
  };
  return {
    isPending: mutation.isPending,
    files: mutation.variables?.files ?? [],
    startedAt: mutation.submittedAt,
    share,
    failure: mutation.error?.message,
    send: (choice) => {
      mutation.mutate({ ...choice, signal: begin() });
    },
    stop: () => {
      underWay.current?.abort();
      mutation.reset();
    },
  };
}
