import { setTimeout as pause } from 'node:timers/promises';
import { StorageUnavailable } from './storage-unavailable.ts';

const FIRST_PAUSE_MILLISECONDS = 500;
const LONGEST_PAUSE_MILLISECONDS = 5000;

/**
 * Repeats a call until the storage answers, so that work waiting for it need not be lost. Only for idempotent calls.
 * @throws StorageUnavailable if it has not answered for this time; the signal's reason if that is aborted
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
