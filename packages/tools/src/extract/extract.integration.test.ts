import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { areaForGdal, featuresOf, hasGdal, invalidForGdal, judge, ogr2ogr } from '../../../../testing/gdal.ts';
import { needs } from '../../../../testing/needs.ts';
import { NO_SHARED_FILES, sharedFile } from '../../../../testing/shared-data.ts';
import { chainsOf } from '../../test/chains.ts';
import { filesOf, problemOf, runTool } from '../../test/run-tool.ts';
import { extract } from './definition.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'extract-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const newFile = (name: string): string => path.join(mkdtempSync(path.join(folder, 'files-')), name);
const STATE = sharedFile('data', 'geojs-32-mun.json');

function geojson(name: string, geometries: readonly (object | null)[]): string {
  const file = newFile(name);
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: geometries.map((geometry, id) => ({ type: 'Feature', properties: { id }, geometry })) }));
  return file;
}

const ring = (x: number, y: number, size: number): number[][] => [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]];
const square = (x: number, y: number, size: number): object => ({ type: 'Polygon', coordinates: [ring(x, y, size)] });
const namesOf = (file: string, ...args: string[]): unknown[] => featuresOf(file, ...args).map(({ properties }) => properties['id']);

describe('a state', needs(hasGdal && STATE !== null, hasGdal ? NO_SHARED_FILES : 'GDAL is not installed'), () => {
  const BOX = [-41, -20.3, -40.3, -19.4];
  /** The state with repaired borders, so that GEOS can process it. */
  const state = (extension: string, ...args: string[]): string => {
    const source = newFile('state.geojson');
    copyFileSync(STATE ?? '', source);
    const file = newFile(`state${extension}`);
    ogr2ogr(file, source, '-nln', 'state', '-makevalid', '-nlt', 'MULTIPOLYGON', '-a_srs', 'EPSG:4674', ...args);
    return file;
  };
  /** An area with a hole and a slanted border. */
  const AREA = [{ type: 'Polygon', coordinates: [[[-41.2, -20.4], [-40.1, -20.1], [-40.4, -19.2], [-41.1, -19.3], [-41.2, -20.4]], ring(-40.8, -20, 0.2)] }];

  it('gives the features that meet a rectangle or an area, in agreement with GEOS', async () => {
    const source = state('.gpkg');
    const area = geojson('area.geojson', AREA);
    const { result } = await runTool(extract, folder, filesOf(source), { bbox: BOX.join(',') });
    const theirs = newFile('theirs.gpkg');
    ogr2ogr(theirs, source, '-dialect', 'sqlite', '-sql', `SELECT * FROM state WHERE ST_Intersects(geom, BuildMbr(${BOX.join(', ')}))`);
    expect(namesOf(result.output.path)).toEqual(namesOf(theirs));
    expect(namesOf(theirs).length).toBeGreaterThan(10);

    const { result: within } = await runTool(extract, folder, filesOf(source, area), { within: 'area.geojson' });
    const wkt = `GeomFromText('POLYGON((${AREA[0].coordinates.map((each) => each.map((place) => place.join(' ')).join(', ')).join('), (')}))')`;
    const inside = newFile('inside.gpkg');
    ogr2ogr(inside, source, '-dialect', 'sqlite', '-sql', `SELECT * FROM state WHERE ST_Intersects(geom, SetSRID(${wkt}, ST_SRID(geom)))`);
    expect(namesOf(within.output.path)).toEqual(namesOf(inside));
    expect(namesOf(inside).length).toBeLessThan(78);
  });

  it.each(['geopackage', 'geojson', 'shapefile', 'kml'])('is clipped as GEOS clips it, in a %s', async (format) => {
    const source = state('.gpkg');
    const area = geojson('area.geojson', AREA);
    const { result } = await runTool(extract, folder, filesOf(source, area), { within: 'area.geojson', clip: true, format });
    const theirs = newFile('theirs.gpkg');
    ogr2ogr(theirs, source, '-clipsrc', area, '-nlt', 'PROMOTE_TO_MULTI');
    const clean = newFile('own.gpkg');
    ogr2ogr(clean, result.output.path, '-nln', 'own', '-nlt', 'PROMOTE_TO_MULTI');
    expect(areaForGdal(clean) / areaForGdal(theirs)).toBeCloseTo(1, 7);
    expect(invalidForGdal([result.output.path])).toEqual([]);
    // Shared borders are still shared where they are cut: no new overlaps.
    expect(judge(clean, 'own', 'geom').overlaps).toBeLessThanOrEqual(judge(source, 'state', 'geom').overlaps);
    expect(featuresOf(clean).length).toBe(featuresOf(theirs).length);
  });

  it('in metres is clipped by an area in degrees', async () => {
    const source = state('.shp', '-t_srs', 'EPSG:31984', '-lco', 'ENCODING=UTF-8');
    const area = geojson('area.geojson', AREA);
    const { result } = await runTool(extract, folder, filesOf(source, area), { within: 'area.geojson', clip: true });
    const inMetres = newFile('area.gpkg');
    // The edges of the area are straight in degrees.
    ogr2ogr(inMetres, area, '-segmentize', '0.001', '-t_srs', 'EPSG:31984');
    const theirs = newFile('theirs.gpkg');
    ogr2ogr(theirs, source, '-clipsrc', inMetres, '-nlt', 'PROMOTE_TO_MULTI');
    expect(areaForGdal(result.output.path) / areaForGdal(theirs)).toBeCloseTo(1, 6);
    expect(invalidForGdal([result.output.path])).toEqual([]);
  });
});

