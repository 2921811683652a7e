import { mkdir } from 'node:fs/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { fromPglite } from 'pg-boss';
import type { ConstructorOptions } from 'pg-boss';
import pg from 'pg';
import { z } from 'zod';
import { DatabaseUnusableError } from './database-unusable-error.ts';
import { migrate } from './migrate.ts';
import { PGliteClient } from './pglite-client.ts';
import { pgliteDialect } from './pglite-dialect.ts';
import type { Tables } from './tables.ts';

/** The one database, whichever way it is run. */
export interface Database {
  readonly tables: Kysely<Tables>;
  /** What the queue needs to work in the same database. */
  readonly queueOptions: Pick<ConstructorOptions, 'db' | 'backend' | 'connectionString'>;
  /** After the queue was stopped. */
  close(): Promise<void>;
}

/** PostgreSQL inside this process, in `folder`. The caller holds the lock of the folder. */
export async function openEmbeddedDatabase(folder: string): Promise<Database> {
  await mkdir(folder, { recursive: true });
  const client = await PGliteClient.open(folder);
  const tables = new Kysely<Tables>({ dialect: pgliteDialect(client) });
  await migrate(tables);
  return {
    tables,
    queueOptions: { db: fromPglite(statementByStatement(client)), backend: 'pglite' },
    close: async () => {
      await tables.destroy();
      await client.close();
    },
  };
}

/** A PostgreSQL server. */
export async function openPostgresDatabase(url: string, onIdleError: (error: Error) => void): Promise<Database> {
  const unlock = await lockPostgresDatabase(url, onIdleError);
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  pool.on('error', onIdleError);
  const tables = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    await tables.destroy();
    await unlock();
  };
  try {
    await migrate(tables);
  } catch (error) {
    await close();
    throw error;
  }
  return { tables, queueOptions: { connectionString: url }, close };
}

/** Any number, as long as nothing else in the database locks the same one. */
const SERVER_LOCK = 7_140_921_533;

/**
 * Takes the database for this server. At its start a server puts right what a crash left behind, which must not touch
 * the tasks of another one; the files of uploads lie on this machine only. The lock ends with its connection.
 */
async function lockPostgresDatabase(url: string, onError: (error: Error) => void): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', onError);
  try {
    await client.connect();
  } catch (error) {
    throw new DatabaseUnusableError(`The database of DATABASE_URL cannot be reached (${reasonOf(error)}). Start it, or correct the address.`, { cause: error });
  }
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [SERVER_LOCK]);
  if (z.array(z.object({ locked: z.boolean() })).parse(rows).at(0)?.locked !== true) {
    await client.end();
    throw new DatabaseUnusableError('Another GeoInsights server uses the database of DATABASE_URL. Stop it, or give this one another database.');
  }
  return () => client.end();
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** The queue's view of the connection: each call has it alone and leaves no transaction open. */
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
