import { PartKind } from '@geoinsights/geometry';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { differences } from './test/comparison.ts';
import { blobOf, makeGeopackage, ringOf, square } from './test/make-geopackage.ts';
import type { Line, Shape, Writing } from './test/make-geopackage.ts';
import { partsIn, patchOf } from './test/patches.ts';
import type { NewPart } from './test/patches.ts';
import { applied, newFolder, opened } from './test/work-folder.ts';

/** Puts one blob into a file, patches its feature, and returns the resulting blob. */
async function rewritten(blob: Uint8Array, parts: readonly NewPart[], dimensions?: string): Promise<Uint8Array | null> {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', type: 'GEOMETRY', rows: [blob] }]);
  const dataset = await opened(path);
  const result = await applied(dataset, [patchOf(dataset.layers[0].geometry, new Map([[0, parts]]), dimensions)]);
  expect(differences(path, result.path).map(({ table, column }) => `${table}.${column}`)).toEqual(['gpkg_contents.last_change', 't.geom']);
  const database = new DatabaseSync(result.path, { readOnly: true });
  const stored = database.prepare('SELECT geom FROM t').get()?.['geom'];
  database.close();
  return stored instanceof Uint8Array ? stored : null;
}

async function layerOf(blob: Uint8Array): Promise<Awaited<ReturnType<typeof opened>>['layers'][number]['geometry']> {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', type: 'GEOMETRY', rows: [blob] }]);
  return (await opened(path)).layers[0].geometry;
}

const withHeights = (line: Line, ...more: number[]): Line => line.map((position, index) => [...position, ...more.map((value) => value + index)]);

describe('every way of writing a blob', () => {
  const writings: Writing[] = [true, false].flatMap((littleEndian) =>
    (['XY', 'XYZ', 'XYM', 'XYZM'] as const).flatMap((dimensions) =>
      ([0, 1, 2, 3, 4] as const).map((envelope) => ({ littleEndian, dimensions, ewkb: (envelope + dimensions.length) % 2 === 0, envelope, srsId: 31983 })),
    ),
  );

  it.each(writings)('is read and kept: %o', async (writing) => {
    const { dimensions = 'XY' } = writing;
    const extra = { XY: [], XYZ: [100], XYM: [500], XYZM: [100, 500] }[dimensions];
    const shell = withHeights(ringOf(0, 0, 10), ...extra);
    const hole = withHeights(ringOf(2, 2, 3), ...extra);
    const blob = blobOf({ type: 'Polygon', at: [shell, hole] }, writing);
    const layer = await layerOf(blob);
    expect(partsIn(layer, 0)).toEqual([[ringOf(0, 0, 10).flat(), ringOf(2, 2, 3).flat()]]);
    expect(layer.z === null ? null : [...layer.z.subarray(0, 5)]).toEqual(dimensions.includes('Z') ? [100, 101, 102, 103, 104] : null);
    expect(layer.m === null ? null : [...layer.m.subarray(5)]).toEqual(dimensions.includes('M') ? [500, 501, 502, 503, 504] : null);

    const newHole = withHeights(ringOf(6, 6, 2), ...extra);
    const result = await rewritten(blob, [{ source: 0, rings: [0, newHole] }], dimensions.toLowerCase());
    expect(result).toEqual(new Uint8Array(blobOf({ type: 'Polygon', at: [shell, newHole] }, writing)));
    const split = await rewritten(blob, [{ source: 0, rings: [0, 1] }, { source: -1, rings: [newHole] }], dimensions.toLowerCase());
    expect(split).toEqual(new Uint8Array(blobOf({ type: 'MultiPolygon', members: [{ type: 'Polygon', at: [shell, hole] }, { type: 'Polygon', at: [newHole] }] }, writing)));
  });
});

