import type { PieceResult, PieceTask } from '../pieces/piece.ts';
import type { PieceWorkers } from '../pieces/piece-workers.ts';
import { TooTangledError } from '../tangled.ts';
import { buffersOfTask } from './messages.ts';
import type { PieceAnswer } from './messages.ts';

/** A worker on any platform, as its pool sees it. */
export interface PooledWorker {
  post(task: PieceTask, buffers: ArrayBuffer[]): void;
  end(): void;
}

/** What a worker reports to its pool: the answer to its task, or that it cannot go on. */
export interface Reports {
  answered(answer: PieceAnswer): void;
  failed(error: Error): void;
}

interface Waiting {
  readonly resolve: (result: PieceResult) => void;
  readonly reject: (error: Error) => void;
}

/** Workers that are started on demand. Each works on one piece at a time, and ends with `stop`. */
export class WorkerPool implements PieceWorkers {
  readonly count: number;
  readonly #open: (reports: Reports) => PooledWorker;
  readonly #workers: PooledWorker[] = [];
  readonly #idle: PooledWorker[] = [];
  readonly #busy = new Map<PooledWorker, Waiting>();

  constructor(count: number, open: (reports: Reports) => PooledWorker) {
    this.count = count;
    this.#open = open;
  }

  /** Must not be called for more than `count` tasks at a time. */
  run(task: PieceTask): Promise<PieceResult> {
    const worker = this.#idle.pop() ?? this.#start();
    return new Promise((resolve, reject) => {
      this.#busy.set(worker, { resolve, reject });
      worker.post(task, buffersOfTask(task));
    });
  }

  stop(): void {
    for (const worker of this.#workers) worker.end();
    for (const { reject } of this.#busy.values()) reject(new Error('The repair was stopped.'));
    this.#busy.clear();
  }

  #start(): PooledWorker {
    const worker = this.#open({
      answered: (answer) => {
        const waiting = this.#take(worker);
        this.#idle.push(worker);
        if ('result' in answer) waiting?.resolve(answer.result);
        else waiting?.reject(new TooTangledError(answer.tangled));
      },
      failed: (error) => {
        const index = this.#idle.indexOf(worker);
        if (index >= 0) this.#idle.splice(index, 1);
        this.#take(worker)?.reject(error);
      },
    });
    this.#workers.push(worker);
    return worker;
  }

  #take(worker: PooledWorker): Waiting | undefined {
    const waiting = this.#busy.get(worker);
    this.#busy.delete(worker);
    return waiting;
  }
}
