import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PartKind } from '@geoinsights/geometry';
import { afterAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { featuresOf, hasGdal, ogr2ogr } from '../../../../testing/gdal.ts';
import { needs } from '../../../../testing/needs.ts';
import { NO_SHARED_FILES, sharedFile } from '../../../../testing/shared-data.ts';
import type { CreateDataset } from '../features/dataset-writer.ts';
import { GeometryType } from '../features/feature-batch.ts';
import type { FeatureDataset } from '../features/feature-dataset.ts';
import { diskFolder, openDiskFile } from '../files/disk.ts';
import { openKmlFeatures } from '../kml/features.ts';
import { field, givenLayer, plainLayer, type GivenLayer, type PlainFeature, type PlainLayer, type PlainPart, type Position } from '../kml/test/plain-features.ts';
import { createKml, createKmz, openKmzFeatures } from './index.ts';

const formats = hasGdal ? execFileSync('ogrinfo', ['--formats'], { encoding: 'utf8' }) : '';
/** Both of them write `.kml`; the one not being tested is disabled where it would read the file. */
const DRIVERS = ['KML', 'LIBKML'].filter((name) => new RegExp(`^ *${name} `, 'm').test(formats));
const SKIP: Readonly<Record<string, readonly string[]>> = { KML: ['--config', 'GDAL_SKIP', 'LIBKML'], LIBKML: [] };

const folder = mkdtempSync(path.join(tmpdir(), 'kml-features-'));
const workFolder = path.join(folder, 'work');
mkdirSync(workFolder);
afterAll(() => rmSync(folder, { recursive: true }));

async function readBack(file: string): Promise<PlainLayer[]> {
  const input = await openDiskFile(file);
  const format = file.endsWith('.kmz') ? 'kmz' : 'kml';
  const files = { format, name: path.basename(file, `.${format}`), files: [input] } as const;
  const opened: FeatureDataset = format === 'kmz' ? await openKmzFeatures(files, { workFolder }) : await openKmlFeatures(files);
  // The driver KML gives every placemark a style.
  expect(opened.notes.filter(({ text }) => text !== 'Only the placemarks of this KML are read; its styles are not.')).toEqual([]);
  const layers: PlainLayer[] = [];
  for (const layer of opened.layers) layers.push(await plainLayer(layer));
  await opened.close();
  await input.close();
  return layers;
}

/** The geometry in GeoJSON. */
function geometryOf({ type, parts }: PlainFeature): unknown {
  const lists = parts.map(partCoordinates);
  if (type === GeometryType.None) return null;
  if (type === GeometryType.GeometryCollection) return { type: 'GeometryCollection', geometries: parts.map((part, i) => ({ type: ['', 'Point', 'LineString', 'Polygon'][part.kind], coordinates: lists[i] })) };
  const name = ['', 'Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'][type];
  const isWhole = type === GeometryType.Point || type === GeometryType.LineString || type === GeometryType.Polygon;
  if (type === GeometryType.MultiPoint) return { type: name, coordinates: parts.flatMap(({ rings }) => rings.flat()) };
  return { type: name, coordinates: isWhole ? lists[0] : lists };
}

function partCoordinates({ kind, rings }: PlainPart): unknown {
  if (kind === PartKind.Polygon) return rings;
  return kind === PartKind.Line ? rings[0] : rings[0][0];
}

const SQUARE: Position[] = [[0, 0], [1.123456789012345, 0], [1, 1], [0, 1], [0, 0]];
const HOLE: Position[] = [[0.25, 0.25], [0.25, 0.5], [0.5, 0.5], [0.25, 0.25]];
const polygon: PlainPart = { kind: PartKind.Polygon, rings: [SQUARE, HOLE] };
const line = (...positions: Position[]): PlainPart => ({ kind: PartKind.Line, rings: [positions] });
const point = (...positions: Position[]): PlainPart => ({ kind: PartKind.Point, rings: [positions] });

const FEATURES: readonly PlainFeature[] = [
  { type: GeometryType.Point, parts: [point([-47.882778, -15.793889])], row: ['one', 'a<b&"c', 5, 1.5, true] },
  { type: GeometryType.LineString, parts: [line([0, 0], [1 / 3, 2 / 3])], row: ['two & Co.', 'São Paulo 三 😀', -2_000_000_000, 1e-7, false] },
  { type: GeometryType.Polygon, parts: [polygon], row: [null, null, null, null, null] },
  { type: GeometryType.MultiPoint, parts: [point([1, 2], [3, 4])], row: ['ü', '<b>&amp;</b>', 1, 12_345_678_901, true] },
  { type: GeometryType.MultiLineString, parts: [line([0, 0], [1, 1]), line([2, 2], [3, 3])], row: ['x', '{', 2, -0.5, null] },
  { type: GeometryType.MultiPolygon, parts: [polygon, { kind: PartKind.Polygon, rings: [HOLE.map(([x, y]) => [y, x])] }], row: ['y', 'z', 3, 0, false] },
  { type: GeometryType.GeometryCollection, parts: [point([1, 2]), line([0, 0], [1, 1])], row: ['c', 'd', 4, 4.25, true] },
];
const FIELDS = [field('Name', 'text'), field('note', 'text'), field('whole', 'integer'), field('size', 'real'), field('flag', 'boolean')];

async function create(by: CreateDataset, name: string, layers: readonly GivenLayer[]): Promise<string> {
  const writer = await by({ folder: diskFolder(folder), name, workFolder }, layers.map(({ schema }) => schema));
  for (const [i, { batches }] of layers.entries()) for (const batch of batches) await writer.write(i, batch);
  const { files } = await writer.close();
  return path.join(folder, files[0]);
}

/** What GDAL reads of the fields that we wrote; its KML drivers add others. */
function propertiesOf(properties: Readonly<Record<string, unknown>>): unknown[] {
  return FIELDS.map(({ name }) => properties[name] ?? null);
}

describe.each([['KML', createKml], ['LIBKML', createKml], ['LIBKML', createKmz]] as const)('%s reads what %o makes', needs(DRIVERS.length === 2, 'GDAL with both of its KML drivers is not installed'), (driver, by) => {
  it('with the same values and coordinates', async () => {
    const file = await create(by, `made-${driver}`, [givenLayer('Câmara', FIELDS, FEATURES)]);
    const found = featuresOf(file, ...SKIP[driver], 'Câmara');
    expect(found.map(({ geometry }) => geometry)).toEqual(FEATURES.map(geometryOf));
    // The older driver reads only the names.
    if (driver === 'KML') expect(found.map(({ properties }) => properties.Name)).toEqual(FEATURES.map(({ row }) => row[0] ?? ''));
    else expect(found.map(({ properties }) => propertiesOf(properties))).toEqual(FEATURES.map(({ row }) => row.map((value) => (typeof value === 'boolean' ? Number(value) : value))));
  });

  it('with the altitudes, and several layers', async () => {
    const high: PlainFeature = { type: GeometryType.LineString, parts: [line([0, 0, 12.5], [1, 1, -3])], row: [] };
    const file = await create(by, `high-${driver}`, [givenLayer('high', [], [high]), givenLayer('empty', [field('n', 'integer')], []), givenLayer('low', [], [FEATURES[2]].map((one) => ({ ...one, row: [] })))]);
    expect(featuresOf(file, ...SKIP[driver], 'high').map(({ geometry }) => geometry)).toEqual([geometryOf(high)]);
    expect(featuresOf(file, ...SKIP[driver], 'low').map(({ geometry }) => geometry)).toEqual([geometryOf(FEATURES[2])]);
  });
});

const TARGETS: readonly (readonly [string, string])[] = [['KML', 'a.kml'], ['LIBKML', 'b.kml'], ['LIBKML', 'c.kmz']];

describe.each(TARGETS)('what %s writes as %s', needs(DRIVERS.length === 2, 'GDAL with both of its KML drivers is not installed'), (driver, name) => {
  it('is read with the same values and coordinates', async () => {
    const source = path.join(folder, `${name}.geojson`);
    const features = FEATURES.map((feature) => ({ type: 'Feature', properties: Object.fromEntries(FIELDS.map((one, i) => [one.name, feature.row[i]])), geometry: geometryOf(feature) }));
    writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features }));
    const file = path.join(folder, name);
    ogr2ogr('-f', driver, '-nln', 'Câmara', file, source);
    const [layer] = await readBack(file);
    expect(layer.name).toBe('Câmara');
    // GDAL writes booleans as integers.
    expect(layer.fields).toEqual([['name', 'text'], ['note', 'text'], ['whole', 'integer'], ['size', 'real'], ['flag', 'integer']]);
    expect(layer.features.map(({ row }) => row)).toEqual(FEATURES.map(({ row }) => row.map((value) => (typeof value === 'boolean' ? Number(value) : value))));
    // LIBKML gives all vertices an altitude of 0, and rounds to 15 digits.
    const flat = (value: unknown): unknown => JSON.parse(JSON.stringify(value), (_, one: unknown) => (Array.isArray(one) && typeof one[0] === 'number' ? one.slice(0, 2).map((n) => Number(Number(n).toPrecision(13))) : one));
    expect(layer.features.map((feature) => flat(geometryOf(feature)))).toEqual(FEATURES.map((feature) => flat(geometryOf(feature))));
  });
});

