import { expect, test } from 'vitest';
import { changesOf, PartKind } from '@geoinsights/geometry';
import type { Patch } from '@geoinsights/geometry';
import { memoryFolder } from '../../src/files/memory.ts';
import { applyToShapefile } from '../../src/shapefile/apply.ts';
import { shapefileDriver } from '../../src/shapefile/index.ts';
import { readShapefile } from '../../src/shapefile/read.ts';
import { attributes, datasetOf, featureOf, makeShapefile, patchOf, recordContent } from './make-shapefile.ts';
import type { PatchVertex, RecordSpecification } from './make-shapefile.ts';

const SHELL = [[0, 0], [0, 9], [9, 9], [9, 0], [0, 0]];
const HOLE = [[1, 1], [2, 1], [2, 2], [1, 2], [1, 1]];
const FAR = [[90, 90], [90, 99], [99, 99], [90, 90]];

const setOf = (type: number, records: readonly RecordSpecification[], order?: number[]) => {
  const { shp, shx } = makeShapefile(type, records.map(recordContent), order);
  return { 'a.shp': shp, 'a.shx': shx, 'a.dbf': attributes(records.length), 'a.sbn': Uint8Array.of(1), 'a.sbx': Uint8Array.of(2), 'a.shp.xml': Uint8Array.of(3) };
};
type Set = ReturnType<typeof setOf>;

async function applied(set: Readonly<Record<string, Uint8Array>>, patch: Patch | null) {
  const folder = memoryFolder();
  const dataset = await shapefileDriver.open(datasetOf(set));
  const { files, notes } = await dataset.apply([patch], folder);
  expect([...folder.files.keys()]).toEqual(files);
  const reopened = await shapefileDriver.open(datasetOf(Object.fromEntries(folder.files)));
  return { files: folder.files, notes: notes.map(({ code }) => code), layer: reopened.layers[0].geometry, reopened };
}

const kept = (vertices: readonly number[][], from: number): PatchVertex[] => vertices.map(([x, y, z, m], at) => ({ from: from + at, at: [x, y, z, m] }));
const added = (x: number, y: number, z?: number, m?: number): PatchVertex => ({ from: -1, at: [x, y, z, m] });
const header = (bytes: Uint8Array | undefined): { words: number; box: number[] } => {
  const view = new DataView(bytes?.buffer ?? new ArrayBuffer(0));
  return { words: view.getInt32(24), box: [36, 44, 52, 60].map((at) => view.getFloat64(at, true)) };
};
/** The main file and index for these records, made by hand; the headers' boxes are filled in. */
function expected(type: number, records: readonly RecordSpecification[], box: readonly number[]): Pick<Set, 'a.shp' | 'a.shx'> {
  const made = makeShapefile(type, records.map(recordContent));
  for (const bytes of [made.shp, made.shx]) box.forEach((value, at) => new DataView(bytes.buffer).setFloat64(36 + 8 * at, value, true));
  return { 'a.shp': made.shp, 'a.shx': made.shx };
}

test('without a patch every file comes back byte for byte, whatever lies between and after the records', async () => {
  const set = setOf(5, [{ type: 5, rings: [HOLE, SHELL] }, { type: 0 }], [1, 0]);
  new DataView(set['a.shp'].buffer).setInt32(24, 77);
  const withTail = { ...set, 'a.shp': Uint8Array.from([...set['a.shp'], 1, 2, 3]) };
  for (const input of [set, withTail]) {
    const { files, notes } = await applied(input, null);
    expect(Object.fromEntries(files)).toEqual(input);
    expect(notes).toEqual([]);
  }
});

