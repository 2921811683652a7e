import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { filesOf, problemOf, runTool } from '../../test/run-tool.ts';
import { buffer } from './definition.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'buffer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Ring = readonly (readonly [number, number])[];
const box = (x: number, y: number, size: number): Ring => [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]];
const BOW_TIE: Ring = [[-50, -15], [-49.9, -14.9], [-49.9, -15], [-50, -14.9], [-50, -15]];

const resultSchema = z.object({ features: z.array(z.object({ geometry: z.object({ type: z.enum(['Polygon', 'MultiPolygon']), coordinates: z.array(z.array(z.any())) }) })) });
const ringSchema = z.array(z.tuple([z.number(), z.number()]));

/** The zone of each polygon, and which of some places lie in it. */
async function placesInZones(polygons: readonly (readonly Ring[])[], distance: number, places: readonly (readonly [number, number])[], from?: string): Promise<{ inside: boolean[][]; losses: unknown[]; notes: unknown[] }> {
  const source = path.join(mkdtempSync(path.join(folder, 'files-')), 'farm.geojson');
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: polygons.map((coordinates) => ({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates } })) }));
  const { result } = await runTool(buffer, folder, filesOf(source), { distance, from });
  const { features } = resultSchema.parse(JSON.parse(readFileSync(result.output.path, 'utf8')));
  const inside = features.map(({ geometry }) => {
    const rings = (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).flat().map((ring) => ringSchema.parse(ring));
    return places.map((place) => rings.filter((ring) => isInside(ring, place)).length % 2 === 1);
  });
  const { losses, notes } = buffer.reportSchema.parse(result.report);
  return { inside, losses, notes };
}

function isInside(ring: readonly (readonly [number, number])[], [x, y]: readonly [number, number]): boolean {
  let inside = false;
  for (const [index, [x1, y1]] of ring.entries()) {
    const [x0, y0] = ring[index === 0 ? ring.length - 1 : index - 1];
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside;
  }
  return inside;
}

it.each([1000, -1000])('the buffer of a self-intersecting border keeps all of its land, at %i m', async (distance) => {
  const { inside, losses } = await placesInZones([[BOW_TIE], [box(-48, -15, 0.1)]], distance, [[-49.98, -14.95], [-49.92, -14.95], [-47.95, -14.95]]);
  expect(inside).toEqual([[true, true, false], [false, false, true]]);
  expect(losses).toMatchObject([{ code: 'geometry-repaired', count: 1 }]);
});

it('the buffer of a hole outside its shell keeps both, as islands', async () => {
  const { inside, losses } = await placesInZones([[box(-50, -15, 0.1), box(-49.5, -15, 0.2)]], 100, [[-49.95, -14.95], [-49.4, -14.9], [-49.7, -14.95]]);
  expect(inside).toEqual([[true, true, false]]);
  expect(losses).toMatchObject([{ code: 'geometry-repaired', count: 1 }]);
});

it('points of one feature that lie far apart have a zone each, also on the border of two strips', async () => {
  const source = path.join(folder, 'points.geojson');
  // Of four strips, each of 2.5 degrees.
  const coordinates = [[-50, -15], [-47.5, -15], [-45, -14], [-40, -16]];
  const geometries = [{ type: 'MultiPoint', coordinates }, { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: coordinates[0] }, { type: 'LineString', coordinates: coordinates.slice(2) }] }];
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })) }));
  const { features } = resultSchema.parse(JSON.parse(readFileSync((await runTool(buffer, folder, filesOf(source), { distance: 100 })).result.output.path, 'utf8')));
  expect(features.map(({ geometry }) => geometry.coordinates.length)).toEqual([4, 2]);
  const zones = features[0].geometry.coordinates.map(([ring]) => ringSchema.parse(ring)).sort(([[one]], [[other]]) => one - other);
  for (const [place, ring] of zones.entries()) {
    const [x, y] = coordinates[place];
    expect(Math.max(...ring.map(([east]) => Math.abs(east - x)), ...ring.map(([, north]) => Math.abs(north - y)))).toBeLessThan(0.001);
  }
});

it.each([[1000, 1], [-1000, 1], [1000, 10], [-1000, 10]])('parts of a feature that overlap have one zone together, at %i m, with a third part %i degrees away', async (distance, away) => {
  const source = path.join(mkdtempSync(path.join(folder, 'files-')), 'parts.geojson');
  // The land that two have in common is narrower than twice the distance, and that of both together is not.
  const coordinates = [[box(-50, -15, 0.2)], [box(-49.815, -15, 0.2)], [box(-50 + away, -15, 0.2)]];
  writeFileSync(source, JSON.stringify({ type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates } }));
  const { features } = resultSchema.parse(JSON.parse(readFileSync((await runTool(buffer, folder, filesOf(source), { distance })).result.output.path, 'utf8')));
  expect(features.map(({ geometry }) => geometry.coordinates.length)).toEqual([2]);
});

