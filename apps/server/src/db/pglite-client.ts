import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { DatabaseError, PGliteLife } from './pglite-life.ts';
import type { PGliteQuestion } from './pglite-life.ts';
import type { PGliteRows } from './pglite-messages.ts';

/** Far more than any query takes: if there is no answer by then, there never will be. */
const LONGEST_ANSWER_MILLISECONDS = 60_000;
/** Opening includes recovery after a crash. */
const LONGEST_OPENING_MILLISECONDS = 120_000;
/** Without room for two segments of its log, the database would break again right after opening. */
const ROOM_TO_OPEN_BYTES = 32 * 1_048_576;
const REOPEN_PAUSE_MILLISECONDS = 500;
/** PostgreSQL's code for a full disk. */
const DISK_FULL = '53100';

export type PGliteChange = { readonly kind: 'lost'; readonly error: unknown } | { readonly kind: 'back' };

export interface PGliteClientSettings {
  readonly onChange?: (change: PGliteChange) => void;
  readonly longestAnswerMilliseconds?: number;
}

/**
 * The embedded database as seen by the server's thread. PGlite has a single connection, so a caller that needs several statements in
 * a row (a transaction) takes it exclusively with `acquire`. The database can break, for example if a disk is full just when the
 * log needs room, or stop answering. It is then ended as by a kill and reopened as soon as there is room; everything acknowledged
 * is still there.
 */
export class PGliteClient {
  readonly #folder: string;
  readonly #onChange: (change: PGliteChange) => void;
  readonly #longestAnswer: number;
  readonly #listeners = new Map<string, (payload: string) => void>();
  #life: PGliteLife | null = null;
  #lives = 0;
  /** The life in which the current holder got the connection: a transaction from an earlier life is lost. */
  #holdersLife = 0;
  #lastError: unknown = null;
  #reopening: Promise<void> = Promise.resolve();
  #isClosed = false;
  #turn: Promise<void> = Promise.resolve();

  private constructor(folder: string, { onChange = () => undefined, longestAnswerMilliseconds = LONGEST_ANSWER_MILLISECONDS }: PGliteClientSettings) {
    this.#folder = folder;
    this.#onChange = onChange;
    this.#longestAnswer = longestAnswerMilliseconds;
  }

  /** Opens the database in `folder`, creating it if necessary. This process must hold the lock of the folder. */
  static async open(folder: string, settings: PGliteClientSettings = {}): Promise<PGliteClient> {
    const client = new PGliteClient(folder, settings);
    await client.#begin(null);
    return client;
  }

  /** Waits until nobody else has the connection; the caller must call the returned function when done. */
  async acquire(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const before = this.#turn;
    this.#turn = before.then(() => promise);
    await before;
    this.#holdersLife = this.#lives;
    return () => resolve(undefined);
  }

  /** One statement. Only for the caller that holds the connection. @throws DatabaseError, DatabaseUnavailable */
  async query(sql: string, parameters: readonly unknown[]): Promise<PGliteRows> {
    const results = await this.#ask({ kind: 'query', sql, parameters: [...parameters] });
    return results.at(0) ?? { rows: [], affectedRows: null };
  }

  /** Several statements without parameters. Only for the caller that holds the connection. @throws DatabaseError, DatabaseUnavailable */
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

  /** Lets the current holder finish, then shuts the database down cleanly. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    const release = await this.acquire();
    this.#isClosed = true;
    await this.#reopening;
    // If it breaks now, that is like a kill.
    await this.#life?.ask({ kind: 'close' }, this.#longestAnswer).catch(() => undefined);
    await this.#life?.end();
    this.#life = null;
    release();
  }

  async #ask(question: PGliteQuestion): Promise<PGliteRows[]> {
    const life = this.#life;
    if (life === null || this.#isClosed || this.#holdersLife !== this.#lives) throw this.#isClosed ? new Error('The embedded database has been closed.') : unavailable(this.#lastError);
    try {
      return await life.ask(question, this.#longestAnswer);
    } catch (error) {
      throw error instanceof DatabaseError && error.code !== DISK_FULL ? error : unavailable(error);
    }
  }

  async #begin(longestOpening: number | null): Promise<void> {
    const onNotification = (channel: string, payload: string) => this.#listeners.get(channel)?.(payload);
    const life = await PGliteLife.open(this.#folder, { onNotification, onBroken: (broken, reason) => this.#lose(broken, reason) }, longestOpening);
    for (const channel of this.#listeners.keys()) await life.ask({ kind: 'listen', channel }, this.#longestAnswer);
    this.#life = life;
  }

  #lose(life: PGliteLife, error: Error): void {
    if (this.#life !== life || this.#isClosed) return;
    this.#life = null;
    this.#lives++;
    this.#lastError = error;
    this.#onChange({ kind: 'lost', error });
    this.#reopening = this.#reopen(life);
  }

  async #reopen(broken: PGliteLife): Promise<void> {
    // Two instances in one folder would corrupt it.
    await broken.end();
    for (;;) {
      await pause(REOPEN_PAUSE_MILLISECONDS);
      if (this.#isClosed) return;
      try {
        const { bavail, bsize } = await statfs(this.#folder);
        if (bavail * bsize < ROOM_TO_OPEN_BYTES) continue;
        await this.#begin(LONGEST_OPENING_MILLISECONDS);
        this.#onChange({ kind: 'back' });
        return;
      } catch (error) {
        this.#lastError = error;
      }
    }
  }
}

function unavailable(reason: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable(reason, reason instanceof DatabaseError && reason.code === DISK_FULL ? 'storage-full' : 'database-unavailable');
}
