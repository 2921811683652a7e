import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../files/missing-file.ts';
import { namesBefore } from '../files/names-before.ts';

/** In the data folder. What is there when no server runs, or for days, is left over from an interrupted backup. */
const SNAPSHOTS = 'snapshots';
/** Folders of files that never change once renamed into place, so that a hard link is as good as a copy. */
const KEPT_FOLDERS = ['files/uploads', 'files/results', 'files/result-checks', 'layers'] as const;
const DATABASE_FOLDER = 'database';

/** Runs work while the embedded database is idle, with its files as after a shutdown. */
export type Pause = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * A copy of the data folder at one moment: the embedded database, which is paused meanwhile, and all files it knows. Files of an
 * upload or a layer exist before their rows and are deleted after them, so no known file is missing.
 * @param pause null if the database is elsewhere; then only the files are copied
 * @returns the folder, to be removed with `dropSnapshot`
 */
export async function takeSnapshot(dataFolder: string, pause: Pause | null): Promise<{ uuid: string; folder: string }> {
  const uuid = randomUUID();
  const folder = snapshotFolder(dataFolder, uuid);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const linkFiles = async () => {
    for (const kept of KEPT_FOLDERS) await copyTree(path.join(dataFolder, kept), path.join(folder, kept), link);
  };
  try {
    if (pause === null) await linkFiles();
    else
      await pause(async () => {
        await copyTree(path.join(dataFolder, DATABASE_FOLDER), path.join(folder, DATABASE_FOLDER), copy);
        await linkFiles();
      });
    return { uuid, folder };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** @param uuid must be valid */
export function snapshotFolder(dataFolder: string, uuid: string): string {
  return path.join(dataFolder, SNAPSHOTS, uuid);
}

/** @param uuid must be valid */
export async function dropSnapshot(dataFolder: string, uuid: string): Promise<void> {
  await rm(snapshotFolder(dataFolder, uuid), { recursive: true, force: true });
}

export async function dropLeftoverSnapshots(dataFolder: string): Promise<void> {
  await rm(path.join(dataFolder, SNAPSHOTS), { recursive: true, force: true });
}

/** Deletes the snapshots made before a given time: while they are there, so are the files in them that were deleted since. */
export async function dropSnapshotsBefore(dataFolder: string, before: Date): Promise<void> {
  const names = await namesBefore(path.join(dataFolder, SNAPSHOTS), before).catch(orGone);
  for (const name of names ?? []) await dropSnapshot(dataFolder, name);
}

type CopyFile = (from: string, to: string) => Promise<void>;

/** Without waiting for the bytes if the file system can share them. */
const copy: CopyFile = (from, to) => copyFile(from, to, constants.COPYFILE_FICLONE);

/** Copies the tree file by file. Files deleted meanwhile were not to be kept. */
async function copyTree(from: string, to: string, copyFileTo: CopyFile): Promise<void> {
  await mkdir(to, { recursive: true });
  const entries = await readdir(from, { withFileTypes: true }).catch(orGone);
  for (const entry of entries ?? []) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target, copyFileTo);
    // Not every file system supports hard links.
    else if (entry.isFile()) await copyFileTo(source, target).catch((error: unknown) => (isMissing(error) || copyFileTo === copy ? orGone(error) : copy(source, target)));
  }
}

function orGone(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
