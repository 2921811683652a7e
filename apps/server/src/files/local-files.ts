import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, constants, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ProblemError } from '@geoinsights/contract';
import { checkedBytes, checksOf, readChecks, storedChecks } from './block-checks.ts';
import type { BlockChecks } from './block-checks.ts';
import { isOfFullDisk } from './full-disk.ts';
import type { ByteRange, FileStorage, IncomingUpload, KnownFiles, StoredFile } from './file-storage.ts';
import { isMissing } from './missing-file.ts';
import { namesBefore } from './names-before.ts';
import type { Room } from './room.ts';
import { sizeOfResult } from './size-of-result.ts';

/**
 * Uploads and results on the local disk:
 *
 *   files/incoming/<uuid>/   an upload while it arrives
 *   files/uploads/<uuid>/    an acknowledged upload
 *   files/results/<uuid>     one result
 *   files/result-checks/<uuid>   what its bytes are recognised by
 *   files/parts/<uuid>/      the parts of a resumable upload
 *
 * Nothing in `incoming` is worth keeping once the process that wrote it is gone. Nothing appears in `uploads` or `results` before
 * it is complete and on disk.
 */
export class LocalFiles implements FileStorage {
  readonly isShared = false;
  readonly #incoming: string;
  readonly #uploads: string;
  readonly #results: string;
  readonly #checks: string;
  readonly #parts: string;
  readonly #room: Room;

  /** @param room that must stay free on the disk of the data folder */
  constructor(dataFolder: string, room: Room) {
    this.#room = room;
    this.#incoming = path.join(dataFolder, 'files', 'incoming');
    this.#uploads = path.join(dataFolder, 'files', 'uploads');
    this.#results = path.join(dataFolder, 'files', 'results');
    this.#checks = path.join(dataFolder, 'files', 'result-checks');
    this.#parts = path.join(dataFolder, 'files', 'parts');
  }

