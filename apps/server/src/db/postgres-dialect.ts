import { AbortedTransactionError, CompiledQuery, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import { DatabaseUnavailable } from './database-unavailable.ts';

/** PostgreSQL error classes that mean it cannot serve now: connection, resources, operator intervention. */
const UNAVAILABLE = /^(08|53|57)/;

/** The driver's error, or DatabaseUnavailable if the database did not answer the query. */
export function databaseFault(error: unknown): unknown {
  // The driver's own errors have neither code nor class; a TypeError is the caller's fault.
  const isAnswer = error instanceof pg.DatabaseError ? !UNAVAILABLE.test(error.code ?? '') : error instanceof TypeError;
  return isAnswer ? error : new DatabaseUnavailable(error);
}

/**
 * Kysely on a pool. Kysely's own dialect returns a connection to the pool even if an answer never came; here it is discarded, and
 * errors say whether the database was available.
 * @param ready is awaited before taking a connection, and throws if none may be taken.
 */
export function postgresDialect(pool: pg.Pool, ready: () => Promise<void>): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PooledDriver(pool, ready),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PooledDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #ready: () => Promise<void>;
  readonly #connections = new WeakMap<DatabaseConnection, PooledConnection>();

  constructor(pool: pg.Pool, ready: () => Promise<void>) {
    this.#pool = pool;
    this.#ready = ready;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#ready();
    try {
      const connection = new PooledConnection(await this.#pool.connect());
      this.#connections.set(connection, connection);
      return connection;
    } catch (error) {
      throw databaseFault(error);
    }
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
    // PostgreSQL turns a commit after a failed statement into a rollback.
    if (this.#connections.get(connection)?.lastCommand === 'ROLLBACK') throw new AbortedTransactionError();
  }

  /** The transaction ends with its connection. The original error says more than that of a rollback that cannot be sent. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connections.get(connection)?.isLost === true) return;
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#connections.get(connection)?.release();
    await Promise.resolve();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

class PooledConnection implements DatabaseConnection {
  isLost = false;
  lastCommand = '';
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const { command, rowCount, rows } = await this.#client.query(sql, [...parameters]);
      this.lastCommand = command;
      return { rows: z.array(z.custom<Row>()).parse(rows), ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) };
    } catch (error) {
      const fault = databaseFault(error);
      if (fault instanceof DatabaseUnavailable) this.isLost = true;
      throw fault;
    }
  }

  release(): void {
    this.#client.release(this.isLost);
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are not streamed.');
  }
}
