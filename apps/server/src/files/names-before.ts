import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** The names in a folder that were last changed at a given time or before. */
export async function namesBefore(folder: string, before: Date): Promise<string[]> {
  const names: string[] = [];
  for (const name of await readdir(folder)) {
    // What another process works on may have been renamed or deleted meanwhile.
    const stats = await stat(path.join(folder, name)).catch(() => null);
    if (stats !== null && stats.mtime <= before) names.push(name);
  }
  return names;
}
