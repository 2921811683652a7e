import { mkdir } from 'node:fs/promises';
import { Kysely } from 'kysely';
import { fromPglite } from 'pg-boss';
import type { ConstructorOptions } from 'pg-boss';
import { z } from 'zod';
import { migrate } from './migrate.ts';
import { PGliteClient } from './pglite-client.ts';
import type { PGliteClientSettings } from './pglite-client.ts';
import { pgliteDialect } from './pglite-dialect.ts';
import type { Tables } from './tables.ts';

/** What one server tells, the others hear that are connected just then. */
export interface Messages {
  tell(channel: string, text: string): Promise<void>;
  hear(channel: string, onMessage: (text: string) => void): Promise<void>;
}

/** For a server that shares its database with no other. */
const NO_MESSAGES: Messages = { tell: () => Promise.resolve(), hear: () => Promise.resolve() };

/** The one database, whichever way it is run. */
export interface Database {
  readonly tables: Kysely<Tables>;
  /** What the queue needs to work in the same database. */
  readonly queueOptions: Pick<ConstructorOptions, 'db' | 'backend'>;
  /** Between the servers that share the database. */
  readonly messages: Messages;
  /** Whether this server is the one that does what is to be done once for all servers of the database. */
  readonly leads: () => boolean;
  /** Does something while no other server of the database does it: what each does at its start if it is not done yet. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  /**
   * Does work while nothing is asked of the embedded database, whose files then hold all that was ever acknowledged; null for one that is
   * not ours to halt.
   */
  readonly pause: (<Result>(work: () => Promise<Result>) => Promise<Result>) | null;
  /** After the queue was stopped. */
  close(): Promise<void>;
}

/** PostgreSQL inside this process, in `folder`. The caller holds the lock of the folder. */
export async function openEmbeddedDatabase(folder: string, settings: PGliteClientSettings = {}): Promise<Database> {
  await mkdir(folder, { recursive: true });
  const client = await PGliteClient.open(folder, settings);
  const tables = new Kysely<Tables>({ dialect: pgliteDialect(client) });
  await migrate(tables);
  return {
    tables,
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
    close: async () => {
      await tables.destroy();
      await client.close();
    },
  };
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