describe('extract', needs(hasGdal, 'GDAL is not installed'), () => {
  it('clips neighbours at the same places, bit by bit', async () => {
    const slanted = (x: number): object => ({ type: 'Polygon', coordinates: [[[x, -15], [x + 0.1, -15], [x + 0.137, -14], [x + 0.037, -14], [x, -15]]] });
    const { result } = await runTool(extract, folder, filesOf(geojson('farm.geojson', [0, 1, 2].map((index) => slanted(-50 + index * 0.1)))), { bbox: '-51,-14.7123,-49,-14.1', clip: true });
    const places = featuresOf(result.output.path).map(({ geometry }) => new Set(chainsOf(geometry).flat().map((place) => place.join(' '))));
    expect(places.map(({ size }) => size)).toEqual([4, 4, 4]);
    expect([...places[0]].filter((place) => places[1].has(place)).length).toBe(2);
    expect([...places[1]].filter((place) => places[2].has(place)).length).toBe(2);
  });

  it('clips lines and points, and features of all kinds together', async () => {
    const geometries = [{ type: 'LineString', coordinates: [[-50.5, -15], [-49.5, -15]] }, { type: 'MultiPoint', coordinates: [[-50.5, -15], [-49.5, -15], [-49.9, -15]] }, { type: 'Point', coordinates: [-60, -15] }, null, square(-49.95, -15.05, 1), { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [-49.9, -15] }, { type: 'Point', coordinates: [-60, -15] }] }];
    const { result } = await runTool(extract, folder, filesOf(geojson('farm.geojson', geometries)), { bbox: '-50,-15.1,-49.8,-14.9', clip: true });
    const features = featuresOf(result.output.path);
    expect(features.map(({ properties }) => properties['id'])).toEqual([0, 1, 4, 5]);
    expect(chainsOf(features[0].geometry)).toEqual([[[-50, -15], [-49.8, -15]]]);
    expect(chainsOf(features[1].geometry).flat()).toEqual([[-49.9, -15]]);
  });

  it('gives an empty file if nothing is selected, and says so', async () => {
    for (const format of ['geojson', 'geopackage', 'shapefile']) {
      const { result } = await runTool(extract, folder, filesOf(geojson('farm.geojson', [square(-50, -15, 1)])), { where: 'id = 7', format });
      expect([format, featuresOf(result.output.path).length]).toEqual([format, 0]);
      expect(extract.summaryLines?.(extract.reportSchema.parse(result.report))).toEqual(['farm: 0 of 1 feature extracted']);
    }
  });

  it('treats a field that only another layer has as one without values', async () => {
    const source = newFile('farm.gpkg');
    ogr2ogr('-f', 'GPKG', '-nln', 'with', '-sql', 'SELECT id AS one FROM a', source, geojson('a.geojson', [square(-50, -15, 1)]));
    ogr2ogr('-f', 'GPKG', '-update', '-nln', 'without', '-sql', 'SELECT id AS other FROM b', source, geojson('b.geojson', [square(-50, -15, 1)]));
    const { result } = await runTool(extract, folder, filesOf(source), { where: 'one = 0 OR other IS NULL' });
    expect(extract.reportSchema.parse(result.report).chosen.map(({ layer, chosen }) => [layer, chosen])).toEqual([['with', 1], ['without', 0]]);
    expect((await problemOf(runTool(extract, folder, filesOf(source), { where: 'nothing = 0' }))).code).toBe('field-not-found');
  });

  it('refuses an area in a file without polygons, or in a file that is not there', async () => {
    const source = geojson('farm.geojson', [square(-50, -15, 1)]);
    const points = geojson('points.geojson', [{ type: 'Point', coordinates: [-50, -15] }]);
    expect((await problemOf(runTool(extract, folder, filesOf(source, points), { within: 'points.geojson' }))).code).toBe('area-without-polygons');
    expect((await problemOf(runTool(extract, folder, filesOf(source), { within: 'area.geojson' }))).code).toBe('area-not-found');
  });

  it('clips by a self-intersecting area, or refuses it with a sentence', async () => {
    const source = geojson('farm.geojson', [square(-50, -15, 1)]);
    const bowtie = geojson('area.geojson', [{ type: 'Polygon', coordinates: [[[-50, -15], [-49, -14], [-49, -15], [-50, -14], [-50, -15]]] }]);
    const { result } = await runTool(extract, folder, filesOf(source, bowtie), { within: 'area.geojson', clip: true });
    expect(areaForGdal(result.output.path)).toBeCloseTo(0.5, 9);
    expect(invalidForGdal([result.output.path])).toEqual([]);
  });
});
