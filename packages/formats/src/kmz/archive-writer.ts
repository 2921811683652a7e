import { crc32, createDeflateRaw } from 'node:zlib';
import { ProblemError } from '@geoinsights/contract/errors';
import type { OutputFile } from '../driver.ts';
import { MAXIMUM_SIZE } from './expand.ts';

const ENTRY = Buffer.from('doc.kml');
/** 1 January 2000, so that the same input gives the same bytes. */
const DATE = 0x2821;
const VERSION = 20;
const MADE_ON_UNIX = 3 << 8;
const PLAIN_FILE = 0o100644 * 0x1_0000;
/** Checksum and sizes follow the data, since they are not known before. */
const HAS_DESCRIPTOR = 8;
const DEFLATED = 8;
/** Level 6 takes three times as long for a file that is 4 % smaller. */
const LEVEL = 4;

/**
 * Writes a KMZ with one document, which is deflated as it arrives and never held in memory as a whole.
 *
 * No library: yazl computes its checksum in JavaScript and passes every byte through five streams.
 */
export class ArchiveWriter {
  readonly #output: OutputFile;
  readonly #file: string;
  readonly #deflate = createDeflateRaw({ level: LEVEL, chunkSize: 1 << 17 });
  readonly #ended: Promise<void>;
  /** The deflate operation in progress. */
  #underway = Promise.resolve();
  #packed: Uint8Array[] = [];
  #size = 0;
  #packedSize = 0;
  #checksum = 0;

  /** @param file the name of the archive, for messages */
  constructor(output: OutputFile, file: string) {
    this.#output = output;
    this.#file = file;
    this.#deflate.on('data', (chunk: Uint8Array) => this.#packed.push(chunk));
    this.#ended = new Promise((resolve, reject) => {
      this.#deflate.on('end', resolve);
      this.#deflate.on('error', reject);
    });
    this.#ended.catch(() => undefined);
  }

  /** Appends to the document. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.#size === 0) await this.#output.write(localHeader());
    this.#size += bytes.length;
    this.#refuseTooLarge();
    this.#checksum = crc32(bytes, this.#checksum);
    await this.#underway;
    await this.#handOn();
    // Copied, since the caller produces the next bytes while these are being deflated.
    const own = bytes.slice();
    this.#underway = new Promise((resolve, reject) => {
      this.#deflate.write(own, (error) => (error ? reject(error) : resolve()));
    });
    this.#underway.catch(() => undefined);
  }

  /** Ends the document and the archive. The output stays open. */
  async end(): Promise<void> {
    await this.#underway;
    this.#deflate.end();
    await this.#ended;
    await this.#handOn();
    const sizes = { checksum: this.#checksum, packed: this.#packedSize, size: this.#size };
    const directory = localHeader().length + this.#packedSize + DESCRIPTOR;
    await this.#output.write(Buffer.concat([descriptor(sizes), directoryRecord(sizes), endRecord(directory)]));
  }

  /** Stops work in progress. */
  abort(): void {
    this.#deflate.destroy();
  }

  async #handOn(): Promise<void> {
    const chunks = this.#packed;
    this.#packed = [];
    for (const chunk of chunks) {
      this.#packedSize += chunk.length;
      await this.#output.write(chunk);
    }
  }

  /** A larger one could not be read again here; deflated, it takes up less than the 4 GiB of a ZIP archive. */
  #refuseTooLarge(): void {
    if (this.#size > MAXIMUM_SIZE) throw new ProblemError('kmz-too-large', { file: this.#file });
  }
}

interface Sizes {
  readonly checksum: number;
  readonly packed: number;
  readonly size: number;
}

const DESCRIPTOR = 16;
const RECORD = 46;

function localHeader(): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(HAS_DESCRIPTOR, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt16LE(ENTRY.length, 26);
  return Buffer.concat([header, ENTRY]);
}

function descriptor({ checksum, packed, size }: Sizes): Buffer {
  const record = Buffer.alloc(DESCRIPTOR);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(checksum, 4);
  record.writeUInt32LE(packed, 8);
  record.writeUInt32LE(size, 12);
  return record;
}

function directoryRecord({ checksum, packed, size }: Sizes): Buffer {
  const record = Buffer.alloc(RECORD);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(MADE_ON_UNIX | VERSION, 4);
  record.writeUInt16LE(VERSION, 6);
  record.writeUInt16LE(HAS_DESCRIPTOR, 8);
  record.writeUInt16LE(DEFLATED, 10);
  record.writeUInt16LE(DATE, 14);
  record.writeUInt32LE(checksum, 16);
  record.writeUInt32LE(packed, 20);
  record.writeUInt32LE(size, 24);
  record.writeUInt16LE(ENTRY.length, 28);
  record.writeUInt32LE(PLAIN_FILE, 38);
  return Buffer.concat([record, ENTRY]);
}

function endRecord(directory: number): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(1, 8);
  record.writeUInt16LE(1, 10);
  record.writeUInt32LE(RECORD + ENTRY.length, 12);
  record.writeUInt32LE(directory, 16);
  return record;
}
