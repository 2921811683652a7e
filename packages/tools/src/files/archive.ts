import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ArchiveEntry {
  readonly name: string;
  readonly path: string;
}

/** Entries carry this time of no zone, so that the same input gives the same archive. */
const fixedTime = () => new Date(2000, 0, 1);

/** Writes files into a new ZIP archive, in the order given. */
export async function writeArchive(target: string, entries: readonly ArchiveEntry[]): Promise<void> {
  const archive = new ZipFile();
  for (const entry of entries) archive.addFile(entry.path, entry.name, { mtime: fixedTime(), forceDosTimestamp: true, mode: 0o100644 });
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(target, { flags: 'wx' }));
}
