import { ProblemError } from '@geoinsights/contract/errors';
import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { copyRange, writeFile } from '../files/copy.ts';
import { diskFolder, openDiskFile } from '../files/disk.ts';
import type { DatasetFiles, DatasetNote, InputFile } from '../driver.ts';
import { withSqliteErrors } from './database.ts';
import type { FileHeader } from './file-header.ts';

/** A GeoPackage where SQLite can open it as one file. */
export interface Source {
  readonly path: string;
  readonly notes: readonly DatasetNote[];
  /** Removes what was made for it. */
  readonly release: () => Promise<void>;
}

/**
 * Finds the file on disk. Changes that a program left in a write-ahead log beside it (`name.gpkg-wal`, from the same
 * upload or the same folder) are part of the data: they are merged into a temporary copy. The input is never touched.
 * @throws ProblemError geopackage-damaged when the log is no honest one
 */
export async function locate(dataset: DatasetFiles, file: InputFile, header: FileHeader, workFolder: string = tmpdir()): Promise<Source> {
  const log = await findLog(dataset, file);
  try {
    if (log === null && file.path !== undefined) return { path: file.path, notes: [], release: () => Promise.resolve() };
    const folder = await mkdtemp(join(workFolder, 'geopackage-'));
    const release = (): Promise<void> => rm(folder, { recursive: true, force: true });
    try {
      const target = diskFolder(folder);
      const path = target.pathOf('input');
      await writeFile(target, 'input', (output) => copyRange(file, 0, file.size, output));
      if (log === null) return { path, notes: [], release };
      await assertHonest(log.file, file, header);
      await writeFile(target, 'input-wal', (output) => copyRange(log.file, 0, log.file.size, output));
      const merged = mergeLog(path, file.name);
      const text = `The changes in its write-ahead log were merged into "${file.name}".`;
      return { path, notes: merged ? [{ code: 'geopackage-log-merged', text }] : [], release };
    } catch (error) {
      await release();
      throw error;
    }
  } finally {
    await log?.close();
  }
}

interface Log {
  readonly file: InputFile;
  readonly close: () => Promise<void>;
}

const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

async function findLog(dataset: DatasetFiles, file: InputFile): Promise<Log | null> {
  const name = `${file.name}-wal`;
  const sent = dataset.files.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
  if (sent !== undefined) return sent.size > LOG_HEADER_BYTES ? { file: sent, close: () => Promise.resolve() } : null;
  if (file.path === undefined) return null;
  const path = `${file.path}-wal`;
  // lstat: a link in the place of a log is not followed.
  const found = await lstat(path).catch(() => null);
  if (found === null || !found.isFile() || found.size <= LOG_HEADER_BYTES) return null;
  const opened = await openDiskFile(path, name);
  return { file: opened, close: () => opened.close() };
}

/**
 * Holds every frame of the log against the database: a page number or a size beyond what both together hold would make
 * SQLite write a file of any size. Source: SQLite file format, section 4.
 */
async function assertHonest(log: InputFile, main: InputFile, header: FileHeader): Promise<void> {
  const damaged = (): ProblemError => new ProblemError('geopackage-damaged', { file: main.name, place: 'its write-ahead log' });
  const start = viewOf(await log.read(0, LOG_HEADER_BYTES));
  const magic = start.getUint32(0);
  if ((magic & ~1) !== 0x377f0682 || start.getUint32(8) !== header.pageSize) throw damaged();
  const frameBytes = FRAME_HEADER_BYTES + header.pageSize;
  const frames = Math.floor((log.size - LOG_HEADER_BYTES) / frameBytes);
  const mostPages = Math.ceil(main.size / header.pageSize) + frames;
  for (let frame = 0; frame < frames; frame++) {
    const at = LOG_HEADER_BYTES + frame * frameBytes;
    const view = viewOf(await log.read(at, at + FRAME_HEADER_BYTES));
    const current = view.getUint32(8) === start.getUint32(16) && view.getUint32(12) === start.getUint32(20);
    if (!current) return;
    if (view.getUint32(0) > mostPages || view.getUint32(4) > mostPages) throw damaged();
  }
}

const checkpointSchema = z.object({ log: z.number() });

/** Lets SQLite write the log into the copy. @returns whether there was anything in it */
function mergeLog(path: string, fileName: string): boolean {
  return withSqliteErrors(fileName, 'its write-ahead log', () => {
    const database = new DatabaseSync(path, { defensive: true, enableForeignKeyConstraints: false, limits: { attach: 0 } });
    try {
      database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
      const before = checkpointSchema.parse(database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get());
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return before.log > 0;
    } finally {
      database.close();
    }
  });
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
