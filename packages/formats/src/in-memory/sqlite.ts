import type { Database, PreparedStatement, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { ProblemError } from '@geoinsights/contract/errors';
import type { InputFile } from '../driver.ts';
import { HARDENED, limitsFor, SQLITE_NOMEM, withSqliteErrors, type Connection, type ReadingDatabase, type ReadingStatement } from '../geopackage/connection.ts';
import { ROLLBACK_VERSIONS, VERSIONS_OFFSET } from '../geopackage/file-header.ts';

/** Bytes read from a file at a time. */
const CHUNK = 4 << 20;

let loading: Promise<Sqlite3Static> | undefined;

/** SQLite as WebAssembly, loaded once. We use none of its storage back ends in the browser. */
function loadSqlite(): Promise<Sqlite3Static> {
  loading ??= (async () => {
    Object.assign(globalThis, { sqlite3ApiConfig: { disable: { vfs: { 'opfs': true, 'opfs-vfs': true, 'opfs-wl': true, 'opfs-sahpool': true, 'kvvfs': true } } } });
    const { default: start } = await import('@sqlite.org/sqlite-wasm');
    return start();
  })();
  return loading;
}

/** A database in memory, and how to connect to it. */
interface MemoryDatabase {
  /** Size of the file in bytes. */
  readonly size: number;
  connect(): Connection;
  close(): void;
}

/**
 * Reads a whole database into SQLite's own memory, isolated from the rest of the machine. A file that asks for a
 * write-ahead log is read as if it did not: an in-memory database has none.
 * @throws ProblemError too-large if memory cannot hold it
 */
export async function loadDatabase(file: InputFile): Promise<MemoryDatabase> {
  const sqlite = await loadSqlite();
  const database = withSqliteErrors(file.name, 'the file', () => own(() => new sqlite.oo1.DB(':memory:')));
  try {
    const place = withSqliteErrors(file.name, 'the file', () => own(() => sqlite.wasm.alloc(file.size)));
    try {
      for (let at = 0; at < file.size; at += CHUNK) {
        // The memory may be another one after each read: it grows.
        const bytes = await file.read(at, Math.min(file.size, at + CHUNK));
        sqlite.wasm.heap8u().set(bytes, place + at);
      }
    } catch (error) {
      sqlite.wasm.dealloc(place);
      throw error;
    }
    sqlite.wasm.heap8u().set(ROLLBACK_VERSIONS, place + VERSIONS_OFFSET);
    // From here on SQLite owns the memory, even if this fails.
    const code = sqlite.capi.sqlite3_deserialize(database, 'main', place, file.size, file.size, sqlite.capi.SQLITE_DESERIALIZE_FREEONCLOSE | sqlite.capi.SQLITE_DESERIALIZE_READONLY);
    if (code !== sqlite.capi.SQLITE_OK) throw new ProblemError('geopackage-damaged', { file: file.name, place: 'its header' });
    withSqliteErrors(file.name, 'its header or schema', () => own(() => harden(sqlite, database, file.size)));
  } catch (error) {
    database.close();
    throw error;
  }
  const reading: ReadingDatabase = { prepare: (sql) => new MemoryStatement(sqlite, own(() => database.prepare(sql))), close: () => undefined };
  return { size: file.size, connect: () => ({ database: reading, fileName: file.name }), close: () => database.close() };
}

/** The same settings as for Node's SQLite. */
function harden({ capi }: Sqlite3Static, database: Database, fileBytes: number): void {
  const limits = limitsFor(fileBytes);
  capi.sqlite3_limit(database, capi.SQLITE_LIMIT_LENGTH, limits.length);
  capi.sqlite3_limit(database, capi.SQLITE_LIMIT_SQL_LENGTH, limits.sqlLength);
  capi.sqlite3_limit(database, capi.SQLITE_LIMIT_EXPR_DEPTH, limits.exprDepth);
  capi.sqlite3_limit(database, capi.SQLITE_LIMIT_COMPOUND_SELECT, limits.compoundSelect);
  capi.sqlite3_limit(database, capi.SQLITE_LIMIT_VDBE_OP, limits.vdbeOp);
  capi.sqlite3_limit(database, capi.SQLITE_LIMIT_FUNCTION_ARG, limits.functionArg);
  capi.sqlite3_limit(database, capi.SQLITE_LIMIT_ATTACHED, limits.attach);
  capi.sqlite3_limit(database, capi.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, limits.likePatternLength);
  capi.sqlite3_limit(database, capi.SQLITE_LIMIT_TRIGGER_DEPTH, limits.triggerDepth);
  capi.sqlite3_db_config(database, capi.SQLITE_DBCONFIG_DEFENSIVE, 1);
  database.exec(HARDENED);
  // The first statement that reads the schema: a damaged or encrypted file fails here.
  database.exec('SELECT count(*) FROM sqlite_schema');
}

/** An SQLite error in the form that Node gives it. */
class SqliteError extends Error {
  override readonly name = 'SqliteError';
  readonly code = 'ERR_SQLITE_ERROR';
  readonly errcode: number;

  constructor(errcode: number, cause: Error) {
    super(cause.message, { cause });
    this.errcode = errcode;
  }
}

/** @throws SqliteError for every SQLite error and when its memory runs out */
function own<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if ('resultCode' in error && typeof error.resultCode === 'number') throw new SqliteError(error.resultCode, error);
    if (error.name === 'WasmAllocError' || error instanceof RangeError) throw new SqliteError(SQLITE_NOMEM, error);
    throw error;
  }
}

