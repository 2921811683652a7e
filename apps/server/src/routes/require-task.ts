import { ProblemError } from '@geoinsights/contract';
import type { Task } from '@geoinsights/contract';
import { isUuid } from '../db/uuid.ts';
import type { TaskStore } from '../tasks/task-store.ts';

/**
 * The task with this id, whatever was sent as the id.
 * @param how `polled` for repeated requests, whose answer may be a moment old
 * @throws ProblemError unknown-task
 */
export async function requireTask(uuid: string, tasks: TaskStore, how: 'asked' | 'polled' = 'asked'): Promise<Task> {
  const task = isUuid(uuid) ? await (how === 'polled' ? tasks.poll(uuid) : tasks.find(uuid)) : null;
  if (task === null) throw new ProblemError('unknown-task');
  return task;
}
