import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repairOptionsSchema } from '@geoinsights/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaForGdal, hasGdal, invalidForGdal, ogr2ogr } from '../../../../testing/gdal.ts';
import { needs } from '../../../../testing/needs.ts';
import { CASES } from '../../../geometry/test/cases/index.ts';
import type { Case } from '../../../geometry/test/cases/case.ts';
import { box, multiPolygon, polygonParts } from '../../../geometry/test/layers.ts';
import type { Shape } from '../../../geometry/test/layers.ts';
import { makeShapefile, recordContent } from '../../../formats/test/shapefile/make-shapefile.ts';
import type { ToolFile } from '../tool.ts';
import { writeArchive } from '../files/archive.ts';
import { repairFiles } from './run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'five-formats-'));
const inFolder = (...names: string[]) => path.join(folder, ...names);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Cases side by side in one layer: scaled by a power of two and moved by whole degrees, so that hardly any coordinate is rounded. */
const [SCALE, CELL, COLUMNS, LARGEST] = [1 / 16, 2, 80, 24];

/** Cases that fit into a KML and into a cell: polygons only. */
function isWritable({ features }: Case): boolean {
  const positions = features.flatMap((shape) => shape.flatMap(({ rings }) => rings.flat()));
  const fit = positions.every(([x = NaN, y = NaN, ...more]) => Math.abs(x) <= LARGEST && Math.abs(y) <= LARGEST && more.every(Number.isFinite));
  return fit && features.length > 0 && features.every((shape) => polygonParts(shape).length === shape.length && shape.every(({ rings }) => rings.length > 0 && rings.every((ring) => ring.length > 3)));
}

const cases = CASES.filter(isWritable);

function writeGeojson(file: string, shapes: readonly Shape[]): void {
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: shapes.map((shape) => ({ type: 'Feature', properties: {}, geometry: shape.length === 0 ? null : { type: 'MultiPolygon', coordinates: shape.map(({ rings }) => rings) } })) }));
}

function sideBySide(): Shape[] {
  return cases.flatMap(({ features }, index) => {
    const [east, north] = [CELL * ((index % COLUMNS) - COLUMNS / 2), CELL * Math.floor(index / COLUMNS)];
    return features.map((shape) => shape.map(({ kind, rings }) => ({ kind, rings: rings.map((ring) => ring.map(([x = NaN, y = NaN, ...more]) => [x * SCALE + east, y * SCALE + north, ...more])) })));
  });
}

const filesIn = (name: string): string[] => readdirSync(inFolder(name)).map((file) => inFolder(name, file));

/** Repairs the files of a dataset, and reports what GEOS finds invalid in the result as GDAL reads it. */
async function afterRepair(files: readonly string[], given: object): Promise<{ invalid: string[]; found: number; remaining: object; verified: boolean; area: number }> {
  const place = mkdtempSync(inFolder('work-'));
  const inputs = files.map((file): ToolFile => ({ name: path.basename(file), path: file, size: statSync(file).size }));
  const { results, report } = await repairFiles({ inputs, options: repairOptionsSchema.parse(given), threads: 1, workFolder: place, outputFolder: place, onProgress: () => undefined });
  expect(report.failures).toEqual([]);
  return {
    invalid: invalidForGdal(results.map(({ repaired, folder: out }) => path.join(out, repaired.files[0]))),
    found: Object.values(report.found).reduce((sum, count) => sum + count, 0),
    remaining: report.remaining,
    verified: report.datasets.every(({ verified }) => verified),
    area: areaForGdal(path.join(results[0].folder, results[0].repaired.files[0])),
  };
}