  /** Creates the folders and removes what a crash left unfinished. */
  async prepare(): Promise<void> {
    await rm(this.#incoming, { recursive: true, force: true });
    for (const folder of [this.#incoming, this.#uploads, this.#results, this.#checks, this.#parts]) await mkdir(folder, { recursive: true });
  }

  /** @throws if one of the folders does not work. */
  async check(): Promise<void> {
    for (const folder of [this.#incoming, this.#uploads, this.#results, this.#checks, this.#parts]) await access(folder, constants.R_OK | constants.W_OK);
  }

  async beginUpload(): Promise<IncomingUpload> {
    const uuid = randomUUID();
    const incoming = path.join(this.#incoming, uuid);
    await withFullDiskAsProblem(() => mkdir(incoming));
    return {
      uuid,
      // With `flush`, the bytes are on disk before the stream counts as finished.
      receive: async (storedName, content) => withFullDiskAsProblem(() => pipeline(this.#room.whileThereIsRoom(content), createWriteStream(path.join(incoming, storedName), { flags: 'wx', flush: true }))),
      // Sync their folder and its new name, too.
      keep: () =>
        withFullDiskAsProblem(async () => {
          await flush(incoming);
          await rename(incoming, path.join(this.#uploads, uuid));
          await flush(this.#uploads);
        }),
      drop: () => rm(incoming, { recursive: true, force: true }),
    };
  }

  async keepPart(upload: string, part: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const folder = path.join(this.#parts, upload);
    const file = path.join(folder, part);
    try {
      await withFullDiskAsProblem(async () => {
        await mkdir(folder, { recursive: true });
        // Opened before anything can fail: a stream that fails while it opens its file may make the file after it was removed.
        const handle = await open(file, 'wx');
        await pipeline(this.#room.whileThereIsRoom(content), handle.createWriteStream({ flush: true }));
        await flush(folder);
        await flush(this.#parts);
      });
    } catch (error) {
      await rm(file, { force: true });
      // Whoever gave the upload up has deleted the folder.
      throw isMissing(error) ? new ProblemError('upload-over', {}, { cause: error }) : error;
    }
  }

  async openPart(upload: string, part: string): Promise<Readable> {
    try {
      const handle = await open(path.join(this.#parts, upload, part));
      return handle.createReadStream();
    } catch (error) {
      throw isMissing(error) ? new ProblemError('upload-over', {}, { cause: error }) : error;
    }
  }

  async deletePart(upload: string, part: string): Promise<void> {
    await rm(path.join(this.#parts, upload, part), { force: true });
  }

  async deleteParts(upload: string): Promise<void> {
    await rm(path.join(this.#parts, upload), { recursive: true, force: true });
  }

  async fetchUpload(upload: string, files: readonly StoredFile[]): Promise<string[]> {
    return Promise.all(
      files.map(async ({ name, stored_name: storedName, size }) => {
        const file = path.join(this.#uploads, upload, storedName);
        const found = await sizeOf(file);
        if (found === null) throw new ProblemError('input-deleted');
        if (found !== size) throw new ProblemError('upload-damaged', { file: name, found, size });
        return file;
      }),
    );
  }

  async deleteUpload(uuid: string): Promise<void> {
    await rm(path.join(this.#uploads, uuid), { recursive: true, force: true });
  }

  async keepResult(file: string): Promise<{ uuid: string; size: number }> {
    const uuid = randomUUID();
    const size = await sizeOfResult(file);
    await withFullDiskAsProblem(async () => {
      const checks = await flushed(file, (handle) => checksOf(handle, size));
      await writeFile(path.join(this.#checks, uuid), storedChecks(checks));
      await rename(file, path.join(this.#results, uuid));
      await flush(this.#results);
    });
    return { uuid, size };
  }

  async openResult(uuid: string, range: ByteRange): Promise<Readable> {
    try {
      const handle = await open(path.join(this.#results, uuid));
      try {
        return await this.#bytesOf(handle, uuid, range);
      } catch (error) {
        await handle.close();
        throw error;
      }
    } catch (error) {
      throw isMissing(error) ? new ProblemError('unknown-file', {}, { cause: error }) : error;
    }
  }

  async #bytesOf(handle: FileHandle, uuid: string, { start, end }: ByteRange): Promise<Readable> {
    const { size } = await handle.stat();
    // Whoever reads the stream would wait for the rest.
    if (end >= size) throw new ProblemError('result-damaged', {}, { cause: new Error(`It has ${String(size)} bytes, and those from ${String(start)} to ${String(end)} were asked for.`) });
    const checks = await this.#checksOf(uuid, size);
    return checks === null ? handle.createReadStream({ start, end }) : checkedBytes(handle, checks, { start, end });
  }

  /** Null for a result of an earlier version of the server, and where a power failure took them. */
  async #checksOf(uuid: string, size: number): Promise<BlockChecks | null> {
    try {
      return readChecks(await readFile(path.join(this.#checks, uuid)), size);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  addressOfResult(): Promise<null> {
    return Promise.resolve(null);
  }

  async deleteResult(uuid: string): Promise<void> {
    await rm(path.join(this.#results, uuid), { force: true });
    await rm(path.join(this.#checks, uuid), { force: true });
  }

  async sweepOrphans(known: () => Promise<KnownFiles>, before: Date): Promise<void> {
    const [uploads, resumable] = [await namesBefore(this.#uploads, before), await namesBefore(this.#parts, before)];
    const results = new Set([...(await namesBefore(this.#results, before)), ...(await namesBefore(this.#checks, before))]);
    const { uploads: knownUploads, results: knownResults, resumable: knownResumable } = await known();
    for (const uuid of uploads) if (!knownUploads.has(uuid)) await this.deleteUpload(uuid);
    for (const uuid of results) if (!knownResults.has(uuid)) await this.deleteResult(uuid);
    for (const uuid of resumable) if (!knownResumable.has(uuid)) await this.deleteParts(uuid);
  }

  close(): void {
    // Nothing is held open.
  }
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function withFullDiskAsProblem(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isOfFullDisk(error)) throw new ProblemError('storage-full', {}, { cause: error });
    throw error;
  }
}

/** Waits until the bytes of a file, or the entries of a folder, are on disk. Windows flushes folders itself. */
async function flush(place: string): Promise<void> {
  if (process.platform === 'win32' && (await stat(place)).isDirectory()) return;
  await flushed(place, () => Promise.resolve());
}

/** @param use is called with what is on disk */
async function flushed<Result>(place: string, use: (handle: FileHandle) => Promise<Result>): Promise<Result> {
  const handle = await open(place, process.platform === 'win32' ? 'r+' : 'r');
  try {
    await handle.sync();
    return await use(handle);
  } finally {
    await handle.close();
  }
}
