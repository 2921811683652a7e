import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { featuresReportSchema } from '@geoinsights/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { featuresOf, hasGdal, ogr2ogr } from '../../../../testing/gdal.ts';
import { placesByGdal } from '../../../../testing/gdal-systems.ts';
import { needs } from '../../../../testing/needs.ts';
import { NO_SHARED_FILES, sharedFile } from '../../../../testing/shared-data.ts';
import { chainsOf } from '../../test/chains.ts';
import { filesOf, problemOf, runTool } from '../../test/run-tool.ts';
import { merge } from '../merge/definition.ts';
import { reproject } from './definition.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reproject-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const STATES = ['52', '53', '32'].map((state) => sharedFile('data', `geojs-${state}-mun.json`));

const UNCHANGED = ['-s_srs', 'EPSG:4326', '-t_srs', 'EPSG:4326'];
const newFile = (name: string): string => path.join(mkdtempSync(path.join(folder, 'files-')), name);

/** The positions in a file, unconverted, and its rows. */
function contents(file: string): { readonly places: readonly (readonly [number, number])[]; readonly rows: readonly unknown[] } {
  const features = featuresOf(file, ...UNCHANGED);
  return { places: features.flatMap(({ geometry }) => chainsOf(geometry).flat()), rows: features.map(({ properties }) => properties) };
}

/** The maximum distance between corresponding positions. */
function apart(one: readonly (readonly [number, number])[], other: readonly (readonly [number, number])[]): number {
  expect(one.length).toBe(other.length);
  return one.reduce((most, [x, y], place) => Math.max(most, Math.hypot(x - other[place][0], y - other[place][1])), 0);
}

describe('states of Brazil compared with ogr2ogr', needs(hasGdal && STATES.every((state) => state !== null), hasGdal ? NO_SHARED_FILES : 'GDAL is not installed'), () => {
  it.each([
    ['EPSG:31982', 0],
    ['EPSG:31983', 1],
    ['EPSG:31984', 2],
    ['EPSG:5880', 0],
    ['EPSG:4674', 2],
  ])('in %s agree within a millimetre, with all values, and back', async (crs, index) => {
    const state = STATES[index] ?? '';
    const source = newFile('state.gpkg');
    ogr2ogr(source, state, '-a_srs', 'EPSG:4674', '-nlt', 'PROMOTE_TO_MULTI');
    const { result } = await runTool(reproject, folder, filesOf(source), { to: crs });
    const theirs = newFile('theirs.gpkg');
    ogr2ogr('-t_srs', crs, theirs, source);
    const [own, other] = [contents(result.output.path), contents(theirs)];
    expect(own.rows).toEqual(other.rows);
    expect(apart(own.places, other.places)).toBeLessThan(crs === 'EPSG:4674' ? 1e-8 : 0.001);

    const { result: back } = await runTool(reproject, folder, filesOf(result.output.path), { to: 'EPSG:4674' });
    expect(apart(contents(back.output.path).places, contents(source).places)).toBeLessThan(1e-8);
  });

  it('in SAD69 agree by the shift that ogr2ogr is told to use, and back', async () => {
    const source = newFile('state.gpkg');
    ogr2ogr(source, STATES[1] ?? '', '-a_srs', 'EPSG:4674');
    const { result } = await runTool(reproject, folder, filesOf(source), { to: 'EPSG:29192' });
    const theirs = newFile('theirs.gpkg');
    // IBGE's shift of 2005, which every office uses.
    ogr2ogr('-t_srs', '+proj=utm +zone=22 +south +ellps=aust_SA +towgs84=-67.35,3.88,-38.22 +type=crs', '-s_srs', '+proj=longlat +ellps=GRS80 +towgs84=0,0,0 +type=crs', theirs, source);
    expect(apart(contents(result.output.path).places, contents(theirs).places)).toBeLessThan(0.001);
    expect(JSON.stringify(result.report)).toMatch(/SAD69/);
    const { result: back } = await runTool(reproject, folder, filesOf(result.output.path), { to: 'EPSG:4674' });
    expect(apart(contents(back.output.path).places, contents(source).places)).toBeLessThan(1e-8);
  });
});

