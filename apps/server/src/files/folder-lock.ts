import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFolder } from './private-folder.ts';

/** The data folder cannot be used; the message is one sentence for the operator. */
export class DataFolderError extends Error {}

/** Another process holds it. */
export class DataFolderBusyError extends DataFolderError {}

/**
 * Locks the data folder for this process. SQLite's exclusive lock is a lock of the operating system, which is released however the
 * process ends, so that no stale lock ever remains. Other accounts are kept out of the folder.
 * @returns a function that releases the folder.
 * @throws DataFolderBusyError if another instance uses it; DataFolderError if it is not writable.
 */
export function lockDataFolder(folder: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    makePrivateFolder(folder);
    lock = new DatabaseSync(path.join(folder, 'lock'));
    // The last statement writes: on a read-only file system the others would all succeed.
    lock.exec('pragma busy_timeout = 0; begin exclusive; create table if not exists held (process integer); commit; begin exclusive; pragma user_version = 1');
    const held = lock;
    return () => held.close();
  } catch (error) {
    lock?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new DataFolderBusyError(`Another GeoInsights server uses the data folder ${folder}. Stop it, or give this one another DATA_DIR.`, { cause: error });
    }
    throw new DataFolderError(`The data folder ${folder} cannot be written (${reasonOf(error)}). Choose another with DATA_DIR, or change its permissions.`, {
      cause: error,
    });
  }
}

const SQLITE_BUSY = 5;

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
