import { open, rename } from 'node:fs/promises';
import { copyRange, writeFile } from '../files/copy.ts';
import { openDiskFile } from '../files/disk.ts';
import type { OutputFolder } from '../driver.ts';

/** Syncs the file before it gets its final name. */
export async function publish(scratch: string, target: string): Promise<void> {
  const handle = await open(scratch, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
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
