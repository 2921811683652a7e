import { describe, expect, test } from 'vitest';
import type { LayerVertices } from '../../src/features/feature-dataset.ts';
import { openShapefileFeatures } from '../../src/shapefile/features.ts';
import { LONGEST_SCANNED } from '../../src/shapefile/vertex-scan.ts';
import { datasetOf, makeShapefile, recordContent } from './make-shapefile.ts';
import { makeTable } from './make-table.ts';

const SHELL = [[0, 0], [0, 10], [10, 10], [10, 0], [0, 0]];
const HOLE = [[2, 2], [4, 2], [4, 4], [2, 4], [2, 2]];
const FAR = [[20, 0], [20, 5], [25, 5], [20, 0]];

/** Every ring with the kind of its part, as texts: the parts may be divided otherwise. */
function ringsOf({ xy, ringOffsets, partOffsets, partKinds }: LayerVertices): string[] {
  return [...partKinds].flatMap((kind, part) =>
    Array.from({ length: partOffsets[part + 1] - partOffsets[part] }, (_, index) => {
      const ring = partOffsets[part] + index;
      return `${kind}: ${xy.slice(2 * ringOffsets[ring], 2 * ringOffsets[ring + 1]).join(' ')}`;
    }),
  );
}

async function told(type: number, records: readonly Uint8Array[], more: Record<string, Uint8Array> = {}): Promise<{ features: number; rings: string[]; count: number; read: string[] }> {
  const { shp, shx } = makeShapefile(type, records);
  let features = 0;
  const rings: string[] = [];
  const dataset = await openShapefileFeatures(datasetOf({ 'a.shp': shp, 'a.shx': shx, ...more }), {
    geometryOnly: true,
    onVertices: (vertices, count) => {
      features += count;
      rings.push(...ringsOf(vertices));
    },
  });
  const [layer] = dataset.layers;
  const read: string[] = [];
  for await (const { geometry } of layer.read()) read.push(...ringsOf(geometry));
  return { features, rings, count: layer.count, read };
}

describe('vertices that are scanned while a shapefile is opened', () => {
  test.each([
    ['points', 1, [{ type: 1, rings: [[[1, 2]]] }, { type: 0 }, { type: 1, rings: [[[3, 4]]] }]],
    ['multipoints', 8, [{ type: 8, rings: [[[1, 2], [3, 4]]] }, { type: 8, rings: [[[5, 6]]] }]],
    ['lines with heights and measures', 13, [{ type: 13, rings: [[[0, 0, 1, 2], [1, 1, 2, 3]], [[5, 5, 1, 2], [6, 6, 2, 3]]] }]],
    ['polygons, one of them empty', 5, [{ type: 5, rings: [SHELL, HOLE, FAR] }, { type: 5, rings: [] }, { type: 5, rings: [FAR] }]],
  ])('are those of all %s', async (_, type, records) => {
    const { features, rings, count, read } = await told(type, records.map(recordContent));
    expect(read.length).toBeGreaterThan(0);
    expect(rings).toEqual(read);
    expect([features, count]).toEqual([records.length, records.length]);
  });

  test('arrive in several parts if there are many, each feature once', async () => {
    const { features, rings, count, read } = await told(3, Array.from({ length: 9000 }, (_, index) => recordContent({ type: 3, rings: [[[index, 0], [index, 1]], [[index, 2], [index, 3]]] })));
    expect(rings).toEqual(read);
    expect([features, count]).toEqual([9000, 9000]);
  });

  test('are too few if a record cannot be scanned, so that they cannot pass for all', async () => {
    const long = new Uint8Array(LONGEST_SCANNED + 2);
    long.set(recordContent({ type: 3, rings: [FAR] }));
    const large = await told(3, [long, recordContent({ type: 3, rings: [SHELL] })]);
    expect([large.features, large.count, large.read.length]).toEqual([1, 2, 2]);
    const { shp, shx } = makeShapefile(5, [recordContent({ type: 5, rings: [SHELL, HOLE] })]);
    // The second part begins beyond the points.
    new DataView(shp.buffer).setInt32(100 + 8 + 44 + 4, 99, true);
    let features = 0;
    // With a system, nothing but the survey reads the records on opening.
    const prj = new TextEncoder().encode('LOCAL_CS["site",UNIT["metre",1]]');
    await openShapefileFeatures(datasetOf({ 'a.shp': shp, 'a.shx': shx, 'a.prj': prj }), { geometryOnly: true, onVertices: (_, count) => void (features += count) });
    expect(features).toBe(0);
  });

  test('are too many if a row is marked as deleted', async () => {
    const dbf = makeTable([{ name: 'A', type: 'C', length: 1 }], [['x'], ['y']], [0]);
    const { features, count } = await told(1, [recordContent({ type: 1, rings: [[[1, 2]]] }), recordContent({ type: 1, rings: [[[3, 4]]] })], { 'a.dbf': dbf });
    expect([features, count]).toEqual([2, 1]);
  });
});
