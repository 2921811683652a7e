import { lstat } from 'node:fs/promises';

/** The size in bytes of a file that a tool named as its result. @throws Error if it is not a file: links made through hostile files are not followed. */
export async function sizeOfResult(file: string): Promise<number> {
  const stats = await lstat(file);
  if (!stats.isFile()) throw new Error('A tool named something as its result that is not a file.');
  return stats.size;
}
