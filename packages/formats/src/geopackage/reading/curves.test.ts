import { PartKind } from '@geoinsights/geometry';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GeometryType } from '../../features/feature-batch.ts';
import { readAll, withFeatures } from '../test/feature-files.ts';
import { makeGeopackage } from '../test/make-geopackage.ts';
import { newFolder } from '../test/work-folder.ts';
import { verticesOfArc, type Position } from './arc.ts';

const CIRCULAR_STRING = 8;
const COMPOUND_CURVE = 9;
const CURVE_POLYGON = 10;
const MULTI_CURVE = 11;
const MULTI_SURFACE = 12;
const NUMBER = Number.NaN;

type Geometry = { readonly code: number; readonly at: readonly (readonly number[])[] } | { readonly code: number; readonly members: readonly Geometry[] };

/** Well-known binary, big-endian. */
function wkbOf(geometry: Geometry): Buffer {
  const uint32 = (value: number): Buffer => Buffer.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
  const head = Buffer.concat([Buffer.of(0), uint32(geometry.code)]);
  if ('members' in geometry) return Buffer.concat([head, uint32(geometry.members.length), ...geometry.members.map(wkbOf)]);
  const doubles = geometry.at.flat().map((value) => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return bytes;
  });
  return Buffer.concat([head, uint32(geometry.at.length), ...doubles]);
}

async function read(...geometries: readonly Geometry[]) {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', type: 'GEOMETRY', rows: geometries.map((geometry) => Buffer.concat([Buffer.from([0x47, 0x50, 0, 0, 0, 0, 0x10, 0xe6]), wkbOf(geometry)])) }]);
  return withFeatures(path, async ({ layers: [layer], notes }) => ({ layer, notes: notes.map(({ text }) => text), features: await readAll(layer) }));
}

const at = (x: number, y: number): Position => [x, y, NUMBER, NUMBER];
const circle: Geometry = { code: CIRCULAR_STRING, at: [[0, 0], [2, 0], [0, 0]] };
const line: Geometry = { code: 2, at: [[5, 0], [2, 0]] };
const arc: Geometry = { code: CIRCULAR_STRING, at: [[2, 0], [1, 1], [0, 0]] };

it('an arc gets a vertex at least every 4 degrees, all on its circle, and keeps its own', () => {
  const vertices = [at(0, 0), ...verticesOfArc(at(0, 0), at(1, 1), at(2, 0))];
  expect(vertices).toHaveLength(47);
  expect([vertices[0], vertices[23], vertices[46]]).toEqual([at(0, 0), at(1, 1), at(2, 0)]);
  for (const [x, y] of vertices) expect(Math.hypot(x - 1, y)).toBeCloseTo(1, 12);
  for (const [index, [x, y]] of vertices.slice(1).entries()) expect(Math.hypot(x - vertices[index][0], y - vertices[index][1])).toBeLessThan(2 * Math.sin(Math.PI / 90) + 1e-12);
  // To the left, and over more than half of the circle.
  expect(verticesOfArc(at(0, 0), at(1, -1), at(2, 0)).every(([, y]) => y <= 0)).toBe(true);
  expect(verticesOfArc(at(1, 1), at(0, 0), at(2, 0))).toHaveLength(68);
});

it('an arc has the same vertices in either direction, also far from the origin', () => {
  const [start, middle, end] = [at(500_000.123, 7_000_000.7), at(500_321.5, 7_000_100.1), at(500_400.9, 6_999_800.3)];
  const there = [start, ...verticesOfArc(start, middle, end)];
  expect([end, ...verticesOfArc(end, middle, start)].toReversed()).toEqual(there);
  expect(there.length).toBeGreaterThan(30);
});

it('an arc whose positions lie on a line, coincide or are not numbers is straight', () => {
  expect(verticesOfArc(at(0, 0), at(1, 1), at(2, 2))).toEqual([at(1, 1), at(2, 2)]);
  expect(verticesOfArc(at(0, 0), at(0, 0), at(2, 2))).toEqual([at(0, 0), at(2, 2)]);
  expect(verticesOfArc(at(3, 3), at(3, 3), at(3, 3))).toEqual([at(3, 3), at(3, 3)]);
  expect(verticesOfArc(at(0, 0), at(1e-17, 1e-17), at(2, 2.5)).length).toBeLessThan(100);
  expect(verticesOfArc(at(0, 0), at(NUMBER, 1), at(2, 2))).toEqual([at(NUMBER, 1), at(2, 2)]);
});

