import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { DatabaseError, PGliteLife } from './pglite-life.ts';
import type { PGliteQuestion } from './pglite-life.ts';
import type { PGliteRows } from './pglite-messages.ts';

/** Much more than anything takes that is asked: who has not answered by then never will. */
const LONGEST_ANSWER_MILLISECONDS = 60_000;
/** What a crash left is put right at an opening. */
const LONGEST_OPENING_MILLISECONDS = 120_000;
/** Without room for two segments of its log the database would break again as soon as it is open. */
const ROOM_TO_OPEN_BYTES = 32 * 1_048_576;
const REOPEN_PAUSE_MILLISECONDS = 500;
/** PostgreSQL's code for a disk that is full. */
const DISK_FULL = '53100';

export type PGliteChange = { readonly kind: 'lost'; readonly error: unknown } | { readonly kind: 'back' };

export interface PGliteClientSettings {
  readonly onChange?: (change: PGliteChange) => void;
  readonly longestAnswerMilliseconds?: number;
}

/**
 * The embedded database, seen from the server's thread. PGlite has a single connection, so whoever needs several
 * statements in a row (a transaction) takes it for himself with `acquire`. A database that breaks, as it does when a disk is full just as its log
 * needs room, or answers nothing any more is ended as a kill would end it, and opened again as soon as there is room: what was acknowledged is there.
 */
export class PGliteClient {
  readonly #folder: string;
  readonly #onChange: (change: PGliteChange) => void;
  readonly #longestAnswer: number;
  readonly #listeners = new Map<string, (payload: string) => void>();
  #life: PGliteLife | null = null;
  #lives = 0;
  /** In which life who has the connection got it: of a transaction that began in an earlier one nothing is left. */
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

  /** Opens the database in `folder`, which this process must hold the lock of; makes it if it is not there. */
  static async open(folder: string, settings: PGliteClientSettings = {}): Promise<PGliteClient> {
    const client = new PGliteClient(folder, settings);
    await client.#begin(null);
    return client;
  }

  /** Waits until nobody else has the connection; the caller must call what it gets back when it needs it no more. */
  async acquire(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const before = this.#turn;
    this.#turn = before.then(() => promise);
    await before;
    this.#holdersLife = this.#lives;
    return () => resolve(undefined);
  }

  /** One statement. Only for who has acquired the connection. @throws DatabaseError, DatabaseUnavailable */
  async query(sql: string, parameters: readonly unknown[]): Promise<PGliteRows> {
    const results = await this.#ask({ kind: 'query', sql, parameters: [...parameters] });
    return results.at(0) ?? { rows: [], affectedRows: null };
  }

  /** Several statements without parameters. Only for who has acquired the connection. @throws DatabaseError, DatabaseUnavailable */
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
    if (this.#isClosed) return;
    const release = await this.acquire();
    this.#isClosed = true;
    await this.#reopening;
    // One that breaks now is as one that was killed.
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
    // Two of them in one folder would ruin it.
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
