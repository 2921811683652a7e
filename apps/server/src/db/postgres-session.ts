import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { DatabaseTaken, DatabaseUnavailable } from './database-unavailable.ts';
import { DatabaseUnusableError } from './database-unusable-error.ts';

/** No query hangs on a silent database: timeouts for a connection and for an answer. */
export const POSTGRES_DEADLINES = { connectionTimeoutMillis: 5000, query_timeout: 10_000 } as const;
/** Any number, as long as nothing else in the database locks the same one. */
const SERVER_LOCK = 7_140_921_533;
/** Held by the one of several servers that does the work only one must do. */
const LEADER_LOCK = 7_140_921_534;
const TAKEN = 'Another GeoInsights server uses the database of DATABASE_URL. Stop it, or give this one another database.';
const TAKEN_ALONE = 'A GeoInsights server that keeps its files on its own disk uses the database of DATABASE_URL. Stop it, or give it the S3 storage of this one.';
/** Between two attempts to restore the session. */
const FIRST_PAUSE_MILLISECONDS = 50;
const LONGEST_PAUSE_MILLISECONDS = 2000;
/** A query while the session is unavailable waits this long: if the connection was merely dropped, it is back by then. */
const PATIENCE_MILLISECONDS = 1000;
/** A cut network is silent; only an unanswered query reveals it. */
const HEARTBEAT_MILLISECONDS = 10_000;

export type SessionChange =
  | { readonly kind: 'lost'; readonly error: unknown }
  | { readonly kind: 'back' }
  /** Permanent: another server has the database; the sentence tells the operator. */
  | { readonly kind: 'taken'; readonly sentence: string };

/** Whether a server uses the database alone (`alone`), or with others that have the same files (`shared`); never both at a time. */
export type Sharing = 'alone' | 'shared';

interface Listener {
  readonly onNotification: (payload: string) => void;
  /** Listening has started, for the first time or again: messages sent meanwhile were missed. */
  readonly onListening: () => void;
}

/**
 * The connection by which this server holds the database, alone or with others: its lock ends with it. A server that is alone cleans
 * up after a crash at its start, which must not affect another server's tasks, and the files of uploads are only on its machine.
 * So no query is sent (`ready`) while the lock is not held. A lost session is retried until it is back, or until a
 * server with which this one cannot share has taken the lock. Among servers that share, the holder of a second lock leads.
 */
export class PostgresSession {
  readonly #url: string;
  readonly #sharing: Sharing;
  readonly #onChange: (change: SessionChange) => void;
  /** Identifies the server's own former connection, which may outlive a network cut. */
  readonly #name = `geoinsights ${randomUUID()}`;
  readonly #listeners = new Map<string, Listener>();
  #client: pg.Client | null = null;
  #leads = false;
  #back = Promise.withResolvers<null>();
  #lastError: unknown = null;
  #isTaken = false;
  #isClosed = false;
  #heartbeat: NodeJS.Timeout | undefined;

  private constructor(url: string, sharing: Sharing, onChange: (change: SessionChange) => void) {
    this.#url = url;
    this.#sharing = sharing;
    this.#onChange = onChange;
  }

  /** @throws DatabaseUnusableError if the database cannot be reached or another server uses it. */
  static async open(url: string, sharing: Sharing, onChange: (change: SessionChange) => void): Promise<PostgresSession> {
    const session = new PostgresSession(url, sharing, onChange);
    try {
      await session.#connect();
    } catch (error) {
      if (error instanceof DatabaseUnusableError) throw error;
      throw new DatabaseUnusableError(`The database of DATABASE_URL cannot be reached (${reasonOf(error)}). Start it, or correct the address.`, { cause: error });
    }
    return session;
  }

