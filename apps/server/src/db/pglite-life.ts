import { Worker } from 'node:worker_threads';
import { replySchema } from './pglite-messages.ts';
import type { PGliteReply, PGliteRequest, PGliteRows } from './pglite-messages.ts';

type Distribute<Request> = Request extends unknown ? Omit<Request, 'id'> : never;
export type PGliteQuestion = Distribute<PGliteRequest>;

interface Waiting {
  resolve(results: PGliteRows[]): void;
  reject(error: unknown): void;
}

/** An error of the database itself, with PostgreSQL's five-character code. */
export class DatabaseError extends Error {
  readonly code: string | null;

  constructor(message: string, code: string | null) {
    super(message);
    this.name = 'DatabaseError';
    this.code = code;
  }
}

export interface PGliteLifeEvents {
  readonly onNotification: (channel: string, payload: string) => void;
  /** It has stopped answering for good; everybody waiting has got an error. */
  readonly onBroken: (life: PGliteLife, reason: Error) => void;
}

/** One thread with the embedded database, from its opening until it ends or breaks. */
export class PGliteLife {
  readonly #thread: Worker;
  readonly #events: PGliteLifeEvents;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ready = Promise.withResolvers<null>();
  #nextId = 1;
  #ended: Error | null = null;

  private constructor(folder: string, events: PGliteLifeEvents) {
    this.#events = events;
    this.#thread = new Worker(new URL('./pglite-thread.ts', import.meta.url), { workerData: { folder }, execArgv: [] });
    this.#thread.on('message', (message: unknown) => this.#receive(replySchema.parse(message)));
    this.#thread.on('error', (error) => this.#break(error instanceof Error ? error : new Error(String(error))));
    this.#thread.on('exit', () => this.#break(new Error('The thread of the embedded database has ended.')));
  }

  /** @throws Error if the database cannot be opened, or not within the given time */
  static async open(folder: string, events: PGliteLifeEvents, milliseconds: number | null): Promise<PGliteLife> {
    const life = new PGliteLife(folder, events);
    const timer = milliseconds === null ? undefined : setTimeout(() => life.#ready.reject(new Error('The embedded database does not open.')), milliseconds);
    try {
      await life.#ready.promise;
      return life;
    } catch (error) {
      await life.end();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @throws DatabaseError for errors of the database; Error if it does not answer, which breaks it */
  ask(question: PGliteQuestion, milliseconds: number): Promise<PGliteRows[]> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    const id = this.#nextId++;
    const timer = setTimeout(() => this.#break(new Error(`The embedded database has not answered for ${String(milliseconds / 1000)} seconds.`)), milliseconds);
    const { promise, resolve, reject } = Promise.withResolvers<PGliteRows[]>();
    this.#waiting.set(id, { resolve, reject });
    this.#thread.postMessage({ ...question, id });
    return promise.finally(() => clearTimeout(timer));
  }

  /** Returns once the thread is gone, whatever it was doing. */
  async end(): Promise<void> {
    this.#end(new Error('The embedded database has been closed.'));
    await this.#thread.terminate();
  }

  #receive(reply: PGliteReply): void {
    switch (reply.kind) {
      case 'ready':
        this.#ready.resolve(null);
        break;
      case 'unusable':
        this.#end(new Error(reply.message));
        break;
      case 'notification':
        this.#events.onNotification(reply.channel, reply.payload);
        break;
      case 'done':
        this.#waiting.get(reply.id)?.resolve(reply.results);
        this.#waiting.delete(reply.id);
        break;
      case 'failed': {
        const error = new DatabaseError(reply.message, reply.code);
        this.#waiting.get(reply.id)?.reject(error);
        this.#waiting.delete(reply.id);
        if (reply.isBroken) this.#break(error);
      }
    }
  }

  #break(reason: Error): void {
    if (this.#ended !== null) return;
    this.#end(reason);
    this.#events.onBroken(this, reason);
  }

  #end(reason: Error): void {
    this.#ended ??= reason;
    this.#ready.reject(reason);
    // Its error may come too late, when nobody awaits it any more.
    this.#ready.promise.catch(() => undefined);
    for (const waiting of this.#waiting.values()) waiting.reject(reason);
    this.#waiting.clear();
  }
}