test('a changed record is rewritten and all after it move; the rest stays byte for byte', async () => {
  const set = setOf(5, [{ type: 5, rings: [FAR] }, { type: 5, rings: [SHELL, HOLE] }, { type: 5, rings: [FAR] }]);
  const { files, notes } = await applied(set, patchOf(1, PartKind.Polygon, [[[...kept(SHELL.slice(0, 2), 4), added(5, 9.5), ...kept(SHELL.slice(2), 6)]]]));
  const shell = [...SHELL.slice(0, 2), [5, 9.5], ...SHELL.slice(2)];
  const wanted = expected(5, [{ type: 5, rings: [FAR] }, { type: 5, rings: [shell] }, { type: 5, rings: [FAR] }], [0, 0, 99, 99]);
  expect(files.get('a.shp')).toEqual(wanted['a.shp']);
  expect(files.get('a.shx')).toEqual(wanted['a.shx']);
  expect(files.get('a.dbf')).toEqual(set['a.dbf']);
  expect(files.get('a.shp.xml')).toEqual(set['a.shp.xml']);
  expect(files.has('a.sbn') || files.has('a.sbx')).toBe(false);
  expect(notes).toEqual(['shapefile-companion-dropped']);
});

test('a spatial index stays as long as the boxes stay the same', async () => {
  const set = setOf(5, [{ type: 5, rings: [SHELL, HOLE] }]);
  const { files, notes } = await applied(set, patchOf(0, PartKind.Polygon, [[kept(SHELL, 0)]]));
  expect(files.has('a.sbn')).toBe(true);
  expect(notes).toEqual([]);
});

test('a feature that ends empty becomes a null shape and keeps its row', async () => {
  const set = setOf(5, [{ type: 5, rings: [FAR] }, { type: 5, rings: [SHELL] }]);
  const { files } = await applied(set, patchOf(0, PartKind.Polygon, []));
  const wanted = expected(5, [{ type: 0 }, { type: 5, rings: [SHELL] }], [0, 0, 9, 9]);
  expect(files.get('a.shp')).toEqual(wanted['a.shp']);
  expect(files.get('a.shx')).toEqual(wanted['a.shx']);
  const { files: none } = await applied(setOf(5, [{ type: 5, rings: [FAR] }]), patchOf(0, PartKind.Polygon, []));
  expect(header(none.get('a.shp'))).toEqual({ words: 56, box: [0, 0, 0, 0] });
});

test('vertices that stayed keep the bytes of Z and M, also if the record has its rings in another order', async () => {
  const NO_DATA = -1.5e39;
  const hole = HOLE.map(([x, y], at) => [x, y, 10 + at, at === 1 ? NO_DATA : at]);
  const shell = SHELL.map(([x, y], at) => [x, y, at === 0 ? NaN : 20 + at, 50 + at]);
  const set = setOf(15, [{ type: 15, rings: [hole, shell] }]);
  // In the layer the shell comes first: vertices 0 to 4, then the hole: 5 to 9.
  const patch = patchOf(0, PartKind.Polygon, [[[...kept(shell.slice(0, 3), 0), added(9, 5, 7.5), ...kept(shell.slice(3), 3)], kept(hole, 5)]]);
  const { files } = await applied(set, patch);
  const result = recordContent({ type: 15, rings: [[...shell.slice(0, 3), [9, 5, 7.5, -Number.MAX_VALUE], ...shell.slice(3)], hole] });
  const written = files.get('a.shp')?.slice(108) ?? new Uint8Array(0);
  // The range of Z ignores the value that is NaN.
  const zRange = 44 + 8 + 16 * 11;
  new DataView(result.buffer).setFloat64(zRange, 7.5, true);
  new DataView(result.buffer).setFloat64(zRange + 8, 24, true);
  expect(written).toEqual(result);
});

test('a new vertex without Z gets 0, and a record without measures gets none', async () => {
  const shell = SHELL.map(([x, y], at) => [x, y, 20 + at, 0]);
  const set = setOf(15, [{ type: 15, rings: [shell], withoutM: true }]);
  const { layer, files } = await applied(set, patchOf(0, PartKind.Polygon, [[[...kept(shell.slice(0, 4), 0), added(4, -1), ...kept(shell.slice(4), 4)]]]));
  expect(featureOf(layer, 0)[0][0][4]).toEqual([4, -1, 0]);
  expect(files.get('a.shp')).toHaveLength(108 + 44 + 4 + 6 * 16 + 16 + 6 * 8);
});

