import { ProblemError } from '@geoinsights/contract/errors';
import type { InputFile } from '../driver.ts';
import { entryName } from './entry-name.ts';
import { viewOf } from '../files/data-view.ts';

/**
 * The directory of a ZIP archive, with the position of every record.
 *
 * No library: the archive is patched in place, and every byte outside the changed entry is copied. So the reader must know where
 * each field lies, and one reader must serve both reading and writing. (yauzl checks the results in the tests.)
 */
export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  /** Where the records of the directory lie, `[start, end)`. */
  readonly start: number;
  readonly end: number;
  readonly records: Uint8Array;
  /** Where the end record lies, and those of ZIP64 and its locator if present. */
  readonly endRecord: number;
  readonly zip64: { readonly record: number; readonly locator: number } | null;
}

export interface ZipEntry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Where the local header lies in the archive. */
  readonly localHeader: number;
  /** Where the next entry, or the directory, begins: header and packed bytes end before it. */
  readonly roomEnd: number;
  /** Where the record lies in `records`, `[recordStart, recordEnd)`. */
  readonly recordStart: number;
  readonly recordEnd: number;
  /** Where the ZIP64 field of the record stores the offset of the local header, or -1. */
  readonly zip64Place: number;
}

export const MAXIMUM_ENTRIES = 65_535;
const MAXIMUM_DIRECTORY = 64 << 20;
const END_RECORD = 22;
const LOCATOR = 20;
const ZIP64_END = 56;
export const LOCAL_HEADER = 30;
const RECORD = 46;
/** The extra field with the name of an entry in UTF-8. */
const UNICODE_PATH = 0x7075;
/** Below this, all offsets fit into the 32-bit fields. */
const MAXIMUM_ARCHIVE = 0xffff_fffe;

/** @throws ProblemError if the file is not a complete, plain ZIP archive */
export async function readDirectory(file: InputFile): Promise<ZipDirectory> {
  if (file.size === 0) throw new ProblemError('file-empty', { file: file.name });
  if (file.size > MAXIMUM_ARCHIVE) throw new ProblemError('too-large', { file: file.name, reason: 'a KMZ may have at most 4 GiB.' });
  const head = String.fromCharCode(...(await file.read(0, 4)));
  if (!head.startsWith('PK')) throw new ProblemError('kmz-not-zip', { file: file.name });
  if (head === 'PK\x07\x08' || head === 'PK00') throw new ProblemError('kmz-multi-disk', { file: file.name });
  const tailStart = Math.max(0, file.size - END_RECORD - LOCATOR - 0xffff);
  const tail = viewOf(await file.read(tailStart, file.size));
  const at = findEndRecord(tail);
  if (at < 0) throw new ProblemError('kmz-truncated', { file: file.name });
  const endRecord = tailStart + at;
  const disks = [tail.getUint16(at + 4, true), tail.getUint16(at + 6, true)];
  let count = tail.getUint16(at + 10, true);
  let size = tail.getUint32(at + 12, true);
  let start = tail.getUint32(at + 16, true);
  let zip64: ZipDirectory['zip64'] = null;
  if (at >= LOCATOR && tail.getUint32(at - LOCATOR, true) === 0x07064b50) {
    const record = wholeNumber(tail, at - LOCATOR + 8);
    const bytes = viewOf(await file.read(record, record + ZIP64_END));
    if (bytes.byteLength < ZIP64_END || bytes.getUint32(0, true) !== 0x06064b50) throw damaged(file, 'its ZIP64 end record is missing');
    disks.push(bytes.getUint32(16, true), bytes.getUint32(20, true));
    count = wholeNumber(bytes, 32);
    size = wholeNumber(bytes, 40);
    start = wholeNumber(bytes, 48);
    zip64 = { record, locator: endRecord - LOCATOR };
  }
  if (disks.some((disk) => disk !== 0 && disk !== 0xffff && disk !== 0xffff_ffff)) throw new ProblemError('kmz-multi-disk', { file: file.name });
  if (size > MAXIMUM_DIRECTORY) throw new ProblemError('too-large', { file: file.name, reason: 'the directory of the archive has more than 64 MiB.' });
  if (count > MAXIMUM_ENTRIES) throw new ProblemError('too-large', { file: file.name, reason: `it contains ${count} entries; at most ${MAXIMUM_ENTRIES} are allowed.` });
  if (start + size > endRecord) throw damaged(file, 'its directory is not where it should be');
  if (zip64 !== null && (zip64.record < start + size || zip64.record + ZIP64_END > zip64.locator)) throw damaged(file, 'its ZIP64 end record is not where it should be');
  const records = await file.read(start, start + size);
  return { entries: readRecords(records, count, start, file), start, end: start + size, records, endRecord, zip64 };
}

