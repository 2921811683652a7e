import type { Task } from '@geoinsights/contract';

const UNFINISHED = new Set(['READY', 'RUNNING']);

/**
 * What is done around each attempt at a task, and then `onEnded` with the task, if it has ended. One that cannot be looked at goes unobserved.
 * Of a task that was cancelled, or taken by another worker, while it ran here, the end may be told here too.
 */
export function observed(
  around: (attempt: () => Promise<void>, task: string) => Promise<void>,
  find: (task: string) => Promise<Task | null>,
  onEnded: (task: Task) => void,
): (task: string, attempt: () => Promise<void>) => Promise<void> {
  return async (task, attempt) => {
    await around(attempt, task);
    const after = await find(task).catch(() => null);
    if (after !== null && !UNFINISHED.has(after.progress_status)) onEnded(after);
  };
}
