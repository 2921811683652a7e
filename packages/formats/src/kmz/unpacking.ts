import type { ScratchFolder } from '../files/scratch.ts';

/** How this platform unpacks entries of ZIP archives. */
export interface Unpacking {
  /** The CRC-32 of consecutive bytes. @param checksum of the bytes before, 0 at the start */
  crc32(bytes: Uint8Array, checksum: number): number;
  /** Expands raw deflate data. @throws UnpackableError if the data is not valid */
  inflate(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** The place for large entries; without it they stay in memory. */
  readonly folder?: ScratchFolder;
  /** Memory in bytes that all entries together may take if there is no folder. */
  readonly mostInMemory: number;
}

/** Packed data that cannot be expanded. */
export class UnpackableError extends Error {
  override readonly name = 'UnpackableError';
}
