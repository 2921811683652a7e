import type { Task } from '@geoinsights/contract';

const UNFINISHED = new Set(['READY', 'RUNNING']);

/**
 * What a worker does with a task, and afterwards `onEnded` with the task, once, if it ended by that. A task that cannot be looked at is
 * worked on all the same, and goes unobserved.
 */
export function observed(handle: (uuid: string) => Promise<void>, find: (uuid: string) => Promise<Task | null>, onEnded: (task: Task) => void): (uuid: string) => Promise<void> {
  const look = (uuid: string) => find(uuid).catch(() => null);
  return async (uuid) => {
    const before = await look(uuid);
    await handle(uuid);
    // Of a task that comes a second time, the end was seen the first.
    if (before === null || !UNFINISHED.has(before.progress_status)) return;
    const after = await look(uuid);
    if (after !== null && !UNFINISHED.has(after.progress_status)) onEnded(after);
  };
}
