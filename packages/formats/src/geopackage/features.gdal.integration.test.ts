import { PartKind } from '@geoinsights/geometry';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { featuresOf, hasGdal, ogr2ogr } from '../../../../testing/gdal.ts';
import { needs } from '../../../../testing/needs.ts';
import { GeometryType } from '../features/feature-batch.ts';
import { batchOf, create, field, none, point, readAll, schemaOf, withFeatures, written } from './test/feature-files.ts';
import type { PlainFeature } from './test/feature-files.ts';
import { ringOf } from './test/make-geopackage.ts';
import { newFolder } from './test/work-folder.ts';
import { diskFolder } from '../files/disk.ts';

function ogrinfo(...args: string[]): string {
  const { stdout, stderr, status } = spawnSync('ogrinfo', ['-ro', ...args], { encoding: 'utf8' });
  if (status !== 0 || /ERROR|Warning/.test(stderr)) throw new Error(`ogrinfo ${args.join(' ')}: ${stderr}`);
  return stdout;
}

function assertSound(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true });
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  database.close();
}

const line = { kind: PartKind.Line, rings: [[[0, 0, 5], [1, 2, 6]]] } as const;
const shell = { kind: PartKind.Polygon, rings: [ringOf(-50, -16, 2).map((at) => [...at, 1]), ringOf(-49, -15, 0.5).map((at) => [...at, 2])] } as const;
const GEOMETRIES: readonly (readonly [PlainFeature, unknown])[] = [
  [point(1.1, -2.2, 3.3), { type: 'Point', coordinates: [1.1, -2.2, 3.3] }],
  [{ type: GeometryType.LineString, parts: [line] }, { type: 'LineString', coordinates: line.rings[0] }],
  [{ type: GeometryType.Polygon, parts: [shell] }, { type: 'Polygon', coordinates: shell.rings }],
  [{ type: GeometryType.MultiPoint, parts: [{ kind: PartKind.Point, rings: line.rings }] }, { type: 'MultiPoint', coordinates: line.rings[0] }],
  [{ type: GeometryType.MultiLineString, parts: [line, line] }, { type: 'MultiLineString', coordinates: [line.rings[0], line.rings[0]] }],
  [{ type: GeometryType.MultiPolygon, parts: [shell] }, { type: 'MultiPolygon', coordinates: [shell.rings] }],
  [
    { type: GeometryType.GeometryCollection, parts: [line, shell] },
    { type: 'GeometryCollection', geometries: [{ type: 'LineString', coordinates: line.rings[0] }, { type: 'Polygon', coordinates: shell.rings }] },
  ],
  [none, null],
];

