import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Spool } from '@geoinsights/geometry';
import { writeWhole } from './write-whole.ts';

/** Written in blocks of about this size. */
const BUFFER = 1 << 20;
/** Bytes that were read are kept in blocks of this size: most records take one or two kilobytes, and those of neighbours are adjacent. */
const BLOCK = 1 << 16;
const MOST_BLOCKS = 64;

/** Stores bytes in a file of its own, which is created with the first ones. */
export class DiskSpool implements Spool {
  readonly #place: string;
  readonly #buffer: Uint8Array<ArrayBuffer>;
  /** The blocks read last, by number, in the order in which they were read. */
  readonly #blocks = new Map<number, Uint8Array<ArrayBuffer>>();
  #file: number | null = null;
  #written = 0;
  #buffered = 0;

  /** @param folder must exist; `close` removes the file again */
  constructor(folder: string, buffer = BUFFER) {
    this.#place = path.join(folder, `spool-${randomUUID()}`);
    this.#buffer = new Uint8Array(buffer);
  }

  append(bytes: Uint8Array): number {
    if (this.#buffered + bytes.length > this.#buffer.length) this.#flush();
    const place = this.#written + this.#buffered;
    if (bytes.length > this.#buffer.length) this.#write(bytes);
    else {
      this.#buffer.set(bytes, this.#buffered);
      this.#buffered += bytes.length;
    }
    return place;
  }

  read(place: number, length: number): Uint8Array<ArrayBuffer> {
    if (place >= this.#written) return this.#buffer.slice(place - this.#written, place - this.#written + length);
    const number = Math.floor(place / BLOCK);
    const start = number * BLOCK;
    if (place + length > start + BLOCK || start + BLOCK > this.#written) return this.#readFromFile(place, length);
    let block = this.#blocks.get(number);
    if (block === undefined) {
      block = this.#readFromFile(start, BLOCK);
      this.#blocks.set(number, block);
      const [oldest] = this.#blocks.keys();
      if (this.#blocks.size > MOST_BLOCKS) this.#blocks.delete(oldest);
    }
    return block.subarray(place - start, place - start + length);
  }

  #readFromFile(place: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; ) {
      const count = readSync(this.#opened(), bytes, at, length - at, place + at);
      if (count === 0) throw new Error('What was kept on the disk is not there any more.');
      at += count;
    }
    return bytes;
  }

  close(): void {
    this.#blocks.clear();
    if (this.#file === null) return;
    closeSync(this.#file);
    this.#file = null;
    rmSync(this.#place, { force: true });
  }

  #flush(): void {
    if (this.#buffered === 0) return;
    this.#write(this.#buffer.subarray(0, this.#buffered));
    this.#buffered = 0;
  }

  #write(bytes: Uint8Array): void {
    writeWhole(this.#opened(), bytes, this.#written);
    this.#written += bytes.length;
  }

  #opened(): number {
    this.#file ??= openSync(this.#place, 'wx+', 0o600);
    return this.#file;
  }
}
