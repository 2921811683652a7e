import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { ProblemError } from '@geoinsights/contract/errors';
import type { InputFile } from '../driver.ts';
import { openDiskFile } from '../files/disk.ts';
import { fileOfBytes } from '../files/memory.ts';
import { damaged, LOCAL_HEADER, sharesBytes, shown, type ZipEntry } from './zip-directory.ts';

const CHUNK = 1 << 20;
const MAXIMUM_SIZE = 2 ** 31;
/** What is kept in memory of all entries together; more goes to the work folder. */
export const MAXIMUM_IN_MEMORY = 64 << 20;
const MAXIMUM_IN_MEMORY_WITHOUT_FOLDER = 512 << 20;
/** Real KML shrinks to between a third and a fiftieth. */
const MAXIMUM_RATIO = 250;
/** Below this size no ratio is suspicious. */
const ALWAYS_ALLOWED = 16 << 20;

export interface ExpandedEntry {
  readonly file: InputFile;
  close(): Promise<void>;
}

/** What the expanded entries of one archive keep in memory, and may at most while there is a folder for more. */
export interface MemoryBudget {
  bytes: number;
  readonly most: number;
}

/** Where the packed bytes of an entry begin; the local header says it. @throws ProblemError when they reach into the next entry */
export async function dataStart(archive: InputFile, entry: ZipEntry): Promise<number> {
  const header = Buffer.from(await archive.read(entry.localHeader, entry.localHeader + LOCAL_HEADER));
  if (header.length < LOCAL_HEADER || header.readUInt32LE(0) !== 0x04034b50) throw damaged(archive, `the header of "${shown(entry.name)}" is missing`);
  const start = entry.localHeader + LOCAL_HEADER + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + entry.compressedSize > entry.roomEnd) throw sharesBytes(archive, entry.name);
  return start;
}

/**
 * Expands an entry into memory or, when it is large, a file of a name of ours in the work folder; checks its size and
 * checksum. @param name what messages call the expanded file
 */
export async function expandEntry(archive: InputFile, entry: ZipEntry, inMemory: MemoryBudget, workFolder?: string, name: string = archive.name): Promise<ExpandedEntry> {
  const details = { file: archive.name, entry: shown(entry.name) };
  if ((entry.flags & 0x2041) !== 0) throw new ProblemError('kmz-encrypted', details);
  if (entry.method !== 0 && entry.method !== 8) throw new ProblemError('kmz-compression', details);
  refuseExpansion(archive, entry, entry.size);
  const total = inMemory.bytes + entry.size;
  if (workFolder === undefined || total <= inMemory.most) {
    if (total > MAXIMUM_IN_MEMORY_WITHOUT_FOLDER) throw new ProblemError('too-large', { file: archive.name, reason: 'the KML inside is too large to be expanded here.' });
    inMemory.bytes = total;
    const bytes = new Uint8Array(entry.size);
    let filled = 0;
    for await (const chunk of expandedChunks(archive, entry)) {
      bytes.set(chunk, filled);
      filled += chunk.length;
    }
    return {
      file: fileOfBytes(name, bytes),
      close: () => {
        inMemory.bytes -= entry.size;
        return Promise.resolve();
      },
    };
  }
  return expandToFile(archive, entry, path.join(workFolder, `expanded-${randomUUID()}.kml`), name);
}

async function expandToFile(archive: InputFile, entry: ZipEntry, target: string, name: string): Promise<ExpandedEntry> {
  const handle = await open(target, 'wx');
  try {
    for await (const chunk of expandedChunks(archive, entry)) await handle.writeFile(chunk);
    await handle.close();
    const file = await openDiskFile(target, name);
    return {
      file,
      close: async () => {
        await file.close();
        await rm(target, { force: true });
      },
    };
  } catch (error) {
    await handle.close();
    await rm(target, { force: true });
    throw error;
  }
}

/** The expanded bytes, never more than the directory says. */
async function* expandedChunks(archive: InputFile, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const start = await dataStart(archive, entry);
  const packed = packedChunks(archive, start, start + entry.compressedSize);
  let size = 0;
  let checksum = 0;
  for await (const chunk of entry.method === 0 ? packed : inflated(archive, packed)) {
    size += chunk.length;
    if (size > entry.size) {
      refuseExpansion(archive, entry, size);
      throw damaged(archive, `"${shown(entry.name)}" is longer than its directory says`);
    }
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (size !== entry.size) throw damaged(archive, `"${shown(entry.name)}" is shorter than its directory says`);
  if (checksum !== entry.crc32) throw damaged(archive, `the checksum of "${shown(entry.name)}" does not agree`);
}

async function* packedChunks(archive: InputFile, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += CHUNK) yield await archive.read(at, Math.min(end, at + CHUNK));
}

async function* inflated(archive: InputFile, packed: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(packed);
  const inflate = createInflateRaw({ chunkSize: 1 << 18 });
  source.on('error', (error) => inflate.destroy(error));
  try {
    for await (const chunk of source.pipe(inflate)) if (chunk instanceof Uint8Array) yield chunk;
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) throw damaged(archive, 'its packed data cannot be expanded');
    throw error;
  } finally {
    source.destroy();
    inflate.destroy();
  }
}

/** Bounds what all KML of an archive may become together. */
export function refuseTotal(entries: readonly ZipEntry[], archive: InputFile): void {
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > MAXIMUM_SIZE) throw new ProblemError('too-large', { file: archive.name, reason: 'the KML inside may have at most 2 GiB.' });
}

function refuseExpansion(archive: InputFile, { name, compressedSize }: ZipEntry, size: number): void {
  if (size > ALWAYS_ALLOWED && size > MAXIMUM_RATIO * compressedSize) {
    throw new ProblemError('kmz-bomb', { file: archive.name, reason: `"${shown(name)}" becomes ${Math.floor(size / Math.max(1, compressedSize))} times as large (at most ${MAXIMUM_RATIO} times is taken)` });
  }
  if (size > MAXIMUM_SIZE) throw new ProblemError('too-large', { file: archive.name, reason: 'the KML inside may have at most 2 GiB.' });
}
