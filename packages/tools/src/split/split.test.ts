import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { featureFormat, groupDatasets, openDiskFile } from '@geoinsights/formats';
import { filesOf, runTool } from '../../test/run-tool.ts';
import { convert } from '../convert/definition.ts';
import { split } from './definition.ts';
import { partsByCount } from './parts.ts';
import { writeParts } from './write-parts.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'split-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const collectionSchema = z.object({ features: z.array(z.object({ properties: z.object({ id: z.number(), farm: z.number() }) })) });

it.each([
  { what: 'many small parts', features: 3000, parts: 150 },
  { what: 'parts with more features than are written together', features: 60_000, parts: 30 },
])('by a field makes $what, each with all of its features in their order, once', async ({ features, parts }) => {
  const file = path.join(folder, 'farms.geojson');
  const partOf = (id: number): number => (id * 7) % parts;
  const texts = Array.from({ length: features }, (_, id) => `{"type":"Feature","properties":{"id":${String(id)},"farm":${String(partOf(id))}},"geometry":{"type":"Point","coordinates":[${String(id % 90)},1]}}`);
  writeFileSync(file, `{"type":"FeatureCollection","features":[${texts.join()}]}`);
  const { folder: output, result } = await runTool(split, folder, filesOf(file), { by: 'farm' });
  const read = readdirSync(output).filter((name) => name.endsWith('.geojson')).map((name) => collectionSchema.parse(JSON.parse(readFileSync(path.join(output, name), 'utf8'))).features.map(({ properties }) => properties));
  expect(read.length).toBe(parts);
  expect(result.report.failures).toEqual([]);
  const expected = Array.from({ length: parts }, (): { id: number; farm: number }[] => []);
  for (let id = 0; id < features; id++) expected[partOf(id)].push({ id, farm: partOf(id) });
  expect(read.toSorted(([one], [other]) => one.farm - other.farm)).toEqual(expected);
});

it('by a field names a part after its value, or by a placeholder if no name can be made from it', async () => {
  const file = path.join(folder, 'values.geojson');
  const values = ['', ' ', '..', '.', 'a.', '?'];
  writeFileSync(file, `{"type":"FeatureCollection","features":[${values.map((value) => `{"type":"Feature","properties":{"farm":${JSON.stringify(value)}},"geometry":null}`).join()}]}`);
  const { result } = await runTool(split, folder, filesOf(file), { by: 'farm' });
  expect(result.files?.map(({ name }) => name)).toEqual(['values-empty.geojson', 'values-empty (2).geojson', 'values-_.geojson', 'values-_ (2).geojson', 'values-a.geojson', 'values-_ (3).geojson']);
});

it('reports the layers of a file under the names that they have in it', async () => {
  const file = path.join(folder, 'folders.kml');
  const one = (name: string) => `<Folder><name>${name}</name><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark></Folder>`;
  writeFileSync(file, `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${one('farm')}${one('FARM')}</Document></kml>`);
  for (const ran of [await runTool(convert, folder, filesOf(file), { to: 'geopackage' }), await runTool(split, folder, filesOf(file), { by: 'count', count: 2, format: 'geopackage' })]) {
    expect(split.reportSchema.pick({ outputs: true }).parse(ran.result.report).outputs.map(({ layers }) => layers.map(({ name }) => name))).toEqual([['farm', 'FARM_1']]);
  }
});

it('by count takes the features of one layer after those of another', async () => {
  const file = path.join(folder, 'farms.kml');
  const placemarks = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `<Placemark><name>${String(from + index)}</name><Point><coordinates>1,2</coordinates></Point></Placemark>`).join('');
  writeFileSync(file, `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder><name>a</name>${placemarks(0, 5)}</Folder><Folder><name>b</name>${placemarks(5, 12)}</Folder></Document></kml>`);
  const { folder: output } = await runTool(split, folder, filesOf(file), { by: 'count', count: 4 });
  const names = readdirSync(output).filter((name) => name.endsWith('.kml')).sort().map((name) => [...readFileSync(path.join(output, name), 'utf8').matchAll(/<Placemark[^>]*>\s*<name>(\d+)/g)].map(([, number]) => Number(number)));
  expect(names).toEqual([[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]);
});

it.each([1, 3])('refuses a source that has two features although it stated %d, and keeps none of its parts', async (count) => {
  const source = path.join(folder, 'two.geojson');
  const feature = '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}';
  writeFileSync(source, `{"type":"FeatureCollection","features":[${feature},${feature}]}`);
  const file = await openDiskFile(source);
  const { datasets, close } = await groupDatasets([file]);
  const dataset = await (await featureFormat('geojson')).openFeatures(datasets[0], { workFolder: folder });
  const saying = { ...dataset, layers: dataset.layers.map((layer) => ({ ...layer, count })) };
  const output = mkdtempSync(path.join(folder, 'parts-'));
  await expect(writeParts({ ...partsByCount(saying, 2, 'two.geojson'), dataset: saying, format: 'geojson', prefix: 'two', folder: output, workFolder: folder, onMainFiles: () => undefined }, () => undefined)).rejects.toThrow(`has 2 features instead of ${String(count)}`);
  expect(readdirSync(output, { recursive: true }).filter((name) => String(name).endsWith('.geojson'))).toEqual([]);
  await dataset.close();
  await close();
  await file.close();
});

it.each(['geojson', 'shapefile', 'kml', 'geopackage'])('the name of a file and of what it is split by are cut so that both fit, in a %s', async (format) => {
  const file = path.join(folder, `${'ã'.repeat(120)}.geojson`);
  const value = 'é'.repeat(120);
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', name: value, features: [0, 1].map((id) => ({ type: 'Feature', properties: { value: `${value}${String(id)}` }, geometry: { type: 'Point', coordinates: [id, 1] } })) }));
  for (const by of ['value', 'layer']) {
    const { folder: output, result } = await runTool(split, folder, filesOf(file), { by, format });
    expect(result.report.failures).toEqual([]);
    for (const name of readdirSync(output)) {
      expect(Buffer.byteLength(name)).toBeLessThan(256);
      expect(name).toMatch(/^(?:ã{40,}-é{40,}( \(2\))?\..*|.*-report\.json)$/);
    }
  }
});
