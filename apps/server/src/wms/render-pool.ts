import { Worker } from 'node:worker_threads';
import { renderAnswerSchema } from './render-messages.ts';
import type { RenderOrder } from './render-messages.ts';
import { ServiceError } from './service-error.ts';

const RENDER_WORKER = new URL('./render-worker.ts', import.meta.url);
const TOO_MANY = 'The service is busy. Try again in a few seconds.';
const TOO_MANY_LARGE = 'Too many large pictures are asked for at the same time. Try again in a few seconds, or ask for tiles.';

export interface RenderPoolOptions {
  /** At least two: one of them never draws large pictures. */
  readonly threads: number;
  /** The maximum number of waiting orders, not counting large pictures; one more is refused. */
  readonly queue: number;
  /** The maximum number of waiting large pictures; one more is refused. */
  readonly largeQueue: number;
  /** Pixels, summed over the layers, from which a picture counts as large. */
  readonly largePicture: number;
  /** For one order, from when a thread takes it. */
  readonly milliseconds: number;
  readonly onFault: (reason: unknown) => void;
  /** Another worker, for tests. */
  readonly worker?: URL;
}

interface Job {
  readonly order: RenderOrder;
  readonly isLarge: boolean;
  /** Jobs are numbered as they arrive. */
  readonly turn: number;
  readonly settle: PromiseWithResolvers<Uint8Array>;
  /** A crash may be the previous picture's fault, so it is tried once more. */
  attempts: number;
}

interface Thread {
  readonly worker: Worker;
  job: Job | null;
  timer: NodeJS.Timeout | null;
}

/**
 * Threads that draw, one order at a time each. A thread that crashes or takes too long is replaced.
 *
 * Large pictures have their own bounded queue and may use all threads but one, so that however many are requested, no tile is refused
 * or waits for them. Apart from that, first come, first served.
 */
export class RenderPool {
  readonly #options: RenderPoolOptions;
  readonly #threads = new Set<Thread>();
  readonly #waiting: Job[] = [];
  readonly #waitingLarge: Job[] = [];
  #turns = 0;
  #closed = false;

  constructor(options: RenderPoolOptions) {
    if (options.threads < 2) throw new RangeError('A pool of one thread has none to keep for tiles.');
    this.#options = options;
  }

  /**
   * @throws ServiceError (503) if too many wait, or if the picture takes too long or cannot be drawn now.
   * @throws the signal's reason if nobody waits for the picture any more; a picture already being drawn is finished.
   */
  async render(order: RenderOrder, signal?: AbortSignal): Promise<Uint8Array> {
    signal?.throwIfAborted();
    if (this.#closed) throw stopped();
    const isLarge = pixelsOf(order) >= this.#options.largePicture;
    const waiting = isLarge ? this.#waitingLarge : this.#waiting;
    if (waiting.length >= (isLarge ? this.#options.largeQueue : this.#options.queue)) throw ServiceError.unavailable(isLarge ? TOO_MANY_LARGE : TOO_MANY, { isBusy: true });
    const job: Job = { order, isLarge, turn: this.#turns++, settle: Promise.withResolvers(), attempts: 0 };
    waiting.push(job);
    const giveUp = () => {
      const place = waiting.indexOf(job);
      if (place >= 0) waiting.splice(place, 1);
      job.settle.reject(signal?.reason);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    this.#next();
    try {
      return await job.settle.promise;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of [...this.#waiting.splice(0), ...this.#waitingLarge.splice(0)]) job.settle.reject(stopped());
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, stopped())));
  }

  #next(): void {
    if (this.#closed) return;
    const queue = this.#queueInTurn();
    if (queue.length === 0) return;
    let thread = [...this.#threads].find(({ job }) => job === null);
    if (thread === undefined && this.#threads.size < this.#options.threads) thread = this.#start();
    if (thread === undefined) return;
    const [job] = queue.splice(0, 1);
    job.attempts++;
    const taken = thread;
    taken.job = job;
    taken.timer = setTimeout(() => {
      void this.#end(taken, ServiceError.unavailable(`The picture takes more than ${String(this.#options.milliseconds / 1000)} seconds. Ask for a smaller one.`));
      this.#next();
    }, this.#options.milliseconds);
    taken.worker.postMessage(job.order);
  }

  /** The queue whose first job may be drawn next: the oldest, unless a large picture would take the last thread. */
  #queueInTurn(): Job[] {
    const drawing = [...this.#threads].filter(({ job }) => job?.isLarge === true).length;
    if (drawing >= this.#options.threads - 1) return this.#waiting;
    const turnOf = (queue: readonly Job[]) => queue.at(0)?.turn ?? Infinity;
    return turnOf(this.#waitingLarge) < turnOf(this.#waiting) ? this.#waitingLarge : this.#waiting;
  }

  #start(): Thread {
    const worker = new Worker(this.#options.worker ?? RENDER_WORKER, { env: {}, stdin: false });
    const thread: Thread = { worker, job: null, timer: null };
    worker.on('message', (message: unknown) => this.#receive(thread, message));
    worker.on('messageerror', (error) => this.#crashed(thread, error));
    worker.on('error', (error) => this.#crashed(thread, error));
    worker.on('exit', () => this.#crashed(thread, 'The render thread ended.'));
    worker.unref();
    this.#threads.add(thread);
    return thread;
  }

  #receive(thread: Thread, message: unknown): void {
    const { job } = thread;
    if (job === null) return;
    this.#release(thread);
    const answer = renderAnswerSchema.safeParse(message);
    if (answer.success && answer.data.kind === 'done') job.settle.resolve(answer.data.body);
    else {
      this.#options.onFault(answer.success ? answer.data : answer.error);
      job.settle.reject(ServiceError.unavailable('The layer cannot be drawn at the moment. Try again later.'));
    }
    this.#next();
  }

  #crashed(thread: Thread, reason: unknown): void {
    if (!this.#threads.delete(thread)) return;
    this.#options.onFault(reason);
    const { job } = thread;
    this.#release(thread);
    void thread.worker.terminate();
    if (job !== null) {
      if (job.attempts > 1 || this.#closed) job.settle.reject(ServiceError.unavailable('The picture cannot be drawn. Ask for another part of the map.'));
      else (job.isLarge ? this.#waitingLarge : this.#waiting).unshift(job);
    }
    this.#next();
  }

  /** Ends a thread on purpose; whoever waits for it gets the reason. */
  async #end(thread: Thread, reason: ServiceError): Promise<void> {
    this.#threads.delete(thread);
    const { job } = thread;
    this.#release(thread);
    job?.settle.reject(reason);
    await thread.worker.terminate();
  }

  #release(thread: Thread): void {
    if (thread.timer !== null) clearTimeout(thread.timer);
    thread.timer = null;
    thread.job = null;
  }
}

function pixelsOf(order: RenderOrder): number {
  return order.kind === 'map' ? order.layers.length * order.view.width * order.view.height : 0;
}

function stopped(): ServiceError {
  return ServiceError.unavailable('The service is stopping. Try again in a minute.');
}
