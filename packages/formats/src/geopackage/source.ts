import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyRange, writeFile } from '../files/copy.ts';
import { diskFolder, openDiskFile } from '../files/disk.ts';
import type { DatasetFiles, DatasetNote, InputFile } from '../driver.ts';
import { readFileHeader } from './file-header.ts';
import type { FileHeader } from './file-header.ts';
import { isUnfinished, undoChange } from './rollback-journal.ts';
import { assertHonest, isLog, mergeLog } from './write-ahead-log.ts';

/** A GeoPackage that SQLite can open as one file. */
export interface Source {
  readonly path: string;
  readonly header: FileHeader;
  readonly notes: readonly DatasetNote[];
  /** Removes temporary files. */
  readonly release: () => Promise<void>;
}

/**
 * Locates the file on disk. Files that a program left next to it, in the same upload or folder, are part of the data: an interrupted
 * change (`name.gpkg-journal`) is undone, and changes in a write-ahead log (`name.gpkg-wal`) are merged, as SQLite itself does
 * it, but in a temporary copy. The input is never touched.
 * @throws ProblemError for faults of the file's header; geopackage-damaged if journal or log are not valid
 */
export async function locate(dataset: DatasetFiles, file: InputFile, workFolder: string = tmpdir()): Promise<Source> {
  const journal = await findBeside(dataset, file, '-journal', isUnfinished);
  let log: Beside | null = null;
  try {
    log = await findBeside(dataset, file, '-wal', isLog);
    if (journal === null && log === null && file.path !== undefined) {
      return { path: file.path, header: await readFileHeader(file), notes: [], release: () => Promise.resolve() };
    }
    if (journal === null) await readFileHeader(file);
    const folder = await mkdtemp(join(workFolder, 'geopackage-'));
    const release = (): Promise<void> => rm(folder, { recursive: true, force: true });
    try {
      return { ...(await copyWhole(folder, file, journal?.file ?? null, log?.file ?? null)), release };
    } catch (error) {
      await release();
      throw error;
    }
  } finally {
    await journal?.close();
    await log?.close();
  }
}

async function copyWhole(folder: string, file: InputFile, journal: InputFile | null, log: InputFile | null): Promise<Omit<Source, 'release'>> {
  const target = diskFolder(folder);
  const path = target.pathOf('input');
  const notes: DatasetNote[] = [];
  await writeFile(target, 'input', (output) => copyRange(file, 0, file.size, output));
  if (journal !== null) {
    await undoChange(path, journal, file.name);
    notes.push({ code: 'geopackage-change-undone', text: `A change to "${file.name}" was interrupted halfway; it was undone with its rollback journal, as the program that made it would do.` });
  }
  const copy = await openDiskFile(path, file.name);
  let header: FileHeader;
  try {
    header = await readFileHeader(copy);
    if (log !== null) await assertHonest(log, copy, header);
  } finally {
    await copy.close();
  }
  if (log !== null) {
    await writeFile(target, 'input-wal', (output) => copyRange(log, 0, log.size, output));
    if (mergeLog(path, file.name)) notes.push({ code: 'geopackage-log-merged', text: `The changes in its write-ahead log were merged into "${file.name}".` });
  }
  return { path, header, notes };
}

interface Beside {
  readonly file: InputFile;
  readonly close: () => Promise<void>;
}

/** @param matters whether such a file has any content. */
async function findBeside(dataset: DatasetFiles, file: InputFile, ending: string, matters: (found: InputFile) => boolean | Promise<boolean>): Promise<Beside | null> {
  const name = `${file.name}${ending}`;
  const sent = dataset.files.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
  if (sent !== undefined) return (await matters(sent)) ? { file: sent, close: () => Promise.resolve() } : null;
  if (file.path === undefined) return null;
  const path = `${file.path}${ending}`;
  // lstat: a link in the place of a log is not followed.
  const found = await lstat(path).catch(() => null);
  if (found === null || !found.isFile()) return null;
  const opened = await openDiskFile(path, name);
  let isKept = false;
  try {
    isKept = await matters(opened);
  } finally {
    if (!isKept) await opened.close();
  }
  return isKept ? { file: opened, close: () => opened.close() } : null;
}
