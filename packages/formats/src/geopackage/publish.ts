import { rename } from 'node:fs/promises';
import { copyRange, writeFile } from '../files/copy.ts';
import { flushBytes, openDiskFile } from '../files/disk.ts';
import type { OutputFolder } from '../driver.ts';

/**
 * Gives a finished file its name in the folder on disk that it is in.
 * @param target its path with that name
 */
export async function publish({ isFlushedLater = false }: OutputFolder, scratch: string, target: string): Promise<void> {
  if (!isFlushedLater) await flushBytes(scratch);
  await rename(scratch, target);
}

/** Copies the file into a folder without paths. */
export async function sendTo(to: OutputFolder, name: string, path: string): Promise<void> {
  const file = await openDiskFile(path, name);
  try {
    await writeFile(to, name, (output) => copyRange(file, 0, file.size, output));
  } finally {
    await file.close();
  }
}
