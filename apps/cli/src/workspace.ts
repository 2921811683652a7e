import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ProblemError } from '@geoinsights/contract/errors';
import { passingName } from '@geoinsights/formats/file-names';
import { CannotWriteError } from './exit-codes.ts';

/**
 * Runs work with a folder for temporary files, which is removed however the work ends, even by Ctrl+C or a kill.
 * @throws CannotWriteError if the folder cannot be created, the disk is full, or too many files are open.
 */
export async function withWorkFolder<Result>(parent: string | null, work: (folder: string) => Promise<Result>): Promise<Result> {
  const place = parent ?? tmpdir();
  const folder = path.join(place, `.geotools-${passingName()}`);
  // Started before the folder exists, so that it can never be left behind.
  const stopSweeper = removeWhenThisProcessEnds(folder);
  try {
    await mkdir(folder, { mode: 0o700 }).catch((cause: unknown) => {
      throw new CannotWriteError(`The folder ${place} cannot be written.`, { cause });
    });
    return await work(folder);
  } catch (error) {
    if (isFullDisk(error)) throw new CannotWriteError(`The disk of ${place} is full.`, { cause: error });
    if (hasTooManyOpen(error)) throw new CannotWriteError(`The system lets this program open no more files (${error.code}). Nothing was written to ${place}. Raise the limit (ulimit -n) and try again.`, { cause: error });
    if (isWithin(folder, error)) throw new CannotWriteError(`The folder ${place} can no longer be written: ${error.code}. Nothing was written there.`, { cause: error });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    stopSweeper();
  }
}

/**
 * The program that waits for the end of its standard input, which the system closes when the other process is gone, and then removes a
 * folder. A shell where there is one: another Node would take as long as the repair of a small layer.
 */
const SWEEPERS: readonly (readonly [program: string, ...args: string[]])[] = [
  ...(process.platform === 'win32' ? [] : [['/bin/sh', '-c', 'read -r line; rm -rf -- "$1"', 'sh'] as const]),
  [process.execPath, '-e', `process.stdin.resume().on('close', () => require('node:fs').rmSync(process.argv[1], { recursive: true, force: true, maxRetries: 3 }))`],
];

/**
 * A small process that outlives this one and then removes the folder. A signal handler is not enough: it runs only when the repair
 * yields the thread, and nothing handles a kill.
 */
function removeWhenThisProcessEnds(folder: string, sweepers = SWEEPERS): () => void {
  const sweep = sweepers.at(0);
  // Without a sweeper the work continues all the same.
  if (sweep === undefined) return () => undefined;
  const [program, ...args] = sweep;
  // Outside the terminal's process group, so that Ctrl+C does not reach it.
  const sweeper = spawn(program, [...args, folder], { detached: true, windowsHide: true, stdio: ['pipe', 'ignore', 'ignore'] });
  let stop = () => {
    sweeper.stdin.destroy();
  };
  sweeper.on('error', () => {
    stop = removeWhenThisProcessEnds(folder, sweepers.slice(1));
  });
  sweeper.stdin.on('error', () => undefined);
  sweeper.unref();
  return () => stop();
}

/** Whether the system refused access to a file of the folder: somebody removed it, or revoked write permission. */
function isWithin(folder: string, error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error && 'path' in error && typeof error.path === 'string' && error.path.startsWith(folder);
}

function hasTooManyOpen(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');
}

/** In the system's words, or in those of the formats, which are about a server. */
function isFullDisk(error: unknown): boolean {
  if (error instanceof ProblemError) return error.code === 'storage-full';
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
