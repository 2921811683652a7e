/** The states as the server spells them. */
export const PROGRESS_STATUSES = ['READY', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
export type ProgressStatus = (typeof PROGRESS_STATUSES)[number];

/** The states of a task that waits for a worker or runs; in every other state it has ended. */
export const UNFINISHED_STATUSES: readonly ProgressStatus[] = ['READY', 'RUNNING'];

/** The states as the site numbers them (specification, section 4). */
export const TaskStatus = { NULL: -1, READY: 0, RUNNING: 1, COMPLETED: 2, FAILED: 3, CANCELLED: 4 } as const;
export type TaskStatus = (typeof TaskStatus)[keyof typeof TaskStatus];

/** Whether a task in this state, by its word or its number, waits or runs, so that it may still change. */
export function isUnfinished(status: ProgressStatus | TaskStatus): boolean {
  return UNFINISHED_STATUSES.some((word) => status === word || status === TaskStatus[word]);
}

/** Matches the server's word ignoring case; any other word counts as FAILED. */
export function taskStatusOf(progressStatus: string): TaskStatus {
  const word = progressStatus.toUpperCase();
  const known = PROGRESS_STATUSES.find((status) => status === word);
  return known === undefined ? TaskStatus.FAILED : TaskStatus[known];
}
