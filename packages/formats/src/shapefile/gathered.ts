import type { OutputFile } from '../driver.ts';
import { copyRange } from '../files/copy.ts';
import type { ScratchFile, ScratchFolder } from '../files/scratch.ts';

/** Buffered until written: each write wakes a thread of Node's, which takes as long as copying some hundred kilobytes. */
const PIECE = 1 << 20;
/** Initial buffer size; most layers need no more. */
const FIRST_ROOM = 1 << 14;

/** Buffers small pieces for a scratch file. `room` never awaits, so the writer must call `settle` from time to time. */
export class Gathered {
  bytes = new Uint8Array(FIRST_ROOM);
  view = new DataView(this.bytes.buffer);
  /** All bytes so far, written or still buffered. */
  size = 0;
  #filled = 0;
  /** The buffer that fills next, while the other one is written. */
  #spare: Uint8Array<ArrayBuffer> | null = null;
  /** The write in progress. The next call that awaits it throws its error. */
  #underway = Promise.resolve();
  readonly #folder: ScratchFolder;
  #file: ScratchFile | null = null;

  constructor(folder: ScratchFolder) {
    this.#folder = folder;
  }

  /** Reserves `length` bytes and returns where they begin in `bytes` and `view`, which may have been replaced. The bytes have arbitrary old content. */
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

  /** Returns the last bytes of the latest reservation. */
  giveBack(length: number): void {
    this.#filled -= length;
    this.size -= length;
  }

  append(bytes: Uint8Array): void {
    const at = this.room(bytes.length);
    this.bytes.set(bytes, at);
  }

  get isFull(): boolean {
    return this.#filled >= PIECE;
  }

  /** Begins to write what is buffered, if it is enough; further pieces go into another buffer. @throws the error of a write that was begun before */
  async settle(): Promise<void> {
    if (this.isFull) await this.#write();
  }

  async #write(): Promise<void> {
    await this.#underway;
    this.#file ??= await this.#folder.create();
    const full = this.bytes;
    this.#underway = this.#file.write(full.subarray(0, this.#filled));
    this.#underway.catch(() => undefined);
    this.#use(this.#spare ?? new Uint8Array(Math.min(full.length, 2 * PIECE)));
    this.#spare = full.length <= 2 * PIECE ? full : null;
    this.#filled = 0;
  }

  /** Writes the rest and releases the memory. */
  async finish(): Promise<void> {
    this.#file ??= await this.#folder.create();
    if (this.#filled > 0) await this.#write();
    await this.#underway;
    await this.#file.finish();
    this.#releaseMemory();
  }

  #use(bytes: Uint8Array<ArrayBuffer>): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }

  #releaseMemory(): void {
    this.#spare = null;
    this.#use(new Uint8Array(0));
  }

  /** Reads everything back; call it after `finish`. */
  async read<Result>(use: (file: Awaited<ReturnType<ScratchFile['open']>>) => Promise<Result>): Promise<Result> {
    if (this.#file === null) throw new Error('what was gathered is read before it is all there');
    const file = await this.#file.open();
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  }

  /** Makes everything the content of an output, without copying it where that is possible; call it after `finish`. @param head replaces the first bytes */
  async moveTo(output: OutputFile, head: Uint8Array): Promise<void> {
    const place = this.#file?.path;
    if (place !== undefined && output.takeOver !== undefined && (await output.takeOver(place, head))) return;
    await output.write(head);
    await this.read((file) => copyRange(file, head.length, file.size, output));
  }

  async drop(): Promise<void> {
    await this.#underway.catch(() => undefined);
    this.#releaseMemory();
    await this.#file?.drop();
  }
}
