import { mkdir } from 'node:fs/promises';
import { Kysely } from 'kysely';
import { fromPglite } from 'pg-boss';
import type { ConstructorOptions } from 'pg-boss';
import { z } from 'zod';
import { DatabaseUnusableError } from './database-unusable-error.ts';
import { migrateOrClose } from './migrate.ts';
import { PGliteClient } from './pglite-client.ts';
import type { PGliteClientSettings } from './pglite-client.ts';
import { pgliteDialect } from './pglite-dialect.ts';
import type { Tables } from './tables.ts';

/** Messages from one server to those that are connected at that moment. */
export interface Messages {
  send(channel: string, text: string): Promise<void>;
  listen(channel: string, onMessage: (text: string) => void): Promise<void>;
}

/** For a server that does not share its database. */
const NO_MESSAGES: Messages = { send: () => Promise.resolve(), listen: () => Promise.resolve() };

/** The database, embedded or on a server. */
export interface Database {
  readonly tables: Kysely<Tables>;
  /** Migrations of a newer version that ran on this database; this version runs on what they left. */
  readonly newerMigrations: readonly string[];
  /** What the queue needs to work in the same database. */
  readonly queueOptions: Pick<ConstructorOptions, 'db' | 'backend'>;
  /** Between the servers that share the database. */
  readonly messages: Messages;
  /** Whether this server does the work that only one of the database's servers must do. */
  readonly leads: () => boolean;
  /** Runs work while no other server of the database runs it: for initialisation that each server attempts at its start. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  /** Runs work while the embedded database is idle, so that its files hold everything that was ever acknowledged; null for a database we cannot pause. */
  readonly pause: (<Result>(work: () => Promise<Result>) => Promise<Result>) | null;
  /** Call it after the queue has stopped. */
  close(): Promise<void>;
}

/** PostgreSQL inside this process, in `folder`. The caller holds the lock of the folder. */
export async function openEmbeddedDatabase(folder: string, settings: PGliteClientSettings = {}): Promise<Database> {
  await mkdir(folder, { recursive: true });
  const client = await PGliteClient.open(folder, settings).catch((error: unknown) => {
    throw new DatabaseUnusableError(whyNotOpened(folder, error), { cause: error });
  });
  const tables = new Kysely<Tables>({ dialect: pgliteDialect(client) });
  const close = async () => {
    await tables.destroy();
    await client.close();
  };
  const newerMigrations = await migrateOrClose(tables, close);
  return {
    tables,
    newerMigrations,
    queueOptions: { db: fromPglite(statementByStatement(client)), backend: 'pglite' },
    messages: NO_MESSAGES,
    leads: () => true,
    inTurn: (work) => work(),
    pause: async (work) => {
      const release = await client.acquire();
      try {
        await client.exec('checkpoint');
        return await work();
      } finally {
        release();
      }
    },
    close,
  };
}

/** PGlite itself says little more than that it has ended. */
function whyNotOpened(folder: string, error: unknown): string {
  const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
  return `The embedded database in ${folder} cannot be opened (${reason}). Its disk may be full, its files damaged or not all there, or another program's. Make room, or restore a backup into a new folder ("geotools admin restore") and start on that. To begin with nothing, move the data folder away: the layers that you published and all uploads go with it.`;
}

/** The queue's view of the connection: each call has it exclusively and leaves no transaction open. */
function statementByStatement(client: PGliteClient) {
  const alone = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const release = await client.acquire();
    try {
      return await work();
    } catch (error) {
      await client.exec('rollback').catch(() => undefined);
      throw error;
    } finally {
      release();
    }
  };
  return {
    query: (sql: string, parameters: unknown[] = []) => alone(async () => ({ rows: z.array(z.any()).parse((await client.query(sql, parameters)).rows) })),
    exec: (sql: string) => alone(() => client.exec(sql)),
    listen: async (channel: string, onNotification: (payload: string) => void) => {
      await client.listen(channel, onNotification);
      return () => {
        client.unlisten(channel);
        return Promise.resolve();
      };
    },
  };
}
