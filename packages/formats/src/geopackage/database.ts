import { DatabaseSync } from 'node:sqlite';
import type { StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ProblemError } from '@geoinsights/contract/errors';
import { z } from 'zod';

/** Nothing in a file needs more than this; what a hostile one asks for beyond is refused by SQLite itself. */
const LIMITS = { attach: 0, sqlLength: 4_000_000, exprDepth: 200, compoundSelect: 50, functionArg: 100, triggerDepth: 10, likePatternLength: 1000 };

const HARDENED = 'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY';

/** A connection to a hostile file, with the name that its owner gave the file for error sentences. */
export interface Connection {
  readonly database: DatabaseSync;
  readonly fileName: string;
}

/**
 * Opens a file for reading only. `immutable` keeps SQLite from looking for, making or replaying any file beside it
 * (locks, journals, logs), so the input is never written to and no other path is ever touched.
 */
export function openForReading(path: string, fileName: string): Connection {
  const address = pathToFileURL(path);
  address.searchParams.set('immutable', '1');
  address.searchParams.set('mode', 'ro');
  return withSqliteErrors(fileName, 'its header or schema', () => {
    const database = new DatabaseSync(address, { readOnly: true, enableForeignKeyConstraints: false, defensive: true, limits: LIMITS });
    return hardened(database, fileName, HARDENED);
  });
}

/**
 * Opens a copy that is thrown away when anything fails: hence no journal and no waiting for the disk. The header must
 * not ask for a write-ahead log. Foreign keys and CHECK constraints stay out of it: only geometry cells are written.
 * @param schemaWritable opens the schema table itself for writing; only for statements of our own, never for the file's.
 */
export function openScratch(path: string, fileName: string, schemaWritable = false): Connection {
  return withSqliteErrors(fileName, 'its header', () => {
    // Defensive mode refuses to switch the journal off, so it comes on right after.
    const database = new DatabaseSync(path, { enableForeignKeyConstraints: false, defensive: false, limits: LIMITS });
    const connection = hardened(
      database,
      fileName,
      `${HARDENED}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA recursive_triggers = OFF`,
    );
    if (schemaWritable) database.exec('PRAGMA writable_schema = ON');
    else database.enableDefensive(true);
    return connection;
  });
}

function hardened(database: DatabaseSync, fileName: string, pragmas: string): Connection {
  try {
    database.exec(pragmas);
    // The first statement that reads the schema: a damaged or encrypted file fails here.
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    database.close();
    throw error;
  }
  return { database, fileName };
}

/** A name as SQL writes it, whatever it holds. */
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
/** The extended code of a page that lies past the end of the file. */
const SQLITE_IOERR_SHORT_READ = 522;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_TOOBIG = 18;
const SQLITE_NOTADB = 26;
const SQLITE_FORMAT = 24;

/** Runs `work` and says in the words of the error table what SQLite finds wrong with the file. */
export function withSqliteErrors<Result>(fileName: string, place: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    switch (sqliteCode(error)) {
      // A plain error, because every statement here is right for a file that is: its schema says something impossible.
      case SQLITE_ERROR:
      case SQLITE_CORRUPT:
        throw new ProblemError('geopackage-damaged', { file: fileName, place }, { cause: error });
      case SQLITE_NOTADB:
      case SQLITE_FORMAT:
        throw new ProblemError('geopackage-damaged', { file: fileName, place: 'its header is not that of a database in use, or the database is encrypted' }, { cause: error });
      case SQLITE_TOOBIG:
        throw new ProblemError('too-large', { file: fileName, reason: `a value in ${place} is larger than a database may hold.` }, { cause: error });
      case SQLITE_FULL:
        throw new ProblemError('storage-full', {}, { cause: error });
      case null:
      default:
        throw error;
    }
  }
}

/**
 * All rows of a statement, each parsed by the schema. Integers come as bigint, so that none is ever out of range.
 * For metadata only: the rows are held in memory, at most `limit` of them.
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
    for (const raw of statement.iterate(...parameters)) {
      const parsed = row.safeParse(raw);
      if (!parsed.success) {
        const column = parsed.error.issues[0]?.path.join('.') ?? '?';
        throw new ProblemError('geopackage-metadata-invalid', { file: fileName, table, reason: `its column ${column} holds a value of the wrong type` });
      }
      if (rows.length === limit) throw new ProblemError('too-large', { file: fileName, reason: `table "${table}" has more than ${limit} rows.` });
      rows.push(parsed.data);
    }
    return rows;
  });
}

/** @throws ProblemError geopackage-metadata-invalid when the table lacks a column that the standard asks for */
function prepareReading(database: DatabaseSync, sql: string, fileName: string, table: string): StatementSync {
  try {
    return database.prepare(sql);
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_ERROR) throw error;
    throw new ProblemError('geopackage-metadata-invalid', { file: fileName, table, reason: 'it lacks a column' }, { cause: error });
  }
}