it('reads curves of every type as lines and polygons, and says so', async () => {
  const { layer, notes, features } = await read(
    circle,
    { code: COMPOUND_CURVE, members: [line, arc] },
    { code: CURVE_POLYGON, members: [circle, { code: 2, at: [[0.5, 0], [1, 0], [1, 0.2], [0.5, 0]] }] },
    { code: MULTI_CURVE, members: [line, circle, { code: COMPOUND_CURVE, members: [line, arc] }] },
    { code: MULTI_SURFACE, members: [{ code: CURVE_POLYGON, members: [circle] }, { code: CURVE_POLYGON, members: [] }] },
    { code: 7, members: [{ code: 7, members: [circle] }] },
    { code: CIRCULAR_STRING, at: [] },
  );
  expect(layer.geometryTypes).toEqual([GeometryType.LineString, GeometryType.Polygon, GeometryType.MultiLineString, GeometryType.MultiPolygon, GeometryType.GeometryCollection]);
  expect(features.map(({ type, parts }) => [type, parts.map(({ kind, rings }) => [kind, rings.map(({ length }) => length)])])).toEqual([
    [GeometryType.LineString, [[PartKind.Line, [91]]]],
    [GeometryType.LineString, [[PartKind.Line, [48]]]],
    [GeometryType.Polygon, [[PartKind.Polygon, [91, 4]]]],
    [GeometryType.MultiLineString, [[PartKind.Line, [2]], [PartKind.Line, [91]], [PartKind.Line, [48]]]],
    [GeometryType.MultiPolygon, [[PartKind.Polygon, [91]]]],
    [GeometryType.GeometryCollection, [[PartKind.Line, [91]]]],
    [GeometryType.LineString, []],
  ]);
  expect(features[1].parts[0].rings[0].slice(0, 2).map(([x, y]) => [x, y])).toEqual([[5, 0], [2, 0]]);
  expect(notes).toEqual(['In table "t", 7 geometries have arcs (CircularString, CompoundCurve, CurvePolygon, MultiCurve, MultiSurface); they are read as straight edges with a vertex at least every 4 degrees of an arc, as GDAL does: rows 1, 2, 3, 4, 5 ….', expect.stringContaining('collections among its members')]);
});

it('heights and measures grow along an arc', async () => {
  const { layer, features } = await read({ code: CIRCULAR_STRING + 3000, at: [[0, 0, 10, 1], [1, 1, 33, 24], [2, 0, 33, 47]] });
  expect([layer.hasZ, layer.hasM]).toEqual([true, true]);
  const [vertices] = features[0].parts[0].rings;
  for (const [index, [, , z, m]] of vertices.entries()) expect([z, m]).toEqual([expect.closeTo(Math.min(10 + index, 33), 9), expect.closeTo(1 + index, 9)]);
});

it('leaves out an arc without three positions, and refuses curves nested too deep', async () => {
  const { notes, features } = await read({ code: CIRCULAR_STRING, at: [[0, 0], [1, 1]] }, { code: COMPOUND_CURVE, members: [line, { code: CIRCULAR_STRING, at: [[1, 1]] }] }, { code: CURVE_POLYGON, members: [{ code: 15, members: [] }] });
  expect(features.map(({ type, parts }) => [type, parts])).toEqual([[0, []], [0, []], [0, []]]);
  expect(notes).toEqual(['In table "t", 3 geometries of a type that cannot be read (CircularString, PolyhedralSurface) were left out, and their features have no geometry: rows 1, 2, 3.']);
  const deep = Array.from({ length: 40 }).reduce<Geometry>((inner) => ({ code: COMPOUND_CURVE, members: [inner] }), circle);
  await expect(read(deep)).rejects.toMatchObject({ code: 'geopackage-geometry-invalid', message: expect.stringContaining('nested more than 32 levels deep') as unknown });
});
