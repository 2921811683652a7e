import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CannotWriteError } from './exit-codes.ts';

/**
 * Runs work with a folder for its temporary files, which is removed however the work ends, be it by Ctrl+C or a kill.
 * @throws CannotWriteError when there can be no such folder, or the disk is full.
 */
export async function withWorkFolder<Result>(parent: string | null, work: (folder: string) => Promise<Result>): Promise<Result> {
  const place = parent ?? tmpdir();
  const folder = path.join(place, `.geotools-${randomUUID()}`);
  // Before the folder is there, so that there is no moment in which it could be left behind.
  const stopSweeper = removeWhenThisProcessEnds(folder);
  try {
    await mkdir(folder, { mode: 0o700 }).catch((cause: unknown) => {
      throw new CannotWriteError(`The folder ${place} cannot be written.`, { cause });
    });
    return await work(folder);
  } catch (error) {
    if (isFullDisk(error)) throw new CannotWriteError(`The disk of ${place} is full.`, { cause: error });
    if (isWithin(folder, error)) throw new CannotWriteError(`The folder ${place} cannot be written any more: ${error.code}. Nothing was written there.`, { cause: error });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    stopSweeper();
  }
}

/** Waits for the end of its standard input, which the system closes when the other process is gone. */
const SWEEPER = `process.stdin.resume().on('close', () => require('node:fs').rmSync(process.argv[1], { recursive: true, force: true, maxRetries: 3 }))`;

/**
 * A small process that outlives this one and removes the folder then. A signal handler would not do: it waits until the
 * repair lets go of the thread, and nothing handles a kill.
 */
function removeWhenThisProcessEnds(folder: string): () => void {
  // Apart from the terminal's group of processes, so that Ctrl+C does not reach it.
  const sweeper = spawn(process.execPath, ['-e', SWEEPER, folder], { detached: true, windowsHide: true, stdio: ['pipe', 'ignore', 'ignore'] });
  // Without a sweeper the work goes on all the same.
  sweeper.on('error', () => undefined);
  sweeper.stdin.on('error', () => undefined);
  sweeper.unref();
  return () => sweeper.stdin.destroy();
}

/** Whether the system refused a file of the folder: somebody took it away, or the right to write in it. */
function isWithin(folder: string, error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error && 'path' in error && typeof error.path === 'string' && error.path.startsWith(folder);
}

function isFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
