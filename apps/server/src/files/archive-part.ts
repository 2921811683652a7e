import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createInflateRaw } from 'node:zlib';
import { readDirectory } from '@geoinsights/formats';
import type { InputFile, ZipEntry } from '@geoinsights/formats';
import type { ByteRange } from './file-storage.ts';

/** An archive in a storage. Sizes are in bytes. */
export interface StoredArchive {
  readonly name: string;
  readonly size: number;
  readonly open: (range: ByteRange) => Promise<Readable>;
}

/** Bytes that are produced on demand, and their number. */
export interface ArchivePart {
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

const LOCAL_HEADER = 30;
const RECORD = 46;
const END = 22;
const STORED = 0;
/** Names are UTF-8. */
const FLAGS = 0x800;
const VERSION = 20;
/** 1 January 2000, as in the archives written by the tools. */
const DATE = (20 << 9) | (1 << 5) | 1;
const REGULAR_FILE = 0o100644;

/**
 * One entry of an archive unpacked, or several as an archive of their own; these are copied in packed form, and nothing is
 * unpacked. Only the directory and those entries are read.
 * @param names of entries, at least one
 * @returns null if one of them is missing
 */
export async function extractEntries(archive: StoredArchive, names: readonly string[]): Promise<ArchivePart | null> {
  const { entries } = await readDirectory(readable(archive));
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const wanted = names.flatMap((name) => byName.get(name) ?? []);
  const [first, ...others] = wanted;
  if (wanted.length !== names.length) return null;
  return others.length === 0 ? { size: first.size, content: unpacked(archive, first) } : packedTogether(archive, wanted);
}

/** These bytes of what is produced on demand. What lies before them is produced, too, and dropped: an unpacked file cannot be entered in the middle. */
export async function* bytesWithin(content: AsyncIterable<Uint8Array>, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const piece of content) {
    const wanted = piece.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    if (wanted.length > 0) yield wanted;
    at += piece.length;
    if (at > end) return;
  }
}

function readable({ name, size, open }: StoredArchive): InputFile {
  return { name, size, read: async (start, end) => (end <= start ? new Uint8Array() : buffer(await open({ start, end: Math.min(end, size) - 1 }))) };
}

async function* unpacked(archive: StoredArchive, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const content = await packedBytes(archive, entry);
  if (content === null) return;
  if (entry.method === STORED) yield* content;
  // Unlike `pipe`, this also closes the storage's stream when nobody reads on.
  else yield* pipeline(content, createInflateRaw(), () => undefined);
}

/** The packed bytes of an entry; null if there are none. */
async function packedBytes(archive: StoredArchive, { localHeader, compressedSize }: ZipEntry): Promise<Readable | null> {
  if (compressedSize === 0) return null;
  const header = Buffer.from(await readable(archive).read(localHeader, localHeader + LOCAL_HEADER));
  const start = localHeader + LOCAL_HEADER + header.readUInt16LE(26) + header.readUInt16LE(28);
  return archive.open({ start, end: start + compressedSize - 1 });
}

function packedTogether(archive: StoredArchive, entries: readonly ZipEntry[]): ArchivePart {
  const names = entries.map(({ name }) => Buffer.from(name));
  const places: number[] = [];
  let directoryStart = 0;
  for (const [index, { compressedSize }] of entries.entries()) {
    places.push(directoryStart);
    directoryStart += LOCAL_HEADER + names[index].length + compressedSize;
  }
  const records = entries.map((entry, index) => recordOf(entry, names[index], places[index]));
  const directorySize = records.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(END);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directorySize, 12);
  end.writeUInt32LE(directoryStart, 16);
  const content = async function* () {
    for (const [index, entry] of entries.entries()) {
      yield headerOf(entry, names[index]);
      yield* (await packedBytes(archive, entry)) ?? [];
    }
    yield Buffer.concat([...records, end]);
  };
  return { size: directoryStart + directorySize + END, content: content() };
}

/** The common fields of a local header and a directory record: method, time, checksum, sizes, name length. */
function writeCommon(target: Buffer, at: number, { method, crc32, compressedSize, size }: ZipEntry, name: Buffer): void {
  target.writeUInt16LE(VERSION, at);
  target.writeUInt16LE(FLAGS, at + 2);
  target.writeUInt16LE(method, at + 4);
  target.writeUInt16LE(DATE, at + 8);
  target.writeUInt32LE(crc32, at + 10);
  target.writeUInt32LE(compressedSize, at + 14);
  target.writeUInt32LE(size, at + 18);
  target.writeUInt16LE(name.length, at + 22);
}

function headerOf(entry: ZipEntry, name: Buffer): Buffer {
  const header = Buffer.alloc(LOCAL_HEADER);
  header.writeUInt32LE(0x04034b50, 0);
  writeCommon(header, 4, entry, name);
  return Buffer.concat([header, name]);
}

function recordOf(entry: ZipEntry, name: Buffer, place: number): Buffer {
  const record = Buffer.alloc(RECORD);
  record.writeUInt32LE(0x02014b50, 0);
  // Made by a Unix system, so the upper half of the attributes holds the permissions.
  record.writeUInt16LE((3 << 8) | VERSION, 4);
  writeCommon(record, 6, entry, name);
  record.writeUInt32LE((REGULAR_FILE << 16) >>> 0, 38);
  record.writeUInt32LE(place, 42);
  return Buffer.concat([record, name]);
}
