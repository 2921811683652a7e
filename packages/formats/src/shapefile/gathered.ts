import type { ScratchFile, ScratchFolder } from '../files/scratch.ts';

/** What is gathered before it is written: many small pieces one by one would take longer than all else. */
const PIECE = 1 << 20;
/** Room at the beginning; most layers need no more. */
const FIRST_ROOM = 1 << 14;

/**
 * Small pieces on their way into a scratch file. `room` never waits, so that whoever writes calls `settle` now and then.
 */
export class Gathered {
  bytes = new Uint8Array(FIRST_ROOM);
  view = new DataView(this.bytes.buffer);
  /** Bytes that were written, with those that are still gathered. */
  size = 0;
  #filled = 0;
  readonly #folder: ScratchFolder;
  #file: ScratchFile | null = null;

  constructor(folder: ScratchFolder) {
    this.#folder = folder;
  }

  /** Takes room for `length` bytes, and says where it begins in `bytes` and `view`, which may be others than before. What stands there is left from before. */
  room(length: number): number {
    const at = this.#filled;
    if (at + length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(2 * this.bytes.length, at + length));
      larger.set(this.bytes.subarray(0, at));
      this.bytes = larger;
      this.view = new DataView(larger.buffer);
    }
    this.#filled += length;
    this.size += length;
    return at;
  }

  /** Gives back the last bytes of the room that was taken last. */
  giveBack(length: number): void {
    this.#filled -= length;
    this.size -= length;
  }

  append(bytes: Uint8Array): void {
    const at = this.room(bytes.length);
    this.bytes.set(bytes, at);
  }

  get isFull(): boolean {
    return this.#filled >= PIECE / 2;
  }

  async settle(): Promise<void> {
    if (this.#filled === 0) return;
    this.#file ??= await this.#folder.create();
    await this.#file.write(this.bytes.subarray(0, this.#filled));
    this.#filled = 0;
    if (this.bytes.length <= 2 * PIECE) return;
    this.bytes = new Uint8Array(PIECE);
    this.view = new DataView(this.bytes.buffer);
  }

  /** Writes what is left, and gives the memory back. */
  async finish(): Promise<void> {
    this.#file ??= await this.#folder.create();
    await this.settle();
    await this.#file.finish();
    this.bytes = new Uint8Array(0);
    this.view = new DataView(this.bytes.buffer);
  }

  /** Reads what was gathered, after `finish`. */
  async read<Result>(use: (file: Awaited<ReturnType<ScratchFile['open']>>) => Promise<Result>): Promise<Result> {
    if (this.#file === null) throw new Error('what was gathered is read before it is all there');
    const file = await this.#file.open();
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  }

  async drop(): Promise<void> {
    this.bytes = new Uint8Array(0);
    await this.#file?.drop();
  }
}
