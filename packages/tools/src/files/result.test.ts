import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { deliver } from './result.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'result-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let runs = 0;
/** Each set in a separate folder, as it is written. */
function written(...sets: readonly (readonly string[])[]): { sets: string[][]; outputFolder: string } {
  const place = path.join(folder, String((runs += 1)));
  const outputFolder = path.join(place, 'output');
  mkdirSync(outputFolder, { recursive: true });
  const places = sets.map((names, number) => {
    mkdirSync(path.join(place, String(number)));
    return names.map((name) => {
      writeFileSync(path.join(place, String(number), name), name);
      return path.join(place, String(number), name);
    });
  });
  return { sets: places, outputFolder };
}

const SET = ['a.shp', 'a.dbf'];

it.each([
  { what: 'one file as it is', sets: [['a.kml']], unpacked: false, output: 'a.kml', there: ['a.kml'] },
  { what: 'a set as an archive', sets: [SET], unpacked: false, output: 'a.zip', there: ['a.zip'] },
  { what: 'a set with several main files as an archive', sets: [['a-one.shp', 'a-one.dbf', 'a-two.shp', 'a-two.dbf']], unpacked: false, output: 'a.zip', there: ['a.zip'] },
  { what: 'several as an archive', sets: [['a.kml'], SET], unpacked: false, output: 'all.zip', there: ['all.zip'] },
  { what: 'a set by its files', sets: [SET], unpacked: true, output: 'a.shp', there: ['a.dbf', 'a.shp'] },
  { what: 'several by their files, under names of their own', sets: [SET, SET], unpacked: true, output: 'a.shp', there: ['a (2).dbf', 'a (2).shp', 'a.dbf', 'a.shp'] },
])('delivers $what', async ({ sets, unpacked, output, there }) => {
  const { outputFolder, ...given } = written(...sets);
  const result = await deliver(given.sets.map((places) => ({ name: 'a', places })), { outputFolder, unpacked, archiveName: 'all.zip' });
  expect(result.output.name).toBe(output);
  expect(readdirSync(outputFolder).sort()).toEqual(there);
  expect(result.files?.map(({ name }) => name).sort()).toEqual(unpacked ? there : undefined);
});
