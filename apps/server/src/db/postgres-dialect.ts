import { AbortedTransactionError, CompiledQuery, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import { DatabaseUnavailable } from './database-unavailable.ts';

/** Of PostgreSQL's codes, the classes that say that it cannot serve now: connection, resources, intervention of its operator. */
const UNAVAILABLE = /^(08|53|57)/;

/** What the driver threw, or DatabaseUnavailable where it is no answer to what was asked. */
export function told(error: unknown): unknown {
  // The driver's own errors have no code and no class; a TypeError is a fault of who asked.
  const isAnswer = error instanceof pg.DatabaseError ? !UNAVAILABLE.test(error.code ?? '') : error instanceof TypeError;
  return isAnswer ? error : new DatabaseUnavailable(error);
}

/**
 * Kysely on a pool. Kysely's own dialect gives a connection back to the pool on which an answer never came; here it is thrown
 * away, and errors tell whether the database was there.
 * @param ready is awaited before each connection is taken, and throws when none may be.
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
      throw told(error);
    }
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
    // What PostgreSQL makes of a commit after a statement that failed.
    if (this.#connections.get(connection)?.lastCommand === 'ROLLBACK') throw new AbortedTransactionError();
  }

  /** A transaction ends with its connection, and its own error says more than that of a rollback that cannot be sent. */
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
      const reason = told(error);
      if (reason instanceof DatabaseUnavailable) this.isLost = true;
      throw reason;
    }
  }

  release(): void {
    this.#client.release(this.isLost);
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are not streamed.');
  }
}
