import { CompiledQuery, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import { z } from 'zod';
import { DatabaseUnavailable } from './database-unavailable.ts';
import type { PGliteClient } from './pglite-client.ts';

/**
 * Kysely on the embedded database. Kysely's own PGlite dialect shares the one connection, so statements of one request would run
 * inside the transaction of another; here a connection has one holder at a time.
 */
export function pgliteDialect(client: PGliteClient): Dialect {
  return {
    createAdapter: () => new SingleConnectionAdapter(),
    createDriver: () => new PGliteDriver(client),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class SingleConnectionAdapter extends PostgresAdapter {
  override get supportsMultipleConnections(): boolean {
    return false;
  }
  // The data folder's lock keeps other processes out, and the migrator holds this process's only connection.
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class PGliteDriver implements Driver {
  readonly #client: PGliteClient;
  readonly #releases = new WeakMap<DatabaseConnection, () => void>();

  constructor(client: PGliteClient) {
    this.#client = client;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const release = await this.#client.acquire();
    const connection = new PGliteConnection(this.#client);
    this.#releases.set(connection, release);
    return connection;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // If the database breaks, the transaction ends with it. The original error says more than that of a rollback that cannot be sent.
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    });
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#releases.get(connection)?.();
    await Promise.resolve();
  }

  /** The client is closed by its opener, after the queue, which also uses it. */
  async destroy(): Promise<void> {}
}

class PGliteConnection implements DatabaseConnection {
  readonly #client: PGliteClient;

  constructor(client: PGliteClient) {
    this.#client = client;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affectedRows } = await this.#client.query(query.sql, query.parameters);
    return { rows: z.array(z.custom<Row>()).parse(rows), ...(affectedRows === null ? {} : { numAffectedRows: BigInt(affectedRows) }) };
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('The embedded database does not stream rows.');
  }
}
