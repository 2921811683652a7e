import { ProblemError } from '@geoinsights/contract/errors';
import { open } from 'node:fs/promises';
import type { InputFile } from '../driver.ts';

/**
 * Undoes an interrupted change: pages saved in the rollback journal are restored, and added pages are removed. SQLite itself would
 * do so when it next opens the file, but it would also follow what a hostile journal names (other files, any size), so we
 * do it here. Source: SQLite file format, section 3, "The Rollback Journal".
 */

const MAGIC = Uint8Array.of(0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7);
const HEADER_BYTES = 28;
/** A page count that means "as many as there are". */
const TO_THE_END = 0xffffffff;
/** Every two-hundredth byte of a page goes into its checksum. */
const CHECKSUM_STEP = 200;
/** The checksum after the number and the bytes of a page. */
const CHECKSUM_BYTES = 4;
/** The page where SQLite locks files is never used. */
const LOCK_BYTE = 0x40000000;

interface JournalHeader {
  readonly records: number;
  readonly nonce: number;
  /** How many pages the file had before the change. */
  readonly pages: number;
  readonly sectorSize: number;
  readonly pageSize: number;
}

/**
 * Whether the journal belongs to an unfinished change. The journal of a finished one is empty or begins with zeros. Like
 * SQLite, we ignore a journal with an impossible header.
 */
export async function isUnfinished(journal: InputFile): Promise<boolean> {
  return (await firstHeader(journal)) !== null;
}

async function firstHeader(journal: InputFile): Promise<JournalHeader | null> {
  const header = await readHeader(journal, 0);
  return header !== null && isSize(header.pageSize, 512, 65536) && isSize(header.sectorSize, 32, 65536) ? header : null;
}

/**
 * @param path a writable copy of the database
 * @throws ProblemError geopackage-damaged for a journal that cannot belong to this file
 */
export async function undoChange(path: string, journal: InputFile, fileName: string): Promise<void> {
  const damaged = (what: string): ProblemError => new ProblemError('geopackage-damaged', { file: fileName, place: `its rollback journal ${what}` });
  const first = await firstHeader(journal);
  if (first === null) throw new Error('only an unfinished journal is undone');
  if (await namesOtherDatabases(journal)) throw damaged('is part of a change of several databases');
  const { pageSize } = first;
  if (first.pages === 0) throw damaged('says that the file was still being created');
  const handle = await open(path, 'r+');
  try {
    const { size } = await handle.stat();
    const kept = Math.floor(journal.size / (pageSize + 4 + CHECKSUM_BYTES));
    if (first.pages > Math.ceil(size / pageSize) + kept) throw damaged('lists more pages than there are');
    await restorePages(handle, journal, first);
    // Remove the pages that the change added.
    if (first.pages * pageSize < size) await handle.truncate(first.pages * pageSize);
  } finally {
    await handle.close();
  }
}

type Handle = Awaited<ReturnType<typeof open>>;

/** Stops where the journal had not been synced yet: until then the file was not touched. */
async function restorePages(handle: Handle, journal: InputFile, first: JournalHeader): Promise<void> {
  const { pageSize, sectorSize } = first;
  const recordBytes = 4 + pageSize + CHECKSUM_BYTES;
  const lockPage = Math.floor(LOCK_BYTE / pageSize) + 1;
  const done = new Set<number>();
  for (let header: JournalHeader | null = first, at = 0; header !== null; header = await readHeader(journal, at)) {
    at += sectorSize;
    const records = Math.min(header.records === TO_THE_END ? Infinity : header.records, Math.floor((journal.size - at) / recordBytes));
    for (let record = 0; record < records; record++, at += recordBytes) {
      const bytes = await journal.read(at, at + recordBytes);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const page = view.getUint32(0);
      const content = bytes.subarray(4, 4 + pageSize);
      if (page === 0 || page === lockPage || view.getUint32(4 + pageSize) !== checksum(content, header.nonce)) return;
      if (page > first.pages || done.has(page)) continue;
      done.add(page);
      await handle.write(content, 0, pageSize, (page - 1) * pageSize);
    }
    at = Math.ceil(at / sectorSize) * sectorSize;
  }
}

async function readHeader(journal: InputFile, at: number): Promise<JournalHeader | null> {
  const bytes = await journal.read(at, at + HEADER_BYTES);
  if (bytes.length < HEADER_BYTES || !startsWith(bytes, MAGIC)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { records: view.getUint32(8), nonce: view.getUint32(12), pages: view.getUint32(16), sectorSize: view.getUint32(20), pageSize: view.getUint32(24) };
}

/** A journal of several databases ends with the name of a file that exists only on its owner's disk. */
async function namesOtherDatabases(journal: InputFile): Promise<boolean> {
  return journal.size > HEADER_BYTES + MAGIC.length && startsWith(await journal.read(journal.size - MAGIC.length, journal.size), MAGIC);
}

function checksum(page: Uint8Array, nonce: number): number {
  let sum = nonce;
  for (let at = page.length - CHECKSUM_STEP; at > 0; at -= CHECKSUM_STEP) sum = (sum + page[at]) >>> 0;
  return sum;
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return bytes.length >= start.length && start.every((byte, index) => bytes[index] === byte);
}

function isSize(value: number, least: number, most: number): boolean {
  return value >= least && value <= most && (value & (value - 1)) === 0;
}
