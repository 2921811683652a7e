import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { GeometryType, type FeatureBatch } from '@geoinsights/formats';
import { PartKind } from '@geoinsights/geometry/layer';
import { afterAll, describe, expect, it } from 'vitest';
import type { JudgedFeatures } from './judge.ts';
import { JudgeThread } from './judge-thread.ts';
import { PolygonWatch } from './polygon-watch.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'polygon-watch-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Ring = readonly (readonly [number, number])[];
const SQUARE: Ring = [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]];
const BOW_TIE: Ring = [[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]];

/** @param features each the rings of its parts, which are shells */
function batchOf(first: number, features: readonly (readonly Ring[])[], type: number = GeometryType.MultiPolygon): FeatureBatch {
  const rings = features.flat();
  const ends = (counts: readonly number[]): Int32Array => Int32Array.from([0, ...counts.map((_, i) => counts.slice(0, i + 1).reduce((sum, count) => sum + count, 0))]);
  return {
    first,
    geometry: { xy: Float64Array.from(rings.flat(2)), z: null, m: null, ringOffsets: ends(rings.map((ring) => ring.length)), partOffsets: ends(rings.map(() => 1)), featureOffsets: ends(features.map((parts) => parts.length)), partKinds: new Uint8Array(rings.length).fill(PartKind.Polygon) },
    types: new Uint8Array(features.length).fill(type),
    rows: features.map((_, i) => [first + i]),
    ids: null,
  };
}

/** A ring that alone has more vertices than are judged without a thread. */
const LARGE: Ring = Array.from({ length: 600_001 }, (_, i) => [Math.cos((2 * Math.PI * i) / 600_000), i === 600_000 ? 0 : Math.sin((2 * Math.PI * i) / 600_000)]);

describe('polygons that are not valid', () => {
  it('are counted for each layer, with the first one and its values', async () => {
    const watch = new PolygonWatch('geojson', 3);
    await watch.add(0, batchOf(0, [[SQUARE], [SQUARE, SQUARE], [BOW_TIE]]));
    await watch.add(0, batchOf(3, [[BOW_TIE], []]));
    await watch.add(2, batchOf(0, [[SQUARE], []]));
    expect(await watch.finish()).toEqual([{ count: 3, first: 1, row: [1] }, null, null]);
    await watch.end();
  });

  it('may overlap in a collection, unless the format makes one polygon of them', async () => {
    const found = await Promise.all((['geojson', 'geopackage', 'kml', 'kmz', 'shapefile'] as const).map(async (format) => {
      const watch = new PolygonWatch(format, 1);
      await watch.add(0, batchOf(0, [[SQUARE, SQUARE]], GeometryType.GeometryCollection));
      return (await watch.finish())[0] !== null;
    }));
    expect(found).toEqual([false, false, true, true, true]);
    const watch = new PolygonWatch('geojson', 1);
    await watch.add(0, batchOf(0, [[SQUARE, BOW_TIE]], GeometryType.GeometryCollection));
    expect(await watch.finish()).toMatchObject([{ count: 1 }]);
  });

  it('are all left to the thread if there will be very many', async () => {
    const asked: number[] = [];
    const thread = { judge: ({ geometry }: JudgedFeatures) => Promise.resolve([asked.push(geometry.featureOffsets.length - 1) - 1]), end: () => Promise.resolve() };
    const watch = new PolygonWatch('geojson', 1, 2 ** 16 + 1, () => thread);
    await watch.add(0, batchOf(0, [[SQUARE], [BOW_TIE]]));
    await watch.add(0, batchOf(2, [[SQUARE]]));
    expect(asked).toEqual([2, 1]);
    await watch.end();
  });

  it('of a large dataset are found by a thread, without taking the arrays away', async () => {
    const watch = new PolygonWatch('geopackage', 1);
    const last = batchOf(22, [[BOW_TIE], [BOW_TIE]]);
    await watch.add(0, batchOf(0, [[SQUARE], [LARGE]]));
    for (let first = 2; first < 22; first++) await watch.add(0, batchOf(first, [[first === 7 ? BOW_TIE : SQUARE]]));
    await watch.add(0, last);
    expect(await watch.finish()).toEqual([{ count: 3, first: 7, row: [7] }]);
    await watch.end();
    expect(last.geometry.xy).toHaveLength(20);
  });

  it('a thread that fails ends the work that waits for it, and what is asked later', async () => {
    const program = path.join(folder, 'fails.mjs');
    writeFileSync(program, "import { parentPort } from 'node:worker_threads';\nparentPort.on('message', () => { throw new Error('out of memory'); });");
    const watch = new PolygonWatch('geojson', 1, 0, () => new JudgeThread(pathToFileURL(program)));
    await watch.add(0, batchOf(0, [[LARGE]]));
    await expect(watch.finish()).rejects.toThrow('out of memory');
    const addEver = async (): Promise<never> => {
      for (let first = 1; ; first++) await watch.add(0, batchOf(first, [[SQUARE]]));
    };
    await expect(addEver()).rejects.toThrow('out of memory');
    await watch.end();
  });

  it('a thread that ends by itself fails, too', async () => {
    const program = path.join(folder, 'ends.mjs');
    writeFileSync(program, "import { parentPort } from 'node:worker_threads';\nparentPort.once('message', () => process.exit(0));");
    const watch = new PolygonWatch('geojson', 1, 0, () => new JudgeThread(pathToFileURL(program)));
    await watch.add(0, batchOf(0, [[LARGE]]));
    await expect(watch.finish()).rejects.toThrow('ended before its work was done');
  });
});
