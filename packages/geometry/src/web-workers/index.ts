import type { PieceWorkers } from '../pieces/piece-workers.ts';
import type { PieceAnswer } from '../workers/messages.ts';
import { WorkerPool } from '../workers/worker-pool.ts';
import type { PooledWorker, Reports } from '../workers/worker-pool.ts';

/**
 * Browser workers for `RepairOptions.startWorkers`. Bundlers find the worker's file by the URL given here.
 *
 * @param threads maximum number at a time. Each is started when there is work for it, and all end with the repair.
 */
export function startWorkers(threads: number): PieceWorkers {
  return new WorkerPool(threads, startWebWorker);
}

function startWebWorker(reports: Reports): PooledWorker {
  const worker = new Worker(new URL('./web-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<PieceAnswer>) => reports.answered(data));
  worker.addEventListener('messageerror', () => reports.failed(new Error('An answer of a worker of the repair could not be received.')));
  worker.addEventListener('error', ({ message }) => {
    // It might continue after an error, in an unknown state.
    worker.terminate();
    reports.failed(new Error(message === '' ? 'A worker of the repair could not be started.' : message));
  });
  return {
    post: (task, buffers) => worker.postMessage(task, buffers),
    end: () => worker.terminate(),
  };
}
