import { Worker } from 'node:worker_threads';
import type { PieceResult, PieceTask } from '../pieces/piece.ts';
import type { PieceWorkers } from '../pieces/piece-workers.ts';
import { TooTangledError } from '../tangled.ts';
import { buffersOfTask } from './messages.ts';
import type { PieceAnswer } from './messages.ts';

/** Threads of Node.js for `RepairOptions.startWorkers`. Each holds one piece at a time, and ends with `stop`. */
export function startWorkers(threads: number): PieceWorkers {
  return new NodeThreads(threads);
}

interface Waiting {
  readonly resolve: (result: PieceResult) => void;
  readonly reject: (error: Error) => void;
}

class NodeThreads implements PieceWorkers {
  readonly count: number;
  private readonly threads: Worker[] = [];
  private readonly idle: Worker[] = [];
  private readonly busy = new Map<Worker, Waiting>();

  constructor(count: number) {
    this.count = count;
  }

  /** To be called for no more than `count` tasks at a time. */
  run(task: PieceTask): Promise<PieceResult> {
    const thread = this.idle.pop() ?? this.start();
    return new Promise((resolve, reject) => {
      this.busy.set(thread, { resolve, reject });
      thread.postMessage(task, buffersOfTask(task));
    });
  }

  stop(): void {
    for (const thread of this.threads) void thread.terminate();
    for (const { reject } of this.busy.values()) reject(new Error('The repair was stopped.'));
    this.busy.clear();
  }

  private start(): Worker {
    const thread = new Worker(new URL('./thread.ts', import.meta.url));
    this.threads.push(thread);
    const take = (): Waiting | undefined => {
      const waiting = this.busy.get(thread);
      this.busy.delete(thread);
      return waiting;
    };
    thread.on('message', (answer: PieceAnswer) => {
      const waiting = take();
      this.idle.push(thread);
      if ('result' in answer) waiting?.resolve(answer.result);
      else waiting?.reject(new TooTangledError(answer.tangled));
    });
    thread.on('error', (error: Error) => take()?.reject(error));
    thread.on('exit', () => take()?.reject(new Error('A thread of the repair ended before its work was done.')));
    return thread;
  }
}
