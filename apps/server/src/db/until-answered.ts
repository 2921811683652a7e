import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable } from './database-unavailable.ts';

const FIRST_PAUSE_MILLISECONDS = 100;
const LONGEST_PAUSE_MILLISECONDS = 2000;

/**
 * Repeats a query until the database answers. Only for idempotent queries, since it may be just the answer that was lost.
 * @throws DatabaseUnavailable if it fails once more after `signal` was aborted.
 */
export async function untilAnswered<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let milliseconds = FIRST_PAUSE_MILLISECONDS; ; milliseconds = Math.min(2 * milliseconds, LONGEST_PAUSE_MILLISECONDS)) {
    const isLast = signal.aborted;
    try {
      return await ask();
    } catch (error) {
      if (isLast || !(error instanceof DatabaseUnavailable)) throw error;
      await pause(milliseconds, undefined, { signal }).catch(() => undefined);
    }
  }
}
