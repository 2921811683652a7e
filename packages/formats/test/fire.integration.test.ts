import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Some seconds of `npm run soak:formats`, always the same mutants; they cover all five formats and all kinds. */
const MUTANTS = 400;
/** Not a multiple of the truncations' cycle, which goes file by file: a step this wide takes some of every file. */
const STEP = 997;

it(`accepts or refuses ${MUTANTS} damaged files, one in ${STEP}, as it should, within time and memory`, () => {
  const soak = fileURLToPath(new URL('fire/soak.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [soak, String(MUTANTS), '1', 'all', String(STEP)], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
  expect(stdout.split('\n').filter((line) => line.includes('FINDING')).join('\n')).toBe('');
  expect(stderr).toBe('');
  expect(stdout).toContain(`${MUTANTS} mutants from number 1, one in ${STEP}: 0 findings`);
  for (const format of ['shapefile', 'kml', 'kmz', 'geopackage', 'geojson']) {
    // Most are refused; enough must get through to test repairing and writing.
    for (const end of ['refused', 'repaired']) expect(stdout).toMatch(new RegExp(` ${format} / \\w+ / ${end}`));
    expect(stdout).toMatch(new RegExp(` ${format} / truncation / `));
  }
  expect(status).toBe(0);
});
