import { setTimeout as pause } from 'node:timers/promises';
import { StorageUnavailable } from './storage-unavailable.ts';

const FIRST_PAUSE_MILLISECONDS = 500;
const LONGEST_PAUSE_MILLISECONDS = 5000;

/**
 * Asks the storage until it answers: work that waits for it need not be lost. For what may be done twice.
 * @throws StorageUnavailable when it has not answered for so long; the signal's reason when that is aborted
 */
export async function untilStorageAnswers<Answer>(ask: () => Promise<Answer>, milliseconds: number, signal: AbortSignal): Promise<Answer> {
  const deadline = performance.now() + milliseconds;
  for (let wait = FIRST_PAUSE_MILLISECONDS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MILLISECONDS)) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StorageUnavailable) || performance.now() > deadline) throw error;
    }
    await pause(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