it('of a wide collection with points and lines, a negative buffer leaves the polygons', async () => {
  const source = path.join(folder, 'collection.geojson');
  const geometries = [{ type: 'Point', coordinates: [-60, -15] }, { type: 'LineString', coordinates: [[-58, -15], [-50, -14]] }, { type: 'Polygon', coordinates: [box(-50, -15, 0.1)] }];
  const features = [{ type: 'GeometryCollection', geometries }, { type: 'GeometryCollection', geometries: geometries.slice(0, 2) }].map((geometry) => ({ type: 'Feature', properties: {}, geometry }));
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features }));
  const { result } = await runTool(buffer, folder, filesOf(source), { distance: -100, format: 'geojson' });
  const zones = z.object({ features: z.array(z.object({ geometry: z.object({ type: z.string() }).nullable() })) }).parse(JSON.parse(readFileSync(result.output.path, 'utf8'))).features;
  expect(zones.map(({ geometry }) => geometry?.type ?? null)).toEqual(['Polygon', null]);
});

it('zones that are not valid are named: degrees have no digits for corners a millionth of a millimetre apart', async () => {
  const star: Ring = Array.from({ length: 121 }, (_, index) => {
    const [angle, radius] = [((index % 120) * Math.PI) / 60, index % 2 === 0 ? 1 : 0.7];
    return [-48 + radius * Math.cos(angle), -15 + radius * Math.sin(angle)];
  });
  expect((await placesInZones([[star]], 1e-9, [])).notes).toMatchObject([{ code: 'polygons-not-valid' }]);
  expect((await placesInZones([[star]], 1e-3, [])).notes).toEqual([]);
});

it('a buffer across the antimeridian is cut there, as GeoJSON requires', async () => {
  const places = [[180.005, -16.95], [179.995, -16.95], [-180.005, -16.95], [-179.995, -16.95], [0, -16.95]] as const;
  const { inside } = await placesInZones([[box(179.9, -17, 0.1)], [box(-180, -17, 0.1)]], 1000, places);
  expect(inside).toEqual([[false, true, false, true, false], [false, true, false, true, false]]);
  // A polygon that itself extends beyond it has a zone that does so, too.
  const { inside: past } = await placesInZones([[box(179.9, -17, 0.2)]], 1000, places, 'EPSG:4326');
  expect(past).toEqual([[true, true, false, false, false]]);
});

it('a buffer across the antimeridian has the same land in both parts, and dissolving joins them with what lies there', async () => {
  const source = path.join(folder, 'line.geojson');
  const write = (...longitudes: readonly number[]): void => writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: longitudes.map((x) => ({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [x, -17] } })) }));
  const drawn = async (dissolve: boolean) => resultSchema.parse(JSON.parse(readFileSync((await runTool(buffer, folder, filesOf(source), { distance: 1000, dissolve })).result.output.path, 'utf8'))).features[0].geometry;
  write(180);
  const { type, coordinates } = await drawn(false);
  expect([type, coordinates.length]).toEqual(['MultiPolygon', 2]);
  const [west, east] = coordinates.map(([ring]) => ringSchema.parse(ring).map(([x]) => x));
  expect([Math.max(...west), Math.min(...east)].map(Math.abs)).toEqual([180, 180]);
  expect(180 - Math.min(...west)).toBeCloseTo(Math.max(...east) + 180, 9);
  write(180, -179.99, 179.99);
  expect((await drawn(true)).coordinates.length).toBe(2);
});

it('a negative buffer of polygons beside a layer of points is drawn, and dissolving makes no feature of the points', async () => {
  const source = path.join(mkdtempSync(path.join(folder, 'files-')), 'farm.kml');
  const placemark = (geometry: string): string => `<Placemark>${geometry}</Placemark>`;
  const point = '<Point><coordinates>-50,-15</coordinates></Point>';
  const square = `<Polygon><outerBoundaryIs><LinearRing><coordinates>${box(-50, -15, 0.1).join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon>`;
  const written = (...folders: readonly string[]): void => writeFileSync(source, `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${folders.map((content, index) => `<Folder><name>${String(index)}</name>${content}</Folder>`).join('')}</Document></kml>`);
  const drawn = async (dissolve: boolean) => buffer.reportSchema.parse((await runTool(buffer, folder, filesOf(source), { distance: -100, dissolve, format: 'geopackage' })).result.report);

  for (const folders of [[placemark(square), placemark(point)], [placemark(point), placemark(square)]]) {
    written(...folders);
    const isFirst = folders[0].includes('<Polygon>');
    const kept = await drawn(false);
    expect(kept.outputs[0].layers.map(({ features }) => features)).toEqual([1, 1]);
    expect(kept.losses.map(({ layer, text }) => [layer, text])).toEqual([[isFirst ? '1' : '0', 'Nothing is left of one feature at this distance; its row remains, without a geometry.']]);
    const dissolved = await drawn(true);
    expect(dissolved.outputs[0].layers.map(({ features }) => features)).toEqual(isFirst ? [1, 0] : [0, 1]);
    expect(dissolved.losses.map(({ text }) => text)).toEqual(['Nothing is left of one feature at this distance.']);
  }

  written(placemark(point), placemark(point));
  for (const dissolve of [false, true]) expect((await problemOf(drawn(dissolve))).message).toBe('Nothing is left of "farm.kml": no feature is wider than twice the distance of 100 m.');
});

