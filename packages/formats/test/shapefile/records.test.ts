import { describe, expect, test } from 'vitest';
import { openShapefileFeatures } from '../../src/shapefile/features.ts';
import { shapefileDriver } from '../../src/shapefile/index.ts';
import { attributes, datasetOf, makeShapefile, recordContent } from './make-shapefile.ts';

const point = (x: number): Uint8Array<ArrayBuffer> => recordContent({ type: 1, rings: [[[x, 0]]] });
const POINTS = [10, 20, 30].map(point);

async function xOf(files: Readonly<Record<string, Uint8Array>>): Promise<{ x: number[]; rebuilt: boolean }> {
  const dataset = await shapefileDriver.open(datasetOf(files));
  const { xy } = dataset.layers[0].geometry;
  return { x: [...xy].filter((_, at) => at % 2 === 0), rebuilt: dataset.notes.some(({ code }) => code === 'shapefile-index-rebuilt') };
}

const edited = (bytes: Uint8Array<ArrayBuffer>, edit: (view: DataView) => void): Uint8Array<ArrayBuffer> => {
  const copy = bytes.slice();
  edit(new DataView(copy.buffer));
  return copy;
};
const joined = (...pieces: Uint8Array[]): Uint8Array<ArrayBuffer> => Uint8Array.from(pieces.flatMap((piece) => [...piece]));

describe('records', () => {
  const { shp, shx } = makeShapefile(1, POINTS);

  test('are read by the index, in its order', async () => {
    const shuffled = makeShapefile(1, POINTS, [2, 0, 1]);
    expect(await xOf({ 'a.shp': shuffled.shp, 'a.shx': shuffled.shx })).toEqual({ x: [10, 20, 30], rebuilt: false });
  });

  test('are found without an index, in the order of their numbers', async () => {
    expect(await xOf({ 'a.shp': shp })).toEqual({ x: [10, 20, 30], rebuilt: true });
    expect(await xOf({ 'a.shp': makeShapefile(1, POINTS, [2, 0, 1]).shp })).toEqual({ x: [10, 20, 30], rebuilt: true });
  });

  test('are found in the order of the file if their numbers are useless', async () => {
    const unnumbered = edited(makeShapefile(1, POINTS, [2, 0, 1]).shp, (view) => {
      for (const at of [100, 128, 156]) view.setInt32(at, 0);
    });
    expect(await xOf({ 'a.shp': unnumbered })).toEqual({ x: [30, 10, 20], rebuilt: true });
  });

  test.each<[string, Uint8Array]>([
    ['is empty', new Uint8Array(0)],
    ['is of another kind', new Uint8Array(124)],
    ['points outside the file', edited(shx, (view) => view.setInt32(116, 5000))],
    ['points before the first record', edited(shx, (view) => view.setInt32(100, 0))],
    ['gives two records one place', edited(shx, (view) => view.setInt32(108, 50))],
    ['tells wrong lengths', edited(shx, (view) => view.setInt32(104, 8))],
    ['is far too long', new Uint8Array(5000).fill(1)],
  ])('are found by walking if the index %s', async (_, index) => {
    expect(await xOf({ 'a.shp': shp, 'a.shx': index })).toEqual({ x: [10, 20, 30], rebuilt: true });
  });

  test('are found by walking if the index leaves out the end of each, which the records themselves state', async () => {
    const padded = [10, 20].map((x) => joined(point(x), new Uint8Array(8)));
    const set = makeShapefile(1, padded);
    const shorter = edited(set.shx, (view) => {
      for (const at of [104, 112]) view.setInt32(at, 10);
    });
    expect(await xOf({ 'a.shp': set.shp, 'a.shx': shorter })).toEqual({ x: [10, 20], rebuilt: true });
    expect(await xOf({ 'a.shp': set.shp, 'a.shx': set.shx })).toEqual({ x: [10, 20], rebuilt: false });
  });

  test('that were added without the index are found, unless the attributes contradict it', async () => {
    const stale = makeShapefile(1, POINTS.slice(0, 2)).shx;
    expect(await xOf({ 'a.shp': shp, 'a.shx': stale })).toEqual({ x: [10, 20, 30], rebuilt: true });
    expect(await xOf({ 'a.shp': shp, 'a.shx': stale, 'a.dbf': attributes(3) })).toEqual({ x: [10, 20, 30], rebuilt: true });
    expect(await xOf({ 'a.shp': shp, 'a.shx': stale, 'a.dbf': attributes(2) })).toEqual({ x: [10, 20], rebuilt: false });
  });

  test('that an editor freed stay unread', async () => {
    const live = edited(shx, (view) => {
      view.setInt32(108, view.getInt32(116));
      view.setInt32(24, 58);
    }).slice(0, 116);
    expect(await xOf({ 'a.shp': shp, 'a.shx': live, 'a.dbf': attributes(2) })).toEqual({ x: [10, 30], rebuilt: false });
  });

  test('whose own header states a wrong length are read by an index that covers the file', async () => {
    const wrong = edited(shp, (view) => view.setInt32(132, 4));
    expect(await xOf({ 'a.shp': wrong, 'a.shx': shx })).toEqual({ x: [10, 20, 30], rebuilt: false });
  });

  test.each([0, 50, 80, -4])('are all read if the file header states only %i words', async (words) => {
    const wrong = edited(shp, (view) => view.setInt32(24, words));
    expect((await xOf({ 'a.shp': wrong, 'a.shx': shx })).x).toEqual([10, 20, 30]);
    expect((await xOf({ 'a.shp': wrong })).x).toEqual([10, 20, 30]);
  });

  test.each<[string, Record<string, Uint8Array>]>([
    ['an index that fills the file', { 'a.shx': shx }],
    ['as many rows of attributes', { 'a.dbf': attributes(3) }],
    ['as many rows, whatever the index tells', { 'a.dbf': attributes(3), 'a.shx': makeShapefile(1, [...POINTS, point(40)]).shx }],
    ['an index that fills the file, and fewer rows', { 'a.dbf': attributes(1), 'a.shx': shx }],
  ])('are all read if the file header states too many words, but there is %s', async (_, others) => {
    const wrong = edited(shp, (view) => view.setInt32(24, 100_000));
    const { layers, notes } = await shapefileDriver.open(datasetOf({ 'a.shp': wrong, ...others }));
    expect(layers[0].geometry.featureOffsets).toHaveLength(4);
    expect(notes.filter(({ code }) => code === 'shapefile-length-differs')).toHaveLength(1);
  });

  test.each([1, 7, 8, 13, 64])('are all read when %i bytes follow them', async (count) => {
    const trailing = joined(shp, new Uint8Array(count).fill(0xab));
    expect(await xOf({ 'a.shp': trailing, 'a.shx': shx })).toEqual({ x: [10, 20, 30], rebuilt: false });
    expect((await xOf({ 'a.shp': trailing })).x).toEqual([10, 20, 30]);
  });
});

