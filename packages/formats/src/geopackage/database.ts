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
 * The size limit of a patched file. Cells and their pages may take twice their former size plus twice what is written to them,
 * which is enough for page splits and for an index on the geometry itself. The limit also bounds what expressions in the file
 * can add.
 */
export function mostBytesAfter(fileBytes: number, writtenBytes: number): number {
  return SMALLEST_BOUND + 2 * (fileBytes + writtenBytes);
}

/**
 * Opens a file read-only. `immutable` keeps SQLite from looking for, creating or replaying any file next to it (locks, journals,
 * logs), so it never writes to the input and never touches another path.
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
 * Opens a copy that is discarded if anything fails: hence no journal and no syncing. The header must not ask for a write-ahead
 * log. Foreign keys and CHECK constraints are off: only geometry cells are written.
 * @param mostBytes the size limit of the file
 * @param options.schemaWritable opens the schema table itself for writing; only for statements of our own, never for the file's.
 */
export function openScratch(path: string, fileName: string, mostBytes: number, { schemaWritable = false }: { readonly schemaWritable?: boolean } = {}): NodeConnection {
  return withSqliteErrors(fileName, 'its header', () => {
    // Defensive mode does not allow switching the journal off, so it is turned on right afterwards.
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

/** Less free space than this counts as a full disk. */
const ROOM_OF_A_FULL_DISK = 1_048_576;

/**
 * Whether SQLite reports a full disk although there is space: the file reached its size limit and was rolled back. Both cases have
 * the same code.
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
