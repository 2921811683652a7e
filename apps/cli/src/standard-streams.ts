import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ToolFile } from '@geoinsights/tools/fix-geometry';
import type { StreamFormat } from './command-line/options.ts';
import { CannotWriteError, ReaderGoneError, UsageError } from './exit-codes.ts';

/** The name of standard input and standard output on the command line. */
export const STANDARD_STREAM = '-';
const NAME_OF_INPUT = 'stdin';

/** Writes standard input to a file in the work folder, for random access. */
export async function receiveStandardInput(format: StreamFormat, workFolder: string): Promise<ToolFile> {
  const name = `${NAME_OF_INPUT}.${format}`;
  const place = path.join(workFolder, name);
  const file = createWriteStream(place, { flags: 'wx', mode: 0o600 });
  await pipeline(process.stdin, file);
  return { name, path: place, size: file.bytesWritten, folder: process.cwd() };
}

/**
 * Writes to standard output and waits until it is accepted.
 * @throws ReaderGoneError if the reader is gone; CannotWriteError
 */
export async function writeOut(chunk: string | Uint8Array): Promise<void> {
  // The write below reports the error; without a listener, the error event would end the process.
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(chunk, (error) => (error ? reject(outputError(error)) : resolve()));
  });
}

/**
 * Runs a command whose words go to standard output by `console.log`, which passes over errors.
 * @returns with the error there was; null if there was none, or only its reader is gone, as `head` is when it has read enough
 */
export async function watchingOutput<Result>(work: () => Promise<Result>): Promise<{ readonly result: Result; readonly error: CannotWriteError | null }> {
  const errors: CannotWriteError[] = [];
  const hear = (cause: Error): void => {
    const error = outputError(cause);
    if (error instanceof CannotWriteError) errors.push(error);
  };
  process.stdout.on('error', hear);
  try {
    const result = await work();
    // An error is announced after the call that led to it.
    await new Promise((resolve) => void setImmediate(resolve));
    return { result, error: errors.at(0) ?? null };
  } finally {
    process.stdout.off('error', hear);
  }
}

/** @throws UsageError if binary data would be shown on a terminal; like `writeOut` */
export async function writeFileOut(file: ToolFile): Promise<void> {
  if (process.stdout.isTTY && !(await isText(file.path))) {
    throw new UsageError(`The result, ${file.name}, is not text, and would go to this terminal. Redirect it, with > FILE or a pipe, or name a file with -o.`);
  }
  for await (const chunk of createReadStream(file.path)) if (chunk instanceof Uint8Array) await writeOut(chunk);
}

const BEGINNING = 1024;

/** Text contains no zero byte; archives and databases have some near their start. */
async function isText(place: string): Promise<boolean> {
  const file = await open(place);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(BEGINNING) });
    return !buffer.subarray(0, bytesRead).includes(0);
  } finally {
    await file.close();
  }
}

function outputError(error: Error): Error {
  const code = 'code' in error ? error.code : null;
  if (code === 'EPIPE' || code === 'EOF') return new ReaderGoneError('', { cause: error });
  return new CannotWriteError(`Standard output cannot be written: ${code === 'ENOSPC' ? 'the disk is full' : error.message}.`, { cause: error });
}
