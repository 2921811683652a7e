import type { Feature, FeatureCollection, Geometry, GeometryCollection, Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { trials } from '../../../testing/trials.ts';
import { applyPatch, GeoJsonError, repairGeoJson, repairNow, validateGeoJson } from '../src/index.ts';
import { brokenCoverage } from './coverage.ts';
import { dirtyLayer } from './dirty-layers.ts';
import { invalidReason } from './geos.ts';
import { layerOf, shapeOf, shapesOf, wktOf } from './layers.ts';
import type { Geometry as TestGeometry, Shape } from './layers.ts';
import { PartKind } from '../src/layer/layer.ts';

const square = (x0: number, y0: number, x1: number, y1: number): Position[] => [[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]];
const polygon = (...coordinates: Position[][]): Polygon => ({ type: 'Polygon', coordinates });
const feature = (geometry: Geometry | null, more: object = {}): Feature<Geometry | null> => ({ type: 'Feature', properties: {}, geometry, ...more });
const collection = (...features: Feature<Geometry | null>[]): FeatureCollection<Geometry | null> => ({ type: 'FeatureCollection', features });

/** Two squares, the second of which takes a strip of the first; far from both, a square without fault. */
const overlapping = (): FeatureCollection<Geometry | null> =>
  collection(feature(polygon(square(0, 0, 10, 10)), { id: 'a' }), feature(polygon(square(9, 0, 30, 10)), { id: 7 }), feature(polygon(square(50, 50, 60, 60)), { id: 'c' }));

/** A value of any type, as callers without types pass it. */
const untyped = z.custom<FeatureCollection>(() => true);
const parsed = (text: string): FeatureCollection => untyped.parse(JSON.parse(text));

const PLANAR = { units: { kind: 'planar' }, snapDistance: 0, maxGapWidth: 0 } as const;

/** Modifying anything in it throws. */
function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) frozen(each);
  return Object.freeze(value);
}

