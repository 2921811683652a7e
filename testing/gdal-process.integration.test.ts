import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runOgr2ogr } from './gdal-process.ts';
import { codeByGdal, placesByGdal, textByGdal, transformedByGdal } from './gdal-systems.ts';
import { hasGdal, summaryOf } from './gdal.ts';
import { needs } from './needs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'gdal-process-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const place = (name: string): string => path.join(folder, name);
const ring = (west: number): number[][] => [[west, 0], [west + 0.1 + 0.2, 0], [west, 1 / 3], [west, 0]];
writeFileSync(place('farms.geojson'), JSON.stringify({ type: 'FeatureCollection', features: [-50, -49].map((west) => ({ type: 'Feature', properties: { nome: `São João ${String(west)}` }, geometry: { type: 'Polygon', coordinates: [ring(west)] } })) }));
writeFileSync(place('broken.geojson'), '{"type":"FeatureCollection","features":[');

const byProgram = (args: readonly string[], program = 'ogr2ogr') => spawnSync(program, args, { encoding: 'utf8' });
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
    ['clipped, made valid and with more vertices', ['-f', 'GeoJSON', '/vsistdout/', place('farms.geojson'), '-clipsrc', 'POLYGON((-49.9 0,-48 0,-48 1,-49.9 1,-49.9 0))', '-makevalid', '-segmentize', '0.05']],
    ['opened by an option of the format', ['-f', 'GeoJSON', '/vsistdout/', place('farms.geojson'), '-oo', 'FLATTEN_NESTED_ATTRIBUTES=YES', '-oo', 'NATIVE_DATA=YES']],
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

/** Without the bindings these, too, compare the programs with themselves. */
describe('other programs of GDAL by its bindings', needs(hasGdal, 'GDAL is not installed'), () => {
  const PLACES = Float64Array.of(-51.3, -20.1, -49, 1 / 3);

  test('places are transformed as gdaltransform does', () => {
    const { stdout } = spawnSync('gdaltransform', ['-s_srs', 'EPSG:4674', '-t_srs', 'EPSG:31982', '-output_xy'], { input: [0, 2].map((at) => `${PLACES[at]} ${PLACES[at + 1]}\n`).join(''), encoding: 'utf8' });
    const digits = (values: readonly number[]): string[] => values.map((value) => value.toPrecision(15));
    expect(digits([...transformedByGdal('EPSG:4674', 'EPSG:31982', PLACES)])).toEqual(digits(stdout.trim().split(/\s/).map(Number)));
    expect(() => transformedByGdal('EPSG:4674', 'EPSG:467400', PLACES)).toThrow('crs not found');
    const [utm, none] = placesByGdal('EPSG:4674', [['EPSG:31982', [PLACES[0], PLACES[1]]], ['EPSG:467400', [0, 0]]]);
    expect([digits(utm ?? []), none]).toEqual([digits(stdout.trim().split(/\s/).map(Number)).slice(0, 2), null]);
  });

  test.each(['EPSG:31982', 'EPSG:8857', '+proj=somerc +lat_0=46.95 +lon_0=7.44 +k_0=1 +x_0=2600000 +y_0=1200000 +datum=WGS84'])('a system is written and found as by gdalsrsinfo: %s', (system) => {
    for (const [form, option] of [['WKT1_GDAL', 'wkt1'], ['WKT1_ESRI', 'wkt_esri'], ['WKT2_2019', 'wkt2_2019']] as const) expect(textByGdal(system, form), form).toBe(byProgram(['-o', option, '--single-line', system], 'gdalsrsinfo').stdout.trim());
    const text = textByGdal(system, 'WKT1_ESRI');
    expect(codeByGdal(text)).toBe(byProgram(['-o', 'epsg', text], 'gdalsrsinfo').stdout.trim());
  });

  test('the layers of a file are those of ogrinfo', () => {
    const package_ = place('farms.gpkg');
    expect(byProgram(['-f', 'GPKG', '-t_srs', 'EPSG:31982', package_, place('farms.geojson')]).status).toBe(0);
    const said = byProgram(['-ro', '-so', '-al', package_], 'ogrinfo').stdout;
    expect(said).toMatch(/using driver `GPKG' successful[\s\S]*^Feature Count: 2$[\s\S]*^ {4}ID\["EPSG",31982\]\]$/m);
    expect(summaryOf(package_)).toEqual({ driver: 'GPKG', features: 2, system: 31982 });
    expect(() => summaryOf(place('missing.gpkg'))).toThrow('missing.gpkg');
  });
});
