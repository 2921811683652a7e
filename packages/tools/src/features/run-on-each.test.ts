import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { filesOf, problemOf, runTool } from '../../test/run-tool.ts';
import { convert } from '../convert/definition.ts';
import { merge } from '../merge/definition.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'each-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(name: string, layer: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', name: layer, features: [{ type: 'Feature', properties: { list: [1] }, geometry: { type: 'Point', coordinates: [-50, -15] } }] }));
  return file;
}

it('of several files says of which one something is lost where layers have the same name', async () => {
  const kml = await runTool(convert, folder, filesOf(fileOf('a.geojson', 'lots'), fileOf('b.geojson', 'lots'), fileOf('c.geojson', 'farms')), { to: 'kml' });
  const lost = 'The field "list" holds values of several kinds, lists or objects as texts: KML has no such type of field.';
  expect(convert.reportSchema.parse(kml.result.report).losses.map(({ layer, text }) => [layer, text])).toEqual([['lots', `"a.geojson": ${lost}`], ['lots', `"b.geojson": ${lost}`], ['farms', lost]]);
});

it('of a file with no layer says what it has instead', async () => {
  const file = path.join(folder, 'car.kml');
  writeFileSync(file, '<kml xmlns="http://www.opengis.net/kml/2.2"><Document><NetworkLink><Link><href>https://example.org/car.kml</href></Link></NetworkLink></Document></kml>');
  const said = 'Nothing of "car.kml" is left: it has no layer. Of this KML the placemarks are read; one link to another file is not.';
  expect((await problemOf(runTool(convert, folder, filesOf(file), { to: 'geojson' }))).message).toBe(said);
  expect((await problemOf(runTool(merge, folder, filesOf(file), {}))).message).toBe(said);
});