describe('an index that does not agree with the main file', () => {
  const { shp, shx } = makeShapefile(1, POINTS);
  const { shp: shuffled, shx: sorted } = makeShapefile(1, POINTS, [2, 0, 1]);
  const followed = (difference: string): string => `The .shx file does not agree with the .shp file: ${difference}, as other programs do.`;

  async function told(files: Readonly<Record<string, Uint8Array>>): Promise<{ toRepair: string[]; toWrite: string[] }> {
    const textsOf = (notes: readonly { code: string; text: string }[]): string[] => notes.filter(({ code }) => code === 'shapefile-index-differs').map(({ text }) => text);
    const [repaired, written] = [await shapefileDriver.open(datasetOf(files)), await openShapefileFeatures(datasetOf(files))];
    return { toRepair: textsOf(repaired.notes), toWrite: textsOf(written.notes) };
  }

  test.each<[string, Record<string, Uint8Array>, string]>([
    ['leaves out a shape', { 'a.shp': shp, 'a.shx': makeShapefile(1, POINTS.slice(0, 2)).shx, 'a.dbf': attributes(2) }, 'it lists 2 of the 3 shapes, and only these are read'],
    ['has another order', { 'a.shp': shuffled, 'a.shx': edited(sorted, (view) => [1, 0].forEach((record, at) => view.setInt32(100 + 8 * at, sorted[100 + 8 * record + 3]))) }, 'it lists 2 shapes under another number than the .shp file states, and its order is followed'],
    ['has another length', { 'a.shp': edited(shp, (view) => view.setInt32(132, 4)), 'a.shx': shx }, 'it states another length than the .shp file for one shape, and its lengths are used'],
  ])('is followed and told if it %s', async (_, files, difference) => {
    expect(await told(files)).toEqual({ toRepair: [followed(difference)], toWrite: [followed(difference)] });
  });

  test('is named in a note if it is of no use to a new file', async () => {
    expect(await told({ 'a.shp': shp, 'a.shx': new Uint8Array(124) })).toEqual({ toRepair: [], toWrite: ['The .shx file does not match the .shp file; the shapes were found without it.'] });
    expect(await told({ 'a.shp': shp })).toEqual({ toRepair: [], toWrite: [] });
  });

  test('is not suspected for records without numbers of their own, or in another order than their numbers', async () => {
    const unnumbered = edited(shp, (view) => [100, 128, 156].forEach((at) => view.setInt32(at, 0)));
    expect(await told({ 'a.shp': unnumbered, 'a.shx': shx })).toEqual({ toRepair: [], toWrite: [] });
    expect(await told({ 'a.shp': shuffled, 'a.shx': sorted })).toEqual({ toRepair: [], toWrite: [] });
  });
});

