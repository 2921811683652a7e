import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { filesOf, runTool } from '../../test/run-tool.ts';
import { buffer } from '../buffer/definition.ts';
import { compress } from '../compress/definition.ts';
import { convert } from '../convert/definition.ts';
import { extract } from '../extract/definition.ts';
import { merge } from '../merge/definition.ts';
import { reproject } from '../reproject/definition.ts';
import { simplify } from '../simplify/definition.ts';
import { split } from '../split/definition.ts';
import type { ToolDefinition } from '../tool.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'main-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const placemark = (name: string) => `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>-50,-15 -49,-15 -49,-14 -50,-15</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;

function kml(place: string, ...layers: string[]): string {
  const file = path.join(mkdtempSync(path.join(folder, 'source-')), place);
  const folders = layers.map((layer) => `<Folder><name>${layer}</name>${placemark('one')}${placemark('two')}</Folder>`);
  writeFileSync(file, `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${folders.join('')}</Document></kml>`);
  return file;
}

const [farm, other, namesake, two] = [kml('farm.kml', 'lots'), kml('other.kml', 'lots'), kml('farm.kml', 'lots'), kml('two.kml', 'lots', 'roads')];

it.each<{ tool: ToolDefinition; mains: string[]; options: object; expected: string[] }>([
  { tool: convert, mains: [farm, other], options: { to: 'geojson' }, expected: ['farm.geojson', 'other.geojson'] },
  { tool: convert, mains: [farm, namesake], options: { to: 'shapefile' }, expected: ['farm.shp', 'farm (2).shp'] },
  { tool: convert, mains: [two], options: { to: 'geojson' }, expected: ['two-lots.geojson', 'two-roads.geojson'] },
  { tool: convert, mains: [two], options: { to: 'shapefile' }, expected: ['two-lots.shp', 'two-roads.shp'] },
  { tool: convert, mains: [farm, two], options: { to: 'kmz' }, expected: ['farm.kmz', 'two.kmz'] },
  { tool: reproject, mains: [farm, other], options: { to: 'EPSG:31982' }, expected: ['farm.gpkg', 'other.gpkg'] },
  { tool: extract, mains: [farm, other], options: { bbox: '-60,-20,-40,-10' }, expected: ['farm-extract.kml', 'other-extract.kml'] },
  { tool: simplify, mains: [farm, other], options: { distance: 5 }, expected: ['farm-simplified.kml', 'other-simplified.kml'] },
  { tool: buffer, mains: [two], options: { distance: 5, format: 'geojson' }, expected: ['two-lots.geojson', 'two-roads.geojson'] },
  { tool: merge, mains: [farm, two], options: { layers: 'each', format: 'geojson' }, expected: ['merged-lots.geojson', 'merged-lots_2.geojson', 'merged-roads.geojson'] },
  { tool: split, mains: [farm], options: { by: 'name' }, expected: ['farm-one.kml', 'farm-two.kml'] },
  { tool: split, mains: [two], options: { by: 'count', count: 2, format: 'shapefile' }, expected: ['two-1.shp', 'two-2.shp'] },
  { tool: split, mains: [two], options: { by: 'layer' }, expected: ['two-lots.kml', 'two-roads.kml'] },
  { tool: split, mains: [farm, other], options: { by: 'part' }, expected: ['farm-single-parts.kml', 'other-single-parts.kml'] },
  { tool: compress, mains: [farm], options: {}, expected: ['farm.zip'] },
])('$tool.name tells that its result will be $expected before it begins with it', async ({ tool, mains, options, expected }) => {
  const told: (readonly string[])[] = [];
  const { result } = await runTool(tool, folder, filesOf(...mains), options, { onMainFiles: (names) => told.push(names) });
  expect(told.at(-1)).toEqual(expected);
  expect((result.files ?? [result.output]).map(({ name }) => name).filter((name) => !expected[0].endsWith('.shp') || name.endsWith('.shp'))).toEqual(expected);

  const refusal = new Error('refused');
  const stages: string[] = [];
  const refusing = (names: readonly string[]) => {
    if (names.length === expected.length && names.every((name, position) => name === expected[position])) throw refusal;
  };
  await expect(runTool(tool, folder, filesOf(...mains), options, { onMainFiles: refusing, onProgress: (_, stage) => stages.push(stage) })).rejects.toBe(refusal);
  expect(stages.filter((stage) => !stage.startsWith('Reading'))).toEqual([]);
});
