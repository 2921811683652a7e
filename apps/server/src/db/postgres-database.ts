import { Kysely } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { postgresDialect, told } from './postgres-dialect.ts';
import { POSTGRES_DEADLINES, PostgresSession } from './postgres-session.ts';
import type { SessionChange } from './postgres-session.ts';
import type { Tables } from './tables.ts';

const MOST_CONNECTIONS = 10;

/**
 * A database on a PostgreSQL server. While that is away, everything that is asked is refused with DatabaseUnavailable, and
 * `onChange` hears when it went and when it is back.
 * @throws DatabaseUnusableError when it cannot be reached or another server has it.
 */
export async function openPostgresDatabase(url: string, onChange: (change: SessionChange) => void): Promise<Database> {
  const session = await PostgresSession.open(url, onChange);
  const pool = new pg.Pool({ connectionString: url, max: MOST_CONNECTIONS, keepAlive: true, ...POSTGRES_DEADLINES });
  // Connections that are dropped, be they idle or in use: the pool replaces them, and who uses one hears it by his next statement. An
  // error that nobody listens to would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const ready = () => session.ready();
  const tables = new Kysely<Tables>({ dialect: postgresDialect(pool, ready) });
  const close = async () => {
    await tables.destroy();
    await session.close();
  };
  try {
    await migrate(tables);
  } catch (error) {
    await close();
    throw error;
  }
  return { tables, queueOptions: { db: queueView(pool, session) }, pause: null, close };
}

/** What the queue asks, it asks as all others do, and it hears by the session, which listens again when it is back. */
function queueView(pool: pg.Pool, session: PostgresSession): NonNullable<Database['queueOptions']['db']> {
  return {
    executeSql: async (sql, parameters) => {
      await session.ready();
      try {
        return await pool.query(sql, parameters);
      } catch (error) {
        throw told(error);
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
