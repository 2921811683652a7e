import { Worker } from 'node:worker_threads';
import { replySchema } from './pglite-messages.ts';
import type { PGliteReply, PGliteRequest, PGliteRows } from './pglite-messages.ts';

type Distribute<Request> = Request extends unknown ? Omit<Request, 'id'> : never;
interface Waiting {
  resolve(results: PGliteRows[]): void;
  reject(error: Error): void;
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

/**
 * The embedded database, seen from the server's thread. PGlite has a single connection, so whoever needs several
 * statements in a row (a transaction) takes it for himself with `acquire`.
 */
export class PGliteClient {
  readonly #thread: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, (payload: string) => void>();
  #nextId = 1;
  #ended: Error | null = null;
  #turn: Promise<void> = Promise.resolve();

  private constructor(thread: Worker) {
    this.#thread = thread;
  }

  /** Opens the database in `folder`, which this process must hold the lock of; makes it if it is not there. */
  static async open(folder: string): Promise<PGliteClient> {
    const thread = new Worker(new URL('./pglite-thread.ts', import.meta.url), { workerData: { folder }, execArgv: [] });
    const client = new PGliteClient(thread);
    await new Promise<void>((resolve, reject) => {
      thread.on('message', (message: unknown) => {
        const reply = replySchema.parse(message);
        if (reply.kind === 'ready') resolve();
        else if (reply.kind === 'unusable') reject(new Error(reply.message));
        else client.#receive(reply);
      });
      thread.on('error', (error) => {
        const reason = error instanceof Error ? error : new Error(String(error));
        client.#end(reason);
        reject(reason);
      });
      thread.on('exit', () => client.#end(new Error('The embedded database has been closed.')));
    });
    return client;
  }

  /** Waits until nobody else has the connection; the caller must call what it gets back when it needs it no more. */
  async acquire(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const before = this.#turn;
    this.#turn = before.then(() => promise);
    await before;
    return () => resolve(undefined);
  }

  /** One statement. Only for who has acquired the connection. */
  async query(sql: string, parameters: readonly unknown[]): Promise<PGliteRows> {
    const results = await this.#ask({ kind: 'query', sql, parameters: [...parameters] });
    return results.at(0) ?? { rows: [], affectedRows: null };
  }

  /** Several statements without parameters. Only for who has acquired the connection. */
  exec(sql: string): Promise<PGliteRows[]> {
    return this.#ask({ kind: 'exec', sql });
  }

  async listen(channel: string, onNotification: (payload: string) => void): Promise<void> {
    this.#listeners.set(channel, onNotification);
    const release = await this.acquire();
    try {
      await this.#ask({ kind: 'listen', channel });
    } finally {
      release();
    }
  }

  unlisten(channel: string): void {
    this.#listeners.delete(channel);
  }

  /** Lets whoever has the connection finish, then shuts the database down in order. */
  async close(): Promise<void> {
    if (this.#ended !== null) return;
    const release = await this.acquire();
    await this.#ask({ kind: 'close' });
    await this.#thread.terminate();
    release();
  }

  #ask(request: Distribute<PGliteRequest>): Promise<PGliteRows[]> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#thread.postMessage({ ...request, id });
    });
  }

  #receive(reply: Exclude<PGliteReply, { kind: 'ready' | 'unusable' }>): void {
    if (reply.kind === 'notification') {
      this.#listeners.get(reply.channel)?.(reply.payload);
      return;
    }
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.kind === 'done') waiting?.resolve(reply.results);
    else waiting?.reject(new DatabaseError(reply.message, reply.code));
  }

  #end(reason: Error): void {
    this.#ended ??= reason;
    for (const waiting of this.#waiting.values()) waiting.reject(reason);
    this.#waiting.clear();
  }
}
