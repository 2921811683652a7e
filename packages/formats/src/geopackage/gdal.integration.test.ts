import { PartKind } from '@geoinsights/geometry';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { runOgr2ogr } from '../../../../testing/gdal-process.ts';
import { hasGdal, ogr2ogr } from '../../../../testing/gdal.ts';
import { needs } from '../../../../testing/needs.ts';
import { z } from 'zod';
import { differences } from './test/comparison.ts';
import { ringOf } from './test/make-geopackage.ts';
import { patchOf } from './test/patches.ts';
import { applied, CLOCK, newFolder, opened } from './test/work-folder.ts';


const collectionSchema = z.object({
  features: z.array(z.object({ id: z.number().optional(), properties: z.record(z.string(), z.unknown()), geometry: z.object({ type: z.string(), coordinates: z.unknown().optional() }).nullable() })),
});
type Feature = z.output<typeof collectionSchema>['features'][number];

const polygon = (coordinates: unknown): object => ({ type: 'Polygon', coordinates });
const SOURCE = [
  polygon([ringOf(-50, -16, 2), ringOf(-49.5, -15.5, 0.5)]),
  polygon([ringOf(-48, -16, 2)]),
  null,
  { type: 'MultiPolygon', coordinates: [[ringOf(-40, -10)], [ringOf(-38, -10)]] },
  polygon([ringOf(-30, -10)]),
];
const POLYGONS_ONLY = SOURCE.map((geometry) => (geometry !== null && 'type' in geometry && geometry.type === 'MultiPolygon' ? polygon([ringOf(-40, -10)]) : geometry));
const LINES = [{ type: 'LineString', coordinates: [[0, 0], [1, 1], [1, 1], [2, 0]] }, null, { type: 'LineString', coordinates: [[5, 5], [6, 6]] }];
const POINTS = [{ type: 'MultiPoint', coordinates: [[0, 0], [1, 1]] }, { type: 'Point', coordinates: [3, 4] }];

function source(folder: string, geometries: readonly unknown[]): string {
  const path = join(folder, 'source.geojson');
  const features = geometries.map((geometry, index) => ({
    type: 'Feature',
    properties: { name: `São José ${index}`, area: index * 1.5, day: '2024-02-29', counts: index === 0 ? null : index },
    geometry,
  }));
  writeFileSync(path, JSON.stringify({ type: 'FeatureCollection', features }));
  return path;
}

/** The features of a layer as GDAL reads them, which must not object to anything in the file. */
function features(path: string, layer: string, ...options: string[]): Feature[] {
  const { stdout, stderr } = runOgr2ogr(['-f', 'GeoJSON', '/vsistdout/', path, layer, '-lco', 'COORDINATE_PRECISION=17', ...options]);
  expect(stderr).not.toMatch(/ERROR/);
  return collectionSchema.parse(JSON.parse(stdout)).features;
}

interface Writing {
  readonly title: string;
  readonly geometries?: readonly unknown[];
  readonly args?: readonly string[];
}
const lco = (...options: string[]): string[] => options.flatMap((option) => ['-lco', option]);
const WRITINGS: readonly Writing[] = [
  { title: 'by default' },
  ...['1.0', '1.1', '1.2', '1.3'].map((version) => ({ title: `version ${version}`, args: ['-dsco', `VERSION=${version}`] })),
  ...['POLYGON', 'MULTIPOLYGON', 'GEOMETRY', 'GEOMETRYCOLLECTION', 'PROMOTE_TO_MULTI'].map((type) => ({
    title: `as ${type}`,
    geometries: POLYGONS_ONLY,
    args: ['-nlt', type],
  })),
  ...['XYZ', 'XYM', 'XYZM'].map((dimensions) => ({ title: `with ${dimensions}`, args: ['-dim', dimensions] })),
  { title: 'without a spatial index', args: lco('SPATIAL_INDEX=NO') },
  { title: 'with other names', args: lco('GEOMETRY_NAME=the "geom"', 'FID=the id', 'IDENTIFIER=Açaí', 'DESCRIPTION=farms') },
  { title: 'with a geometry that may not be NULL', geometries: SOURCE.filter((geometry) => geometry !== null), args: lco('GEOMETRY_NULLABLE=NO') },
  { title: 'without the table of GDAL', args: ['-dsco', 'ADD_GPKG_OGR_CONTENTS=NO'] },
  { title: 'in metres', args: ['-t_srs', 'EPSG:31982'] },
  { title: 'without a CRS', args: ['-a_srs', 'NONE'] },
  { title: 'with a layer definition of QGIS', args: ['-oo', 'NATIVE_DATA=YES'] },
  { title: 'as attributes too', args: lco('ASPATIAL_VARIANT=GPKG_ATTRIBUTES') },
];

