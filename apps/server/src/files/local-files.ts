import { randomUUID } from 'node:crypto';
import { access, constants, lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Where uploads and results lie on the local disk:
 *
 *     files/incoming/<uuid>/   an upload while it arrives
 *     files/uploads/<uuid>/    an upload that was acknowledged
 *     files/results/<uuid>     one result
 *     work/<uuid>/             one attempt at a task
 *
 * `incoming` and `work` hold nothing worth keeping once the process that made them is gone. Nothing is seen in `uploads`
 * or `results` before it is whole and on the disk.
 */
export class LocalFiles {
  readonly #incoming: string;
  readonly #uploads: string;
  readonly #results: string;
  readonly #work: string;

  constructor(dataFolder: string) {
    this.#incoming = path.join(dataFolder, 'files', 'incoming');
    this.#uploads = path.join(dataFolder, 'files', 'uploads');
    this.#results = path.join(dataFolder, 'files', 'results');
    this.#work = path.join(dataFolder, 'work');
  }

  /** Makes the folders and drops what a crash left unfinished. */
  async prepare(): Promise<void> {
    for (const folder of [this.#incoming, this.#work]) await rm(folder, { recursive: true, force: true });
    for (const folder of [this.#incoming, this.#uploads, this.#results, this.#work]) await mkdir(folder, { recursive: true });
  }

  /** @throws when one of the folders cannot be worked with. */
  async check(): Promise<void> {
    for (const folder of [this.#incoming, this.#uploads, this.#results, this.#work]) await access(folder, constants.R_OK | constants.W_OK);
  }

  async beginUpload(): Promise<{ uuid: string; folder: string }> {
    const uuid = randomUUID();
    const folder = path.join(this.#incoming, uuid);
    await mkdir(folder);
    return { uuid, folder };
  }

  /** The files are written and flushed one by one before; this makes their folder and its new name last. */
  async keepUpload(uuid: string): Promise<void> {
    const incoming = path.join(this.#incoming, uuid);
    await flush(incoming);
    await rename(incoming, path.join(this.#uploads, uuid));
    await flush(this.#uploads);
  }

  async dropIncoming(uuid: string): Promise<void> {
    await rm(path.join(this.#incoming, uuid), { recursive: true, force: true });
  }

  uploadedFile(upload: string, storedName: string): string {
    return path.join(this.#uploads, upload, storedName);
  }

  async deleteUpload(uuid: string): Promise<void> {
    await rm(path.join(this.#uploads, uuid), { recursive: true, force: true });
  }

  /** Takes over a finished file; returns the uuid it has from now on, and its size. */
  async keepResult(file: string): Promise<{ uuid: string; size: number }> {
    const uuid = randomUUID();
    const { size, isFile } = await lstat(file).then((stats) => ({ size: stats.size, isFile: stats.isFile() }));
    if (!isFile) throw new Error('A tool named something as its result that is no file.');
    await flush(file);
    await rename(file, path.join(this.#results, uuid));
    await flush(this.#results);
    return { uuid, size };
  }

  result(uuid: string): string {
    return path.join(this.#results, uuid);
  }

  async deleteResult(uuid: string): Promise<void> {
    await rm(path.join(this.#results, uuid), { force: true });
  }

  /** A fresh folder for one attempt at a task. */
  async beginWork(): Promise<{ folder: string; output: string; temporary: string }> {
    const folder = path.join(this.#work, randomUUID());
    const output = path.join(folder, 'output');
    const temporary = path.join(folder, 'temporary');
    await mkdir(output, { recursive: true });
    await mkdir(temporary);
    return { folder, output, temporary };
  }

  async endWork(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Deletes uploads and results that the database does not know. */
  async sweepOrphans(knownUploads: ReadonlySet<string>, knownResults: ReadonlySet<string>): Promise<void> {
    for (const uuid of await readdir(this.#uploads)) if (!knownUploads.has(uuid)) await this.deleteUpload(uuid);
    for (const uuid of await readdir(this.#results)) if (!knownResults.has(uuid)) await this.deleteResult(uuid);
  }
}

/** Waits until what was written to a file, or a folder's list of names, is on the disk. Windows flushes folders itself. */
async function flush(place: string): Promise<void> {
  if (process.platform === 'win32' && (await stat(place)).isDirectory()) return;
  const handle = await open(place, process.platform === 'win32' ? 'r+' : 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