test('tracks are read as LIBKML reads them', needs(DRIVERS.length === 2, 'GDAL with both of its KML drivers is not installed'), async () => {
  const track = (...positions: string[]): string => `<gx:Track>${positions.map((_, i) => `<when>2010-05-28T02:02:0${i}Z</when>`).join('')}${positions.map((position) => `<gx:coord>${position}</gx:coord>`).join('')}</gx:Track>`;
  const ways = [track('-122.207881 37.371915 156', '-122.205712 37.373288 152.5', '-122.204678 37.373939'), track('1 2', '3 4'), `<gx:MultiTrack>${track('1 2 3', '4 5 6')}${track('7 8 9', '7 8 9')}</gx:MultiTrack>`, `<MultiGeometry><Point><coordinates>1,2,3</coordinates></Point>${track('1 2 3', '4 5 6')}</MultiGeometry>`];
  const file = path.join(folder, 'tracks.kml');
  writeFileSync(file, `<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>ways</name>${ways.map((way) => `<Placemark>${way}</Placemark>`).join('')}</Document></kml>`);
  const input = await openDiskFile(file);
  const { layers: [layer] } = await openKmlFeatures({ format: 'kml', name: 'tracks', files: [input] });
  const { features } = await plainLayer(layer);
  await input.close();
  expect(features.map(geometryOf)).toEqual(featuresOf(file, 'ways').map(({ geometry }) => geometry));
});