test('rings are turned only if their direction would make another polygon', async () => {
  const set = setOf(5, [{ type: 5, rings: [SHELL] }]);
  const counterClockwise = SHELL.toReversed();
  const alone = await applied(set, patchOf(0, PartKind.Polygon, [[kept(counterClockwise, 0)]]));
  expect(featureOf(alone.layer, 0)).toEqual([[counterClockwise]]);
  const bothClockwise = await applied(set, patchOf(0, PartKind.Polygon, [[kept(SHELL, 0), HOLE.toReversed().map(([x, y]) => added(x, y))]]));
  expect(featureOf(bothClockwise.layer, 0)).toEqual([[SHELL, HOLE]]);
});

test.each([
  { name: 'Point', type: 1, kind: PartKind.Point, before: [[[3, 4]]], after: [[[3, 5]]] },
  { name: 'PointZ', type: 11, kind: PartKind.Point, before: [[[3, 4, 5, 6]]], after: [[[3, 5, 5, 6]]] },
  { name: 'PointM', type: 21, kind: PartKind.Point, before: [[[3, 4, 6]]], after: [[[3, 5, 6]]] },
  { name: 'MultiPoint', type: 8, kind: PartKind.Point, before: [[[3, 4], [5, 6]]], after: [[[5, 6]]] },
  { name: 'MultiPointZ', type: 18, kind: PartKind.Point, before: [[[3, 4, 1, 2], [5, 6, 3, 4]]], after: [[[5, 6, 3, 4]]] },
  { name: 'PolyLine', type: 3, kind: PartKind.Line, before: [[[0, 0], [1, 1]], [[5, 5], [6, 6]]], after: [[[5, 5], [6, 6]]] },
  { name: 'PolyLineM', type: 23, kind: PartKind.Line, before: [[[0, 0, 1], [1, 1, 2], [2, 2, 3]]], after: [[[0, 0, 1], [2, 2, 3]]] },
])('$name can be changed', async ({ type, kind, before, after }) => {
  const vertices = before.flat();
  const parts = after.map((ring) => [
    ring.map((vertex): PatchVertex => {
      const from = vertices.findIndex((old) => old[0] === vertex[0]);
      return { from, at: [vertex[0], vertex[1], ...(type > 20 ? [undefined, vertex[2]] as const : [vertex[2], vertex[3]] as const)] };
    }),
  ]);
  const { layer, files } = await applied(setOf(type, [{ type, rings: before }]), patchOf(0, kind, parts));
  expect(featureOf(layer, 0)).toEqual(after.map((ring) => [ring]));
  expect(files.get('a.shp')?.slice(108)).toEqual(recordContent({ type, rings: after }));
});

test('records out of order stay in their place in the file', async () => {
  const set = setOf(5, [{ type: 5, rings: [FAR] }, { type: 5, rings: [SHELL] }], [1, 0]);
  const { files, layer } = await applied(set, patchOf(1, PartKind.Polygon, [[[...kept(SHELL.slice(0, 4), 4), added(4, 0), ...kept(SHELL.slice(4), 8)]]]));
  expect(featureOf(layer, 0)).toEqual([[FAR]]);
  expect(featureOf(layer, 1)[0][0]).toHaveLength(6);
  expect(new DataView(files.get('a.shp')?.buffer ?? new ArrayBuffer(0)).getInt32(100)).toBe(2);
});

test('missing or wrong values around the records are corrected when something changes', async () => {
  const set = setOf(5, [{ type: 5, rings: [SHELL, HOLE] }]);
  const tail = Uint8Array.of(9, 9, 9);
  const wrong = Uint8Array.from([...set['a.shp'], ...tail]);
  new DataView(wrong.buffer).setInt32(24, 12_345);
  const { files } = await applied({ 'a.SHP': wrong, 'a.dbf': set['a.dbf'] }, patchOf(0, PartKind.Polygon, [[kept(SHELL, 0)]]));
  const wanted = expected(5, [{ type: 5, rings: [SHELL] }], [0, 0, 9, 9]);
  expect(files.get('a.SHP')).toEqual(Uint8Array.from([...wanted['a.shp'], ...tail]));
  expect(files.get('a.SHX')).toEqual(wanted['a.shx']);
});

