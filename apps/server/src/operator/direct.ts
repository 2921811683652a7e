import path from 'node:path';
import { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { openEmbeddedDatabase, openPostgresDatabase } from '../db/database.ts';
import { lockDataFolder } from '../files/folder-lock.ts';

export { DatabaseUnusableError } from '../db/database.ts';
export { DataFolderBusyError, DataFolderError } from '../files/folder-lock.ts';
export { readOperatorAccess } from './operator-access.ts';
export type { OperatorAccess } from './operator-access.ts';

/**
 * The catalogue without a running server, for programs of the operator. It holds the data folder until it is closed.
 * @throws DataFolderBusyError when a server runs on the folder; DataFolderError, DatabaseUnusableError
 */
export async function openCatalogue(dataFolder: string, databaseUrl: string | null): Promise<{ store: CatalogueStore; close: () => Promise<void> }> {
  const closers: (() => Promise<void> | void)[] = [lockDataFolder(dataFolder)];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const database = databaseUrl === null ? await openEmbeddedDatabase(path.join(dataFolder, 'database')) : await openPostgresDatabase(databaseUrl, () => undefined);
    closers.push(() => database.close());
    const store = new CatalogueStore(database.tables, dataFolder);
    closers.push(() => store.close());
    await store.prepare();
    return { store, close };
  } catch (error) {
    await close();
    throw error;
  }
}
