import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { create, extract } from 'tar';

/** In the format of `sha256sum -c`, so that a backup can be checked without us. */
const SUMS_FILE = 'SHA256SUMS';
const SUM_LINE = /^([0-9a-f]{64}) {2}([^/].*)$/;
const ACCOUNT_ONLY = 0o600;

/** A backup cannot be made or restored; the message is one sentence for the operator. */
export class BackupError extends Error {}

export interface BackupSize {
  readonly files: number;
  readonly bytes: number;
}

/** @throws BackupError if a file of this name exists */
export async function requireNew(file: string): Promise<void> {
  const isTaken = await stat(file).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new BackupError(`${file} already exists. Choose another name.`);
}

/**
 * Packs a snapshot into a tar archive (gzipped if its name says so) with a checksum of each file. Files are read piece by piece. The
 * archive gets its name once it is complete and on disk, and only this account can read it, since ids in it give access to tasks.
 */
export async function writeBackup(snapshot: string, file: string): Promise<BackupSize> {
  const passing = `${file}.part`;
  try {
    const size = await writeSums(snapshot);
    const packed = create({ cwd: snapshot, portable: true, gzip: /\.(tgz|gz)$/i.test(file) }, [SUMS_FILE, ...(await readdir(snapshot)).filter((name) => name !== SUMS_FILE)]);
    await pipeline(packed, createWriteStream(passing, { mode: ACCOUNT_ONLY, flush: true }));
    await rename(passing, file);
    return size;
  } catch (error) {
    await rm(passing, { force: true });
    throw error;
  }
}

/**
 * Unpacks a backup next to a data folder that is missing or empty, and renames it into place once every file has been verified.
 * @param beforeNaming further work on the verified files; if it fails, the folder is not renamed
 * @throws BackupError if there is something in the folder, or the archive is not a GeoInsights backup or is damaged; and errors of `beforeNaming`
 */
export async function restoreBackup(file: string, dataFolder: string, beforeNaming: (folder: string) => Promise<void>): Promise<BackupSize> {
  if (existsSync(dataFolder) && (await readdir(dataFolder)).length > 0) throw new BackupError(`${dataFolder} is not empty. Stop its server and name a folder that is empty or does not exist.`);
  const passing = `${dataFolder}.part`;
  await rm(passing, { recursive: true, force: true });
  await mkdir(passing, { recursive: true, mode: 0o700 });
  try {
    await pipeline(createReadStream(file), extract({ cwd: passing, strict: true, preserveOwner: false, filter: (_name, entry) => 'type' in entry && (entry.type === 'File' || entry.type === 'Directory') })).catch((error: unknown) => {
      throw isOfArchive(error) ? new BackupError(`${file} is not a complete backup: it cannot be unpacked.`, { cause: error }) : error;
    });
    const size = await checkSums(passing, file);
    await rm(path.join(passing, SUMS_FILE));
    await beforeNaming(passing);
    if (existsSync(dataFolder)) await rmdir(dataFolder);
    await rename(passing, dataFolder);
    return size;
  } catch (error) {
    await rm(passing, { recursive: true, force: true });
    throw error;
  }
}

async function writeSums(folder: string): Promise<BackupSize> {
  const sums = createWriteStream(path.join(folder, SUMS_FILE), { mode: ACCOUNT_ONLY });
  let [files, bytes] = [0, 0];
  await pipeline(async function* lines() {
    for await (const name of filesOf(folder)) {
      if (name === SUMS_FILE) continue;
      files++;
      bytes += (await stat(path.join(folder, name))).size;
      yield `${await sumOf(path.join(folder, name))}  ${name}\n`;
    }
  }, sums);
  return { files, bytes };
}

/** Checks that every listed file exists unchanged, and no other. The files read are also synced. */
async function checkSums(folder: string, backup: string): Promise<BackupSize> {
  const list = path.join(folder, SUMS_FILE);
  if (!existsSync(list)) throw new BackupError(`${backup} is not a backup of GeoInsights: it contains no ${SUMS_FILE}.`);
  let [named, bytes] = [0, 0];
  for await (const line of createInterface({ input: createReadStream(list) })) {
    const [, sum, name = '..'] = SUM_LINE.exec(line) ?? [];
    if (name.split('/').includes('..')) throw new BackupError(`${backup} is damaged: its list of checksums cannot be read.`);
    const place = path.join(folder, name);
    if (!existsSync(place) || (await sumOf(place)) !== sum) throw new BackupError(`${backup} is damaged: ${name} has changed.`);
    await flush(place);
    bytes += (await stat(place)).size;
    named++;
  }
  let found = 0;
  for await (const name of filesOf(folder)) if (name !== SUMS_FILE) found++;
  if (found !== named) throw new BackupError(`${backup} is damaged: it contains ${String(found)} files, and checksums for ${String(named)}.`);
  return { files: named, bytes };
}

/** Names relative to the folder, with slashes; none for a folder that does not exist. */
export async function* filesOf(folder: string, inside = ''): AsyncGenerator<string> {
  if (!existsSync(folder)) return;
  for (const entry of await readdir(path.join(folder, inside), { withFileTypes: true })) {
    const name = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (entry.isDirectory()) yield* filesOf(folder, name);
    else yield name;
  }
}

export async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** True for errors of the archive, not of the disk it is unpacked to. */
function isOfArchive(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(TAR_|Z_|ERR_ZLIB)/.test(error.code);
}