test('a missing index is made, even if nothing else changes, and then stays', async () => {
  const set = setOf(5, [{ type: 5, rings: [SHELL] }]);
  const { files, reopened } = await applied({ 'a.shp': set['a.shp'], 'a.dbf': set['a.dbf'] }, null);
  expect(files.get('a.shp')).toEqual(set['a.shp']);
  expect(files.get('a.shx')).toEqual(set['a.shx']);
  expect(reopened.notes.map(({ code }) => code)).toEqual(['crs-missing']);
});

test('a result above 2 GB is refused before anything is written', async () => {
  const set = setOf(5, [{ type: 5, rings: [SHELL] }]);
  const { opened } = await readShapefile(datasetOf(set));
  const huge = { ...opened, set: { ...opened.set, main: { ...opened.set.main, size: 2 ** 31 - 40 } } };
  const folder = memoryFolder();
  const patch = patchOf(0, PartKind.Polygon, [[[...kept(SHELL, 0), ...SHELL.map(([x, y]) => added(x, y))]]]);
  await expect(applyToShapefile(huge, changesOf(patch), folder)).rejects.toMatchObject({ code: 'too-large' });
  expect(folder.files.size).toBe(0);
});

test('a shapefile uploaded under another name is called .shp, so that its set holds together', async () => {
  const { shp } = makeShapefile(1, [recordContent({ type: 1, rings: [[[1, 2]]] })]);
  expect([...(await applied({ 'farm.kml': shp }, null)).files.keys()]).toEqual(['farm.shp', 'farm.shx']);
  expect([...(await applied({ farm: shp }, null)).files.keys()]).toEqual(['farm.shp', 'farm.shx']);
  expect([...(await applied({ 'FARM.SHP': shp }, null)).files.keys()]).toEqual(['FARM.SHP', 'FARM.SHX']);
});

test('a line with invalid numbers is noted, and keeps them beside what changes', async () => {
  const line = [[0, 0], [1, 1], [1, 1], [NaN, 2]];
  const dataset = await shapefileDriver.open(datasetOf(setOf(3, [{ type: 3, rings: [line] }])));
  expect(dataset.notes.map(({ code }) => code)).toEqual(['crs-missing', 'position-unreadable']);
  const { layer } = await applied(setOf(3, [{ type: 3, rings: [line] }]), patchOf(0, PartKind.Line, [[[...kept(line.slice(0, 2), 0), ...kept(line.slice(3), 3)]]]));
  expect(featureOf(layer, 0)).toEqual([[[[0, 0], [1, 1], [NaN, 2]]]]);
});

test('a hole with the direction of a shell is turned with its Z and M, whether or not its record is repaired', async () => {
  const withZm = (ring: readonly number[][]): number[][] => ring.map(([x, y], at) => [x, y, 10 + at, 20 + at]);
  const [shell, hole] = [withZm(SHELL), withZm(HOLE.toReversed())];
  const set = setOf(15, [{ type: 15, rings: [shell, hole] }, { type: 15, rings: [withZm(FAR)] }]);
  const { files, reopened, layer } = await applied(set, null);
  const wanted = setOf(15, [{ type: 15, rings: [shell, hole.toReversed()] }, { type: 15, rings: [withZm(FAR)] }]);
  expect(Object.fromEntries(files)).toEqual(wanted);
  expect([...layer.partOffsets]).toEqual([0, 2, 3]);
  expect(reopened.notes.map(({ code }) => code)).not.toContain('shapefile-holes-turned');
  expect((await shapefileDriver.open(datasetOf(set))).notes.map(({ code }) => code)).toContain('shapefile-holes-turned');

  const moved = kept(shell, 0).with(1, { from: 1, at: [0, 8, 11, 21] });
  const repaired = await applied(set, patchOf(0, PartKind.Polygon, [[moved, kept(hole, 5)]]));
  expect(repaired.reopened.notes.map(({ code }) => code)).not.toContain('shapefile-holes-turned');
  expect([...repaired.layer.xy.subarray(10, 20)]).toEqual(hole.toReversed().flatMap(([x, y]) => [x, y]));
});
