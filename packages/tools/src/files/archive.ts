import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { InputFile } from '@geoinsights/formats';
import { ZipFile } from 'yazl';

/** What is packed under a name: a file of the disk by its path, or one that is read piece by piece. */
export type ArchiveEntry = { readonly name: string } & ({ readonly path: string } | { readonly file: InputFile });

export interface ArchiveOptions {
  /** From 0, which stores, to 9, which takes longest and gives the least bytes. */
  readonly level?: number;
  /** Told how many more bytes of a `file` were read. */
  readonly onBytes?: (bytes: number) => void;
}

const READ_BYTES = 1 << 20;
const USUAL_LEVEL = 6;

/** Entries carry this time of no zone, so that the same input gives the same archive. */
const fixedTime = () => new Date(2000, 0, 1);

/** Writes files into a new ZIP archive, in the order given, and reads each but once. @returns the bytes that each takes in it */
export async function writeArchive(target: string, entries: readonly ArchiveEntry[], { level = USUAL_LEVEL, onBytes = () => undefined }: ArchiveOptions = {}): Promise<number[]> {
  const archive = new ZipFile();
  // When an entry cannot be read, the stream of the archive stands still.
  const failure = new AbortController();
  archive.on('error', (error) => failure.abort(error));
  for (const entry of entries) {
    const options = { mtime: fixedTime(), forceDosTimestamp: true, mode: 0o100644, compressionLevel: level };
    if ('path' in entry) archive.addFile(entry.path, entry.name, options);
    else {
      archive.addReadStreamLazy(entry.name, { ...options, size: entry.file.size }, (give) => {
        const bytes = Readable.from(bytesOf(entry.file, onBytes), { objectMode: false });
        give(null, bytes.on('error', (error) => failure.abort(error)));
      });
    }
  }
  archive.end();
  try {
    await pipeline(archive.outputStream, createWriteStream(target, { flags: 'wx' }), { signal: failure.signal });
  } catch (error) {
    throw failure.signal.aborted ? failure.signal.reason : error;
  }
  return packedSizes(archive);
}

async function* bytesOf(file: InputFile, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < file.size; ) {
    const bytes = await file.read(start, Math.min(start + READ_BYTES, file.size));
    if (bytes.length === 0) return;
    start += bytes.length;
    onBytes(bytes.length);
    yield bytes;
  }
}

/** The library counts them for the archive's directory, and its types keep that to themselves. */
function packedSizes(archive: ZipFile): number[] {
  const entries: unknown = Reflect.get(archive, 'entries');
  if (!Array.isArray(entries)) throw new Error('The archive does not know its entries.');
  return entries.map((entry: unknown) => {
    const size: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'compressedSize') : null;
    if (typeof size !== 'number') throw new Error('The archive does not know the size of an entry.');
    return size;
  });
}