/** The last end record whose comment fits; bytes after the archive are allowed. */
function findEndRecord(tail: DataView): number {
  for (let at = tail.byteLength - END_RECORD; at >= 0; at--) {
    if (tail.getUint32(at, true) === 0x06054b50 && at + END_RECORD + tail.getUint16(at + 20, true) <= tail.byteLength) return at;
  }
  return -1;
}

function readRecords(bytes: Uint8Array, count: number, directoryStart: number, file: InputFile): ZipEntry[] {
  const records = viewOf(bytes);
  const entries: Omit<ZipEntry, 'roomEnd'>[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + RECORD > records.byteLength || records.getUint32(at, true) !== 0x02014b50) throw damaged(file, `entry ${i + 1} of its directory is missing`);
    const nameEnd = at + RECORD + records.getUint16(at + 28, true);
    const extraEnd = nameEnd + records.getUint16(at + 30, true);
    const end = extraEnd + records.getUint16(at + 32, true);
    if (end > records.byteLength) throw damaged(file, `entry ${i + 1} of its directory is cut off`);
    const unicodePath = findExtra(records, nameEnd, extraEnd, UNICODE_PATH);
    const name = entryName(bytes.subarray(at + RECORD, nameEnd), records.getUint16(at + 8, true), bytes[at + 5], unicodePath && bytes.subarray(unicodePath.start, unicodePath.end));
    if (isUnsafe(name)) throw new ProblemError('kmz-unsafe-name', { file: file.name, entry: shown(name) });
    const disk = records.getUint16(at + 34, true);
    if (disk !== 0 && disk !== 0xffff) throw new ProblemError('kmz-multi-disk', { file: file.name });
    const entry = readRecord(records, at, nameEnd, extraEnd, end, name);
    if (entry.localHeader + LOCAL_HEADER + entry.compressedSize > directoryStart) throw damaged(file, `"${shown(name)}" is located outside of it`);
    entries.push(entry);
    at = end;
  }
  return withRooms(entries, directoryStart, file);
}

function readRecord(records: DataView, at: number, nameEnd: number, extraEnd: number, end: number, name: string): Omit<ZipEntry, 'roomEnd'> {
  let size = records.getUint32(at + 24, true);
  let compressedSize = records.getUint32(at + 20, true);
  let localHeader = records.getUint32(at + 42, true);
  let zip64Place = -1;
  const zip64 = findExtra(records, nameEnd, extraEnd, 1);
  if (zip64 !== null) {
    let place = zip64.start;
    const next = (): number => {
      place += 8;
      return place <= zip64.end ? wholeNumber(records, place - 8) : Number.MAX_SAFE_INTEGER;
    };
    if (size === 0xffff_ffff) size = next();
    if (compressedSize === 0xffff_ffff) compressedSize = next();
    if (localHeader === 0xffff_ffff) {
      zip64Place = place;
      localHeader = next();
    }
  }
  return { name, flags: records.getUint16(at + 8, true), method: records.getUint16(at + 10, true), crc32: records.getUint32(at + 16, true), compressedSize, size, localHeader, recordStart: at, recordEnd: end, zip64Place };
}

/** The range of an extra field's content, or null. */
export function findExtra(bytes: DataView, from: number, to: number, id: number): { start: number; end: number } | null {
  for (let at = from; at + 4 <= to; ) {
    const end = at + 4 + bytes.getUint16(at + 2, true);
    if (end > to) return null;
    if (bytes.getUint16(at, true) === id) return { start: at + 4, end };
    at = end;
  }
  return null;
}

/** Entries that share bytes are how a small archive pretends to hold petabytes. Names in local headers are checked later. */
function withRooms(entries: readonly Omit<ZipEntry, 'roomEnd'>[], directoryStart: number, file: InputFile): ZipEntry[] {
  const ends = new Map<number, number>();
  let end = directoryStart;
  for (const { name, localHeader, compressedSize } of [...entries].sort((a, b) => b.localHeader - a.localHeader)) {
    if (localHeader + LOCAL_HEADER + compressedSize > end) throw sharesBytes(file, name);
    ends.set(localHeader, end);
    end = localHeader;
  }
  return entries.map((entry) => ({ ...entry, roomEnd: ends.get(entry.localHeader) ?? directoryStart }));
}

export function sharesBytes(file: InputFile, name: string): ProblemError {
  return new ProblemError('kmz-bomb', { file: file.name, reason: `"${shown(name)}" shares its bytes with another entry` });
}

/** We never write to a path from the archive; such names are refused because other programs might. */
function isUnsafe(name: string): boolean {
  return name.startsWith('/') || /^[A-Za-z]:/.test(name) || name.includes('\0') || name.split('/').includes('..');
}

/** A name in a form suitable for a sentence. */
export function shown(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, 100);
}

export function damaged(file: InputFile, reason: string): ProblemError {
  return new ProblemError('kmz-damaged', { file: file.name, reason });
}

function wholeNumber(bytes: DataView, at: number): number {
  return Math.min(Number(bytes.getBigUint64(at, true)), Number.MAX_SAFE_INTEGER);
}