describe('repairGeoJson', () => {
  it('repairs what is broken, and gives back the objects that are not', async () => {
    const given = frozen(overlapping());
    const { featureCollection: repaired, findings, remaining, changed, emptied, tolerances, units } = await repairGeoJson(given, PLANAR);
    expect(repaired.features[0].geometry).toEqual(polygon([[0, 0], [9, 0], [9, 10], [0, 10], [0, 0]]));
    expect(repaired.features[1]).toBe(given.features[1]);
    expect(repaired.features[2]).toBe(given.features[2]);
    expect(repaired.features.map(({ id }) => id)).toEqual(['a', 7, 'c']);
    expect(findings).toEqual([
      { kind: 'overlap', action: 'overlap-assigned', feature: 0, other: 1, position: [9, 0], measure: 10 },
      { kind: 'transfer', action: 'land-transferred', feature: 0, other: 1, position: [9, 0], measure: 10 },
    ]);
    expect({ remaining, changed, emptied, units }).toEqual({ remaining: [], changed: [0], emptied: [], units: { kind: 'planar' } });
    expect(tolerances).toEqual({ snapDistance: 0, maxGapWidth: 0, unit: 'coordinate unit' });
    expect((await repairGeoJson(repaired, PLANAR)).featureCollection).toBe(repaired);
  });

  it('takes plain JSON, and needs no options', async () => {
    const given = parsed(JSON.stringify(overlapping()));
    const { findings, tolerances } = await repairGeoJson(given);
    expect(findings.map(({ kind }) => kind)).toContain('overlap');
    expect(tolerances.unit).toBe('metre');
  });

  it('does what the options say', async () => {
    const kept = await repairGeoJson(overlapping(), { ...PLANAR, overlaps: 'keep' });
    expect(kept.changed).toEqual([]);
    expect(kept.findings.map(({ kind, action }) => [kind, action])).toEqual([['overlap', 'reported']]);
    const notch = [[10, 0], [10, 4], [9.9, 5], [10, 6], [10, 10]];
    const gap = collection(feature(polygon([[0, 0], ...notch, [0, 10], [0, 0]])), feature(polygon([[10, 0], [20, 0], [20, 10], [10, 10], [10, 6], [10, 4], [10, 0]])));
    expect((await repairGeoJson(gap, { ...PLANAR, maxGapWidth: 1 })).findings.map(({ kind }) => kind)).toContain('gap');
    expect((await repairGeoJson(gap, { ...PLANAR, maxGapWidth: 0.01 })).findings).toEqual([]);
    const shares: number[] = [];
    await repairGeoJson(overlapping(), { ...PLANAR, onProgress: (share) => shares.push(share) });
    expect(shares.at(-1)).toBe(1);
  });

  it.each([['degrees', 180, 90, 'geographic'], ['degrees with an error of rounding', 180.000_000_000_000_14, 90.000_000_000_01, 'geographic'], ['more than degrees', 181, 0, 'planar'], ['more than degrees of latitude', 0, 91, 'planar'], ['no numbers', NaN, NaN, 'geographic']])('takes %s for what they are', async (_, x, y, kind) => {
    expect((await validateGeoJson(collection(feature({ type: 'Point', coordinates: [x, y] })))).units).toEqual({ kind });
  });

  it('keeps everything else: properties, ids, foreign members, ordinates beside x and y', async () => {
    const properties = { name: 'field', nested: { list: [1, null] }, __proto__: 5 };
    const shell = [[0, 0, 1, 2, 'survey'], [10, 0, 3, 4, 5], [10, 10, 6], [0, 10, 7, 8], [0, 0, 1, 2, 'survey']];
    const other = [[9, 0, 1], [30, 0, 1], [30, 10, 1], [9, 10, 1], [9, 0, 1]];
    const text = JSON.stringify({
      name: 'layer', type: 'FeatureCollection', crs: null,
      features: [
        { id: 'one', style: { fill: 'red' }, type: 'Feature', geometry: { note: 'x', type: 'Polygon', coordinates: [shell, [[1, 1, 0], [1, 2, 0], [2, 2, 0], [1, 1, 0]]] }, properties },
        { type: 'Feature', properties: null, geometry: { type: 'Polygon', coordinates: [other] } },
      ],
    });
    const given = parsed(text);
    const { featureCollection: repaired } = await repairGeoJson(given, PLANAR);
    expect(JSON.stringify(given)).toBe(text);
    expect(Object.keys(repaired)).toEqual(['name', 'type', 'crs', 'features']);
    expect(Object.keys(repaired.features[0])).toEqual(['id', 'style', 'type', 'geometry', 'properties']);
    expect(repaired.features[0].properties).toBe(given.features[0].properties);
    expect(repaired.features[0]).toMatchObject({ id: 'one', style: { fill: 'red' }, geometry: { note: 'x', type: 'Polygon' } });
    const [first] = repaired.features.map(({ geometry }) => (geometry?.type === 'Polygon' ? geometry.coordinates : []));
    expect(first[0]).toEqual([[0, 0, 1, 2, 'survey'], [9, 0, expect.closeTo(2.8), expect.closeTo(3.8)], [9, 10, expect.closeTo(6.1), expect.any(Number)], [0, 10, 7, 8], [0, 0, 1, 2, 'survey']]);
    const before = given.features[0].geometry;
    expect(before.type === 'Polygon' && first[1] === before.coordinates[1]).toBe(true);
  });

  it('repairs members of collections where they stand, and leaves lines and points', async () => {
    const line: Geometry = { type: 'LineString', coordinates: [[0, 0], [1, 1]] };
    const empty: Geometry = { type: 'MultiPolygon', coordinates: [] };
    const bowtie = polygon([[0, 0], [4, 4], [4, 0], [0, 4], [0, 0]]);
    const needle = polygon([[70, 70], [80, 80], [70, 70]]);
    const inner: GeometryCollection = { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [99, 99] }, needle, bowtie] };
    const given = frozen(collection(feature({ type: 'GeometryCollection', geometries: [line, empty, inner] })));
    const { featureCollection: repaired, emptied } = await repairGeoJson(given, PLANAR);
    const geometry = repaired.features[0].geometry;
    if (geometry?.type !== 'GeometryCollection') throw new Error('it is no collection any more');
    expect(geometry.geometries[0]).toBe(line);
    expect(geometry.geometries[1]).toBe(empty);
    const [point, cut] = geometry.geometries[2].type === 'GeometryCollection' ? geometry.geometries[2].geometries : [];
    expect(point).toBe(inner.geometries[0]);
    expect(cut.type).toBe('MultiPolygon');
    expect(emptied).toEqual([]);
  });

  it('stays valid if one geometry object occurs twice in a collection', async () => {
    const twice = polygon([[0, 0], [4, 4], [4, 0], [0, 4], [0, 0]]);
    const { featureCollection: repaired } = await repairGeoJson(collection(feature({ type: 'GeometryCollection', geometries: [twice, twice] })), PLANAR);
    const shape = shapeOf(testGeometry(repaired.features[0].geometry));
    expect(invalidReason(shape)).toBe(null);
  });

  it('drops doubled vertices of lines', async () => {
    const lines: Geometry = { type: 'MultiLineString', coordinates: [[[0, 0], [1, 1]], [[2, 2], [2, 2], [3, 3]]] };
    const { featureCollection: repaired } = await repairGeoJson(collection(feature(lines)), PLANAR);
    expect(repaired.features[0].geometry).toEqual({ type: 'MultiLineString', coordinates: [[[0, 0], [1, 1]], [[2, 2], [3, 3]]] });
  });

  it('leaves features without geometry alone', async () => {
    const given = collection(feature(null), feature(polygon()), feature({ type: 'MultiPolygon', coordinates: [[]] }), feature({ type: 'Point', coordinates: [] }), feature({ type: 'GeometryCollection', geometries: [] }));
    const { featureCollection: repaired, findings } = await repairGeoJson(given);
    expect(repaired).toBe(given);
    expect(findings).toEqual([]);
  });

  it('closes rings, drops broken positions, and says what was emptied', async () => {
    const given = parsed('{"type":"FeatureCollection","features":[{"type":"Feature","properties":null,"geometry":{"type":"Polygon","coordinates":[[[0,0],[4,0],null,[4,4],[null,4],[0,4]]]}},{"type":"Feature","id":1,"bbox":[7,7,8,8],"properties":null,"geometry":{"type":"Polygon","coordinates":[[[7,7],[8,8],[7,7]]]}}]}');
    const { featureCollection: repaired, findings, emptied } = await repairGeoJson(given, PLANAR);
    expect(repaired.features[0].geometry).toEqual(polygon(square(0, 0, 4, 4)));
    expect(repaired.features[1]).toEqual({ type: 'Feature', id: 1, properties: null, geometry: null });
    expect(emptied).toEqual([1]);
    expect(findings.map(({ kind, position }) => [kind, position])).toEqual([['invalid-coordinate', [4, 0]], ['invalid-coordinate', [4, 4]], ['unclosed-ring', [0, 0]], ['collapsed', [7, 7]], ['emptied', [7, 7]]]);
  });

  it('says beside which vertex a broken position is: the one before it, or the first', async () => {
    const given = parsed('{"type":"FeatureCollection","features":[{"type":"Feature","properties":null,"geometry":{"type":"Polygon","coordinates":[[null,[0,0],[4,0],[4,4],null],[null,null,null,null]]}}]}');
    const { findings } = await repairGeoJson(given, PLANAR);
    const broken = findings.filter(({ kind }) => kind === 'invalid-coordinate');
    expect(broken.map(({ position }) => position)).toEqual([[0, 0], [4, 4], null, null, null, null]);
  });

  it('lets every bbox that fitted fit again', async () => {
    const given = overlapping();
    given.bbox = [0, 0, 60, 60];
    given.features[0].bbox = [0, 0, 10, 10];
    given.features[1].bbox = [0, 0, 40, 40];
    const { featureCollection: repaired } = await repairGeoJson(frozen(given), PLANAR);
    expect(repaired.bbox).toBe(given.bbox);
    expect(repaired.features[0].bbox).toEqual([0, 0, 9, 10]);
    expect(repaired.features[1].bbox).toBe(given.features[1].bbox);
  });

  it('does just what the kernel does, and GEOS finds it valid', async () => {
    let changes = 0;
    for (let seed = 50_001; seed <= 50_000 + trials(60); seed++) {
      const { shapes, options } = dirtyLayer(seed);
      const given = collection(...shapes.map((shape) => feature(geometryOf(shape))));
      const layer = layerOf(shapes);
      const { patch } = repairNow(layer, options);
      const wanted = shapesOf(patch === null ? layer : applyPatch(layer, patch)).map(wktOf);
      const { featureCollection: repaired, changed } = await repairGeoJson(frozen(given), options);
      const got = repaired.features.map(({ geometry }) => (geometry === null ? [] : shapeOf(testGeometry(geometry))));
      expect(got.map(wktOf), `seed ${seed}`).toEqual(wanted);
      expect(changed).toEqual([...(patch?.features ?? [])]);
      repaired.features.forEach((each, index) => expect(each === given.features[index]).toBe(!changed.includes(index)));
      expect(got.map(invalidReason).filter((reason) => reason !== null), `seed ${seed}`).toEqual([]);
      if (options.overlaps === 'fix') expect(brokenCoverage(got), `seed ${seed}`).toEqual([]);
      changes += changed.length;
    }
    expect(changes).toBeGreaterThan(40);
  });
});

