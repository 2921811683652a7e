import { TaskStatus } from '@geoinsights/contract';

/** Whether a task in this state waits for a worker or is worked on, so that it may still change. */
export function isWorking(status: TaskStatus): boolean {
  return status === TaskStatus.READY || status === TaskStatus.RUNNING;
}
