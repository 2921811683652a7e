import { constants } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A temporary data folder for a server with the embedded database: `fillDataFolder`. */
export async function newDataFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `geoinsights-${name}-`));
  await fillDataFolder(folder);
  return folder;
}

/**
 * Fills a folder with the output of a server's first start. Creating the embedded database takes several CPU seconds, so `npm test`
 * does it once and names the result in `TEST_DATA_TEMPLATE`. Without that, the folder stays empty and the test's server
 * does its first start there.
 */
export async function fillDataFolder(folder: string): Promise<void> {
  const template = process.env['TEST_DATA_TEMPLATE'];
  if (template !== undefined) await cp(template, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
}
