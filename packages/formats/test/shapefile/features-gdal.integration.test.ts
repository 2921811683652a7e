import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { PartKind } from '@geoinsights/geometry';
import { featuresOf, hasGdal, ogr2ogr } from '../../../../testing/gdal.ts';
import { needs } from '../../../../testing/needs.ts';
import { diskFolder, diskScratch, openDiskFile } from '../../src/files/disk.ts';
import type { DatasetFiles } from '../../src/driver.ts';
import { GeometryType } from '../../src/features/feature-batch.ts';
import type { LayerSchema } from '../../src/features/feature-dataset.ts';
import { shapefileCreation } from '../../src/shapefile/create.ts';
import { batchOf, field, lines, multiPoint, point, polygons, readBack, schemaOf, text, without } from './feature-batches.ts';
import type { Feature } from './feature-batches.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'shapefile-features-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SHELL = [[0, 0], [0, 10], [10, 10], [10, 0], [0, 0]];
const HOLE = [[2, 2], [4, 2], [4, 4], [2, 4], [2, 2]];
const FAR = [[20, 0], [20, 5], [25, 5], [20, 0]];
const reversed = (ring: readonly (readonly number[])[]): (readonly number[])[] => ring.toReversed();
/** With an exponent and as many digits as a double may need. */
const LONG = -Math.PI * 1e-300;
const SIRGAS = { name: 'SIRGAS 2000', code: 'EPSG:4674', units: { kind: 'geographic' }, metresPerUnit: null } as const;

/** Writes one layer to disk; no temporary files remain. */
async function written(name: string, features: readonly Feature[], more: Partial<LayerSchema>): Promise<string> {
  const to = path.join(folder, name);
  const work = path.join(to, 'work');
  mkdirSync(work, { recursive: true });
  const writer = await shapefileCreation(diskScratch)({ folder: diskFolder(to), name, workFolder: work }, [schemaOf(features, { crs: SIRGAS, ...more })]);
  await writer.write(0, batchOf(features));
  await writer.close();
  expect(readdirSync(work)).toEqual([]);
  return path.join(to, `${name}.shp`);
}

/** A set of files on disk, open while it is used. */
async function withSet<Result>(main: string, use: (dataset: DatasetFiles) => Promise<Result>): Promise<Result> {
  const base = main.slice(0, -4);
  const names = readdirSync(path.dirname(base)).filter((name) => name.startsWith(`${path.basename(base)}.`));
  const order = [path.basename(main), ...names.filter((name) => !name.endsWith('.shp'))];
  const files = await Promise.all(order.map((name) => openDiskFile(path.join(path.dirname(base), name))));
  try {
    return await use({ format: 'shapefile', name: path.basename(base), files });
  } finally {
    for (const file of files) await file.close();
  }
}

function ogrinfo(file: string): string {
  const { stdout, stderr } = spawnSync('ogrinfo', ['-al', file], { encoding: 'utf8' });
  if (stderr !== '') throw new Error(`ogrinfo ${file}: ${stderr}`);
  return stdout;
}

