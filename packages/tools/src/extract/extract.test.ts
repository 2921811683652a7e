import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { filesOf, problemOf, runTool } from '../../test/run-tool.ts';
import { extract } from './definition.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'extract-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const farm = path.join(folder, 'farm.geojson');
const features = [{ type: 'Feature', properties: { dono: 'João' }, geometry: { type: 'Point', coordinates: [-50, -15] } }];
writeFileSync(farm, JSON.stringify({ type: 'FeatureCollection', features }));

it('from the file of the area alone is refused, as there is nothing to take from', async () => {
  const problem = await problemOf(runTool(extract, folder, filesOf(farm), { within: 'farm.geojson' }));
  expect(problem).toEqual({ code: 'invalid-options', message: 'The options are not valid: "farm.geojson" is the area, and there is no other file to take features from' });
});

it('by a text in the quotes of a field says how texts are written', async () => {
  const work = (where: string) => problemOf(runTool(extract, folder, filesOf(farm), { where }));
  expect((await work('dono = "João"')).message).toBe('"farm.geojson" has no field "João". It has: "dono". A text is written in single quotes.');
  expect((await work('area > 1')).message).toBe('"farm.geojson" has no field "area". It has: "dono".');
});