describe('with GDAL', needs(hasGdal, 'GDAL is not installed'), () => {
  it('GDAL reads what is written: values, types, coordinates, extent, system, index', async () => {
    const fields = [field('text', 'text'), field('whole', 'integer'), field('real', 'real'), field('yes', 'boolean'), field('day', 'date'), field('at', 'date-time'), field('list', 'json'), field('order', 'text')];
    const row = ['São José', 9007199254740991, 0.1, true, '2024-02-29', '2024-02-29T10:20:30.125Z', '[1,"a"]', 'x'];
    const schema = schemaOf({ name: 'Área "1"', fields, geometryTypes: [1, 2, 3, 4, 5, 6, 7], hasZ: true, ids: 'own', crs: { name: 'SIRGAS 2000', code: 'EPSG:4674', units: { kind: 'geographic' }, metresPerUnit: null } });
    const features = GEOMETRIES.map(([feature], index) => ({ ...feature, id: index * 10 + 5, row: index % 2 === 0 ? row : fields.map(() => null) }));
    const second = schemaOf({ name: 'points', geometryTypes: [1] });
    const { path } = await written([{ schema, batches: [batchOf(features, { dimensions: 'xyz' })] }, { schema: second, batches: [batchOf([point(5, 6), point(7, 8)])] }]);
    assertSound(path);

    const read = featuresOf(path, 'Área "1"');
    expect(read.map(({ geometry }) => geometry)).toEqual(GEOMETRIES.map(([, geometry]) => geometry));
    expect(read[0].properties).toEqual({ text: 'São José', whole: 9007199254740991, real: 0.1, yes: true, day: '2024-02-29', at: '2024-02-29T10:20:30.125Z', list: [1, 'a'], order: 'x' });
    expect(Object.values(read[1].properties)).toEqual(fields.map(() => null));

    const summary = ogrinfo('-al', '-so', path);
    expect(summary).toMatch(/Feature Count: 8\nExtent: \(-50\.000000, -16\.000000\) - \(1\.100000, 2\.000000\)/);
    expect(summary).toMatch(/Geometry: 3D Unknown \(any\)/);
    expect(summary).toMatch(/Geometry: Point\nFeature Count: 2\nExtent: \(5\.000000, 6\.000000\) - \(7\.000000, 8\.000000\)/);
    expect(summary).toMatch(/ID\["EPSG",4674\]/);
    expect(summary).toMatch(/yes: Integer\(Boolean\)[^]*day: Date[^]*at: DateTime[^]*list: String\(JSON\)/);
    expect(ogrinfo('-q', path, 'Área "1"').match(/OGRFeature\([^)]*\):\d+/g)).toEqual(features.map(({ id }) => `OGRFeature(Área "1"):${id}`));
    expect(ogrinfo('-q', path, '-sql', 'SELECT HasSpatialIndex(\'points\', \'geom\')')).toMatch(/= 1\n/);
    expect(ogrinfo('-q', path, 'points', '-spat', '6.5', '7', '9', '9').match(/OGRFeature\(points\):\d+/g)).toEqual(['OGRFeature(points):2']);
  });

  it('GDAL changes what is written: index and count follow', async () => {
    const { path } = await written([{ schema: schemaOf(), batches: [batchOf(Array.from({ length: 500 }, (_, index) => point(index / 10, index / 20)))] }]);
    const more = join(newFolder(), 'more.geojson');
    writeFileSync(more, JSON.stringify({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [-100, 50] } }));
    ogr2ogr('-append', '-f', 'GPKG', path, more, '-nln', 'farms');
    const { status } = spawnSync('ogrinfo', [path, '-sql', 'DELETE FROM farms WHERE fid <= 100']);
    expect(status).toBe(0);
    expect(ogrinfo('-so', path, 'farms')).toMatch(/Feature Count: 401/);
    expect(ogrinfo('-q', path, 'farms', '-spat', '-101', '49', '-99', '51').match(/OGRFeature\(farms\):\d+/g)).toEqual(['OGRFeature(farms):501']);
    assertSound(path);
    const database = new DatabaseSync(path, { readOnly: true });
    expect(database.prepare("SELECT rtreecheck('rtree_farms_geom') AS answer, (SELECT count(*) FROM rtree_farms_geom) AS entries").get()).toEqual({ answer: 'ok', entries: 401 });
    database.close();
  });

  it('what GDAL writes is read: values, types, coordinates', async () => {
    const folder = newFolder();
    const source = join(folder, 'source.geojson');
    const properties = { text: 'São José', whole: 5, large: 2 ** 40, real: 0.1, yes: true, day: '2024-02-29', at: '2024-02-29T10:20:30.125Z', list: { a: [1] } };
    writeFileSync(
      source,
      JSON.stringify({ type: 'FeatureCollection', features: GEOMETRIES.map(([, geometry], index) => ({ type: 'Feature', properties: index === 1 ? Object.fromEntries(Object.keys(properties).map((name) => [name, null])) : properties, geometry })) }),
    );
    const path = join(folder, 'a.gpkg');
    ogr2ogr('-f', 'GPKG', path, source, '-nln', 'farms', '-nlt', 'GEOMETRY', '-a_srs', 'EPSG:31982');
    await withFeatures(path, async ({ layers: [layer], notes }) => {
      expect(notes).toEqual([]);
      expect(layer.crs).toMatchObject({ code: 'EPSG:31982', metresPerUnit: 1 });
      expect(layer.fields.map(({ name, type }) => [name, type])).toEqual([
        ['text', 'text'], ['whole', 'integer'], ['large', 'integer'], ['real', 'real'], ['yes', 'boolean'], ['day', 'date'], ['at', 'date-time'], ['list', 'json'],
      ]);
      expect([layer.geometryTypes, layer.hasZ, layer.hasM, layer.count]).toEqual([[1, 2, 3, 4, 5, 6, 7], true, false, 8]);
      const features = await readAll(layer);
      expect(features.map(({ type, parts }) => ({ type, parts }))).toEqual(GEOMETRIES.map(([{ type, parts }]) => ({ type, parts })));
      expect(features[0].row?.map((value, index) => (index === 7 ? (JSON.parse(String(value)) as unknown) : value))).toEqual(Object.values(properties));
      expect(features[1].row).toEqual(Object.values(properties).map(() => null));
    });
  });

  it('a GeoPackage of GDAL is read and written without a change that GDAL sees', async () => {
    const folder = newFolder();
    const source = join(folder, 'source.geojson');
    const rings = Array.from({ length: 300 }, (_, index) => ringOf(index % 20, Math.floor(index / 20), 0.5));
    writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: rings.map((ring, index) => ({ type: 'Feature', id: index * 3 + 1, properties: { name: `n ${index}`, n: index / 7 }, geometry: { type: 'Polygon', coordinates: [ring] } })) }));
    const path = join(folder, 'a.gpkg');
    ogr2ogr('-f', 'GPKG', path, source, '-nln', 'farms', '-preserve_fid');
    const copied = await withFeatures(path, async ({ layers }) => {
      const writer = await create({ folder: diskFolder(folder), name: 'copy', workFolder: folder }, layers);
      for (const [index, layer] of layers.entries()) for await (const batch of layer.read()) await writer.write(index, batch);
      return await writer.close();
    });
    expect(copied).toEqual({ files: ['copy.gpkg'], losses: [] });
    const copy = join(folder, 'copy.gpkg');
    expect(featuresOf(copy)).toEqual(featuresOf(path));
    const strip = (text: string): string => text.replace(/^INFO: Open of .*$/m, '').replace(/^FID Column = .*$/m, '');
    expect(strip(ogrinfo('-al', '-so', copy))).toBe(strip(ogrinfo('-al', '-so', path)));
    assertSound(copy);
  });

  it('columns keep the types of the standard, their aliases and descriptions, as GDAL shows them', async () => {
    const folder = newFolder();
    const source = join(folder, 'source.geojson');
    writeFileSync(source, JSON.stringify({ type: 'Feature', properties: { list: { a: [1] } }, geometry: { type: 'Point', coordinates: [-50, -16] } }));
    const path = join(folder, 'a.gpkg');
    ogr2ogr('-f', 'GPKG', path, source, '-nln', 'farms', '-lco', 'SPATIAL_INDEX=NO');
    const database = new DatabaseSync(path);
    const types = ['TINYINT', 'SMALLINT', 'MEDIUMINT', 'INT', 'INTEGER', 'FLOAT', 'DOUBLE', 'REAL', 'TEXT(20)', 'TEXT', 'BOOLEAN', 'BLOB(10)'];
    for (const [index, type] of types.entries()) database.exec(`ALTER TABLE farms ADD COLUMN c${index} ${type}`);
    database.exec("UPDATE farms SET c0 = 1, c1 = -30000, c2 = 70000, c3 = 5, c4 = 6, c5 = 0.5, c6 = 0.1, c7 = 2.5, c8 = 'a', c9 = 'b', c10 = 1, c11 = x'00'");
    database.exec("INSERT INTO gpkg_data_columns (table_name, column_name, name, title, description) VALUES ('farms', 'c1', 'Área', NULL, 'in hectares'), ('farms', 'c8', 'Name', 'Owner', NULL)");
    database.close();
    const copied = await withFeatures(path, async ({ layers }) => {
      const writer = await create({ folder: diskFolder(folder), name: 'copy', workFolder: folder }, layers);
      for await (const batch of layers[0].read()) await writer.write(0, batch);
      return await writer.close();
    });
    expect(copied.losses).toEqual([]);
    const copy = join(folder, 'copy.gpkg');
    const summary = ogrinfo('-al', '-so', copy);
    expect(summary).toMatch(/c1: Integer\(Int16\)/);
    expect(summary).toMatch(/c5: Real\(Float32\)/);
    expect(summary).toMatch(/c8: String \(20\.0\)/);
    expect(summary.replace(/^INFO: Open of .*$/m, '')).toBe(ogrinfo('-al', '-so', path).replace(/^INFO: Open of .*$/m, ''));
    expect(featuresOf(copy)).toEqual(featuresOf(path));
    const described = ogrinfo('-q', copy, '-sql', "SELECT column_name || ' ' || coalesce(name, '') || ' ' || coalesce(title, '') || ' ' || coalesce(description, '') AS said FROM gpkg_data_columns");
    expect([...described.matchAll(/said \(String\) = (.*)/g)].map(([, said]) => said)).toEqual(['list   ', 'c1 Área  in hectares', 'c8 Name Owner ']);
    assertSound(copy);
  });

  it.each([['EPSG', 4326], ['EPSG', 4674], ['EPSG', 31978], ['EPSG', 31982], ['EPSG', 31976], ['EPSG', 29191], ['EPSG', 29195], ['EPSG', 4618], ['EPSG', 3857], ['EPSG', 5880], ['EPSG', 5641], ['EPSG', 22523], ['EPSG', 10857], ['EPSG', 31370]])('%s:%i is the system that GDAL reads', async (authority, code) => {
    const crs = { name: `${authority}:${code}`, code: `${authority}:${code}`, units: { kind: 'planar' }, metresPerUnit: 1 } as const;
    const { path } = await written([{ schema: schemaOf({ crs }), batches: [batchOf([point(1, 2)])] }]);
    const ids = [...ogrinfo('-al', '-so', path).matchAll(/^ {4}ID\["(\w+)",(\d+)\]\]$/gm)].map(([, register, number]) => [register, Number(number)]);
    expect(ids).toEqual([[authority, code]]);
  });

  it('curves that GDAL writes are read as GDAL approximates them by lines', async () => {
    const [csv, curved, linear] = ['a.csv', 'curved.gpkg', 'linear.geojson'].map((name) => join(newFolder(), name));
    const texts = [
      'CIRCULARSTRING(500000 7000000,500300 7000150,500400 7000000,500200 6999900,500100 6999500)',
      'COMPOUNDCURVE((500000 7000000,500010 7000010),CIRCULARSTRING(500010 7000010,500020 7000020,500030 7000010),(500030 7000010,500040 7000000))',
      'CURVEPOLYGON(CIRCULARSTRING(500000 7000000,500800 7000000,500000 7000000),CIRCULARSTRING(500300 7000000,500400 7000100,500500 7000000,500400 6999900,500300 7000000))',
      'MULTICURVE((500000 7000000,500010 7000010),CIRCULARSTRING(500010 7000010,500020 7000020,500030 7000010))',
      'MULTISURFACE(CURVEPOLYGON(COMPOUNDCURVE((500000 7000000,500100 7000000),CIRCULARSTRING(500100 7000000,500050 7000050,500000 7000000))),((501000 7000000,501100 7000000,501100 7000100,501000 7000000)))',
    ];
    writeFileSync(csv, ['id,wkt', ...texts.map((text, index) => `${String(index)},"${text}"`)].join('\n'));
    ogr2ogr('-f', 'GPKG', '-a_srs', 'EPSG:31982', '-oo', 'GEOM_POSSIBLE_NAMES=wkt', '-nlt', 'GEOMETRY', curved, csv);
    ogr2ogr('-f', 'GeoJSON', '-lco', 'RFC7946=NO', '-lco', 'COORDINATE_PRECISION=9', '-nlt', 'CONVERT_TO_LINEAR', linear, curved);
    const theirs = featuresOf(linear, '-s_srs', 'EPSG:31982', '-t_srs', 'EPSG:31982').map(({ geometry }) => { const { type, coordinates } = geometrySchema.parse(geometry); return [type, ...sizesOf(chainsIn(coordinates))] as const; });
    const own = await withFeatures(curved, async ({ layers: [layer] }) => (await readAll(layer)).map(({ type, parts }) => [Object.entries(GeometryType).find(([, code]) => code === type)?.[0], ...sizesOf(parts.flatMap(({ rings }) => rings))] as const));
    expect(own).toHaveLength(texts.length);
    for (const [index, [kind, chains, length, area]] of theirs.entries()) {
      expect(own[index].slice(0, 2)).toEqual([kind, chains]);
      // With a vertex in the middle, an arc comes a little closer to its circle.
      expect(own[index][2] / length).toBeCloseTo(1, 3);
      expect(own[index][3] / area).toBeCloseTo(1, 2);
    }
  });
});

type Chain = readonly (readonly number[])[];

const geometrySchema = z.object({ type: z.string(), coordinates: z.unknown() });

function chainsIn(coordinates: unknown): Chain[] {
  const chains: Chain[] = [];
  const look = (value: unknown): void => {
    const line = z.array(z.array(z.number())).safeParse(value).data;
    if (line !== undefined) chains.push(line);
    else if (Array.isArray(value)) value.forEach(look);
  };
  look(coordinates);
  return chains;
}

/** Their number, common length, and the sum of what each encloses. */
function sizesOf(chains: readonly Chain[]): [number, number, number] {
  let [length, area] = [0, 0];
  for (const chain of chains) {
    let twice = 0;
    for (const [index, [x, y]] of chain.entries()) {
      const [fromX, fromY] = chain[Math.max(0, index - 1)];
      length += Math.hypot(x - fromX, y - fromY);
      twice += (fromX - chain[0][0]) * (y - chain[0][1]) - (x - chain[0][0]) * (fromY - chain[0][1]);
    }
    area += Math.abs(twice) / 2;
  }
  return [chains.length, length, area];
}
