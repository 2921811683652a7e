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
 * Puts into a folder what the first start of a server leaves. Making the embedded database takes several seconds of a core, so
 * `npm test` has it done once and names the result in `TEST_DATA_TEMPLATE`; without that nothing is put there, and the server of
 * the test starts for the first time.
 */
export async function fillDataFolder(folder: string): Promise<void> {
  const template = process.env['TEST_DATA_TEMPLATE'];
  if (template !== undefined) await cp(template, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
}
