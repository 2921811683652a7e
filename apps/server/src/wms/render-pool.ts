import { Worker } from 'node:worker_threads';
import { renderAnswerSchema } from './render-messages.ts';
import type { RenderOrder } from './render-messages.ts';
import { ServiceError } from './service-error.ts';

const RENDER_WORKER = new URL('./render-worker.ts', import.meta.url);

export interface RenderPoolOptions {
  readonly threads: number;
  /** Orders that may wait; one more is refused. */
  readonly queue: number;
  /** Pixels, added up over the layers, from which on a picture is a large one; while it is drawn a thread is left for others. */
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
  readonly settle: PromiseWithResolvers<Uint8Array>;
  /** A crash may be the fault of the picture before; it is tried once more. */
  attempts: number;
}

interface Thread {
  readonly worker: Worker;
  job: Job | null;
  timer: NodeJS.Timeout | null;
}

/** Threads that draw, each one order at a time, behind one bounded queue. A thread that crashes or takes too long is replaced. */
export class RenderPool {
  readonly #options: RenderPoolOptions;
  readonly #threads = new Set<Thread>();
  readonly #waiting: Job[] = [];
  #closed = false;

  constructor(options: RenderPoolOptions) {
    this.#options = options;
  }

  /**
   * @throws ServiceError (503) when too many wait, the picture takes too long or cannot be drawn now.
   * @throws the signal's reason when nobody waits for the picture any more; one that is being drawn is drawn to its end.
   */
  async render(order: RenderOrder, signal?: AbortSignal): Promise<Uint8Array> {
    signal?.throwIfAborted();
    if (this.#closed) throw stopped();
    if (this.#waiting.length >= this.#options.queue) throw new ServiceError(null, 'The service is busy. Try again in a few seconds.', null, 503);
    const job: Job = { order, isLarge: pixelsOf(order) >= this.#options.largePicture, settle: Promise.withResolvers(), attempts: 0 };
    this.#waiting.push(job);
    const giveUp = () => {
      const place = this.#waiting.indexOf(job);
      if (place >= 0) this.#waiting.splice(place, 1);
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
    for (const job of this.#waiting.splice(0)) job.settle.reject(stopped());
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, stopped())));
  }

  #next(): void {
    if (this.#closed || this.#waiting.length === 0) return;
    let thread = [...this.#threads].find(({ job }) => job === null);
    if (thread === undefined && this.#threads.size < this.#options.threads) thread = this.#start();
    if (thread === undefined) return;
    const place = this.#waiting.findIndex(({ isLarge }) => !isLarge || this.#takesLarge());
    if (place < 0) return;
    const [job] = this.#waiting.splice(place, 1);
    job.attempts++;
    const taken = thread;
    taken.job = job;
    taken.timer = setTimeout(() => {
      void this.#end(taken, new ServiceError(null, `The picture takes more than ${String(this.#options.milliseconds / 1000)} seconds. Ask for a smaller one.`, null, 503));
      this.#next();
    }, this.#options.milliseconds);
    taken.worker.postMessage(job.order);
  }

  /** Of several threads one never draws large pictures, so that tiles do not wait for them. */
  #takesLarge(): boolean {
    const drawing = [...this.#threads].filter(({ job }) => job?.isLarge === true).length;
    return drawing < Math.max(1, this.#options.threads - 1);
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
      job.settle.reject(new ServiceError(null, 'The layer cannot be drawn at the moment. Try again later.', null, 503));
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
      if (job.attempts > 1 || this.#closed) job.settle.reject(new ServiceError(null, 'The picture cannot be drawn. Ask for another part of the map.', null, 503));
      else this.#waiting.unshift(job);
    }
    this.#next();
  }

  /** Ends a thread on purpose; whoever waits for it is told why. */
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
  return new ServiceError(null, 'The service is stopping. Try again in a minute.', null, 503);
}
