import { isUnfinished } from '@geoinsights/contract';
import type { Task } from '@geoinsights/contract';

/**
 * Wraps each attempt at a task, then calls `onEnded` with the task if it has ended. A task that cannot be read goes unobserved. If a
 * task was cancelled or taken by another worker while it ran here, its end may be reported here as well.
 */
export function observed(
  around: (attempt: () => Promise<void>, task: string) => Promise<void>,
  find: (task: string) => Promise<Task | null>,
  onEnded: (task: Task) => void,
): (task: string, attempt: () => Promise<void>) => Promise<void> {
  return async (task, attempt) => {
    await around(attempt, task);
    const after = await find(task).catch(() => null);
    if (after !== null && !isUnfinished(after.progress_status)) onEnded(after);
  };
}
