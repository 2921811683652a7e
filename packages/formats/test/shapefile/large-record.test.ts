import { expect, test } from 'vitest';
import type { InputFile } from '../../src/driver.ts';
import { shapefileDriver } from '../../src/shapefile/index.ts';
import { makeShapefile } from './make-shapefile.ts';

/** Vertices of each of two rings; with Z and M the record is larger than the window used for reading others. */
const VERTICES = 70_000;
const NO_DATA = -1e39;

/** Ring 0 is a hole, counter-clockwise, and comes before its shell. */
function ordinates(ring: number, index: number): { x: number; y: number; z: number; m: number } {
  const angle = ((ring === 0 ? 2 : -2) * Math.PI * (index % (VERTICES - 1))) / (VERTICES - 1);
  const radius = ring === 0 ? 1 : 2;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle), z: ring + index / 7, m: index % 3 === 0 ? NO_DATA : ring - index / 3 };
}

/** A PolygonZ with measures, by ESRI's specification. */
function largeRecord(): Uint8Array<ArrayBuffer> {
  const xy = 52;
  const z = xy + 16 * 2 * VERTICES + 16;
  const m = z + 8 * 2 * VERTICES + 16;
  const bytes = new Uint8Array(m + 8 * 2 * VERTICES);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 15, true);
  view.setInt32(36, 2, true);
  view.setInt32(40, 2 * VERTICES, true);
  view.setInt32(48, VERTICES, true);
  for (let vertex = 0; vertex < 2 * VERTICES; vertex++) {
    const values = ordinates(Math.floor(vertex / VERTICES), vertex % VERTICES);
    view.setFloat64(xy + 16 * vertex, values.x, true);
    view.setFloat64(xy + 16 * vertex + 8, values.y, true);
    view.setFloat64(z + 8 * vertex, values.z, true);
    view.setFloat64(m + 8 * vertex, values.m, true);
  }
  return bytes;
}

test('a record larger than the window is read at its place, between others and in pieces', async () => {
  const small = new Uint8Array(4);
  const { shp, shx } = makeShapefile(15, [small, largeRecord(), largeRecord(), small]);
  let longest = 0;
  /** Uses the given buffer only for every other read, as it may. */
  let readings = 0;
  const fileOf = (name: string, content: Uint8Array): InputFile => ({
    name,
    size: content.length,
    read: (start, end, room) => {
      longest = Math.max(longest, end - start);
      const bytes = content.subarray(start, end);
      if (room === undefined || room.length < bytes.length || readings++ % 2 === 0) return Promise.resolve(bytes.slice());
      room.set(bytes);
      return Promise.resolve(room.subarray(0, bytes.length));
    },
  });
  const dataset = await shapefileDriver.open({ format: 'shapefile', name: 'a', files: [fileOf('a.shp', shp), fileOf('a.shx', shx)] });
  const { xy, z, m, ringOffsets, partOffsets, featureOffsets } = dataset.layers[0].geometry;
  expect([...featureOffsets]).toEqual([0, 0, 1, 2, 2]);
  expect([...partOffsets]).toEqual([0, 2, 4]);
  expect([...ringOffsets]).toEqual([0, 1, 2, 3, 4].map((ring) => ring * VERTICES));
  let wrong = 0;
  for (let vertex = 0; vertex < 4 * VERTICES; vertex++) {
    // The shell comes first in the layer.
    const wanted = ordinates(1 - (Math.floor(vertex / VERTICES) % 2), vertex % VERTICES);
    const isMeasured = wanted.m !== NO_DATA;
    if (xy[2 * vertex] !== wanted.x || xy[2 * vertex + 1] !== wanted.y || z?.[vertex] !== wanted.z || (isMeasured ? m?.[vertex] !== wanted.m : !Number.isNaN(m?.[vertex]))) wrong++;
  }
  expect(wrong).toBe(0);
  expect(longest).toBeLessThan(largeRecord().length);
});
