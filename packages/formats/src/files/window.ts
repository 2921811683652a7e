import type { InputFile } from '../driver.ts';

/** Windows smaller than this are for scattered records: what follows them is probably not wanted. */
const WORTH_READING_AHEAD = 1 << 16;

/** The part of a file after the window, which is being read while the window is in use. */
interface Ahead {
  readonly room: Uint8Array;
  readonly bytes: Promise<Uint8Array>;
}

/**
 * A window over an input file, for reading it from front to back or record by record in bounded memory.
 *
 * `load` is the only asynchronous call; within the range it loaded, read `bytes` and `view` directly. Both are valid until the
 * next call. Position p of the file lies at `p - start` in both.
 *
 * Once a window has moved on to where the one before it ended, the system reads what follows while the caller works. The first bytes of a room
 * for that are left free for the end of the window before it, in which a record may begin.
 */
export class FileWindow {
  readonly file: InputFile;
  /** File position of the first byte of the window. */
  start = 0;
  bytes: Uint8Array = new Uint8Array(0);
  view: DataView = new DataView(new ArrayBuffer(0));
  readonly #size: number;
  /** The longest end of a window that goes in front of what was read ahead. */
  readonly #lead: number;
  /** Reused for each load, so that reading a large file does not leave a trail of buffers. */
  #room: Uint8Array = new Uint8Array(0);
  #spare: Uint8Array = new Uint8Array(0);
  #ahead: Ahead | null = null;
  #readsAhead: boolean;

  /** @param size bytes to read at a time; a longer requested range is still loaded in one read. */
  constructor(file: InputFile, size: number = 1 << 20) {
    this.file = file;
    this.#size = size;
    this.#lead = size / 4;
    this.#readsAhead = size >= WORTH_READING_AHEAD;
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
    const isNext = this.bytes.length > 0 && start >= this.start && start <= this.end;
    if (!(await this.#takeAhead(start, end))) {
      const to = Math.min(this.file.size, Math.max(end, start + this.#size));
      if (to - start > this.#room.length) this.#room = new Uint8Array(to - start);
      this.#show(await this.file.read(start, to, this.#room), start);
    }
    if (isNext && this.#readsAhead) this.#readAhead();
    return end <= this.end;
  }

  /** Moves the window on to what was read ahead. @returns false if that does not include the range */
  async #takeAhead(start: number, end: number): Promise<boolean> {
    const ahead = this.#ahead;
    if (ahead === null) return false;
    this.#ahead = null;
    // The room is free once the read has ended. If it failed, reading the range again tells why.
    const bytes = await ahead.bytes.catch(() => null);
    const lead = this.end - start;
    const isUseful = bytes !== null && start >= this.start && lead >= 0 && lead <= this.#lead && Math.min(end, this.file.size) <= this.end + bytes.length;
    if (!isUseful) {
      this.#readsAhead = false;
      return false;
    }
    if (bytes.buffer !== ahead.room.buffer) ahead.room.set(bytes, this.#lead);
    const whole = ahead.room.subarray(this.#lead - lead, this.#lead + bytes.length);
    whole.set(this.bytes.subarray(start - this.start));
    [this.#room, this.#spare] = [ahead.room, this.#room];
    this.#show(whole, start);
    return true;
  }

  #readAhead(): void {
    const to = Math.min(this.file.size, this.end + this.#size);
    if (to <= this.end) return;
    const needed = this.#lead + this.#size;
    if (this.#spare.length < needed) this.#spare = new Uint8Array(needed);
    const room = this.#spare;
    const bytes = this.file.read(this.end, to, room.subarray(this.#lead));
    bytes.catch(() => undefined);
    this.#ahead = { room, bytes };
  }

  #show(bytes: Uint8Array, start: number): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.start = start;
  }
}
