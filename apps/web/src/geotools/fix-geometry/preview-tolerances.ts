import { isUnfinished, TaskStatus, taskStatusOf } from '@geoinsights/contract';
import type { RepairOptionsInput, ReportAnswer } from '@geoinsights/contract';
import { PREVIEW_TOLERANCES, tools } from './tools-client.ts';

const POLL_INTERVAL_MS = 1000;
const MOST_POLLS = 60;

/**
 * Asks the server for the tolerances that a repair of an upload would use.
 * @throws CallFailed when a call fails; Error when the files cannot be read, with the reason, or when it takes longer than a minute.
 */
export async function previewTolerances(upload: string, options: RepairOptionsInput | undefined, signal: AbortSignal): Promise<ReportAnswer> {
  const { uuid } = await tools.createTask(PREVIEW_TOLERANCES, upload, options, { signal });
  let hasEnded = false;
  try {
    for (let polls = 0; polls < MOST_POLLS; polls += 1) {
      await pause(signal);
      const answer = await tools.readTask(PREVIEW_TOLERANCES, uuid, signal);
      const status = taskStatusOf(answer.progress_status);
      hasEnded = !isUnfinished(status);
      if (status === TaskStatus.COMPLETED && answer.report !== undefined) return answer.report;
      if (hasEnded) throw new Error(answer.error?.detail ?? answer.error?.title ?? UNREADABLE);
    }
    throw new Error(TOO_SLOW);
  } catch (error) {
    // Nobody waits for it any more, and as long as it is in the queue it counts as one of the tasks that this network may have.
    if (!hasEnded) void tools.cancelTask(PREVIEW_TOLERANCES, uuid).catch(() => undefined);
    throw error;
  }
}

const UNREADABLE = 'The files could not be read, and the server gave no reason. Try again later.';
const TOO_SLOW = 'The server is busy and could not examine your files within a minute. Try again later, or choose to repair at once.';

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('This was stopped.', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, POLL_INTERVAL_MS);
    signal.addEventListener('abort', stop, { once: true });
  });
}
