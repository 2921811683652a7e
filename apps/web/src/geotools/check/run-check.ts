import '../../ui/no-compiled-schemas.ts';
import { NotLoadedError } from '../../ui/late-code.ts';
import { CheckRefused } from './check-refused.ts';
import type { Checked } from './checked.ts';
import type { DeviceLimits } from './device.ts';
import { checkAnswerSchema } from './messages.ts';
import type { CheckRequest } from './messages.ts';

const CRASHED = 'The check stopped: your browser ended it, most likely because this device ran out of memory. Your files are unchanged.';

/** Problems that a machine with more memory, or with a disk, may not have. */
const OF_DEVICE: ReadonlySet<string> = new Set(['task-too-costly', 'too-large', 'geopackage-changes-beside']);

/**
 * Checks files in a worker of their own. A check is stopped by ending the worker, whatever it is doing.
 * @param signal ends the worker at once
 * @throws CheckRefused in words for people, whatever goes wrong there
 * @throws NotLoadedError
 */
export async function runCheck(
  files: readonly File[],
  options: CheckRequest['options'],
  { mostMemory }: DeviceLimits,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (share: number, stage: string) => void },
): Promise<Checked> {
  // It may have been stopped while this code was loading.
  signal.throwIfAborted();
  const worker = new Worker(new URL('check.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Checked>((resolve, reject) => {
    const crash = (detail: unknown) => {
      console.warn('The worker that checks files failed:', detail);
      reject(new CheckRefused(CRASHED, true));
    };
    signal.addEventListener('abort', () => reject(new DOMException('The check was stopped.', 'AbortError')));
    worker.addEventListener('error', (event: Event) => {
      event.preventDefault();
      // Only an exception has a message.
      if (event instanceof ErrorEvent && event.message !== '') crash(event.message);
      else reject(new NotLoadedError('The worker that checks files could not be loaded.'));
    });
    worker.addEventListener('messageerror', () => crash('an answer could not be received'));
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const answer = checkAnswerSchema.safeParse(data);
      if (!answer.success) crash(answer.error.message);
      else if (answer.data.kind === 'progress') onProgress(answer.data.share, answer.data.stage);
      else if (answer.data.kind === 'refused') reject(new CheckRefused(answer.data.sentence, OF_DEVICE.has(answer.data.code)));
      else if (answer.data.kind === 'unloaded') reject(new NotLoadedError(answer.data.message));
      else if (answer.data.kind === 'failed') crash(answer.data.message);
      else resolve({ report: answer.data.report, reportFile: answer.data.reportFile, inputs: files });
    });
    const request: CheckRequest = { files: [...files], options, mostMemory };
    worker.postMessage(request);
  }).finally(() => {
    worker.terminate();
  });
}
