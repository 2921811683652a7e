import { open, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ProblemError } from '@geoinsights/contract/errors';
import { enlarged } from '@geoinsights/geometry/arrays';
import type { InputFile, OutputFile, OutputFolder } from '../driver.ts';
import { LONGEST_NAME_IN_BYTES, passingName } from '../file-names.ts';
import type { ScratchFile, ScratchFolder } from './scratch.ts';

/** A single read call of the operating system must stay below 2 GiB. */
const LONGEST_READ = 1 << 30;
/** Writes are buffered up to this size; while one buffer is being written, another fills. */
const WRITE_BUFFER = 1 << 20;
/** Their size at first: many small files may be written at a time. */
const FIRST_ROOM = 1 << 16;

/** An input file on disk; it holds a file handle until closed. */
export interface DiskFile extends InputFile {
  readonly path: string;
  close(): Promise<void>;
}

/**
 * Opens a file on disk for reading by range.
 * @param name the owner's name for it; by default the last part of the path.
 * @throws the error of the operating system if there is no such file; the caller knows the path.
 */
export async function openDiskFile(path: string, name: string = basename(path)): Promise<DiskFile> {
  const handle = await open(path, 'r');
  const { size } = await handle.stat();
  return { name, path, size, read: (start, end, room) => readRange(handle, start, end, room), close: () => handle.close() };
}

/**
 * Like `openDiskFile`, but the file is opened anew for each read, so that it holds no handle: for one of thousands.
 * @throws ProblemError input-unreadable, from a read, if the path has another file by then
 */
export async function openDiskFileForEachRead(path: string, name: string = basename(path)): Promise<DiskFile> {
  const { dev, ino, size } = await stat(path);
  return {
    name,
    path,
    size,
    async read(start, end, room) {
      const handle = await open(path, 'r');
      try {
        const now = await handle.stat();
        if (now.dev !== dev || now.ino !== ino) throw new ProblemError('input-unreadable', { file: name, reason: 'another file has taken its place' });
        return await readRange(handle, start, end, room);
      } finally {
        await handle.close();
      }
    },
    close: () => Promise.resolve(),
  };
}

async function readRange(handle: FileHandle, start: number, end: number, room?: Uint8Array): Promise<Uint8Array> {
  const length = Math.max(0, end - start);
  const bytes = room !== undefined && length <= room.length ? room.subarray(0, length) : new Uint8Array(length);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, Math.min(bytes.length - filled, LONGEST_READ), start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/**
 * A folder on disk as a destination for results. A file is written under a temporary name, flushed and renamed on
 * `close`, so that it exists whole or not at all, even after a power failure.
 */
export function diskFolder(folder: string): DiskFolder {
  return folderOnDisk(folder, { isFlushedLater: false });
}

/**
 * The same, but files are not flushed: they exist whole or not at all only as long as the system runs. The caller has them flushed by
 * `flushFiles` before they leave the folder, so that other work can be done while the system writes them to the disk.
 */
export function unflushedFolder(folder: string): DiskFolder {
  return folderOnDisk(folder, { isFlushedLater: true });
}

type DiskFolder = OutputFolder & { pathOf(name: string): string };

function folderOnDisk(folder: string, { isFlushedLater }: { readonly isFlushedLater: boolean }): DiskFolder {
  const pathOf = (name: string): string => {
    assertPlainName(name);
    return join(folder, name);
  };
  return {
    pathOf,
    isFlushedLater,
    async create(name) {
      const path = pathOf(name);
      // The temporary name does not build on the final one, which may already have the maximum length.
      const passing = join(folder, `.${passingName()}.part`);
      return diskOutput(await open(passing, 'wx'), { passing, path, folder, isFlushedLater });
    },
  };
}

/** Names come from uploads and archives; none of them may escape the folder. */
function assertPlainName(name: string): void {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name)) throw new ProblemError('invalid-file-name', { file: name });
  if (Buffer.byteLength(name) > LONGEST_NAME_IN_BYTES) throw new ProblemError('file-name-too-long', { file: `${name.slice(0, 60)}…${name.slice(-20)}`, limit: LONGEST_NAME_IN_BYTES });
}