describe('what is no GeoJSON', () => {
  const bad = (geometry: unknown): unknown => ({ type: 'FeatureCollection', features: [{ type: 'Feature', geometry: null }, { type: 'Feature', geometry }] });
  const ring = [[0, 0], [1, 0], [1, 1], [0, 0]];
  const itself: { type: string; geometries: unknown[] } = { type: 'GeometryCollection', geometries: [] };
  itself.geometries.push(itself);
  let doubled: unknown = { type: 'Point', coordinates: [] };
  for (let depth = 0; depth < 40; depth++) doubled = { type: 'GeometryCollection', geometries: [doubled, doubled] };

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'The FeatureCollection is not an object with the type "FeatureCollection".'],
    ['a text', '{"type":"FeatureCollection"}', 'The FeatureCollection is not an object with the type "FeatureCollection".'],
    ['a feature', { type: 'Feature' }, 'The FeatureCollection is not an object with the type "FeatureCollection".'],
    ['no features', { type: 'FeatureCollection' }, 'features is not a list of features.'],
    ['a geometry among features', { type: 'FeatureCollection', features: [polygon(ring)] }, 'features[0] is not an object with the type "Feature".'],
    ['a hole in the list', { type: 'FeatureCollection', features: new Array(1) }, 'features[0] is not an object with the type "Feature".'],
    ['a number for a geometry', bad(3), 'features[1].geometry has the type of no geometry.'],
    ['another type', bad({ type: 'Curve', coordinates: [] }), 'features[1].geometry has the type "Curve".'],
    ['no coordinates', bad({ type: 'Polygon' }), 'features[1].geometry.coordinates is not a list of rings.'],
    ['too few brackets', bad({ type: 'Polygon', coordinates: ring }), 'features[1].geometry.coordinates[0][0] is not a position: a list of numbers.'],
    ['too many brackets', bad({ type: 'Polygon', coordinates: [[ring]] }), 'features[1].geometry.coordinates[0][0] is not a position: a list of numbers.'],
    ['a text for a number', bad({ type: 'MultiPolygon', coordinates: [[[[0, 0], ['1', 0]]]] }), 'features[1].geometry.coordinates[0][0][1] is not a position: a list of numbers.'],
    ['one number in a ring', bad(polygon([[0, 0], [1]])), 'features[1].geometry.coordinates[0][1] is a position of one number.'],
    ['a point that is none', bad({ type: 'Point', coordinates: 5 }), 'features[1].geometry.coordinates is not a position: a list of numbers.'],
    ['a line of numbers', bad({ type: 'LineString', coordinates: [1, 2] }), 'features[1].geometry.coordinates[0] is not a position: a list of numbers.'],
    ['a collection that is none', bad({ type: 'GeometryCollection', geometries: {} }), 'features[1].geometry.geometries is not a list of geometries.'],
    ['a member that is none', bad({ type: 'GeometryCollection', geometries: [polygon(ring), null] }), 'features[1].geometry.geometries[1] has the type of no geometry.'],
    ['a collection that holds itself', bad(itself), 'lie more than 100 deep in each other.'],
    ['a collection that doubles forty times', bad(doubled), 'is one of more than 4194304 members of collections.'],
  ])('%s', async (_, value, message) => {
    const failure: unknown = await repairGeoJson(untyped.parse(value)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(GeoJsonError);
    expect(String(failure)).toContain(message);
  });

  it.each<[object, string]>([
    [{ snapDistance: -1 }, "snapDistance takes 'auto' or a number from 0, not -1."],
    [{ maxGapWidth: NaN }, "maxGapWidth takes 'auto' or a number from 0, not NaN."],
    [{ overlaps: 'mend' }, "overlaps takes 'fix' or 'keep', not mend."],
    [{ threads: 1.5 }, 'threads takes a whole number from 1, not 1.5.'],
    [{ units: { kind: 'degrees' } }, "units.kind takes 'geographic' or 'planar', not degrees."],
  ])('an option that is none: %j', async (options, message) => {
    await expect(repairGeoJson(collection(), options)).rejects.toThrow(new RangeError(message));
  });

  it('is said of a feature that changes while it is repaired', async () => {
    const given = overlapping();
    const running = repairGeoJson(given, PLANAR);
    given.features[0].geometry = null;
    await expect(running).rejects.toThrow('features[0] was changed while it was repaired.');
  });
});

