/** Room for bytes, in memory or elsewhere: what a repair has made of large layers is kept there until all of it is known. */
export interface Spool {
  /** Keeps bytes, whose number is a multiple of eight. @returns where they are, for `read` */
  append(bytes: Uint8Array<ArrayBuffer>): number;
  /** Bytes that were kept, from a multiple of eight on in their buffer. They are not changed. */
  read(place: number, length: number): Uint8Array<ArrayBuffer>;
}

const CHUNK = 1 << 22;
/** Places are numbers of chunks, and what is before them in their chunk. */
const PLACES_IN_CHUNK = 2 ** 32;

/** The room in memory. */
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
    const place = (this.chunks.length - 1) * PLACES_IN_CHUNK + this.at;
    this.chunks[this.chunks.length - 1].set(bytes, this.at);
    this.at += bytes.length;
    this.free -= bytes.length;
    return place;
  }

  read(place: number, length: number): Uint8Array<ArrayBuffer> {
    const start = place % PLACES_IN_CHUNK;
    return this.chunks[Math.floor(place / PLACES_IN_CHUNK)].subarray(start, start + length);
  }
}
