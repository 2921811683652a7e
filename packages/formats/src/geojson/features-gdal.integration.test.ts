import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runOgr2ogr } from '../../../../testing/gdal-process.ts';
import { hasGdal, ogr2ogr, summaryOf } from '../../../../testing/gdal.ts';
import { needs } from '../../../../testing/needs.ts';
import { NO_SHARED_FILES, sharedFile } from '../../../../testing/shared-data.ts';
import { diskFolder, openDiskFile } from '../files/disk.ts';
import { featuresOf } from './test/feature-files.ts';
import { createGeoJson } from './create.ts';
import { openGeoJsonFeatures } from './features.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'geojson-gdal-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const collectionSchema = z.object({ features: z.array(z.object({ id: z.unknown().optional(), properties: z.record(z.string(), z.unknown()), geometry: z.unknown() })) });

const POLYGON = { type: 'Polygon', coordinates: [[[-50, -16], [-48, -16], [-48, -14], [-50, -14], [-50, -16]], [[-49.5, -15.5], [-49.5, -15], [-49, -15], [-49.5, -15.5]]] };
const SOURCE = {
  type: 'FeatureCollection',
  features: [
    { id: 'a', properties: { name: 'São José "x"\n', whole: 5, big: 1234567890123, real: 1.5, flag: true, day: '2024-02-29', time: '2024-02-29T08:30:00Z', list: [1, 'b'], mixed: 'c' }, geometry: POLYGON },
    { id: 'b', properties: { name: null, whole: null, big: null, real: 2, flag: false, day: null, time: null, list: { k: [1.5] }, mixed: 7 }, geometry: { type: 'MultiPolygon', coordinates: [POLYGON.coordinates] } },
    { id: 'c', properties: { name: '' }, geometry: { type: 'LineString', coordinates: [[-50.123456789, -16, 3], [0.1, 0.2, 0.30000000000000004]] } },
    { id: 'd', properties: {}, geometry: { type: 'MultiPoint', coordinates: [[1, 2], [3, 4]] } },
    { id: 'e', properties: {}, geometry: { type: 'MultiLineString', coordinates: [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] } },
    { id: 'f', properties: {}, geometry: { type: 'Point', coordinates: [1, 2] } },
    { id: 'g', properties: {}, geometry: null },
    { id: 'h', properties: {}, geometry: { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }, POLYGON] } },
  ].map((feature) => ({ type: 'Feature', ...feature })),
};

/** Reads a file and writes it again. */
async function rewritten(name: string, to: string): Promise<string> {
  const file = await openDiskFile(name);
  const dataset = await openGeoJsonFeatures({ format: 'geojson', name: path.basename(name), files: [file] });
  const writer = await createGeoJson({ folder: diskFolder(folder), name: to, workFolder: folder }, dataset.layers);
  for await (const batch of dataset.layers[0].read()) await writer.write(0, batch);
  const { files } = await writer.close();
  await file.close();
  return path.join(folder, files[0]);
}

async function opened(name: string) {
  const file = await openDiskFile(name);
  const dataset = await openGeoJsonFeatures({ format: 'geojson', name: 'test', files: [file] });
  const features = await featuresOf(dataset);
  await file.close();
  return { layer: dataset.layers[0], features };
}

