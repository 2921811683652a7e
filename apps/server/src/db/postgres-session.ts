import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { DatabaseTaken, DatabaseUnavailable } from './database-unavailable.ts';
import { DatabaseUnusableError } from './database-unusable-error.ts';

/** No call hangs on a database that is silent: so long for a connection, and so long for an answer. */
export const POSTGRES_DEADLINES = { connectionTimeoutMillis: 5000, query_timeout: 10_000 } as const;
/** Any number, as long as nothing else in the database locks the same one. */
const SERVER_LOCK = 7_140_921_533;
const TAKEN = 'Another GeoInsights server uses the database of DATABASE_URL. Stop it, or give this one another database.';
/** Between two tries to get the session back. */
const FIRST_PAUSE_MILLISECONDS = 50;
const LONGEST_PAUSE_MILLISECONDS = 2000;
/** Who asks while the session is away waits so long: a connection that was merely dropped is back before. */
const PATIENCE_MILLISECONDS = 1000;
/** A network that is cut says nothing; only a question that stays without an answer shows it. */
const HEARTBEAT_MILLISECONDS = 10_000;

export type SessionChange =
  | { readonly kind: 'lost'; readonly error: unknown }
  | { readonly kind: 'back' }
  /** For good: another server has the database, which the sentence says to the operator. */
  | { readonly kind: 'taken'; readonly sentence: string };

interface Listener {
  readonly onNotification: (payload: string) => void;
  /** It listens, for the first time or again: what was told meanwhile was not heard. */
  readonly onListening: () => void;
}

/**
 * The connection by which this server has the database to itself: its lock ends with it. At its start a server puts right what
 * a crash left behind, which must not touch the tasks of another one; the files of uploads lie on this machine only. So nothing
 * is asked of the database (`ready`) while the lock is not held. A session that is lost is taken up again until it is back or another
 * server has taken the lock.
 */
export class PostgresSession {
  readonly #url: string;
  readonly #onChange: (change: SessionChange) => void;
  /** By this name the server knows its own former connection, which may outlive a cut of the network. */
  readonly #name = `geoinsights ${randomUUID()}`;
  readonly #listeners = new Map<string, Listener>();
  #client: pg.Client | null = null;
  #back = Promise.withResolvers<null>();
  #lastError: unknown = null;
  #isTaken = false;
  #isClosed = false;
  #heartbeat: NodeJS.Timeout | undefined;

  private constructor(url: string, onChange: (change: SessionChange) => void) {
    this.#url = url;
    this.#onChange = onChange;
  }

  /** @throws DatabaseUnusableError when the database cannot be reached or another server has it. */
  static async open(url: string, onChange: (change: SessionChange) => void): Promise<PostgresSession> {
    const session = new PostgresSession(url, onChange);
    try {
      await session.#connect();
    } catch (error) {
      if (error instanceof DatabaseUnusableError) throw error;
      throw new DatabaseUnusableError(`The database of DATABASE_URL cannot be reached (${reasonOf(error)}). Start it, or correct the address.`, { cause: error });
    }
    return session;
  }

  /** @throws DatabaseUnavailable, DatabaseTaken when this server may not ask the database. */
  async ready(): Promise<void> {
    if (this.#client !== null) return;
    if (!this.#isTaken) await Promise.race([this.#back.promise, pause(PATIENCE_MILLISECONDS)]);
    if (this.#isTaken) throw new DatabaseTaken();
    if (!this.#hasClient()) throw new DatabaseUnavailable(this.#lastError);
  }

  /** Hears what is told on a channel, as long as the session is open. */
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
      if (this.#isClosed) throw new Error('The server has let go of the database.');
    } catch (error) {
      discard(client);
      throw error;
    }
    this.#client = client;
    this.#heartbeat = setInterval(() => {
      client.query('select').catch((error: unknown) => this.#lose(client, error));
    }, HEARTBEAT_MILLISECONDS).unref();
    this.#back.resolve(null);
  }

  /** In this order: a connection that is still listed has its lock still, and one that is listed no more has it no more. */
  async #lock(client: pg.Client): Promise<void> {
    // By a statement, since a name in DATABASE_URL would win over one that is given with it.
    await client.query("select set_config('application_name', $1, false)", [this.#name]);
    const former = await client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()', [this.#name]);
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [SERVER_LOCK]);
    if (z.tuple([z.object({ locked: z.boolean() })]).parse(rows)[0].locked) return;
    if (former.rows.length > 0) throw new Error('The former connection of this server is still there.');
    throw new DatabaseUnusableError(TAKEN);
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

  #hasClient(): boolean {
    return this.#client !== null;
  }
}

async function startListening(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
}

/** Without waiting for a database that may be silent. */
function discard(client: pg.Client): void {
  client.end().catch(() => undefined);
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
