/** Storage for bytes, in memory or elsewhere. It holds the results of repairing large layers until all of them are known. */
export interface Spool {
  /** Stores bytes; their number must be a multiple of eight. @returns where they are, for `read` */
  append(bytes: Uint8Array<ArrayBuffer>): number;
  /** Stored bytes, at an offset in their buffer that is a multiple of eight. They must not be changed. */
  read(position: number, length: number): Uint8Array<ArrayBuffer>;
}

const CHUNK = 1 << 22;
/** A position is the number of a chunk times this, plus the offset in the chunk. */
const POSITIONS_IN_CHUNK = 2 ** 32;

/** A spool in memory. */
export class MemorySpool implements Spool {
  private readonly chunks: Uint8Array<ArrayBuffer>[] = [];
  private free = 0;
  private at = 0;

  append(bytes: Uint8Array<ArrayBuffer>): number {
    if (bytes.length > this.free) {
      this.chunks.push(new Uint8Array(Math.max(CHUNK, bytes.length)));
      this.free = this.chunks[this.chunks.length - 1].length;
      this.at = 0;
    }
    const position = (this.chunks.length - 1) * POSITIONS_IN_CHUNK + this.at;
    this.chunks[this.chunks.length - 1].set(bytes, this.at);
    this.at += bytes.length;
    this.free -= bytes.length;
    return position;
  }

  read(position: number, length: number): Uint8Array<ArrayBuffer> {
    const start = position % POSITIONS_IN_CHUNK;
    return this.chunks[Math.floor(position / POSITIONS_IN_CHUNK)].subarray(start, start + length);
  }
}