/** What GDAL finds in a file. */
function forGdal(name: string) {
  const { stdout } = runOgr2ogr(['-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=17', '/vsistdout/', name]);
  const summary = spawnSync('ogrinfo', ['-so', '-al', name], { encoding: 'utf8' }).stdout;
  // In a table a missing value is null.
  const features = collectionSchema.parse(JSON.parse(stdout)).features.map((feature) => ({ ...feature, properties: Object.fromEntries(Object.entries(feature.properties).filter(([, value]) => value !== null)) }));
  return { features, columns: [...summary.matchAll(/^(\w+): ((?:Integer|Integer64|Real|String|Date|DateTime)(?:\([A-Za-z]+\))?) \(/gm)].map(([, column, type]) => [column, type]) };
}

function sourceFile(name: string, content: object): string {
  const place = path.join(folder, name);
  writeFileSync(place, JSON.stringify(content));
  return place;
}

describe('GDAL reads what we write', needs(hasGdal, 'GDAL is not installed'), () => {
  it('with the same values, types, coordinates and ids', async () => {
    const source = sourceFile('source.geojson', SOURCE);
    const ours = forGdal(await rewritten(source, 'ours'));
    expect(ours).toEqual(forGdal(source));
    expect(ours.features).toHaveLength(8);
    expect(ours.columns).toContainEqual(['day', 'Date']);
    expect(ours.columns).toContainEqual(['flag', 'Integer(Boolean)']);
  });

  it('with whole reals as reals, and with empty geometries', async () => {
    const source = path.join(folder, 'whole.geojson');
    writeFileSync(source, '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":1.0},"geometry":{"type":"Polygon","coordinates":[]}},{"type":"Feature","properties":{"a":2.0},"geometry":{"type":"MultiPoint","coordinates":[]}}]}');
    const ours = forGdal(await rewritten(source, 'whole-ours'));
    expect(ours.columns).toEqual([['a', 'Real']]);
    expect(ours.features.map(({ geometry }) => geometry)).toEqual(forGdal(source).features.map(({ geometry }) => geometry));
  });

  it('with the system that it states', async () => {
    const source = sourceFile('metres.geojson', { type: 'FeatureCollection', crs: { type: 'name', properties: { name: 'EPSG:31982' } }, features: [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [500000, 8000000] } }] });
    const ours = await rewritten(source, 'metres-ours');
    expect(summaryOf(ours).system).toBe(31982);
  });
});

describe('we read what GDAL writes', needs(hasGdal, 'GDAL is not installed'), () => {
  it.each([['GeoJSON', []], ['GeoJSON', ['-lco', 'RFC7946=YES']], ['GeoJSONSeq', []], ['GeoJSONSeq', ['-lco', 'RS=YES']]])('as %s %j', async (driver, options) => {
    const source = sourceFile('source.geojson', SOURCE);
    const theirs = path.join(folder, `theirs-${options.at(-1) ?? driver}.geojson`);
    ogr2ogr('-f', driver, theirs, source, ...options);
    const { layer, features } = await opened(theirs);
    const before = await opened(source);
    expect(layer.fields.map(({ name, type }) => [name, type])).toEqual([['name', 'text'], ['whole', 'integer'], ['big', 'integer'], ['real', 'real'], ['flag', 'boolean'], ['day', 'date'], ['time', 'date-time'], ['list', 'json'], ['mixed', expect.anything()]]);
    expect(layer).toMatchObject({ count: 8, hasZ: true, ids: before.layer.ids });
    expect(features.map(({ id }) => id)).toEqual(before.features.map(({ id }) => id));
    const isTurned = options.includes('RFC7946=YES');
    // With that option GDAL turns collections of one into single geometries, and reverses rings.
    if (!isTurned) expect(features.map(({ type }) => type)).toEqual(before.features.map(({ type }) => type));
    expect(features.map(({ row }) => row.slice(0, 6))).toEqual(before.features.map(({ row }) => row.slice(0, 6)));
    if (isTurned) return;
    const flat = ({ parts }: (typeof features)[number]): number[] => parts.flatMap(({ rings }) => rings.flat(2));
    for (const [index, feature] of features.entries()) flat(feature).forEach((ordinate, at) => expect(ordinate).toBeCloseTo(flat(before.features[index])[at], 6));
  });
});

describe('municipalities', needs(sharedFile('data') !== null, NO_SHARED_FILES), () => {
  it.each(['geojs-32-mun.json', 'geojs-52-mun.json', 'geojs-53-mun.json'])('%s is the same to GDAL after it was read and written', async (name) => {
    const source = sharedFile('data', name) ?? '';
    const ours = await rewritten(source, name);
    expect(readFileSync(ours).length).toBeLessThan(1.1 * readFileSync(source).length);
    if (!hasGdal) return;
    const [before, after] = [forGdal(source), forGdal(ours)];
    expect(after.columns).toEqual(before.columns);
    expect(after.features.map(({ properties }) => properties)).toEqual(before.features.map(({ properties }) => properties));
    expect(after.features).toHaveLength(before.features.length);
  });
});
