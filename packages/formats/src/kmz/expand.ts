import { ProblemError } from '@geoinsights/contract/errors';
import type { InputFile } from '../driver.ts';
import { fileOfBytes } from '../files/memory.ts';
import type { ScratchFolder } from '../files/scratch.ts';
import { UnpackableError, type Unpacking } from './unpacking.ts';
import { damaged, LOCAL_HEADER, sharesBytes, shown, type ZipEntry } from './zip-directory.ts';
import { viewOf } from '../files/data-view.ts';

const CHUNK = 1 << 20;
/** Of all documents in an archive together, unpacked. */
export const MAXIMUM_SIZE = 2 ** 31;
/** Memory for all entries together; what exceeds it goes to the folder for large ones. */
export const MAXIMUM_IN_MEMORY = 64 << 20;
/** Real KML shrinks to between a third and a fiftieth. */
const MAXIMUM_RATIO = 250;
/** Below this size no ratio is suspicious. */
const ALWAYS_ALLOWED = 16 << 20;

export interface ExpandedEntry {
  readonly file: InputFile;
  close(): Promise<void>;
}

/** How much memory the expanded entries of one archive take, and how much they may take while there is a folder for more. */
export interface MemoryBudget {
  bytes: number;
  readonly most: number;
}

/** Where the packed bytes of an entry begin, according to its local header. @throws ProblemError if they reach into the next entry */
export async function dataStart(archive: InputFile, entry: ZipEntry): Promise<number> {
  const bytes = await archive.read(entry.localHeader, entry.localHeader + LOCAL_HEADER);
  const header = viewOf(bytes);
  if (bytes.length < LOCAL_HEADER || header.getUint32(0, true) !== 0x04034b50) throw damaged(archive, `the header of "${shown(entry.name)}" is missing`);
  const start = entry.localHeader + LOCAL_HEADER + header.getUint16(26, true) + header.getUint16(28, true);
  if (start + entry.compressedSize > entry.roomEnd) throw sharesBytes(archive, entry.name);
  return start;
}

/** Expands an entry into memory or, if it is large, into a file named by us; checks its size and checksum. @param name of the expanded file in messages */
export async function expandEntry(archive: InputFile, entry: ZipEntry, inMemory: MemoryBudget, unpacking: Unpacking, name: string = archive.name): Promise<ExpandedEntry> {
  const details = { file: archive.name, entry: shown(entry.name) };
  if ((entry.flags & 0x2041) !== 0) throw new ProblemError('kmz-encrypted', details);
  if (entry.method !== 0 && entry.method !== 8) throw new ProblemError('kmz-compression', details);
  refuseExpansion(archive, entry, entry.size);
  const total = inMemory.bytes + entry.size;
  const { folder } = unpacking;
  if (folder === undefined || total <= inMemory.most) {
    if (total > unpacking.mostInMemory) throw new ProblemError('too-large', { file: archive.name, reason: 'the KML inside is too large to be expanded here.' });
    return expandInMemory(archive, entry, inMemory, unpacking, name);
  }
  return expandToFile(archive, entry, unpacking, folder, name);
}

async function expandInMemory(archive: InputFile, entry: ZipEntry, inMemory: MemoryBudget, unpacking: Unpacking, name: string): Promise<ExpandedEntry> {
  const release = (): Promise<void> => {
    inMemory.bytes -= entry.size;
    return Promise.resolve();
  };
  inMemory.bytes += entry.size;
  try {
    const bytes = new Uint8Array(entry.size);
    let filled = 0;
    for await (const chunk of expandedChunks(archive, entry, unpacking)) {
      bytes.set(chunk, filled);
      filled += chunk.length;
    }
    return { file: fileOfBytes(name, bytes), close: release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function expandToFile(archive: InputFile, entry: ZipEntry, unpacking: Unpacking, folder: ScratchFolder, name: string): Promise<ExpandedEntry> {
  const scratch = await folder.create();
  try {
    for await (const chunk of expandedChunks(archive, entry, unpacking)) await scratch.write(chunk);
    await scratch.finish();
    const file = await scratch.open(true);
    return {
      file: { ...file, name },
      close: async () => {
        await file.close();
        await scratch.drop();
      },
    };
  } catch (error) {
    await scratch.drop();
    throw error;
  }
}

/** The expanded bytes, never more than the directory states. */
async function* expandedChunks(archive: InputFile, entry: ZipEntry, unpacking: Unpacking): AsyncGenerator<Uint8Array> {
  const start = await dataStart(archive, entry);
  const packed = packedChunks(archive, start, start + entry.compressedSize);
  let size = 0;
  let checksum = 0;
  for await (const chunk of entry.method === 0 ? packed : inflated(archive, packed, unpacking)) {
    size += chunk.length;
    if (size > entry.size) {
      refuseExpansion(archive, entry, size);
      throw damaged(archive, `"${shown(entry.name)}" is longer than its directory says`);
    }
    checksum = unpacking.crc32(chunk, checksum);
    yield chunk;
  }
  if (size !== entry.size) throw damaged(archive, `"${shown(entry.name)}" is shorter than its directory says`);
  if (checksum !== entry.crc32) throw damaged(archive, `the checksum of "${shown(entry.name)}" does not match`);
}

async function* packedChunks(archive: InputFile, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += CHUNK) yield await archive.read(at, Math.min(end, at + CHUNK));
}

async function* inflated(archive: InputFile, packed: AsyncGenerator<Uint8Array>, unpacking: Unpacking): AsyncGenerator<Uint8Array> {
  try {
    yield* unpacking.inflate(packed);
  } catch (error) {
    if (error instanceof UnpackableError) throw damaged(archive, 'its compressed data cannot be expanded');
    throw error;
  }
}

const TOO_MUCH = 'the KML inside may have at most 2 GiB. Unpack the archive and use the KML itself.';

/** Limits the total expanded size of all KML in an archive. */
export function refuseTotal(entries: readonly ZipEntry[], archive: InputFile): void {
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > MAXIMUM_SIZE) throw new ProblemError('too-large', { file: archive.name, reason: TOO_MUCH });
}

/** Refuses what becomes too large, in itself or for what it is packed. */
export function refuseExpansion(archive: InputFile, { name, compressedSize }: Pick<ZipEntry, 'name' | 'compressedSize'>, size: number): void {
  if (size > ALWAYS_ALLOWED && size > MAXIMUM_RATIO * compressedSize) {
    throw new ProblemError('kmz-bomb', { file: archive.name, reason: `"${shown(name)}" becomes ${Math.floor(size / Math.max(1, compressedSize))} times as large (at most ${MAXIMUM_RATIO} times is allowed)` });
  }
  if (size > MAXIMUM_SIZE) throw new ProblemError('too-large', { file: archive.name, reason: TOO_MUCH });
}