describe('validateGeoJson', () => {
  it('finds, and changes nothing', async () => {
    const given = frozen(overlapping());
    expect((await validateGeoJson(given, PLANAR)).findings.map(({ kind, action }) => [kind, action])).toEqual([['overlap', 'reported']]);
  });
});

/** A shape as one GeoJSON geometry; if it has many kinds, a collection. */
function geometryOf(shape: Shape): Geometry | null {
  const coordinates = (rings: readonly (readonly (readonly number[])[])[]): Position[][] => rings.map((ring) => ring.map((position) => [...position]));
  const geometries = shape.map((part): Geometry => {
    if (part.kind === PartKind.Polygon) return polygon(...coordinates(part.rings));
    const [line] = coordinates(part.rings);
    return part.kind === PartKind.Line ? { type: 'LineString', coordinates: line } : { type: 'MultiPoint', coordinates: line };
  });
  if (geometries.length < 2) return geometries.at(0) ?? null;
  const isPlain = shape.every(({ kind }) => kind === PartKind.Polygon);
  return isPlain ? { type: 'MultiPolygon', coordinates: shape.map(({ rings }) => coordinates(rings)) } : { type: 'GeometryCollection', geometries };
}

function testGeometry(geometry: Geometry | null): TestGeometry | null {
  return geometry;
}
