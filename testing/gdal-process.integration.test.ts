import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runOgr2ogr } from './gdal-process.ts';
import { hasGdal } from './gdal.ts';
import { needs } from './needs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'gdal-process-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const place = (name: string): string => path.join(folder, name);
const ring = (west: number): number[][] => [[west, 0], [west + 0.1 + 0.2, 0], [west, 1 / 3], [west, 0]];
writeFileSync(place('farms.geojson'), JSON.stringify({ type: 'FeatureCollection', features: [-50, -49].map((west) => ({ type: 'Feature', properties: { nome: `São João ${String(west)}` }, geometry: { type: 'Polygon', coordinates: [ring(west)] } })) }));
writeFileSync(place('broken.geojson'), '{"type":"FeatureCollection","features":[');

const byProgram = (args: readonly string[]) => spawnSync('ogr2ogr', args, { encoding: 'utf8' });
const featuresIn = (text: string): unknown => {
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === 'object' && parsed !== null && 'features' in parsed ? parsed.features : null;
};

/** Without the bindings this compares the program with itself. */
describe('ogr2ogr by the bindings of GDAL', needs(hasGdal, 'GDAL is not installed'), () => {
  test.each([
    ['as they are', ['-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=17', '/vsistdout/', place('farms.geojson')]],
    ['in another system, those of one layer that a condition selects', ['-t_srs', 'EPSG:31982', '-where', "nome LIKE '%49'", '-f', 'GeoJSON', '/vsistdout/', place('farms.geojson'), 'farms']],
    ['within a rectangle', ['-f', 'GeoJSON', '/vsistdout/', place('farms.geojson'), '-spat', '-50.5', '-1', '-49.5', '1']],
    ['by an option that only the program takes', ['-f', 'GeoJSON', '-limit', '1', '/vsistdout/', place('farms.geojson')]],
  ])('reads features as the program does: %s', (_, args) => {
    const [here, there] = [runOgr2ogr(args), byProgram(args)];
    expect(here).toMatchObject({ status: 0, stderr: there.stderr });
    expect(featuresIn(there.stdout)).not.toEqual([]);
    expect(featuresIn(here.stdout)).toEqual(featuresIn(there.stdout));
  });

  test('writes the same files, and reads them with the same words', () => {
    const shapefile = (name: string): string[] => ['-f', 'ESRI Shapefile', '-lco', 'ENCODING=UTF-8', '-nln', 'farms', place(`${name}.shp`), place('farms.geojson')];
    const geojson = (name: string, source: string): string[] => ['-f', 'GeoJSON', '-nln', 'farms', place(`${name}-of-${source}`), place(source)];
    for (const args of [shapefile, (name: string) => geojson(name, 'farms.geojson'), (name: string) => geojson(name, 'there.shp')]) {
      const there = byProgram(args('there'));
      expect(there.status).toBe(0);
      expect(runOgr2ogr(args('here'))).toMatchObject({ status: 0, stderr: there.stderr });
    }
    for (const name of ['.shp', '.shx', '.dbf', '.prj', '.cpg', '-of-farms.geojson', '-of-there.shp']) expect(readFileSync(place(`here${name}`)), name).toEqual(readFileSync(place(`there${name}`)));
  });

  test.each(['broken.geojson', 'missing.geojson'])('fails, with what GDAL says, where the program does: %s', (name) => {
    const args = ['-f', 'GeoJSON', '/vsistdout/', place(name)];
    const [here, there] = [runOgr2ogr(args), byProgram(args)];
    expect(there.status).not.toBe(0);
    expect(here.status).not.toBe(0);
    expect(here.stderr).toContain(/ERROR \d+: .*/.exec(there.stderr)?.[0] ?? name);
  });
});
