import type { InputFile, OutputFile } from '../driver.ts';
import { copyRange } from '../files/copy.ts';
import { dataStart } from './expand.ts';
import { findExtra, LOCAL_HEADER, type ZipDirectory, type ZipEntry } from './zip-directory.ts';
import { viewOf } from '../files/data-view.ts';

/** New content of an entry, deflated. */
export interface PackedContent {
  readonly chunks: readonly Uint8Array[];
  readonly compressedSize: number;
  readonly size: number;
  readonly crc32: number;
}

const HAS_DESCRIPTOR = 8;
const ZIP64_FIELD = 1;

/**
 * Writes the archive with the content of some entries replaced. All other bytes are copied: packed entries, order, times, extra
 * fields, comments, gaps. Only sizes and checksums of the replaced entries change, and the offsets of all entries after them.
 * Modification times stay as they are.
 */
export async function replaceEntries(archive: InputFile, directory: ZipDirectory, contents: ReadonlyMap<ZipEntry, PackedContent>, output: OutputFile): Promise<void> {
  const ordered = [...directory.entries].sort((a, b) => a.localHeader - b.localHeader);
  const shifts = new Map<ZipEntry, number>();
  let shift = 0;
  let at = 0;
  for (const entry of ordered) {
    shifts.set(entry, shift);
    const content = contents.get(entry);
    if (content === undefined) continue;
    const data = await dataStart(archive, entry);
    // A data descriptor after the data has the old sizes; it is dropped, since the header now has the new ones.
    const end = (entry.flags & HAS_DESCRIPTOR) === 0 ? data + entry.compressedSize : entry.roomEnd;
    const header = newLocalHeader(Buffer.from(await archive.read(entry.localHeader, data)), content);
    await copyRange(archive, at, entry.localHeader, output);
    await output.write(header);
    for (const chunk of content.chunks) await output.write(chunk);
    at = end;
    shift += header.length + content.compressedSize - (end - entry.localHeader);
  }
  await copyRange(archive, at, directory.start, output);
  const records = newRecords(directory, contents, shifts);
  await output.write(records);
  await writeEnd(archive, directory, records.length, shift, output);
}

function newLocalHeader(old: Buffer, content: PackedContent): Buffer {
  const nameEnd = LOCAL_HEADER + old.readUInt16LE(26);
  const header = withoutExtra(old, nameEnd, old.length, ZIP64_FIELD);
  header.writeUInt16LE(header.length - nameEnd, 28);
  header.writeUInt16LE(old.readUInt16LE(6) & ~HAS_DESCRIPTOR, 6);
  header.writeUInt16LE(8, 8);
  writeSizes(header, 14, content);
  return header;
}

function newRecords({ entries, records: old }: ZipDirectory, contents: ReadonlyMap<ZipEntry, PackedContent>, shifts: ReadonlyMap<ZipEntry, number>): Buffer {
  const pieces = entries.map((entry) => {
    const { recordStart, recordEnd, zip64Place } = entry;
    const record = Buffer.from(old.subarray(recordStart, recordEnd));
    const place = entry.localHeader + (shifts.get(entry) ?? 0);
    const content = contents.get(entry);
    if (content !== undefined) return newRecord(record, place, content);
    if (zip64Place >= 0) record.writeBigUInt64LE(BigInt(place), zip64Place - recordStart);
    else record.writeUInt32LE(place, 42);
    return record;
  });
  return Buffer.concat([...pieces, old.subarray(entries.at(-1)?.recordEnd ?? 0)]);
}

function newRecord(old: Buffer, localHeader: number, content: PackedContent): Buffer {
  const nameEnd = 46 + old.readUInt16LE(28);
  const extraEnd = nameEnd + old.readUInt16LE(30);
  const record = withoutExtra(old, nameEnd, extraEnd, ZIP64_FIELD);
  record.writeUInt16LE(extraEnd - nameEnd - (old.length - record.length), 30);
  record.writeUInt16LE(old.readUInt16LE(8) & ~HAS_DESCRIPTOR, 8);
  record.writeUInt16LE(8, 10);
  writeSizes(record, 16, content);
  record.writeUInt32LE(localHeader, 42);
  return record;
}

/** Checksum, packed size and size come in this order in both kinds of header. */
function writeSizes(header: Buffer, at: number, { crc32, compressedSize, size }: PackedContent): void {
  header.writeUInt32LE(crc32, at);
  header.writeUInt32LE(compressedSize, at + 4);
  header.writeUInt32LE(size, at + 8);
}

function withoutExtra(bytes: Buffer, from: number, to: number, id: number): Buffer {
  const field = findExtra(viewOf(bytes), from, to, id);
  return field === null ? Buffer.from(bytes) : Buffer.concat([bytes.subarray(0, field.start - 4), bytes.subarray(field.end)]);
}

/** Everything after the records, with the directory's new size and offset. */
async function writeEnd(archive: InputFile, directory: ZipDirectory, size: number, shift: number, output: OutputFile): Promise<void> {
  const { start, end, endRecord, zip64 } = directory;
  const tail = Buffer.from(await archive.read(end, archive.size));
  const moved = size - (end - start) + shift;
  const at = endRecord - end;
  if (tail.readUInt32LE(at + 12) !== 0xffff_ffff) tail.writeUInt32LE(size, at + 12);
  if (tail.readUInt32LE(at + 16) !== 0xffff_ffff) tail.writeUInt32LE(start + shift, at + 16);
  if (zip64 !== null) {
    tail.writeBigUInt64LE(BigInt(size), zip64.record - end + 40);
    tail.writeBigUInt64LE(BigInt(start + shift), zip64.record - end + 48);
    tail.writeBigUInt64LE(BigInt(zip64.record + moved), zip64.locator - end + 8);
  }
  await output.write(tail);
}
