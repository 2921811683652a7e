import type { ScratchFolder } from '../files/scratch.ts';

/** How this machine unpacks entries of ZIP archives. */
export interface Unpacking {
  /** The CRC-32 of bytes that follow on others. @param checksum that of what came before, 0 at the start */
  crc32(bytes: Uint8Array, checksum: number): number;
  /** Expands raw deflate data. @throws UnpackableError for data that are none */
  inflate(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** Where large entries are put; without it they stay in memory. */
  readonly folder?: ScratchFolder;
  /** Bytes of all entries together that memory may take where there is no folder. */
  readonly mostInMemory: number;
}

/** Packed data that cannot be expanded. */
export class UnpackableError extends Error {
  override readonly name = 'UnpackableError';
}