describe('files that GDAL wrote', needs(hasGdal, 'GDAL is not installed'), () => {
  it.each(WRITINGS)('$title: identical without a change; after a change, GDAL reads all the rest as before', async ({ geometries = SOURCE, args = [] }) => {
    const folder = newFolder();
    const path = join(folder, 'farms.gpkg');
    ogr2ogr('-f', 'GPKG', path, source(folder, geometries), '-nln', 'farms', ...(args.includes('-a_srs') ? [] : ['-a_srs', 'EPSG:4326']), ...args);
    const bytes = readFileSync(path);
    const dataset = await opened(path);
    const [{ geometry }] = dataset.layers;
    expect(geometry.featureOffsets).toHaveLength(geometries.length + 1);
    expect(readFileSync((await applied(dataset, [null])).path).equals(bytes)).toBe(true);

    // The first feature loses its hole and its shell moves; the second gets a second part.
    const far = [150, 60] as const;
    const patch = patchOf(geometry, new Map([[0, [{ source: 0, rings: [[[10, 10], [11, 10], [11, 11], [10, 10]]] }]], [1, [{ source: 0, rings: [0] }, { source: -1, rings: [ringOf(...far)] }]]]));
    const result = await applied(dataset, [patch]);
    expect(readdirSync(result.folder)).toEqual(['farms.gpkg']);
    expect(readFileSync(path).equals(bytes)).toBe(true);

    const column = geometryColumnOf(path);
    const allowed = new Set(['farms', 'gpkg_contents', 'gpkg_geometry_columns', 'sqlite_schema']);
    for (const difference of differences(path, result.path)) {
      if (difference.table.startsWith('rtree_')) continue;
      expect(allowed).toContain(difference.table);
      if (difference.table === 'farms') expect([difference.column, difference.row]).toEqual([column, expect.stringMatching(/^[12]$/)]);
      if (difference.table === 'gpkg_contents') expect(['last_change', 'min_x', 'min_y', 'max_x', 'max_y']).toContain(difference.column);
      if (difference.column === 'last_change') expect(difference.after).toBe(CLOCK);
    }
    assertSound(result.path);

    const properties = propertiesOf(result.path);
    expect(properties).toHaveLength(geometries.length);
    expect(properties).toEqual(propertiesOf(path));
    const database = new DatabaseSync(result.path, { readOnly: true });
    const before = new DatabaseSync(path, { readOnly: true });
    const rest = 'SELECT * FROM farms WHERE rowid > 2';
    expect(database.prepare(rest).all()).toEqual(before.prepare(rest).all());
    database.close();
    before.close();

    expect(features(result.path, 'farms', '-spat', '10.4', '10.1', '10.6', '10.2', '-preserve_fid').map(({ id }) => id)).toEqual([1]);
    // Flat, since a vertex without a height is none in GeoJSON.
    const second = features(result.path, 'farms', '-spat', '150.2', '60.2', '150.4', '60.4', '-preserve_fid', '-dim', 'XY');
    expect(second.map(({ id }) => id)).toEqual([2]);
    expect(second[0].geometry?.type).toMatch(/^(MultiPolygon|GeometryCollection)$/);
  });

  it.each(['MULTISURFACE', 'CURVEPOLYGON', 'CURVE'])('geometries that became curves (%s) stay as they are, with a note', async (type) => {
    const folder = newFolder();
    const path = join(folder, 'farms.gpkg');
    ogr2ogr('-f', 'GPKG', path, source(folder, type === 'CURVE' ? LINES : POLYGONS_ONLY), '-nln', 'farms', '-nlt', type);
    const dataset = await opened(path);
    const curves = dataset.layers[0].geometry.featureOffsets.at(-1) === 0;
    expect(dataset.notes.map(({ code }) => code)).toEqual(curves ? ['geometry-not-repaired'] : []);
    expect(readFileSync((await applied(dataset, [null])).path).equals(readFileSync(path))).toBe(true);
  });

  it('lines and points keep their types', async () => {
    for (const [geometries, kind] of [[LINES, PartKind.Line], [POINTS, PartKind.Point]] as const) {
      const folder = newFolder();
      const path = join(folder, 'farms.gpkg');
      ogr2ogr('-f', 'GPKG', path, source(folder, geometries), '-nln', 'farms');
      const dataset = await opened(path);
      const result = await applied(dataset, [patchOf(dataset.layers[0].geometry, new Map([[0, [{ kind, source: 0, rings: [[[0, 0], [2, 0]]] }]]]))]);
      expect(features(result.path, 'farms').map((feature) => feature.geometry?.type)).toEqual(features(path, 'farms').map((feature) => feature.geometry?.type));
      assertSound(result.path);
    }
  });

  it('several layers, a table of attributes and a table of styles: the others do not change', async () => {
    const folder = newFolder();
    const path = join(folder, 'farms.gpkg');
    const input = source(folder, SOURCE);
    ogr2ogr('-f', 'GPKG', path, input, '-nln', 'farms');
    ogr2ogr('-f', 'GPKG', path, input, '-update', '-nln', 'second', '-nlt', 'PROMOTE_TO_MULTI');
    ogr2ogr('-f', 'GPKG', path, input, '-update', '-nln', 'attributes', '-nlt', 'NONE');
    const database = new DatabaseSync(path);
    database.exec("CREATE TABLE layer_styles (id INTEGER PRIMARY KEY, f_table_name TEXT, styleQML TEXT); INSERT INTO layer_styles VALUES (1, 'farms', '<qgis/>')");
    database.close();
    const dataset = await opened(path);
    expect(dataset.layers.map(({ name }) => name)).toEqual(['farms', 'second']);
    const result = await applied(dataset, [null, patchOf(dataset.layers[1].geometry, new Map([[0, []]]))]);
    const changed = new Set(differences(path, result.path).map(({ table }) => table.replace(/^rtree.*/, 'rtree')));
    expect([...changed].toSorted()).toEqual(['gpkg_contents', 'rtree', 'second']);
    expect(features(result.path, 'second').at(0)?.geometry).toBe(null);
    assertSound(result.path);
    expect(spawnSync('ogrinfo', ['-ro', '-al', '-so', result.path], { encoding: 'utf8' }).stderr).not.toMatch(/ERROR/);
  });
});

/** Attributes as GDAL reads them, feature by feature. */
function propertiesOf(path: string): unknown[] {
  return features(path, 'farms').map(({ properties }) => properties);
}

function geometryColumnOf(path: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true });
  const name = database.prepare('SELECT column_name FROM gpkg_geometry_columns').get()?.['column_name'];
  database.close();
  return name;
}

function assertSound(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true });
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  for (const { name } of database.prepare("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%rtree%'").all()) {
    expect(database.prepare('SELECT rtreecheck(?) AS answer').get(name)).toEqual({ answer: 'ok' });
  }
  database.close();
}