  /** @throws DatabaseUnavailable, DatabaseTaken if this server may not query the database. */
  async ready(): Promise<void> {
    if (this.#client !== null) return;
    if (!this.#isTaken) await Promise.race([this.#back.promise, pause(PATIENCE_MILLISECONDS)]);
    if (this.#isTaken) throw new DatabaseTaken();
    if (!this.#hasClient()) throw new DatabaseUnavailable(this.#lastError);
  }

  /** Whether this server does the work that only one must do: true for a single server. */
  leads(): boolean {
    return this.#client !== null && this.#leads;
  }

  /** Receives the messages on a channel as long as the session is open. */
  async listen(channel: string, listener: Listener): Promise<void> {
    this.#listeners.set(channel, listener);
    if (this.#client !== null) await startListening(this.#client, channel);
    listener.onListening();
  }

  unlisten(channel: string): void {
    this.#listeners.delete(channel);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true, ...POSTGRES_DEADLINES });
    client.on('error', (error) => this.#lose(client, error));
    client.on('end', () => this.#lose(client, new Error('The database has closed the connection.')));
    client.on('notification', ({ channel, payload }) => this.#listeners.get(channel)?.onNotification(payload ?? ''));
    try {
      await client.connect();
      await this.#lock(client);
      for (const channel of this.#listeners.keys()) await startListening(client, channel);
      if (this.#isClosed) throw new Error('The server has released the database.');
    } catch (error) {
      discard(client);
      throw error;
    }
    this.#client = client;
    this.#heartbeat = setInterval(() => {
      // The lock of a leader that is gone is free.
      this.#tryToLead(client).catch((error: unknown) => this.#lose(client, error));
    }, HEARTBEAT_MILLISECONDS).unref();
    this.#back.resolve(null);
  }

  /** The order matters: a connection still listed still has its lock, and one no longer listed has lost it. */
  async #lock(client: pg.Client): Promise<void> {
    // Set by a statement, since a name in DATABASE_URL would override one passed as an option.
    await client.query("select set_config('application_name', $1, false)", [this.#name]);
    const former = await client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()', [this.#name]);
    const isAlone = this.#sharing === 'alone';
    if (await tryLock(client, isAlone ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared', SERVER_LOCK)) {
      this.#leads = isAlone;
      return this.#tryToLead(client);
    }
    if (former.rows.length > 0) throw new Error('The former connection of this server is still open.');
    throw new DatabaseUnusableError(isAlone ? TAKEN : TAKEN_ALONE);
  }

  /** Always sends a query, since this also checks that the database is available. */
  async #tryToLead(client: pg.Client): Promise<void> {
    if (this.#leads) await client.query('select');
    else this.#leads = await tryLock(client, 'pg_try_advisory_lock', LEADER_LOCK);
  }

  #lose(client: pg.Client, error: unknown): void {
    if (this.#client !== client || this.#isClosed) return;
    clearInterval(this.#heartbeat);
    this.#client = null;
    this.#back = Promise.withResolvers();
    this.#lastError = error;
    discard(client);
    this.#onChange({ kind: 'lost', error });
    void this.#retake();
  }

  async #retake(): Promise<void> {
    for (let milliseconds = FIRST_PAUSE_MILLISECONDS; !this.#isClosed; milliseconds = Math.min(2 * milliseconds, LONGEST_PAUSE_MILLISECONDS)) {
      try {
        await this.#connect();
        this.#onChange({ kind: 'back' });
        for (const { onListening } of this.#listeners.values()) onListening();
        return;
      } catch (error) {
        this.#lastError = error;
        if (error instanceof DatabaseUnusableError) {
          this.#isTaken = true;
          this.#back.resolve(null);
          this.#onChange({ kind: 'taken', sentence: error.message });
          return;
        }
        await pause(milliseconds);
      }
    }
  }

  /** A method: the compiler does not expect the field to change while `ready` waits. */
  #hasClient(): boolean {
    return this.#client !== null;
  }
}

/** @returns whether the lock was acquired. */
export async function tryLock(client: pg.ClientBase, lock: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared', key: number): Promise<boolean> {
  const { rows } = await client.query(`select ${lock}($1) as locked`, [key]);
  return z.tuple([z.object({ locked: z.boolean() })]).parse(rows)[0].locked;
}

async function startListening(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
}

/** Does not wait for a database that may be silent. */
function discard(client: pg.Client): void {
  client.end().catch(() => undefined);
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