describe('what we write, as GDAL reads it', needs(hasGdal, 'GDAL is not installed'), () => {
  test('values of every type, and missing ones', async () => {
    const fields = [text('nome'), field('whole', 'integer'), field('large', 'integer'), field('real', 'real'), field('wild', 'real'), field('day', 'date'), field('descrição_longa', 'integer')];
    const rows = [
      ['São Paulo', 12, 123_456_789_012_345n, 0.1, 1 / 3, '2024-02-29', 1],
      [null, null, null, null, null, null, null],
      ['漢字', -7, -1, 12_345.678, LONG, '1899-12-31', 2],
    ];
    const file = await written('values', rows.map((row, index) => point([index, 1 - index / 3], ...row)), { fields });
    const found = featuresOf(file);
    expect(found.map(({ geometry }) => geometry)).toEqual(rows.map((_, index) => ({ type: 'Point', coordinates: [index, 1 - index / 3] })));
    expect(found.map(({ properties }) => properties)).toEqual([
      { nome: 'São Paulo', whole: 12, large: 123_456_789_012_345, real: 0.1, wild: 1 / 3, day: '2024-02-29', 'descriçã': 1 },
      { nome: null, whole: null, large: null, real: null, wild: null, day: null, 'descriçã': null },
      { nome: '漢字', whole: -7, large: -1, real: 12_345.678, wild: LONG, day: '1899-12-31', 'descriçã': 2 },
    ]);
    const described = ogrinfo(file);
    for (const line of ['nome: String (10.0)', 'whole: Integer (9.0)', 'large: Integer64 (15.0)', 'real: Real (24.3)', 'wild: Real (24.15)', 'day: Date (10.0)', 'SIRGAS 2000', 'ID["EPSG",4674]']) expect(described).toContain(line);
  });

  test('shapes with their holes and parts', async () => {
    const polygonsFile = await written('polygons', [polygons([[reversed(SHELL), reversed(HOLE)], [FAR]]), without(), polygons([[SHELL, HOLE]])], {});
    expect(featuresOf(polygonsFile).map(({ geometry }) => geometry)).toEqual([
      { type: 'MultiPolygon', coordinates: [[SHELL, HOLE], [FAR]] },
      null,
      { type: 'Polygon', coordinates: [SHELL, HOLE] },
    ]);
    const linesFile = await written('lines', [lines([SHELL]), lines([SHELL, FAR])], {});
    expect(featuresOf(linesFile).map(({ geometry }) => geometry)).toEqual([{ type: 'LineString', coordinates: SHELL }, { type: 'MultiLineString', coordinates: [SHELL, FAR] }]);
    const pointsFile = await written('points', [point([1, 2]), multiPoint([[3, 4], [5, 6]])], {});
    expect(featuresOf(pointsFile).map(({ geometry }) => geometry)).toEqual([{ type: 'MultiPoint', coordinates: [[1, 2]] }, { type: 'MultiPoint', coordinates: [[3, 4], [5, 6]] }]);
  });

  test.each<[string, Partial<LayerSchema>, Feature, string, string]>([
    ['point-z', { hasZ: true }, point([1, 2, 3]), '3D Point', 'POINT Z (1 2 3)'],
    ['point-m', { hasM: true }, point([1, 2, NaN, 4]), 'Measured Point', 'POINT M (1 2 4)'],
    ['point-zm', { hasZ: true, hasM: true }, point([1, 2, 3, 4]), '3D Measured Point', 'POINT ZM (1 2 3 4)'],
    ['multi-z', { hasZ: true }, multiPoint([[1, 2, 3], [4, 5, 6]]), '3D Multi Point', 'MULTIPOINT Z ((1 2 3),(4 5 6))'],
    ['line-z', { hasZ: true }, lines([[[0, 0, 1], [1, 1, 2]]]), '3D Line String', 'LINESTRING Z (0 0 1,1 1 2)'],
    ['line-m', { hasM: true }, lines([[[0, 0, NaN, 1], [1, 1, NaN, 2]]]), 'Measured Line String', 'LINESTRING M (0 0 1,1 1 2)'],
    ['polygon-z', { hasZ: true }, polygons([[[[0, 0, 1], [0, 1, 2], [1, 1, 3], [0, 0, 1]]]]), '3D Polygon', 'POLYGON Z ((0 0 1,0 1 2,1 1 3,0 0 1))'],
    ['polygon-zm', { hasZ: true, hasM: true }, polygons([[[[0, 0, 1, 5], [0, 1, 2, 6], [1, 1, 3, 7], [0, 0, 1, 5]]]]), '3D Measured Polygon', 'POLYGON ZM ((0 0 1 5,0 1 2 6,1 1 3 7,0 0 1 5))'],
  ])('%s', async (name, has, feature, type, wkt) => {
    const described = ogrinfo(await written(name, [feature], has));
    expect(described).toContain(`Geometry: ${type}\n`);
    expect(described).toContain(`${wkt}\n`);
  });

  test.each<[string, number[], string]>([
    ['empty-unknown', [], 'Unknown (any)'],
    ['empty-polygons', [GeometryType.MultiPolygon], 'Polygon'],
    ['empty-points', [GeometryType.Point], 'Point'],
  ])('%s: layers without shapes are opened', async (name, geometryTypes, type) => {
    for (const features of [[], [without(1)]]) {
      const described = ogrinfo(await written(`${name}-${features.length}`, features, { geometryTypes, fields: [field('n', 'integer')] }));
      expect(described).toContain(`Geometry: ${type}\n`);
      expect(described).toContain(`Feature Count: ${features.length}\n`);
    }
  });
});

