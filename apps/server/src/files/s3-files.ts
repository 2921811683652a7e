import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ProblemError } from '@geoinsights/contract';
import type { S3Settings } from '../config.ts';
import type { ByteRange, FileStorage, IncomingUpload, KnownFiles, StoredFile } from './file-storage.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import type { Room } from './room.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { sizeOfResult } from './size-of-result.ts';
import { StorageUnavailable } from './storage-unavailable.ts';

const UPLOADS = 'uploads/';
const RESULTS = 'results/';
const PARTS = 'parts/';
/** The time a visitor has to begin a download. A download in progress continues. */
const ADDRESS_SECONDS = 300;

export interface S3FilesParts {
  readonly bucket: S3Bucket;
  /** The disk to which uploads are fetched. */
  readonly room: Room;
  readonly downloads: S3Settings['downloads'];
  /** The maximum size of an upload in bytes. */
  readonly largestUpload: number;
  /** Called with the error if something could not be deleted now. */
  readonly onLeft: (error: unknown) => void;
}

/**
 * Uploads and results in a bucket shared by several servers:
 *
 *   uploads/<uuid>/<stored name>   one file of an upload
 *   results/<uuid>                 one result
 *   parts/<uuid>/<part>            one part of a resumable upload
 *
 * An object becomes visible once complete. An upload consists of several; nobody knows its uuid before all of them exist.
 */
export class S3Files implements FileStorage {
  readonly isShared = true;
  readonly #parts: S3FilesParts;

  constructor(parts: S3FilesParts) {
    this.#parts = parts;
  }

  /** If the storage is unavailable at the start, the server does not wait for it and answers as any other server does meanwhile. */
  async prepare(): Promise<void> {
    try {
      await this.#parts.bucket.check();
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
    }
  }

  check(): Promise<void> {
    return this.#parts.bucket.check();
  }

  beginUpload(): Promise<IncomingUpload> {
    const uuid = randomUUID();
    const { bucket, largestUpload } = this.#parts;
    return Promise.resolve({
      uuid,
      receive: (storedName, content) => bucket.put(`${UPLOADS}${uuid}/${storedName}`, content, largestUpload),
      keep: () => Promise.resolve(),
      drop: () => this.deleteUpload(uuid),
    });
  }

  keepPart(upload: string, part: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    return this.#parts.bucket.put(`${PARTS}${upload}/${part}`, content, this.#parts.largestUpload);
  }

  async openPart(upload: string, part: string): Promise<Readable> {
    const found = await this.#parts.bucket.read(`${PARTS}${upload}/${part}`, null);
    if (found === null) throw new ProblemError('upload-over');
    return found.content;
  }

  async deletePart(upload: string, part: string): Promise<void> {
    await this.#delete(() => Promise.resolve([`${PARTS}${upload}/${part}`]));
  }

  async deleteParts(upload: string): Promise<void> {
    await this.#deleteUnder(`${PARTS}${upload}/`);
  }

  async fetchUpload(upload: string, files: readonly StoredFile[], folder: string, signal: AbortSignal): Promise<string[]> {
    await this.#parts.room.require(files.reduce((sum, { size }) => sum + size, 0));
    const places = files.map(({ stored_name: name }) => path.join(folder, name));
    await forEachConcurrently(files, async ({ name, stored_name: storedName, size }, position) => {
      const found = await this.#parts.bucket.read(`${UPLOADS}${upload}/${storedName}`, null, signal);
      if (found === null) throw new ProblemError('input-deleted');
      if (found.size !== size) {
        found.content.destroy();
        throw new ProblemError('upload-damaged', { file: name, found: found.size, size });
      }
      await pipeline(found.content, createWriteStream(places[position] ?? '', { flags: 'w' }), { signal });
    });
    return places;
  }

  async deleteUpload(uuid: string): Promise<void> {
    await this.#deleteUnder(`${UPLOADS}${uuid}/`);
  }

  async keepResult(file: string, signal: AbortSignal): Promise<{ uuid: string; size: number }> {
    const uuid = randomUUID();
    const size = await sizeOfResult(file);
    await this.#parts.bucket.put(`${RESULTS}${uuid}`, createReadStream(file), size, signal);
    return { uuid, size };
  }

  async openResult(uuid: string, range: ByteRange): Promise<Readable> {
    const found = await this.#parts.bucket.read(`${RESULTS}${uuid}`, range);
    if (found === null) throw new ProblemError('unknown-file');
    return found.content;
  }

  addressOfResult(uuid: string, headers: { readonly contentDisposition: string; readonly contentType: string }): Promise<string | null> {
    if (this.#parts.downloads === 'proxied') return Promise.resolve(null);
    return this.#parts.bucket.addressOf(`${RESULTS}${uuid}`, ADDRESS_SECONDS, headers);
  }

  async deleteResult(uuid: string): Promise<void> {
    await this.#delete(() => Promise.resolve([`${RESULTS}${uuid}`]));
  }

  async sweepOrphans(known: () => Promise<KnownFiles>, before: Date): Promise<void> {
    const { bucket } = this.#parts;
    const [uploads, results, resumable] = [await this.#grouped(UPLOADS), await this.#grouped(RESULTS), await this.#grouped(PARTS)];
    const { uploads: knownUploads, results: knownResults, resumable: knownResumable } = await known();
    for (const [groups, isKnown] of [[uploads, knownUploads] as const, [results, knownResults] as const, [resumable, knownResumable] as const]) {
      for (const [uuid, { keys, newest }] of groups) if (newest < before && !isKnown.has(uuid)) await forEachConcurrently(keys, (key) => bucket.delete(key));
    }
    await bucket.dropUnfinished(before);
  }

  close(): void {
    this.#parts.bucket.close();
  }

  /** The keys under a prefix by the uuid that follows it, and when the newest of each was stored. */
  async #grouped(prefix: string): Promise<Map<string, { keys: string[]; newest: Date }>> {
    const groups = new Map<string, { keys: string[]; newest: Date }>();
    for await (const { key, modified } of this.#parts.bucket.list(prefix)) {
      const uuid = key.slice(prefix.length).split('/', 1)[0] ?? '';
      const { keys, newest } = groups.get(uuid) ?? { keys: [], newest: modified };
      groups.set(uuid, { keys: [...keys, key], newest: modified > newest ? modified : newest });
    }
    return groups;
  }

  async #deleteUnder(prefix: string): Promise<void> {
    await this.#delete(async () => {
      const keys: string[] = [];
      for await (const { key } of this.#parts.bucket.list(prefix)) keys.push(key);
      return keys;
    });
  }

  async #delete(keysOf: () => Promise<string[]>): Promise<void> {
    try {
      await forEachConcurrently(await keysOf(), (key) => this.#parts.bucket.delete(key));
    } catch (error) {
      this.#parts.onLeft(error);
    }
  }
}
