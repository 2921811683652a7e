import { Worker } from 'node:worker_threads';
import type { PieceWorkers } from '../pieces/piece-workers.ts';
import type { PieceAnswer } from '../workers/messages.ts';
import { WorkerPool } from '../workers/worker-pool.ts';
import type { PooledWorker, Reports } from '../workers/worker-pool.ts';

/**
 * Node.js threads for `RepairOptions.startWorkers`.
 *
 * @param threads maximum number at a time. Each is started when there is work for it, and all end with the repair.
 */
export function startWorkers(threads: number): PieceWorkers {
  return new WorkerPool(threads, startThread);
}

function startThread(reports: Reports): PooledWorker {
  const thread = new Worker(new URL('./thread.ts', import.meta.url));
  thread.on('message', (answer: PieceAnswer) => reports.answered(answer));
  thread.on('error', (error: Error) => reports.failed(error));
  thread.on('exit', () => reports.failed(new Error('A thread of the repair ended before its work was done.')));
  return {
    post: (task, buffers) => thread.postMessage(task, buffers),
    end: () => void thread.terminate(),
  };
}
