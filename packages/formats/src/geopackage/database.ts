import { statfsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { HARDENED, limitsFor, SMALLEST_BOUND, withSqliteErrors, type Connection } from './connection.ts';

/** A connection through Node's SQLite. */
export interface NodeConnection extends Connection {
  readonly database: DatabaseSync;
}

/**
 * The size over which a patched file is refused. Cells and the pages they fill may take twice what they took and what was written
 * into them, which is enough for pages that split and for an index on the geometry itself; what expressions of the file add to that
 * is bounded by it.
 */
export function mostBytesAfter(fileBytes: number, writtenBytes: number): number {
  return SMALLEST_BOUND + 2 * (fileBytes + writtenBytes);
}

/**
 * Opens a file for reading only. `immutable` keeps SQLite from looking for, making or replaying any file beside it
 * (locks, journals, logs), so the input is never written to and no other path is ever touched.
 */
export function openForReading(path: string, fileName: string): NodeConnection {
  const address = pathToFileURL(path);
  address.searchParams.set('immutable', '1');
  address.searchParams.set('mode', 'ro');
  return withSqliteErrors(fileName, 'its header or schema', () => {
    const database = new DatabaseSync(address, { readOnly: true, enableForeignKeyConstraints: false, defensive: true, limits: limitsFor(statSync(path).size) });
    return hardened(database, fileName, HARDENED);
  });
}

/**
 * Opens a copy that is thrown away when anything fails: hence no journal and no waiting for the disk. The header must
 * not ask for a write-ahead log. Foreign keys and CHECK constraints stay out of it: only geometry cells are written.
 * @param mostBytes what the file may grow to
 * @param schemaWritable opens the schema table itself for writing; only for statements of our own, never for the file's.
 */
export function openScratch(path: string, fileName: string, mostBytes: number, schemaWritable = false): NodeConnection {
  return withSqliteErrors(fileName, 'its header', () => {
    // Defensive mode refuses to switch the journal off, so it comes on right after.
    const database = new DatabaseSync(path, { enableForeignKeyConstraints: false, defensive: false, limits: limitsFor(mostBytes) });
    const connection = hardened(
      database,
      fileName,
      `${HARDENED}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA recursive_triggers = OFF`,
    );
    const { page_size } = pageSizeSchema.parse(database.prepare('PRAGMA page_size').get());
    database.exec(`PRAGMA max_page_count = ${Math.ceil(mostBytes / page_size)}`);
    if (schemaWritable) database.exec('PRAGMA writable_schema = ON');
    else database.enableDefensive(true);
    return connection;
  });
}

const pageSizeSchema = z.object({ page_size: z.number().positive() });

/** The room below which a disk is taken for full. */
const ROOM_OF_A_FULL_DISK = 1_048_576;

/**
 * Whether SQLite found a disk full that is not: the file has grown to all that it may have, and was rolled back. Both end with the
 * same code.
 */
export function hasGrownTooFar({ database }: NodeConnection): boolean {
  const path = database.location();
  if (path === null) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize > ROOM_OF_A_FULL_DISK;
}

function hardened(database: DatabaseSync, fileName: string, pragmas: string): NodeConnection {
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
