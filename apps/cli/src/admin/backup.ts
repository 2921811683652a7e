import path from 'node:path';
import { reasonUnreadable, reasonUnwritable } from '@geoinsights/tools/system-reasons';
import { z } from 'zod';
import type { Values } from '../command-line/read-arguments.ts';
import { CannotWriteError, ExitCode, ServerRefusal, UsageError } from '../exit-codes.ts';
import { askServer, dataFolderOf, namedDataFolder } from '../operator/ask-server.ts';

const UNPROCESSABLE = 422;
/** Whoever finds a backup years later opens it by its name. */
const ARCHIVE = /\.(tar|tar\.gz|tgz)$/i;
const snapshotSchema = z.object({ uuid: z.uuid() });

/** A consistent snapshot of the data folder; the caller closes it. */
interface Snapshot {
  readonly folder: string;
  readonly close: () => Promise<unknown>;
}

/** `geotools admin backup FILE` */
export async function backup(options: Values, operands: readonly string[]): Promise<number> {
  const file = onlyFile(operands);
  if (!ARCHIVE.test(file)) throw new UsageError('A backup is a tar archive: its name has to end in .tar, or in .tar.gz to compress it.');
  const dataFolder = dataFolderOf(options['data-dir']);
  const { loadBackup, readStorage } = await import('@geoinsights/server/operator');
  const { fetchBucket, requireNew, writeBackup } = await loadBackup();
  const storage = readStorage(process.env);
  // Before the snapshot, which halts a server's database for a moment.
  await inWords(() => requireNew(file), file);
  const snapshot = await openSnapshotOf(dataFolder);
  try {
    if (storage !== null) await inWords(() => fetchBucket(storage, snapshot.folder), file);
    const { files, bytes } = await inWords(() => writeBackup(snapshot.folder, file), file);
    if (options.quiet !== true) console.log(`${file}: ${String(files)} files, ${String(bytes)} bytes`);
  } finally {
    await snapshot.close();
  }
  return ExitCode.Done;
}

/** `geotools admin restore FILE` */
export async function restore(options: Values, operands: readonly string[]): Promise<number> {
  const file = onlyFile(operands);
  const dataFolder = namedDataFolder(options['data-dir']);
  const { loadBackup, readStorage } = await import('@geoinsights/server/operator');
  const { fillBucket, restoreBackup } = await loadBackup();
  const storage = readStorage(process.env);
  const { files, bytes } = await inWords(() => restoreBackup(file, dataFolder, (folder) => fillBucket(storage, folder)), file);
  if (options.quiet !== true) console.log(`${dataFolder}: ${String(files)} files, ${String(bytes)} bytes, all unchanged`);
  return ExitCode.Done;
}

function onlyFile(operands: readonly string[]): string {
  const file = operands.at(0);
  if (file === undefined || operands.length > 1) throw new UsageError('Name one file for the backup.');
  return path.resolve(file);
}

/** Made by the server that runs on the folder, since its database allows no second process, or by ourselves. */
async function openSnapshotOf(dataFolder: string): Promise<Snapshot> {
  const { DataFolderBusyError, DataFolderError, openSnapshot, readOperatorAccess, snapshotFolder } = await import('@geoinsights/server/operator');
  try {
    return await openSnapshot(dataFolder, process.env['DATABASE_URL'] || null);
  } catch (error) {
    if (!(error instanceof DataFolderBusyError)) throw error instanceof DataFolderError ? new CannotWriteError(error.message, { cause: error }) : error;
    const access = await readOperatorAccess(dataFolder);
    if (access === null) throw new CannotWriteError(`The data folder ${dataFolder} is in use by a program that does not answer. Wait until your server has started, and try again.`, { cause: error });
    const { uuid } = snapshotSchema.parse(await askServer(access, 'POST', 'snapshots'));
    return { folder: snapshotFolder(dataFolder, uuid), close: () => askServer(access, 'DELETE', `snapshots/${uuid}`) };
  }
}

/** Errors that the operator can fix become one sentence. */
async function inWords<Result>(work: () => Promise<Result>, file: string): Promise<Result> {
  const { loadBackup } = await import('@geoinsights/server/operator');
  const { BackupError } = await loadBackup();
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupError) throw new ServerRefusal(error.message, UNPROCESSABLE);
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') throw new CannotWriteError(`${file} does not exist, or its folder does not.`, { cause: error });
    const reason = reasonUnreadable(error) ?? reasonUnwritable(error);
    if (reason !== undefined) throw new CannotWriteError(`${file} cannot be written or read: ${reason}.`, { cause: error });
    throw error;
  }
}
