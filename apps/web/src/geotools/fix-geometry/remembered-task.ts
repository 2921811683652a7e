import type { CreatedTaskAnswer } from '@geoinsights/contract';
import { useEffect } from 'react';
import { remember } from '../device/remember.ts';
import { toolsAfter } from '../next-step/job.ts';
import type { Job } from '../next-step/job.ts';
import type { WatchedTask } from './use-task.ts';

/** Adds a task that was begun here to the list of this device. */
export function rememberTask({ uuid, input_file: upload, expires_at: expires }: CreatedTaskAnswer, { endpoint, options }: Job, files: readonly File[]): void {
  remember((tasks) => {
    tasks.add({ task: uuid, endpoint, then: toolsAfter(options), names: files.map(({ name }) => name), expires: momentOf(expires), upload: upload ?? null });
  });
}

/** Keeps the list's entry of the shown task up to date. */
export function useRememberedState(uuid: string | null, { answer }: WatchedTask, areGone: boolean): void {
  const state = answer?.progress_status;
  const expires = answer?.expires_at;
  useEffect(() => {
    if (uuid === null) return;
    if (areGone) remember((tasks) => tasks.remove([uuid]));
    else if (state !== undefined) remember((tasks) => tasks.note(uuid, { state, ...(expires === undefined ? {} : { expires: momentOf(expires) }) }));
  }, [uuid, state, expires, areGone]);
}

function momentOf(text: string | undefined): number | null {
  return text === undefined ? null : Date.parse(text);
}