describe('reproject', needs(hasGdal, 'GDAL is not installed'), () => {
  const plain = (coordinates: unknown, type = 'LineString'): string => {
    const file = newFile('farm.geojson');
    writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: { a: 1 }, geometry: { type, coordinates } }] }));
    return file;
  };
  const inMetres = (extension: string, ...args: string[]): string => {
    const file = newFile(`farm${extension}`);
    ogr2ogr('-t_srs', 'EPSG:31982', ...args, file, plain([[-51, -15], [-50, -15]]));
    return file;
  };

  it('accepts a file without a system only if one is given', async () => {
    const source = inMetres('.shp');
    rmSync(source.replace(/shp$/, 'prj'));
    expect((await problemOf(runTool(reproject, folder, filesOf(source), { to: 'EPSG:4674' }))).code).toBe('crs-needed');
    const { result } = await runTool(reproject, folder, filesOf(source), { to: 'EPSG:4674', from: 'EPSG:31982' });
    expect(apart(contents(result.output.path).places, [[-51, -15], [-50, -15]])).toBeLessThan(1e-8);
  });

  it.each([
    ['EPSG:999999', 'crs-not-known'],
    ['Atlantis', 'crs-not-known'],
    ['EPSG:', 'crs-not-known'],
  ])('to %s is refused', async (to, code) => {
    const work = () => runTool(reproject, folder, filesOf(plain([[-51, -15], [-50, -15]])), { to });
    expect((await problemOf(Promise.resolve().then(work))).code).toBe(code);
  });

  it.each(['kml', 'kmz', 'geojson'])('transforms a %s to WGS 84 only, as the format allows no other system', async (format) => {
    const source = inMetres('.gpkg');
    expect((await problemOf(runTool(reproject, folder, filesOf(source), { to: 'EPSG:31983', format }))).code).toBe('format-has-own-system');
    const { result } = await runTool(reproject, folder, filesOf(source), { to: 'EPSG:4326', format });
    expect(apart(contents(result.output.path).places, [[-51, -15], [-50, -15]])).toBeLessThan(1e-7);
  });

  it('says that a target with a vertical system is replaced by the one without', async () => {
    const { result } = await runTool(reproject, folder, filesOf(inMetres('.gpkg')), { to: 'EPSG:4989' });
    const { losses, outputs } = featuresReportSchema.parse(result.report);
    expect(outputs[0].layers[0].crs.code).toBe('EPSG:4674');
    expect(losses.map(({ code, text }) => [code, text])).toEqual([['system-changed', '"farm" is in EPSG:4674, which has no heights, instead of EPSG:4989 (SIRGAS 2000): heights are not transformed.']]);
  });

  it('adds vertices to long edges on request', async () => {
    const source = plain([[-54, -30], [-48, -30]]);
    const { result } = await runTool(reproject, folder, filesOf(source), { to: 'EPSG:31982', format: 'geopackage', densify: 1 });
    const { places } = contents(result.output.path);
    expect(places.length).toBeGreaterThan(50);
    // What is straight in the file lies on the parallel: the midpoints of all edges must be within a metre of it.
    const middles = newFile('middles.gpkg');
    const points = newFile('points.csv');
    writeFileSync(points, `x,y\n${places.slice(1).map(([x, y], index) => `${String((x + places[index][0]) / 2)},${String((y + places[index][1]) / 2)}`).join('\n')}\n`);
    ogr2ogr('-oo', 'X_POSSIBLE_NAMES=x', '-oo', 'Y_POSSIBLE_NAMES=y', '-s_srs', 'EPSG:31982', '-t_srs', 'EPSG:4326', middles, points);
    for (const [, latitude] of contents(middles).places) expect(Math.abs(latitude + 30) * 111_000).toBeLessThan(1.01);
  });

  it('refuses places outside the target system, and names the feature', async () => {
    const { code, message } = await problemOf(runTool(reproject, folder, filesOf(plain([[39, 0], [39, 1]])), { to: 'EPSG:31982', format: 'shapefile' }));
    expect([code, message.includes('feature 1')]).toEqual(['coordinates-outside-system', true]);
  });
});

it('reports positions without numbers, and transforms all the rest, also in a merge', async () => {
  const file = newFile('farm.geojson');
  writeFileSync(file, '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"n":1},"geometry":{"type":"Point","coordinates":[NaN,NaN]}},{"type":"Feature","properties":{"n":2},"geometry":{"type":"Point","coordinates":[-51,-15]}}]}');
  const told = [['value-left-out', 1, 'One position does not consist of two finite numbers, before and after the transformation. Fix geometry removes such positions from polygons.']];
  for (const [tool, options] of [[reproject, { to: 'EPSG:31982' }], [merge, { crs: 'EPSG:31982' }], [merge, { crs: 'EPSG:31982', layers: 'each' }]] as const) {
    const { result } = await runTool(tool, folder, filesOf(file), { ...options, format: 'geopackage' });
    const { outputs, losses } = featuresReportSchema.parse(result.report);
    expect(outputs[0].layers[0]).toMatchObject({ features: 2, crs: { code: 'EPSG:31982' } });
    expect(losses.filter(({ code }) => code === 'value-left-out').map(({ code, count, text }) => [code, count, text])).toEqual(told);
  }
});

describe('systems of other countries', needs(hasGdal, 'GDAL is not installed'), () => {
  it.each([
    ['EPSG:2154', 'shapefile', 2.3458119587, 48.8562481409],
    ['EPSG:2154', 'geopackage', 2.3458119587, 48.8562481409],
    ['EPSG:27700', 'shapefile', -3.2, 54.9],
    ['EPSG:9377', 'geopackage', -74.2, 4.9],
  ] as const)('%s is written to a %s that GDAL, and we, read in it', async (to, format, longitude, latitude) => {
    const source = newFile('point.geojson');
    writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: { a: 1 }, geometry: { type: 'Point', coordinates: [longitude, latitude] } }] }));
    const { result, folder: output } = await runTool(reproject, folder, filesOf(source), { to, format });
    const { losses } = featuresReportSchema.parse(result.report);
    expect(losses.map(({ code }) => code)).not.toContain('system-changed');
    const written = format === 'shapefile' ? readdirSync(output).flatMap((name) => (name.endsWith('.shp') ? [path.join(output, name)] : [])) : [result.output.path];
    const [[x, y]] = contents(written[0]).places;
    const [theirs] = placesByGdal('EPSG:4326', [[to, [longitude, latitude]]]);
    expect(Math.hypot(x - (theirs?.[0] ?? NaN), y - (theirs?.[1] ?? NaN))).toBeLessThan(0.003);
    // Read by the system that the file states.
    const [[west, south]] = featuresOf(written[0], '-t_srs', 'EPSG:4326').map(({ geometry }) => chainsOf(geometry).flat()[0]);
    expect(Math.hypot(west - longitude, south - latitude) * 111_320).toBeLessThan(0.003);
    const { result: back } = await runTool(reproject, folder, filesOf(written[0]), { to: 'EPSG:4326', format: 'geojson' });
    const [[again, andAgain]] = contents(back.output.path).places;
    expect(Math.hypot(again - longitude, andAgain - latitude) * 111_320).toBeLessThan(0.003);
  });
});
