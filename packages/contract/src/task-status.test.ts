import { expect, it } from 'vitest';
import { isUnfinished, PROGRESS_STATUSES, TaskStatus } from './task-status.ts';

it('a task that waits or runs is unfinished, by its word as by its number; one that is not there is not', () => {
  expect(PROGRESS_STATUSES.filter((word) => isUnfinished(word))).toEqual(['READY', 'RUNNING']);
  expect(PROGRESS_STATUSES.filter((word) => isUnfinished(TaskStatus[word]))).toEqual(['READY', 'RUNNING']);
  expect(isUnfinished(TaskStatus.NULL)).toBe(false);
});
