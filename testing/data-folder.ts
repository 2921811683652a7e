import { chmodSync, constants, cpSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A temporary data folder for a server with the embedded database: `fillDataFolder`. */
export async function newDataFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(placeOfDataFolders(), `geoinsights-${name}-`));
  fillDataFolder(folder);
  return folder;
}

/**
 * Fills a folder with the output of a server's first start. Creating the embedded database takes several CPU seconds, so `npm test`
 * does it once and names the result in `TEST_DATA_TEMPLATE`. Without that, the folder stays empty and the test's server
 * does its first start there.
 */
export function fillDataFolder(folder: string): void {
  const template = process.env['TEST_DATA_TEMPLATE'];
  if (template === undefined) return;
  // A thousand small files: copied one by one from JavaScript they take twice the processor time.
  cpSync(template, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  // Files keep who may read them, folders do not.
  const folders = readdirSync(template, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const place of [template, ...folders.map(({ parentPath, name }) => path.join(parentPath, name))]) chmodSync(path.join(folder, path.relative(template, place)), statSync(place).mode);
}

/**
 * Where data folders of tests are created: `npm test` names a place in memory, if there is room. On a disk from which the folder before has just been removed, a
 * copy of the thousand files takes up to twenty times the processor time (decision 0093).
 */
export function placeOfDataFolders(): string {
  return process.env['TEST_DATA_FOLDERS'] ?? tmpdir();
}
