import { ProblemError } from '@geoinsights/contract/errors';
import { z } from 'zod';

/** A prepared statement as in node:sqlite; SQLite in WebAssembly is adapted to the same interface. */
export interface ReadingStatement {
  /** Returns integers as bigint. */
  setReadBigInts(enabled: boolean): void;
  /** Returns rows as arrays. */
  setReturnArrays(enabled: boolean): void;
  iterate(...parameters: readonly (string | number | bigint)[]): IterableIterator<object>;
  /** The first row; undefined if there is none. */
  get(...parameters: readonly (string | number | bigint)[]): object | undefined;
  /** The names of the result columns, and the origins of those that are table columns. */
  columns(): readonly { readonly name: string; readonly table: string | null; readonly column: string | null }[];
}

/** A database open for reading. SQLite errors have the code ERR_SQLITE_ERROR and SQLite's own result code as `errcode`. */
export interface ReadingDatabase {
  prepare(sql: string): ReadingStatement;
  close(): void;
}

/** A connection to a potentially hostile file, with the owner's name for the file for error messages. */
export interface Connection {
  readonly database: ReadingDatabase;
  readonly fileName: string;
}

/** No legitimate file needs more; SQLite itself refuses what a hostile one requests beyond this. */
const LIMITS = { attach: 0, sqlLength: 4_000_000, exprDepth: 200, compoundSelect: 50, functionArg: 100, triggerDepth: 10, likePatternLength: 1000, vdbeOp: 1_000_000 };
/** The limit for small files. */
export const SMALLEST_BOUND = 1_048_576;

/** The maximum characters of metadata held in memory at a time, i.e. for one statement. */
const MOST_TEXT = 64_000_000;

export const HARDENED = 'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY';

/**
 * No value is longer than the file that holds it, but expressions and defaults of a hostile schema can produce values of any length.
 * @param fileBytes size of the file that holds the values
 */
export function limitsFor(fileBytes: number): typeof LIMITS & { length: number } {
  return { ...LIMITS, length: Math.min(LONGEST_VALUE, Math.max(SMALLEST_BOUND, fileBytes)) };
}

/** SQLite's own maximum. */
const LONGEST_VALUE = 1_000_000_000;

/** Quotes any name for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const sqliteErrorSchema = z.object({ code: z.literal('ERR_SQLITE_ERROR'), errcode: z.number() });

/** The primary result code of SQLite; null for any other error. */
export function sqliteCode(error: unknown): number | null {
  const parsed = sqliteErrorSchema.safeParse(error);
  if (!parsed.success) return null;
  return parsed.data.errcode === SQLITE_IOERR_SHORT_READ ? SQLITE_CORRUPT : parsed.data.errcode & 0xff;
}

export const SQLITE_ERROR = 1;
/** The extended code of a page past the end of the file. */
const SQLITE_IOERR_SHORT_READ = 522;
export const SQLITE_NOMEM = 7;
const SQLITE_CORRUPT = 11;
export const SQLITE_FULL = 13;
export const SQLITE_TOOBIG = 18;
const SQLITE_NOTADB = 26;
const SQLITE_FORMAT = 24;

/** Runs `work` and reports SQLite errors as problems of the error table. */
export function withSqliteErrors<Result>(fileName: string, place: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    switch (sqliteCode(error)) {
      // A generic error: every statement here is valid for a sound file, so the schema says something impossible.
      case SQLITE_ERROR:
      case SQLITE_CORRUPT:
        throw new ProblemError('geopackage-damaged', { file: fileName, place }, { cause: error });
      case SQLITE_NOTADB:
      case SQLITE_FORMAT:
        throw new ProblemError('geopackage-damaged', { file: fileName, place: 'its header is not that of a database in use, or the database is encrypted' }, { cause: error });
      // A statement that exceeds the step limit gets this code, too.
      case SQLITE_NOMEM:
        throw new ProblemError('too-large', { file: fileName, reason: `${place} needs more memory or more steps than a database may use.` }, { cause: error });
      case SQLITE_TOOBIG:
        throw new ProblemError('too-large', { file: fileName, reason: `a value in ${place} is larger than a database may contain.` }, { cause: error });
      case SQLITE_FULL:
        throw new ProblemError('storage-full', {}, { cause: error });
      case null:
      default:
        throw error;
    }
  }
}

/**
 * All rows of a statement, each parsed by the schema. Integers come as bigint, so that none is ever out of range. For metadata
 * only: the rows are held in memory, at most `limit` of them and of bounded length.
 * @throws ProblemError geopackage-damaged, geopackage-metadata-invalid, too-large
 */
export function readRows<Row>(
  { database, fileName }: Connection,
  table: string,
  sql: string,
  row: z.ZodType<Row>,
  parameters: readonly (string | number | bigint)[] = [],
  limit = 100_000,
): Row[] {
  return withSqliteErrors(fileName, `table "${table}"`, () => {
    const statement = prepareReading(database, sql, fileName, table);
    statement.setReadBigInts(true);
    const rows: Row[] = [];
    let text = 0;
    for (const raw of statement.iterate(...parameters)) {
      const parsed = row.safeParse(raw);
      if (!parsed.success) {
        const column = parsed.error.issues[0]?.path.join('.') ?? '?';
        throw new ProblemError('geopackage-metadata-invalid', { file: fileName, table, reason: `its column ${column} has a value of the wrong type` });
      }
      if (rows.length === limit) throw new ProblemError('too-large', { file: fileName, reason: `table "${table}" has more than ${limit} rows.` });
      for (const value of Object.values(raw)) if (typeof value === 'string') text += value.length;
      if (text > MOST_TEXT) throw new ProblemError('too-large', { file: fileName, reason: `table "${table}" has more than ${MOST_TEXT} characters.` });
      rows.push(parsed.data);
    }
    return rows;
  });
}

/** @throws ProblemError geopackage-metadata-invalid if the table lacks a column that the standard requires */
function prepareReading(database: ReadingDatabase, sql: string, fileName: string, table: string): ReadingStatement {
  try {
    return database.prepare(sql);
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_ERROR) throw error;
    throw new ProblemError('geopackage-metadata-invalid', { file: fileName, table, reason: 'it lacks a column' }, { cause: error });
  }
}

const nameSchema = z.object({ name: z.string() });

/** The names of the columns of a table, in their order; none if there is no such table. */
export function columnNamesOf(connection: Connection, table: string): string[] {
  return readRows(connection, table, 'SELECT name FROM pragma_table_info(?)', nameSchema, [table]).map(({ name }) => name);
}

/** Whether there is such a table, and it is not one that only a program makes up: a virtual table or a view. */
export function isStoredTable(connection: Connection, table: string): boolean {
  return readRows(connection, 'sqlite_schema', "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE AND sql NOT LIKE 'CREATE VIRTUAL%'", nameSchema, [table]).length > 0;
}
