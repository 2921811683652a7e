import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { InputFile } from '@geoinsights/formats';
import { ZipFile } from 'yazl';

/** An archive entry: a file on disk by its path, or one that is read piece by piece. */
export type ArchiveEntry = { readonly name: string } & ({ readonly path: string } | { readonly file: InputFile });

interface ArchiveOptions {
  /** From 0, which stores, to 9, the slowest with the smallest result. */
  readonly level?: number;
  /** Called with the number of bytes just read from a `file`. */
  readonly onBytes?: (bytes: number) => void;
}

const READ_BYTES = 1 << 20;
const USUAL_LEVEL = 6;

/** All entries have this time, without a zone, so that the same input gives the same archive. */
const fixedTime = () => new Date(2000, 0, 1);

/** Writes files into a new ZIP archive in the given order, reading each only once. @returns the packed size of each */
export async function writeArchive(target: string, entries: readonly ArchiveEntry[], { level = USUAL_LEVEL, onBytes = () => undefined }: ArchiveOptions = {}): Promise<number[]> {
  const archive = new ZipFile();
  // If an entry cannot be read, the archive's stream stalls instead of failing.
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

/** The library tracks these sizes for the archive's directory, but its types do not expose them. */
function packedSizes(archive: ZipFile): number[] {
  const entries: unknown = Reflect.get(archive, 'entries');
  if (!Array.isArray(entries)) throw new Error('The archive does not know its entries.');
  return entries.map((entry: unknown) => {
    const size: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'compressedSize') : null;
    if (typeof size !== 'number') throw new Error('The archive does not know the size of an entry.');
    return size;
  });
}
