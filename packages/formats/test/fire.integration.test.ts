import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Some seconds' worth of `npm run soak:formats`, always the same mutants; they go through all five formats and all kinds. */
const SHARDS = [1, 1001, 2001, 3001];
const MUTANTS = 1000;

it.each(SHARDS)(`takes or refuses ${MUTANTS} spoilt files from number %i on as it should, within time and memory`, (first) => {
  const soak = fileURLToPath(new URL('fire/soak.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [soak, String(MUTANTS), String(first)], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
  expect(stdout.split('\n').filter((line) => line.includes('FINDING')).join('\n')).toBe('');
  expect(stderr).toBe('');
  expect(stdout).toContain(`${MUTANTS} mutants from number ${first}: 0 findings`);
  for (const format of ['shapefile', 'kml', 'kmz', 'geopackage', 'geojson']) {
    // Most are refused; enough must come through for repairing and writing to be tried.
    for (const end of ['refused', 'repaired']) expect(stdout).toMatch(new RegExp(` ${format} / \\w+ / ${end}`));
  }
  expect(status).toBe(0);
});
