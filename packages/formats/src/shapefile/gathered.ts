import type { OutputFile } from '../driver.ts';
import { copyRange } from '../files/copy.ts';
import type { ScratchFile, ScratchFolder } from '../files/scratch.ts';

/** Buffered until written: many small writes would take longer than everything else. */
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

  /** Writes the rest and releases the memory. */
  async finish(): Promise<void> {
    this.#file ??= await this.#folder.create();
    await this.settle();
    await this.#file.finish();
    this.bytes = new Uint8Array(0);
    this.view = new DataView(this.bytes.buffer);
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
    this.bytes = new Uint8Array(0);
    await this.#file?.drop();
  }
}
