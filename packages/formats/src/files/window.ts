import type { InputFile } from '../driver.ts';

/**
 * A window over an input file, for reading it from front to back or record by record in bounded memory.
 *
 * `load` is the only asynchronous call; within the range it loaded, read `bytes` and `view` directly. Both are valid until the
 * next call. Position p of the file lies at `p - start` in both.
 */
export class FileWindow {
  readonly file: InputFile;
  /** File position of the first byte of the window. */
  start = 0;
  bytes: Uint8Array = new Uint8Array(0);
  view: DataView = new DataView(new ArrayBuffer(0));
  readonly #size: number;
  /** Reused for each load, so that reading a large file does not leave a trail of buffers. */
  #room = new Uint8Array(0);

  /** @param size bytes to read at a time; a longer requested range is still loaded in one read. */
  constructor(file: InputFile, size: number = 1 << 20) {
    this.file = file;
    this.#size = size;
  }

  /** File position after the last byte of the window. */
  get end(): number {
    return this.start + this.bytes.byteLength;
  }

  has(start: number, end: number): boolean {
    return start >= this.start && end <= this.end;
  }

  /**
   * Moves the window to include [start, end), as far as the file goes.
   * @returns false if the file ends before `end`.
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
