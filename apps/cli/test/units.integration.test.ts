import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeShapefile, recordContent } from '../../../packages/formats/test/shapefile/make-shapefile.ts';
import { geotools } from './geotools.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'geotools-units-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const square = recordContent({ type: 5, rings: [[[500_000, 8_000_000], [500_000, 8_001_000], [501_000, 8_001_000], [501_000, 8_000_000], [500_000, 8_000_000]]] });
const { shp, shx } = makeShapefile(5, [square]);

/** As ArcGIS writes it: without any code. */
const transverseMercator = (name: string, unit: string) =>
  `PROJCS["${name}",GEOGCS["GCS_SIRGAS_2000",DATUM["D_SIRGAS_2000",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],` +
  'PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",-51.0],' +
  `PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],${unit}]`;

it.each([
  ['SIRGAS 2000 / UTM zone 22S', transverseMercator('SIRGAS_2000_UTM_Zone_22S', 'UNIT["Meter",1.0]'), 'SIRGAS 2000 / UTM zone 22S (EPSG:31982)', 'm'],
  ['a grid in feet', transverseMercator('Own_Grid', 'UNIT["Foot",0.3048]'), 'Own_Grid', 'ft'],
  ['a grid in US survey feet', transverseMercator('Own_Grid', 'UNIT["Foot_US",0.304800609601219]'), 'Own_Grid', 'US survey ft'],
  ['a grid in a unit without a name', transverseMercator('Own_Grid', 'UNIT["Rod",5.0292]'), 'Own_Grid', 'units? of 5.029 m'],
])('the summary names unit and system of %s', (_, prj, system, unit) => {
  const place = (name: string) => path.join(folder, name);
  writeFileSync(place('a.shp'), shp);
  writeFileSync(place('a.shx'), shx);
  writeFileSync(place('a.prj'), prj);
  const { stdout } = geotools('check', place('a.shp'));
  expect(stdout).toContain(`a: 1 feature, 5 vertices, ${system}\n`);
  expect(stdout).toMatch(new RegExp(`\\n {4}snap distance [\\d.]+ ${unit} \\(auto\\), gap width [\\d.]+ ${unit} \\(auto\\)\\n`));
});

it('degrees are measured in metres on the ground', () => {
  const place = path.join(folder, 'degrees.geojson');
  writeFileSync(place, '{"type":"Polygon","coordinates":[[[-50,-15],[-49.99,-15],[-49.99,-14.99],[-50,-14.99],[-50,-15]]]}');
  expect(geotools('check', place).stdout).toMatch(/WGS 84 \(EPSG:4326\)\n {4}snap distance [\d.]+ m on the ground \(auto\), gap width [\d.]+ m on the ground \(auto\)\n/);
});

it('points have no borders, and no tolerances are shown for them unless they were given', () => {
  const place = path.join(folder, 'points.geojson');
  writeFileSync(place, '{"type":"Point","coordinates":[-50,-15]}');
  expect(geotools('check', place).stdout).toBe('points (geojson)\n  points: 1 feature, 1 vertex, WGS 84 (EPSG:4326)\n    nothing to repair\n');
  expect(geotools('check', place, '--snap-distance', '0').stdout).toContain('snap distance 0 m');
});

it('a distance of one unit is written in the singular', () => {
  const place = path.join(folder, 'units.shp');
  const beside = (x: number) => recordContent({ type: 5, rings: [[[x, 100], [x + 100, 100], [x + 100, 0], [x, 0], [x, 100]]] });
  const files = makeShapefile(5, [beside(1000), beside(1101)]);
  writeFileSync(place, files.shp);
  writeFileSync(place.replace('.shp', '.shx'), files.shx);
  const { stdout } = geotools('check', place, '--snap-distance', '2', '--max-gap-width', '1', '--list');
  expect(stdout).toContain('snap distance 2 units, gap width 1 unit\n');
  expect(stdout).toMatch(/units {2}near-edge {2}.* {2}1 unit {2}/);
});

it('areas without a unit are in square units on every line', () => {
  const place = path.join(folder, 'overlap.shp');
  const beside = (x: number) => recordContent({ type: 5, rings: [[[x, 100], [x + 100, 100], [x + 100, 0], [x, 0], [x, 100]]] });
  const files = makeShapefile(5, [beside(1000), beside(1070)]);
  writeFileSync(place, files.shp);
  writeFileSync(place.replace('.shp', '.shx'), files.shx);
  const { stdout } = geotools('check', place, '--list');
  expect(stdout).toMatch(/ {2}overlap {2}.* {2}3,000 units² {2}/);
  expect(stdout).toContain('would lose 3,000 units² of 10,000 units²');
  expect(stdout).toContain('    3,000 units² would change hands, 0 units² would go to nobody');
  expect(stdout).not.toMatch(/ (m²|ha|m)[ ,;.\n]/);
});
