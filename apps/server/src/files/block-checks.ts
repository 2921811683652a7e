import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { ProblemError } from '@geoinsights/contract';
import type { ByteRange } from './file-storage.ts';

/** A range costs at most two blocks more than it has bytes. */
const BLOCK_BYTES = 256 * 1024;

/** The CRC-32 of each block of a file, so that a part of it can be checked without reading the rest. */
export type BlockChecks = Uint32Array;

/** @throws whatever reading throws */
export async function checksOf(file: FileHandle, size: number): Promise<BlockChecks> {
  const checks = new Uint32Array(Math.ceil(size / BLOCK_BYTES));
  const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, size));
  for (let index = 0; index < checks.length; index++) checks[index] = crc32(block.subarray(0, await fill(block, file, index * BLOCK_BYTES)));
  return checks;
}

/** The checks as they are stored: at their end is one of themselves, as they are not flushed and a power failure may have spoilt them. */
export function storedChecks(checks: BlockChecks): Buffer {
  const bytes = Buffer.alloc(checks.length * 4 + 4);
  for (const [index, check] of checks.entries()) bytes.writeUInt32LE(check, index * 4);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
  return bytes;
}

/** @returns null if these are not the checks of a file of this size */
export function readChecks(bytes: Buffer, size: number): BlockChecks | null {
  const count = Math.ceil(size / BLOCK_BYTES);
  if (bytes.length !== count * 4 + 4 || bytes.readUInt32LE(count * 4) !== crc32(bytes.subarray(0, -4))) return null;
  return Uint32Array.from({ length: count }, (_, index) => bytes.readUInt32LE(index * 4));
}

/**
 * The bytes of a range, none of which is handed out before its whole block was found to be as it was stored.
 * @param file is closed by the stream, but not if this throws
 * @throws ProblemError `result-damaged` if the first block differs; the stream fails with the same if a later one does
 */
export async function checkedBytes(file: FileHandle, checks: BlockChecks, range: ByteRange): Promise<Readable> {
  const bytes = new CheckedBytes(file, checks, range);
  await bytes.readAhead();
  return bytes;
}

class CheckedBytes extends Readable {
  readonly #file: FileHandle;
  readonly #checks: BlockChecks;
  readonly #range: ByteRange;
  #index: number;
  #ahead: Buffer | null = null;

  constructor(file: FileHandle, checks: BlockChecks, range: ByteRange) {
    super({ highWaterMark: BLOCK_BYTES });
    this.#file = file;
    this.#checks = checks;
    this.#range = range;
    this.#index = Math.floor(range.start / BLOCK_BYTES);
  }

  async readAhead(): Promise<void> {
    this.#ahead = await this.#next();
  }

  override _read(): void {
    const ahead = this.#ahead;
    this.#ahead = null;
    if (ahead !== null) {
      this.push(ahead);
      return;
    }
    this.#next().then(
      (block) => this.push(block),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#file.close().then(
      () => callback(error),
      (fault: unknown) => callback(error ?? (fault instanceof Error ? fault : null)),
    );
  }

  /** Null after the last one. */
  async #next(): Promise<Buffer | null> {
    const from = this.#index * BLOCK_BYTES;
    const { start, end } = this.#range;
    if (from > end) return null;
    const block = Buffer.allocUnsafe(BLOCK_BYTES);
    const length = await fill(block, this.#file, from);
    if (crc32(block.subarray(0, length)) !== this.#checks[this.#index]) {
      throw new ProblemError('result-damaged', {}, { cause: new Error(`Its bytes from ${String(from)} on, ${String(length)} of them, are not those that were stored.`) });
    }
    this.#index++;
    return block.subarray(Math.max(0, start - from), Math.min(length, end + 1 - from));
  }
}

/** @returns how many bytes there were; fewer than asked for only at the end of the file */
async function fill(block: Buffer, file: FileHandle, position: number): Promise<number> {
  let filled = 0;
  while (filled < block.length) {
    const { bytesRead } = await file.read(block, filled, block.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}
