import { z } from 'zod';

/** A column of numbers; null if absent. */
export type Column = Float64Array | Int32Array | Uint8Array | null;

const MAGIC = Uint8Array.of(0x47, 0x49, 0x50, 0x31);
/** Magic number and header length, in bytes. */
const PREFIX = 8;
/** Columns begin at multiples of this, so that they can be used in place. */
const ALIGNMENT = 8;
const KINDS = { f64: Float64Array, i32: Int32Array, u8: Uint8Array } as const;

const headerSchema = z.object({
  meta: z.unknown(),
  columns: z.array(z.tuple([z.enum(['f64', 'i32', 'u8']), z.int().nonnegative()]).nullable()).max(64),
});

/** Bytes that `encodeColumns` did not make. */
export class MalformedColumns extends Error {}

/**
 * Encodes columns and metadata for another machine: magic number, header length, header in JSON, and the columns one after the other,
 * in the byte order of the machine (little-endian everywhere Node.js runs today).
 */
export function encodeColumns(meta: unknown, columns: readonly Column[]): Uint8Array {
  const header = new TextEncoder().encode(JSON.stringify({ meta, columns: columns.map((column) => (column === null ? null : [kindOf(column), column.length])) }));
  const begin = aligned(PREFIX + header.length);
  const bytes = new Uint8Array(columns.reduce((size, column) => size + aligned(column?.byteLength ?? 0), begin));
  bytes.set(MAGIC);
  new DataView(bytes.buffer).setUint32(MAGIC.length, header.length, true);
  bytes.set(header, PREFIX);
  let at = begin;
  for (const column of columns) {
    if (column === null) continue;
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += aligned(column.byteLength);
  }
  return bytes;
}

/** @throws MalformedColumns */
export function decodeColumns(given: Uint8Array): { meta: unknown; columns: Column[] } {
  const bytes = isAligned(given) ? given : Uint8Array.from(given);
  if (bytes.length < PREFIX || MAGIC.some((byte, i) => bytes[i] !== byte)) throw new MalformedColumns('It does not begin as columns do.');
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAGIC.length, true);
  const { meta, columns } = headerOf(bytes.subarray(PREFIX, PREFIX + length));
  let at = aligned(PREFIX + length);
  const read = columns.map((column) => {
    if (column === null) return null;
    const [kind, count] = column;
    const size = count * KINDS[kind].BYTES_PER_ELEMENT;
    if (at + size > bytes.length) throw new MalformedColumns('It ends before its columns do.');
    const values = new KINDS[kind](bytes.buffer, bytes.byteOffset + at, count);
    at += aligned(size);
    return values;
  });
  if (at !== bytes.length) throw new MalformedColumns('It goes on behind its columns.');
  return { meta, columns: read };
}

function headerOf(bytes: Uint8Array): z.infer<typeof headerSchema> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new MalformedColumns('Its header is not JSON.', { cause });
  }
  const header = headerSchema.safeParse(value);
  if (!header.success) throw new MalformedColumns('Its header says something else.', { cause: header.error });
  return header.data;
}

function isAligned(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.byteOffset % ALIGNMENT === 0 && bytes.buffer instanceof ArrayBuffer;
}

function kindOf(column: Float64Array | Int32Array | Uint8Array): keyof typeof KINDS {
  if (column instanceof Float64Array) return 'f64';
  return column instanceof Int32Array ? 'i32' : 'u8';
}

function aligned(size: number): number {
  return Math.ceil(size / ALIGNMENT) * ALIGNMENT;
}
