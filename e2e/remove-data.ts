import { rmSync } from 'node:fs';

/** Removes the data folder that the configuration made for this run. */
export default function removeData() {
  const folder = process.env['E2E_DATA_DIR'];
  if (folder !== undefined && folder.includes('geoinsights-e2e-')) rmSync(folder, { recursive: true, force: true });
}