const polygonSchema = z.object({ coordinates: z.array(z.array(z.array(z.number()))) });

/** The only ring of a polygon, counter-clockwise. */
function turnedCounterClockwise(geometry: unknown): number[][] {
  const { coordinates } = polygonSchema.parse(geometry);
  const [ring] = coordinates;
  const area = ring.slice(1).reduce((sum, [x, y], i) => sum + (ring[i][0] - ring[0][0]) * (y - ring[0][1]) - (x - ring[0][0]) * (ring[i][1] - ring[0][1]), 0);
  return area > 0 ? ring : [...ring].reverse();
}

const REAL = sharedFile('data', 'geojs-53-mun.json') ?? sharedFile('data', 'geojs-32-mun.json');
describe('real municipalities', needs(hasGdal && DRIVERS.length === 2, 'GDAL with both of its KML drivers is not installed'), () => {
  it.each(TARGETS)('by %s as %s, read and written again, are the same to GDAL', needs(REAL !== null, NO_SHARED_FILES), async (driver, name) => {
    const file = path.join(folder, `real-${name}`);
    ogr2ogr('-f', driver, file, REAL ?? '');
    const input = await openDiskFile(file);
    const isKmz = name.endsWith('.kmz');
    const opened = await (isKmz ? openKmzFeatures : openKmlFeatures)({ format: isKmz ? 'kmz' : 'kml', name: 'real', files: [input] }, { workFolder });
    const writer = await (isKmz ? createKmz : createKml)({ folder: diskFolder(folder), name: `again-${driver}`, workFolder }, opened.layers);
    for (const [i, layer] of opened.layers.entries()) for await (const batch of layer.read()) await writer.write(i, batch);
    const { files, losses } = await writer.close();
    await opened.close();
    await input.close();
    expect(losses.every(({ code }) => code === 'ids-as-field' || code === 'field-renamed')).toBe(true);
    // Shells keep their first vertex and may be reversed; an id is a field for us.
    const seen = (one: string): unknown[] => featuresOf(one).map(({ properties, geometry }) => [properties.Name, properties.description, properties.id, turnedCounterClockwise(geometry)]);
    const before = seen(file);
    expect(before.length).toBeGreaterThan(0);
    expect(seen(path.join(folder, files[0]))).toEqual(before);
  });
});