describe('what GDAL writes, as we read it', needs(hasGdal, 'GDAL is not installed'), () => {
  const collection = (features: readonly { properties: Record<string, unknown>; geometry: unknown }[]): string => JSON.stringify({ type: 'FeatureCollection', features: features.map((each) => ({ type: 'Feature', ...each })) });
  const made = (name: string, geojson: string, ...args: string[]): string => {
    const source = path.join(folder, `${name}-source.geojson`);
    writeFileSync(source, geojson);
    const file = path.join(folder, `${name}.shp`);
    ogr2ogr('-f', 'ESRI Shapefile', file, source, ...args);
    return file;
  };

  test.each(['UTF-8', 'ISO-8859-1', 'CP1252', 'CP850'])('attributes in %s', async (encoding) => {
    const values = [
      { nome: 'São João del-Rei', n: 7, big: 12_345_678_901, r: 0.1, d: '2024/02/29' },
      { nome: null, n: null, big: null, r: null, d: null },
      { nome: 'Itaú – 1'.replace('–', '-'), n: -3, big: -12_345_678_901, r: -1.5e10, d: '1999/01/01' },
    ];
    const file = made(`encoding-${encoding}`, collection(values.map((properties, index) => ({ properties, geometry: { type: 'Point', coordinates: [index, 1] } }))), '-lco', `ENCODING=${encoding}`);
    const { features, layer } = await withSet(file, readBack);
    expect(layer.fields.map(({ name, type }) => `${name} ${type}`)).toEqual(['nome text', 'n integer', 'big integer', 'r real', 'd date']);
    expect(features).toEqual(values.map(({ nome, n, big, r, d }, index) => point([index, 1], nome, n, big, r, d === null ? null : d.replaceAll('/', '-'))));
    expect(layer.crs.units.kind).toBe('geographic');
  });

  test('geometries, also after they were written again', async () => {
    const geometries = [
      { type: 'MultiPolygon', coordinates: [[reversed(SHELL), reversed(HOLE)], [reversed(FAR)]] },
      null,
      { type: 'Polygon', coordinates: [reversed(FAR)] },
    ];
    const file = made('geometries', collection(geometries.map((geometry, index) => ({ properties: { index }, geometry }))), '-nlt', 'MULTIPOLYGON');
    const { features, layer } = await withSet(file, readBack);
    expect(features).toEqual([polygons([[SHELL, HOLE], [FAR]], 0), without(1), polygons([[FAR]], 2)]);
    expect(features[0].parts[0].kind).toBe(PartKind.Polygon);
    const again = await written('again', features, layer);
    expect(featuresOf(again)).toEqual(featuresOf(file));
  });

  test('GDAL counts the same number of deleted features', async () => {
    const file = made('deleted', collection([0, 1, 2].map((n) => ({ properties: { n }, geometry: { type: 'Point', coordinates: [n, 0] } }))));
    spawnSync('ogrinfo', ['-oo', 'AUTO_REPACK=NO', file, '-dialect', 'sqlite', '-sql', 'DELETE FROM deleted WHERE n = 1']);
    const { features } = await withSet(file, readBack);
    expect(features).toEqual([point([0, 0], 0), point([2, 0], 2)]);
    expect(featuresOf(file).map(({ properties }) => properties)).toEqual([{ n: 0 }, { n: 2 }]);
  });
});