describe('errors', () => {
  const { shp } = makeShapefile(1, POINTS);
  const refusal = (bytes: Uint8Array, name = 'a.shp'): Promise<unknown> => shapefileDriver.open(datasetOf({ [name]: bytes })).then(() => 'opened', (error: unknown) => error);

  test('say what is wrong with the header', async () => {
    expect(await refusal(new Uint8Array(0))).toMatchObject({ code: 'file-empty' });
    expect(await refusal(new Uint8Array(200))).toMatchObject({ code: 'shapefile-header-invalid' });
    expect(await refusal(shp.slice(0, 60))).toMatchObject({ code: 'shapefile-header-invalid', details: { reason: 'it has 60 bytes, but the header alone takes 100' } });
    expect(await refusal(edited(shp, (view) => view.setInt32(32, 7, true)))).toMatchObject({ code: 'shapefile-header-invalid' });
  });

  test('say where the file ends too early', async () => {
    for (let size = 108; size < shp.length; size++) {
      const result = await refusal(shp.slice(0, size));
      expect(result).toMatchObject({ code: 'shapefile-truncated', details: { size, record: Math.floor((size - 100) / 28) + 1 } });
    }
  });

  test.each<[string, Record<string, Uint8Array>]>([
    ['nothing beside it', {}],
    ['an index of more records', { 'a.shx': makeShapefile(1, POINTS).shx }],
    ['more rows of attributes', { 'a.dbf': attributes(3) }],
    ['more rows of attributes, and an index made after it was cut', { 'a.dbf': attributes(3), 'a.shx': makeShapefile(1, POINTS.slice(0, 2)).shx }],
    ['fewer rows of attributes', { 'a.dbf': attributes(1) }],
    ['an empty .dbf', { 'a.dbf': new Uint8Array(0) }],
  ])('say that a file is cut between two records: %s', async (_, others) => {
    for (const size of [156, 157, 163]) {
      const opened = shapefileDriver.open(datasetOf({ 'a.shp': shp.slice(0, size), ...others }));
      await expect(opened).rejects.toMatchObject({ code: 'shapefile-truncated', details: { size, record: 3 } });
    }
  });

  test('say which record is wrong, and where it lies', async () => {
    const polygon = recordContent({ type: 5, rings: [[[0, 0], [0, 1], [1, 1], [0, 0]]] });
    const good = makeShapefile(5, [polygon, polygon]).shp;
    const at = 100 + 8 + polygon.length + 8;
    const cases: [(view: DataView) => void, RegExp][] = [
      [(view) => view.setInt32(at, 6, true), /shape type 6/],
      [(view) => view.setInt32(at + 40, 1_000_000, true), /1 parts and 1000000 points take 16000048 bytes, but the record has 112/],
      [(view) => view.setInt32(at + 40, 0x7fffffff, true), /points take/],
      [(view) => view.setInt32(at + 40, -1, true), /-1 points/],
      [(view) => view.setInt32(at + 36, 100, true), /100 parts/],
      [(view) => view.setInt32(at + 36, -5, true), /-5 parts/],
      [(view) => view.setInt32(at + 36, 0, true), /4 points but no part/],
      [(view) => view.setInt32(at + 44, 2, true), /part 1 of 1 begins at point 2/],
      [(view) => view.setInt32(at + 44, -2, true), /begins at point -2/],
      [(view) => view.setInt32(at - 4, 0), /length of 0 words/],
      [(view) => view.setInt32(at - 4, -9), /length of -9 words/],
    ];
    for (const [edit, reason] of cases) {
      const error = await refusal(edited(good, edit));
      expect(error).toMatchObject({ code: 'shapefile-record-invalid', details: { record: 2, offset: at - 8 } });
      expect(String(error)).toMatch(reason);
    }
  });

  test('refuse more than 2 GB without reading it', async () => {
    const file = { name: 'a.shp', size: 2 ** 31, read: () => Promise.reject(new Error('was read')) };
    await expect(shapefileDriver.open({ format: 'shapefile', name: 'a', files: [file] })).rejects.toMatchObject({ code: 'too-large' });
  });
});
