import { OWN_TASKS_KEY } from './own-tasks-key.ts';
import type { OwnTasks } from './own-tasks.ts';

/** Whether this device may have a list of tasks: only then is `own-tasks.ts`, which reads it, loaded. */
export function mayKnowTasks(): boolean {
  try {
    return localStorage.getItem(OWN_TASKS_KEY) !== null;
  } catch {
    return false;
  }
}

/** Changes the list of tasks of this device once the code for it is loaded. Changes are made in the order of these calls. */
export function remember(change: (tasks: OwnTasks) => void): void {
  import('./own-tasks.ts').then(
    ({ ownTasks }) => change(ownTasks),
    (error: unknown) => {
      console.info('This task could not be added to the list on this device:', error);
    },
  );
}
