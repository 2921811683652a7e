import { ProblemError } from '@geoinsights/contract/errors';
import type { InputFile } from '../driver.ts';

const MAGIC = new TextEncoder().encode('SQLite format 3\0');
const HEADER_BYTES = 100;
const SMALLEST_PAGE = 512;

/** The fields in the first 100 bytes of an SQLite file that matter before opening it (SQLite file format, section 1.3). */
export interface FileHeader {
  readonly pageSize: number;
  /** Bytes 18 and 19: 1 for a rollback journal, 2 for a write-ahead log. */
  readonly writeVersion: number;
  readonly readVersion: number;
}

/** The header fields at offsets 18 and 19 of a file that needs no write-ahead log. */
export const ROLLBACK_VERSIONS = Uint8Array.of(1, 1);
export const VERSIONS_OFFSET = 18;

/**
 * Reads the header and compares the size in it with the actual size.
 * @throws ProblemError file-empty, geopackage-not-sqlite, geopackage-encrypted, geopackage-truncated
 */
export async function readFileHeader(file: InputFile): Promise<FileHeader> {
  if (file.size === 0) throw new ProblemError('file-empty', { file: file.name });
  const start = await file.read(0, 4096);
  if (!MAGIC.every((byte, index) => start[index] === byte)) {
    throw new ProblemError(looksEncrypted(start, file.size) ? 'geopackage-encrypted' : 'geopackage-not-sqlite', { file: file.name });
  }
  if (start.length < HEADER_BYTES) {
    throw new ProblemError('geopackage-truncated', { file: file.name, size: file.size, expected: `at least ${SMALLEST_PAGE}` });
  }
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  const storedPageSize = view.getUint16(16);
  const pageSize = storedPageSize === 1 ? 65536 : storedPageSize;
  if (pageSize < SMALLEST_PAGE || (pageSize & (pageSize - 1)) !== 0) {
    throw new ProblemError('geopackage-damaged', { file: file.name, place: `its header names a page size of ${pageSize} bytes` });
  }
  // The page count can only be trusted if the last writer maintained it (the two change counters agree).
  const pageCount = view.getUint32(24) === view.getUint32(92) ? view.getUint32(28) : 0;
  const expected = Math.max(pageCount, 1) * pageSize;
  if (file.size < expected) throw new ProblemError('geopackage-truncated', { file: file.name, size: file.size, expected });
  return { pageSize, writeVersion: view.getUint8(18), readVersion: view.getUint8(19) };
}

/**
 * Whole-file encryption leaves whole pages of random-looking bytes. Compressed files look alike but begin with a signature of a
 * few bytes that is the same in every file; the common ones are recognised here.
 */
function looksEncrypted(start: Uint8Array, size: number): boolean {
  if (start.length < 1024 || size % SMALLEST_PAGE !== 0) return false;
  const signatures = ['PK', '\x1f\x8b', '\x89PNG', '%PDF', '\xff\xd8\xff', 'BZh', '7z\xbc\xaf', 'Rar!', '\xfd7zXZ', '\x28\xb5\x2f\xfd'];
  const text = Array.from(start.subarray(0, 6), (byte) => String.fromCharCode(byte)).join('');
  if (signatures.some((signature) => text.startsWith(signature))) return false;
  const counts = new Float64Array(256);
  for (const byte of start) counts[byte] = (counts[byte] ?? 0) + 1;
  const entropy = counts.reduce((sum, count) => (count === 0 ? sum : sum - (count / start.length) * Math.log2(count / start.length)), 0);
  // Random bytes reach log2 of the sample size or 8, less about 0.2 by chance; text and images stay well below.
  return entropy > (start.length >= 4096 ? 7.9 : 7.6);
}
