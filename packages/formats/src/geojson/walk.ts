import type { InputFile } from '../driver.ts';
import { FEED } from './reader.ts';
import type { Walk } from './reader.ts';
import type { JsonScanner } from './scanner.ts';

const CHUNK = 1 << 20;

/**
 * Drives a reading over the bytes [start, end) of a file. While one piece is parsed, the next is already being fetched.
 * @param onRead is called with the offset up to which the file has been read.
 */
export async function walkOver<T>(walk: Walk<T>, scanner: JsonScanner, file: InputFile, start: number, end: number, onRead?: (offset: number) => void): Promise<T> {
  const course = await courseOver(scanner, file, start, end, onRead);
  return course.follow(walk);
}

/** Readings of one range, each continuing where the one before stopped. */
interface Course {
  follow<T>(walk: Walk<T>): Promise<T>;
}

/** Puts the scanner at the start of the bytes [start, end) of a file. */
export async function courseOver(scanner: JsonScanner, file: InputFile, start: number, end: number, onRead?: (offset: number) => void): Promise<Course> {
  const pieces = new Pieces(file, start, end, onRead);
  scanner.place(start, await pieces.from(start), pieces.isLast);
  return {
    async follow(walk) {
      for (;;) {
        pieces.fetchAhead();
        const step = walk.next();
        if (step.done === true) return step.value;
        if (step.value === FEED) {
          if (scanner.last) throw new Error('the reader asks for bytes behind the end');
          scanner.feed(await pieces.next(), pieces.isLast);
        } else {
          scanner.place(step.value, await pieces.from(step.value), pieces.isLast);
        }
      }
    },
  };
}

/** The bytes of a file piece by piece. A piece is valid until the next one is fetched. */
class Pieces {
  readonly #file: InputFile;
  readonly #end: number;
  readonly #onRead: ((offset: number) => void) | undefined;
  #offset = 0;
  #ahead: Promise<Uint8Array> | null = null;
  readonly #room: Uint8Array;

  constructor(file: InputFile, start: number, end: number, onRead: ((offset: number) => void) | undefined) {
    this.#file = file;
    this.#end = end;
    this.#onRead = onRead;
    // A range may be one feature of many thousands.
    this.#room = new Uint8Array(Math.min(CHUNK, Math.max(0, end - start)));
  }

  get isLast(): boolean {
    return this.#offset >= this.#end;
  }

  async from(offset: number): Promise<Uint8Array> {
    // The pending read uses the same buffer, so it must finish before the next one starts.
    await this.#ahead?.catch(() => undefined);
    this.#ahead = null;
    this.#offset = offset;
    return this.next();
  }

  async next(): Promise<Uint8Array> {
    const bytes = await (this.#ahead ?? this.#fetch());
    this.#ahead = null;
    // A file that became shorter while being read ends here.
    this.#offset = bytes.length === 0 ? this.#end : this.#offset + bytes.length;
    this.#onRead?.(this.#offset);
    return bytes;
  }

  /** Starts fetching the next piece, once the last one has been taken. */
  fetchAhead(): void {
    if (this.isLast || this.#ahead !== null) return;
    this.#ahead = this.#fetch();
    // Whoever awaits the piece gets the error; perhaps nobody will.
    this.#ahead.catch(() => undefined);
  }

  #fetch(): Promise<Uint8Array> {
    return this.#file.read(this.#offset, Math.min(this.#end, this.#offset + this.#room.length), this.#room);
  }
}