describe('every type', () => {
  const line: Shape = { type: 'LineString', at: [[0, 0], [1, 1], [1, 1]] };
  const short: Line = [[0, 0], [1, 1]];
  const kind = PartKind.Line;

  it('keeps a line a line', async () => {
    expect(await rewritten(blobOf(line), [{ kind, source: 0, rings: [short] }])).toEqual(new Uint8Array(blobOf({ type: 'LineString', at: short })));
  });

  it('keeps a MultiLineString a MultiLineString, also with one line', async () => {
    const multi: Shape = { type: 'MultiLineString', members: [line, { type: 'LineString', at: [[5, 5], [6, 6]] }] };
    expect(await rewritten(blobOf(multi), [{ kind, source: 0, rings: [short] }])).toEqual(
      new Uint8Array(blobOf({ type: 'MultiLineString', members: [{ type: 'LineString', at: short }] })),
    );
  });

  it('reads a MultiPoint as one part and writes it as points', async () => {
    const points: Shape = { type: 'MultiPoint', members: [{ type: 'Point', at: [1, 2] }, { type: 'Point', at: [1, 2] }, { type: 'Point', at: [3, 4] }] };
    expect(partsIn(await layerOf(blobOf(points)), 0)).toEqual([[[1, 2, 1, 2, 3, 4]]]);
    expect(await rewritten(blobOf(points), [{ kind: PartKind.Point, source: 0, rings: [[[1, 2], [3, 4]]] }])).toEqual(
      new Uint8Array(blobOf({ type: 'MultiPoint', members: [{ type: 'Point', at: [1, 2] }, { type: 'Point', at: [3, 4] }] })),
    );
  });

  it('keeps the members of a collection apart, and puts new parts after the one that they follow', async () => {
    const point: Shape = { type: 'Point', at: [9, 9] };
    const empty: Shape = { type: 'LineString', at: [] };
    const collection: Shape = {
      type: 'GeometryCollection',
      members: [point, empty, square(0, 0), { type: 'GeometryCollection', members: [{ type: 'MultiPolygon', members: [square(2, 2), square(4, 4)] }, line] }],
    };
    const blob = blobOf(collection);
    expect(partsIn(await layerOf(blob), 0)).toHaveLength(5);
    const parts: NewPart[] = [
      { kind: PartKind.Point, source: 0, rings: [0] },
      { source: 1, rings: [ringOf(0, 0, 2)] },
      { source: -1, rings: [ringOf(20, 20)] },
      { source: 3, rings: [3] },
      { source: -1, rings: [ringOf(30, 30)] },
      { kind, source: 4, rings: [short] },
    ];
    expect(await rewritten(blob, parts)).toEqual(
      new Uint8Array(
        blobOf({
          type: 'GeometryCollection',
          members: [
            point,
            empty,
            square(0, 0, 2),
            square(20, 20),
            { type: 'GeometryCollection', members: [{ type: 'MultiPolygon', members: [square(4, 4), square(30, 30)] }, { type: 'LineString', at: short }] },
          ],
        }),
      ),
    );
  });

  it('puts a new part in the place of parts that are all removed', async () => {
    const blob = blobOf({ type: 'GeometryCollection', members: [{ type: 'MultiPolygon', members: [square(0, 0), square(0, 0)] }, line] });
    expect(await rewritten(blob, [{ source: -1, rings: [ringOf(0, 0, 2)] }, { kind, source: 2, rings: [2] }])).toEqual(
      new Uint8Array(blobOf({ type: 'GeometryCollection', members: [{ type: 'MultiPolygon', members: [square(0, 0, 2)] }, line] })),
    );
  });

  it('copies the bytes of rings that did not change, including unusual NaN in Z', async () => {
    const blob = blobOf({ type: 'Polygon', at: [withHeights(ringOf(0, 0, 9), 1), withHeights(ringOf(1, 1), 1)] }, { dimensions: 'XYZ', envelope: 0 });
    const oddNaN = Buffer.from('0100000000ffff7f', 'hex');
    oddNaN.writeUInt8(0xf1, 1);
    oddNaN.copy(blob, 8 + 5 + 4 + 4 + 16);
    const result = await rewritten(blob, [{ source: 0, rings: [0] }], 'xyz');
    expect(result?.subarray(21, 21 + 5 * 24)).toEqual(new Uint8Array(blob.subarray(21, 21 + 5 * 24)));
  });

  it.each<[string, Shape]>([
    ['no vertex', { type: 'Polygon', at: [] }],
    ['an empty point', { type: 'Point', at: [NaN, NaN] }],
    ['no members', { type: 'MultiPolygon', members: [] }],
    ['a ring of nothing', { type: 'Polygon', at: [[]] }],
  ])('reads a feature with %s as one without parts', async (_, shape) => {
    expect(partsIn(await layerOf(blobOf(shape)), 0)).toEqual([]);
  });

  it('passes NaN and infinite coordinates on to the kernel', async () => {
    const ring: Line = [[0, 0], [NaN, 1], [1, Infinity], [0, 0]];
    expect(partsIn(await layerOf(blobOf({ type: 'Polygon', at: [ring] })), 0)).toEqual([[ring.flat()]]);
  });
});