interface OutputPlace {
  /** Where it is written. */
  readonly passing: string;
  /** Where it is once it is whole. */
  readonly path: string;
  readonly folder: string;
  readonly isFlushedLater: boolean;
}

function diskOutput(first: FileHandle, { passing, path, folder, isFlushedLater }: OutputPlace): OutputFile {
  let handle = first;
  let gathered = new Uint8Array(FIRST_ROOM);
  let spare: Uint8Array<ArrayBuffer> | null = null;
  let filled = 0;
  /** The write in progress. The next call that awaits it throws its error. */
  let underway = Promise.resolve();

  const send = (bytes: Uint8Array): Promise<void> => writeAll(handle, bytes);
  const flush = async (): Promise<void> => {
    await underway;
    const ready = gathered.subarray(0, filled);
    [gathered, spare] = [spare ?? new Uint8Array(WRITE_BUFFER), gathered];
    filled = 0;
    underway = send(ready);
    underway.catch(() => undefined);
  };
  const abort = async (): Promise<void> => {
    await underway.catch(() => undefined);
    await handle.close();
    await rm(passing, { force: true });
  };

  return {
    async write(bytes) {
      if (filled + bytes.length > gathered.length && gathered.length < WRITE_BUFFER) gathered = enlarged(gathered, WRITE_BUFFER);
      if (filled + bytes.length > WRITE_BUFFER) await flush();
      if (bytes.length > WRITE_BUFFER) {
        await underway;
        await send(bytes);
      } else {
        gathered.set(bytes, filled);
        filled += bytes.length;
      }
    },
    async takeOver(finished, head) {
      try {
        await rename(finished, passing);
      } catch {
        return false;
      }
      const [taken, before] = [await open(passing, 'r+'), handle];
      handle = taken;
      await before.close();
      await withStorageProblems(() => taken.write(head, 0, head.length, 0));
      return true;
    },
    async close() {
      try {
        await underway;
        await send(gathered.subarray(0, filled));
        if (!isFlushedLater) await withStorageProblems(() => handle.sync());
      } catch (error) {
        await abort();
        throw error;
      }
      await handle.close();
      await rename(passing, path);
      if (!isFlushedLater) await syncFolder(folder);
    },
    abort,
  };
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  let sent = 0;
  while (sent < bytes.length) {
    const { bytesWritten } = await withStorageProblems(() => handle.write(bytes, sent, Math.min(bytes.length - sent, LONGEST_READ)));
    sent += bytesWritten;
  }
}

/** Scratch files in a folder on disk, under random names. They are not buffered: whoever writes to one collects small pieces. */
export function diskScratch(folder: string): ScratchFolder {
  return { create: () => diskScratchFile(join(folder, `.${passingName()}.scratch`)) };
}

async function diskScratchFile(path: string): Promise<ScratchFile> {
  let handle: FileHandle | null = await open(path, 'wx');
  const finish = async (): Promise<void> => {
    const ended = handle;
    handle = null;
    await ended?.close();
  };
  return {
    async write(bytes) {
      if (handle === null) throw new Error('a scratch file that was ended is written to');
      await writeAll(handle, bytes);
    },
    finish,
    open: (isOneOfThousands = false) => (isOneOfThousands ? openDiskFileForEachRead(path) : openDiskFile(path)),
    async drop() {
      await finish();
      await rm(path, { force: true });
    },
    path,
  };
}

/** Reports a full disk as the problem of the error table. */
async function withStorageProblems<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) {
      throw new ProblemError('storage-full', {}, { cause: error });
    }
    throw error;
  }
}

/**
 * Waits until the bytes of files are on disk, and their names in their folders.
 * @throws ProblemError storage-full
 */
export async function flushFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) await flushBytes(path);
  for (const folder of new Set(paths.map((path) => dirname(path)))) await syncFolder(folder);
}

/** Waits until the bytes of a file are on disk, whatever its name will be. @throws ProblemError storage-full */
export async function flushBytes(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await withStorageProblems(() => handle.sync());
  } finally {
    await handle.close();
  }
}

/** Makes the new name itself durable. Windows cannot open a folder and does not need this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
