import { setTimeout as pause } from 'node:timers/promises';
import { Kysely } from 'kysely';
import pg from 'pg';
import type { Database, Messages } from './database.ts';
import { migrateOrClose } from './migrate.ts';
import { databaseFault, postgresDialect } from './postgres-dialect.ts';
import { POSTGRES_DEADLINES, PostgresSession, tryLock } from './postgres-session.ts';
import type { SessionChange, Sharing } from './postgres-session.ts';
import type { Tables } from './tables.ts';

const MOST_CONNECTIONS = 10;
const TURN_LOCK = 7_140_921_535;
const TURN_LOOK_MILLISECONDS = 100;

/**
 * A database on a PostgreSQL server. While that is unavailable, every query is refused with DatabaseUnavailable, and `onChange`
 * is called when it goes away and when it is back.
 * @throws DatabaseUnusableError if it cannot be reached or another server uses it.
 */
export async function openPostgresDatabase(url: string, sharing: Sharing, onChange: (change: SessionChange) => void): Promise<Database> {
  const session = await PostgresSession.open(url, sharing, onChange);
  const pool = new pg.Pool({ connectionString: url, max: MOST_CONNECTIONS, keepAlive: true, ...POSTGRES_DEADLINES });
  // Dropped connections, idle or in use: the pool replaces them, and a user of one gets the error with the next statement. An unhandled error event would end
  // the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const ready = () => session.ready();
  const tables = new Kysely<Tables>({ dialect: postgresDialect(pool, ready) });
  const close = async () => {
    await tables.destroy();
    await session.close();
  };
  const newerMigrations = await migrateOrClose(tables, close);
  const queue = queueView(pool, session);
  return { tables, newerMigrations, queueOptions: { db: queue }, messages: messagesBy(queue), leads: () => session.leads(), pause: null, inTurn: (work) => inTurn(pool, work), close };
}

async function inTurn(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    while (!(await tryLock(client, 'pg_try_advisory_lock', TURN_LOCK))) await pause(TURN_LOOK_MILLISECONDS);
    await work();
    await client.query('select pg_advisory_unlock($1)', [TURN_LOCK]);
    client.release();
  } catch (error) {
    // The lock goes with its connection.
    client.release(true);
    throw error;
  }
}

function messagesBy(queue: NonNullable<Database['queueOptions']['db']>): Messages {
  return {
    send: async (channel, text) => {
      await queue.executeSql('select pg_notify($1, $2)', [channel, text]);
    },
    listen: async (channel, onMessage) => {
      await queue.listen?.(channel, onMessage, () => undefined);
    },
  };
}

/** The queue sends its queries like everybody else, and listens through the session, which listens again once it is back. */
function queueView(pool: pg.Pool, session: PostgresSession): NonNullable<Database['queueOptions']['db']> {
  return {
    executeSql: async (sql, parameters) => {
      await session.ready();
      try {
        return await pool.query(sql, parameters);
      } catch (error) {
        throw databaseFault(error);
      }
    },
    listen: async (channel, onNotification, onListening) => {
      await session.listen(channel, { onNotification, onListening });
      return {
        close: () => {
          session.unlisten(channel);
          return Promise.resolve();
        },
      };
    },
  };
}