it.each([
  ['touches a pole', [[-10, 80], [10, 80], [10, 90], [-10, 90], [-10, 80]], 1000],
  ['goes round it', [[-180, -90], [180, -90], [180, -70], [0, -65], [-180, -70], [-180, -90]], -1000],
  ['comes as near as the distance', [[0, 89], [1, 89], [1, 89.2], [0, 89]], 90_000],
] as const)('the buffer of a polygon that %s is refused, as no polygon in degrees can represent it', async (_, ring, distance) => {
  expect(await problemOf(placesInZones([[box(-50, -15, 0.1)], [ring]], distance, []))).toMatchObject({ code: 'zone-not-drawn', message: expect.stringContaining('feature 2') as unknown });
});

it('parts that are too narrow for a negative distance are reported; parts that overlap or merge are not', async () => {
  const source = path.join(folder, 'parts.geojson');
  const parts = [[box(-50, -15, 0.1)], [box(-49, -15, 0.001)], [box(-48, -15, 0.001)]];
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates: parts } }, { type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates: [[box(-50, -16, 0.1)], [box(-49.95, -15.95, 0.1)]] } }] }));
  const told = async (distance: number): Promise<unknown[]> => buffer.reportSchema.parse((await runTool(buffer, folder, filesOf(source), { distance })).result.report).losses.map(({ code, count, text }) => [code, count, text]);
  expect(await told(-200)).toEqual([['parts-left-out', 1, '2 parts of one feature have disappeared: nothing is left of them at this distance.']]);
  expect(await told(100_000)).toEqual([]);
});

it('positions without numbers are left out of the buffer, and the report says so', async () => {
  const source = path.join(folder, 'unreadable.geojson');
  const square = box(-50, -15, 0.1);
  const drawn = async (dissolve: boolean, ...geometries: readonly unknown[]) => {
    writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })) }).replaceAll('"NaN"', 'NaN'));
    const { result } = await runTool(buffer, folder, filesOf(source), { distance: 100, dissolve });
    return { text: readFileSync(result.output.path, 'utf8'), losses: buffer.reportSchema.parse(result.report).losses.map(({ code, count, text }) => [code, count, text]) };
  };
  const point = { type: 'Point', coordinates: [-49, -15] };
  const blank = { type: 'Point', coordinates: ['NaN', 'NaN'] };
  const polygonOf = (ring: readonly unknown[]) => ({ type: 'Polygon', coordinates: [ring] });
  // Losing a corner gives another polygon; losing a position between two vertices, or the repeated first one, does not.
  const between = polygonOf([...square.slice(0, 2), ['NaN', 3], ...square.slice(2)]);
  const asFirst = polygonOf([['NaN', 'NaN'], ...square.slice(0, 4), ['NaN', 'NaN']]);
  const line = { type: 'LineString', coordinates: [[-50, -16], ['NaN', 0], [-49, -16]] };
  const { text, losses } = await drawn(false, point, blank, between, asFirst, line);
  expect(text).toBe((await drawn(false, point, null, polygonOf(square), polygonOf(square), { ...line, coordinates: [[-50, -16], [-49, -16]] })).text);
  expect(losses).toEqual([
    ['value-left-out', 5, '5 positions do not consist of two finite numbers and have no buffer.'],
    ['empty-geometry-left-out', 1, 'Nothing is left of one feature at this distance; its row remains, without a geometry.'],
  ]);
  expect((await drawn(true, point, blank)).text).toBe((await drawn(true, point)).text);
  expect((await problemOf(drawn(false, blank))).message).toBe('Nothing is left of "unreadable.geojson": its positions do not consist of two finite numbers.');
});

it('a valid polygon is buffered without mention of a repair', async () => {
  const { inside, losses } = await placesInZones([[box(-50, -15, 0.1), box(-49.98, -14.98, 0.06)]], 100, [[-49.99, -14.95], [-49.95, -14.95]]);
  expect([inside, losses]).toEqual([[[true, false]], []]);
});