class MemoryStatement implements ReadingStatement {
  readonly #sqlite: Sqlite3Static;
  readonly #statement: PreparedStatement;
  #bigInts = false;
  #arrays = false;

  constructor(sqlite: Sqlite3Static, statement: PreparedStatement) {
    this.#sqlite = sqlite;
    this.#statement = statement;
  }

  setReadBigInts(enabled: boolean): void {
    this.#bigInts = enabled;
  }

  setReturnArrays(enabled: boolean): void {
    this.#arrays = enabled;
  }

  *iterate(...parameters: readonly (string | number | bigint)[]): IterableIterator<object> {
    const statement = this.#statement;
    own(() => statement.reset());
    if (parameters.length > 0) own(() => statement.bind([...parameters]));
    try {
      while (own(() => statement.step())) yield this.#row();
    } finally {
      // If a step has failed, its error has already been thrown.
      this.#sqlite.capi.sqlite3_reset(statement);
    }
  }

  get(...parameters: readonly (string | number | bigint)[]): object | undefined {
    for (const row of this.iterate(...parameters)) return row;
    return undefined;
  }

  columns(): { name: string; table: string | null; column: string | null }[] {
    const { capi } = this.#sqlite;
    return Array.from({ length: this.#statement.columnCount }, (_, index) => ({
      name: this.#statement.getColumnName(index),
      table: capi.sqlite3_column_table_name(this.#statement, index),
      column: capi.sqlite3_column_origin_name(this.#statement, index),
    }));
  }

  #row(): object {
    const values = Array.from({ length: this.#statement.columnCount }, (_, index) => this.#value(index));
    return this.#arrays ? values : Object.fromEntries(values.map((value, index) => [this.#statement.getColumnName(index), value]));
  }

  #value(index: number): string | number | bigint | Uint8Array | null {
    const { capi } = this.#sqlite;
    const statement = this.#statement;
    switch (capi.sqlite3_column_type(statement, index)) {
      case capi.SQLITE_INTEGER: {
        const value = capi.sqlite3_column_int64(statement, index);
        return this.#bigInts ? value : Number(value);
      }
      case capi.SQLITE_FLOAT:
        return capi.sqlite3_column_double(statement, index);
      case capi.SQLITE_TEXT:
        return capi.sqlite3_column_text(statement, index);
      case capi.SQLITE_BLOB:
        // SQLite returns null here for an empty blob; Node returns an empty array.
        return own(() => statement.getBlob(index)) ?? new Uint8Array(0);
      default:
        return null;
    }
  }
}
