import { ProblemError } from '@geoinsights/contract/errors';
import { Int32List } from '@geoinsights/geometry/arrays';
import type { InputFile } from '../driver.ts';
import { FileWindow } from '../files/window.ts';
import { HEADER_BYTES } from './header.ts';

/** Length of the record number and content length before each record's content. */
export const RECORD_HEADER_BYTES = 8;
/** Length of an entry of the index. */
const ENTRY_BYTES = 8;

/** The result of walking through the file. */
interface WalkedRecords {
  readonly table: RecordTable;
  /** True if the records are numbered from 1 on in file order. */
  readonly numberedOn: boolean;
}

/** Where each record lies; entry i is feature i, whose attributes are row i of the .dbf. */
export interface RecordTable {
  readonly count: number;
  /** Start of the record header, in 16-bit words from the start of the file. */
  readonly offsets: Int32Array;
  /** Length of the content after the record header, in words. */
  readonly lengths: Int32Array;
  /** Indices by ascending offset. Null if they are in this order already. */
  readonly fileOrder: Int32Array | null;
  /** True if the records follow the header and each other without gaps. */
  readonly contiguous: boolean;
  /** Where the last record of the file ends, in bytes. */
  readonly end: number;
}

/** How many records an index lists, by its size alone. Its header may state fewer. */
export function entriesOf(index: InputFile): number {
  return Math.max(0, Math.floor((index.size - HEADER_BYTES) / ENTRY_BYTES));
}

/** Reads the index. @returns null if it cannot belong to this file: a wrong code, entries outside the file, entries that share bytes. */
export async function readIndex(index: InputFile, main: InputFile): Promise<RecordTable | null> {
  // Every record takes at least 12 bytes, so a valid index is smaller than its file.
  if (index.size < HEADER_BYTES || index.size > main.size + HEADER_BYTES) return null;
  const window = new FileWindow(index);
  if (!(await window.load(0, HEADER_BYTES)) || window.view.getInt32(0) !== 9994) return null;
  const statedEnd = window.view.getInt32(24) * 2;
  const end = statedEnd >= HEADER_BYTES && statedEnd <= index.size ? statedEnd : index.size;
  const count = Math.floor((end - HEADER_BYTES) / ENTRY_BYTES);
  const offsets = new Int32Array(count);
  const lengths = new Int32Array(count);
  for (let at = 0; at < count; at++) {
    const entry = HEADER_BYTES + ENTRY_BYTES * at;
    if (!window.has(entry, entry + ENTRY_BYTES) && !(await window.load(entry, entry + ENTRY_BYTES))) return null;
    offsets[at] = window.view.getInt32(entry - window.start);
    lengths[at] = window.view.getInt32(entry - window.start + 4);
    if (offsets[at] < HEADER_BYTES / 2 || lengths[at] < 2 || (offsets[at] + lengths[at]) * 2 + RECORD_HEADER_BYTES > main.size) return null;
  }
  return tableOf(offsets, lengths);
}

/** @returns null if two records share bytes. */
function tableOf(offsets: Int32Array, lengths: Int32Array): RecordTable | null {
  const count = offsets.length;
  let ascending = true;
  for (let at = 1; at < count && ascending; at++) ascending = offsets[at] > offsets[at - 1];
  const fileOrder = ascending ? null : Int32Array.from(offsets.keys()).sort((a, b) => offsets[a] - offsets[b]);
  let end = HEADER_BYTES / 2;
  let contiguous = true;
  for (let at = 0; at < count; at++) {
    const record = fileOrder === null ? at : fileOrder[at];
    if (offsets[record] < end) return null;
    if (offsets[record] > end) contiguous = false;
    end = offsets[record] + lengths[record] + RECORD_HEADER_BYTES / 2;
  }
  return { count, offsets, lengths, fileOrder, contiguous, end: end * 2 };
}

/**
 * Finds the records by walking from each to the next, the only way if there is no index. If their numbers are 1 to n in
 * another order, the records are sorted by number.
 *
 * @param statedLength where the file ends according to its header; beyond it, records are read only while the numbering continues.
 * @throws ProblemError if a record reaches beyond the file.
 */
export async function walkRecords(file: InputFile, statedLength: number): Promise<WalkedRecords> {
  const window = new FileWindow(file);
  const offsets = new Int32List();
  const lengths = new Int32List();
  const numbers = new Int32List();
  const statedEnd = statedLength >= HEADER_BYTES && statedLength <= file.size ? statedLength : Infinity;
  for (let at = HEADER_BYTES; at + RECORD_HEADER_BYTES <= file.size; ) {
    if (!window.has(at, at + RECORD_HEADER_BYTES)) await window.load(at, at + RECORD_HEADER_BYTES);
    const number = window.view.getInt32(at - window.start);
    const length = window.view.getInt32(at - window.start + 4);
    const next = offsets.length + 1;
    const end = at + RECORD_HEADER_BYTES + 2 * length;
    if (at >= statedEnd && (number !== next || length < 2 || end > file.size)) break;
    if (length < 2) throw damaged(file, next, at, `it states a length of ${length} words`);
    if (end > file.size) {
      if (number === next) throw new ProblemError('shapefile-truncated', { file: file.name, size: file.size, record: next });
      throw damaged(file, next, at, 'it reaches beyond the end of the file');
    }
    offsets.push(at / 2);
    lengths.push(length);
    numbers.push(number);
    at = end;
  }
  const byNumber = orderOfNumbers(numbers.toArray());
  const [found, counts] = [offsets.toArray(), lengths.toArray()];
  const table = byNumber === 'as they stand' || byNumber === 'unusable' ? tableOf(found, counts) : tableOf(byNumber.map((at) => found[at]), byNumber.map((at) => counts[at]));
  if (table === null) throw new Error('records that were walked one after the other share bytes');
  return { table, numberedOn: byNumber === 'as they stand' };
}

/** Positions by record number, if the numbers are 1 to n in any order. */
function orderOfNumbers(numbers: Int32Array): Int32Array | 'as they stand' | 'unusable' {
  const count = numbers.length;
  if (numbers.every((number, at) => number === at + 1)) return 'as they stand';
  const positions = new Int32Array(count).fill(-1);
  for (let at = 0; at < count; at++) {
    const place = numbers[at] - 1;
    if (place < 0 || place >= count || positions[place] >= 0) return 'unusable';
    positions[place] = at;
  }
  return positions;
}

function damaged(file: InputFile, record: number, offset: number, reason: string): ProblemError {
  return new ProblemError('shapefile-record-invalid', { file: file.name, record, offset, reason });
}
