import path from 'node:path';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { closeAfterFailure, closeAll } from '../files/close-all.ts';
import type { Closer } from '../files/close-all.ts';
import type { Config } from '../config.ts';
import { lockDataFolder } from '../files/folder-lock.ts';
import type * as backup from './backup.ts';
import type * as bucketBackup from './bucket-backup.ts';
import { dropSnapshot, takeSnapshot } from './snapshot.ts';

export { DatabaseUnusableError } from '../db/database-unusable-error.ts';
export { readStorage } from '../config.ts';
export { DataFolderBusyError, DataFolderError } from '../files/folder-lock.ts';
export { readOperatorAccess } from './operator-access.ts';
export type { OperatorAccess } from './operator-access.ts';

export { serverStatusSchema } from './status.ts';
export type { ServerStatus } from './status.ts';
export { dropSnapshot, snapshotFolder } from './snapshot.ts';

/** A snapshot of a data folder that no server uses, kept until `close`. @throws DataFolderBusyError, DataFolderError */
export async function openSnapshot(dataFolder: string, databaseUrl: string | null): Promise<{ folder: string; close: () => Promise<void> }> {
  const unlock = lockDataFolder(dataFolder);
  try {
    const { uuid, folder } = await takeSnapshot(dataFolder, databaseUrl === null ? (work) => work() : null);
    const close = async () => {
      await dropSnapshot(dataFolder, uuid);
      unlock();
    };
    return { folder, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Loaded on demand: other commands do not need the archiver. */
export async function loadBackup(): Promise<Pick<typeof backup & typeof bucketBackup, 'BackupError' | 'fetchBucket' | 'fillBucket' | 'requireNew' | 'restoreBackup' | 'writeBackup'>> {
  return { ...(await import('./backup.ts')), ...(await import('./bucket-backup.ts')) };
}

/**
 * The catalogue without a running server, for the operator's programs. It locks the data folder until it is closed.
 * @throws DataFolderBusyError if a server uses the folder; DataFolderError, DatabaseUnusableError
 */
export async function openCatalogue(dataFolder: string, databaseUrl: string | null, storage: Config['storage'] = null): Promise<{ store: CatalogueStore; close: () => Promise<void> }> {
  const closers: Closer[] = [lockDataFolder(dataFolder)];
  try {
    // Loaded only now: a program that finds a running server asks that server and would load all of this for nothing.
    const { openEmbeddedDatabase } = await import('../db/database.ts');
    const { openPostgresDatabase } = await import('../db/postgres-database.ts');
    const { CatalogueStore } = await import('../catalogue/catalogue-store.ts');
    const { sharedLayers } = await import('../catalogue/shared-layers.ts');
    const { openBucket } = await import('../files/open-file-storage.ts');
    const { Room } = await import('../files/room.ts');
    const database = databaseUrl === null ? await openEmbeddedDatabase(path.join(dataFolder, 'database')) : await openPostgresDatabase(databaseUrl, storage === null ? 'alone' : 'shared', () => undefined);
    closers.push(() => database.close());
    const bucket = await openBucket(storage, { error: () => undefined, warn: () => undefined });
    closers.push(() => bucket?.close());
    const store = new CatalogueStore(database.tables, dataFolder, sharedLayers({ dataFolder, storage }, bucket, new Room(dataFolder, 0)));
    closers.push(() => store.close());
    await database.inTurn(() => store.prepare());
    return { store, close: () => closeAll(closers) };
  } catch (error) {
    await closeAfterFailure(closers);
    throw error;
  }
}
