import type { InputFile, OutputFile, OutputFolder } from '../driver.ts';

const CHUNK = 1 << 20;

/**
 * Copies the bytes [start, end) of a file to an output, piece by piece.
 * @throws if the file has become shorter since it was opened.
 */
export async function copyRange(from: InputFile, start: number, end: number, to: Pick<OutputFile, 'write'>): Promise<void> {
  const room = new Uint8Array(Math.min(CHUNK, Math.max(0, end - start)));
  for (let at = start; at < end; ) {
    const bytes = await from.read(at, Math.min(end, at + CHUNK), room);
    if (bytes.byteLength === 0) throw new Error(`${from.name} ends at ${at}, ${end} bytes were expected`);
    await to.write(bytes);
    at += bytes.byteLength;
  }
}

/** Copies a whole file into a folder under the same name. */
export async function copyFile(from: InputFile, to: OutputFolder): Promise<void> {
  await writeFile(to, from.name, (output) => copyRange(from, 0, from.size, output));
}

/** Creates a file, lets `write` fill it, and closes it; discards it on failure. @returns the result of `write`. */
export async function writeFile<Result>(to: OutputFolder, name: string, write: (output: OutputFile) => Promise<Result>): Promise<Result> {
  const output = await to.create(name);
  let result: Result;
  try {
    result = await write(output);
  } catch (error) {
    await output.abort();
    throw error;
  }
  await output.close();
  return result;
}
