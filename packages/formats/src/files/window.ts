import type { InputFile } from '../driver.ts';

/**
 * A window over an input file: the way to read a file from front to back, or record by record, in bounded memory.
 *
 * `load` is the only call that waits; within the range that it made available everything is a plain look into `bytes`
 * and `view`, which are valid until the next call. Position p of the file stands at `p - start` of both.
 */
export class FileWindow {
  readonly file: InputFile;
  /** Position in the file of the first byte of the window. */
  start = 0;
  bytes: Uint8Array = new Uint8Array(0);
  view: DataView = new DataView(new ArrayBuffer(0));
  readonly #size: number;
  /** Used again and again, so that a large file does not leave a trail of windows behind. */
  #room = new Uint8Array(0);

  /** @param size bytes to read at a time; a longer range that is asked for is still loaded in one. */
  constructor(file: InputFile, size: number = 1 << 20) {
    this.file = file;
    this.#size = size;
  }

  /** Position in the file behind the last byte of the window. */
  get end(): number {
    return this.start + this.bytes.byteLength;
  }

  /** True when [start, end) is in the window. */
  has(start: number, end: number): boolean {
    return start >= this.start && end <= this.end;
  }

  /**
   * Moves the window so that it begins at `start` at the latest and holds [start, end), as far as the file goes.
   * @returns false when the file ends before `end`.
   */
  async load(start: number, end: number): Promise<boolean> {
    if (this.has(start, end)) return true;
    const to = Math.min(this.file.size, Math.max(end, start + this.#size));
    if (to - start > this.#room.length) this.#room = new Uint8Array(to - start);
    const bytes = await this.file.read(start, to, this.#room);
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.start = start;
    return end <= this.end;
  }
}