describe('results are valid to GEOS when GDAL reads the file', needs(hasGdal, 'GDAL is not installed'), () => {
  beforeAll(async () => {
    writeGeojson(inFolder('cases.geojson'), sideBySide());
    mkdirSync(inFolder('shapes'));
    ogr2ogr('-f', 'ESRI Shapefile', inFolder('shapes'), inFolder('cases.geojson'), '-dim', 'XY');
    ogr2ogr('-f', 'GPKG', inFolder('cases.gpkg'), inFolder('cases.geojson'));
    ogr2ogr('-f', 'KML', inFolder('cases.kml'), inFolder('cases.geojson'));
    await writeArchive(inFolder('cases.kmz'), [{ path: inFolder('cases.kml'), name: 'doc.kml' }]);
  });

  it('for a sufficient number of cases', () => {
    expect(cases.length).toBeGreaterThan(150);
  });

  it.each([
    { format: 'GeoJSON', files: () => [inFolder('cases.geojson')] },
    { format: 'shapefile', files: () => filesIn('shapes') },
    { format: 'GeoPackage', files: () => [inFolder('cases.gpkg')] },
    { format: 'KML', files: () => [inFolder('cases.kml')] },
    { format: 'KMZ', files: () => [inFolder('cases.kmz')] },
  ])('$format, all cases in one layer', async ({ files }) => {
    expect(invalidForGdal(files().filter((file) => !/\.(dbf|shx|prj|cpg)$/.test(file))).length).toBeGreaterThan(30);
    const { found, area, ...result } = await afterRepair(files(), {});
    expect(area).toBeGreaterThan(10);
    expect(found).toBeGreaterThan(100);
    expect(result).toEqual({ invalid: [], remaining: {}, verified: true });
  });

  it('for a shapefile with a part as thin as rounding, whose direction GDAL may misjudge', async () => {
    mkdirSync(inFolder('thin'));
    writeGeojson(inFolder('thin.geojson'), [multiPolygon([box(0, 0, 10, 10)], [[[20.1, 0.3], [30.7, 0.3], [25.3, 0.300_000_000_000_000_04], [20.1, 0.3]]])]);
    ogr2ogr('-f', 'ESRI Shapefile', inFolder('thin'), inFolder('thin.geojson'));
    expect(await afterRepair(filesIn('thin'), { snapDistance: 1, maxGapWidth: 2 })).toEqual({ invalid: [], found: 1, remaining: {}, verified: true, area: 100 });
  });

  it('for a shapefile with a counter-clockwise ring around a clockwise one, beside another clockwise ring', async () => {
    const clockwise = (x: number, y: number, size: number) => box(x, y, x + size, y + size).toReversed();
    const { shp, shx } = makeShapefile(5, [recordContent({ type: 5, rings: [clockwise(2, 2, 2), box(0, 0, 10, 10), clockwise(20, 0, 5)] })]);
    mkdirSync(inFolder('rings'));
    writeFileSync(inFolder('rings', 'rings.shp'), shp);
    writeFileSync(inFolder('rings', 'rings.shx'), shx);
    expect(await afterRepair(filesIn('rings'), {})).toEqual({ invalid: [], found: 1, remaining: {}, verified: true, area: 96 + 25 });
  });
});

it('features are called by the field that names them, in every format', needs(hasGdal, 'GDAL is not installed'), async () => {
  const farm = (nome: string, west: number) => ({ type: 'Feature', properties: { nm_uf: 'GO', nome, area: west }, geometry: { type: 'Polygon', coordinates: [box(west, -16, west + 0.1, -15.9)] } });
  mkdirSync(inFolder('farms'));
  const source = inFolder('farms', 'farms.geojson');
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: [farm('Boa Vista', -50), farm('São José', -49.92)] }));
  ogr2ogr('-f', 'ESRI Shapefile', inFolder('farms', 'shapes'), source, '-lco', 'ENCODING=UTF-8');
  ogr2ogr('-f', 'GPKG', inFolder('farms', 'farms.gpkg'), source);
  ogr2ogr('-f', 'KML', inFolder('farms', 'farms.kml'), source, '-dsco', 'NameField=nome');
  for (const [files, field] of [[[source], 'nome'], [filesIn(path.join('farms', 'shapes')), 'nome'], [[inFolder('farms', 'farms.gpkg')], 'nome'], [[inFolder('farms', 'farms.kml')], 'name']] as const) {
    const place = mkdtempSync(inFolder('work-'));
    const inputs = files.map((file): ToolFile => ({ name: path.basename(file), path: file, size: statSync(file).size }));
    // A terminal that prints a summary requests no balance, but still names the features that lose land.
    const { report } = await repairFiles({ inputs, options: repairOptionsSchema.parse({}), threads: 1, workFolder: place, outputFolder: place, reportsLand: false, onProgress: () => undefined });
    const [layer] = report.datasets[0].layers;
    expect([layer.label_field, layer.transfers.map(({ label, other_label: other }) => new Set([label, other]))]).toEqual([field, [new Set(['Boa Vista', 'São José'])]]);
  }
});
