import { EDGES, writeNumber } from './byte-mutations.ts';
import type { Dice } from './dice.ts';

/** Files of one shapefile, by extension. */
export type ShapefileBytes = Readonly<Partial<Record<string, Buffer>>> & { readonly shp: Buffer };

/** Changes meaningful fields: counts, lengths, types, part offsets, entries of the index, rows of the table. */
export function mutateShapefile(files: ShapefileBytes, dice: Dice): ShapefileBytes {
  let result: ShapefileBytes = { shp: Buffer.from(files.shp) };
  for (const [extension, bytes] of Object.entries(files)) if (bytes !== undefined) result = { ...result, [extension]: Buffer.from(bytes) };
  for (let left = dice.few(5); left > 0; left--) result = dice.pick(MUTATIONS)(result, dice);
  return result;
}

type Mutation = (files: ShapefileBytes, dice: Dice) => ShapefileBytes;

interface RecordPlace {
  readonly start: number;
  readonly end: number;
}

/** Where the records are according to the file, as far as they can be followed. */
function recordsOf(shp: Buffer): RecordPlace[] {
  const records: RecordPlace[] = [];
  for (let at = 100; at + 8 <= shp.length; ) {
    const end = at + 8 + 2 * shp.readInt32BE(at + 4);
    if (end <= at || end > shp.length) break;
    records.push({ start: at, end });
    at = end;
  }
  return records;
}

const edge = (dice: Dice, real: number): number => (dice.chance(0.3) ? real + dice.pick([-2, -1, 1, 2, 8, 100]) : dice.pick(EDGES));

const inRecord = (field: (shp: Buffer, record: RecordPlace, dice: Dice) => void): Mutation => (files, dice) => {
  const records = recordsOf(files.shp);
  if (records.length > 0) field(files.shp, dice.pick(records), dice);
  return files;
};

const int32 = (offset: number, littleEndian: boolean): Mutation =>
  inRecord((shp, { start }, dice) => {
    const at = start + offset;
    if (at + 4 <= shp.length) writeNumber(shp, at, edge(dice, littleEndian ? shp.readInt32LE(at) : shp.readInt32BE(at)), 4, littleEndian);
  });

const MUTATIONS: readonly Mutation[] = [
  int32(0, false),
  int32(4, false),
  int32(8, true),
  int32(44, true),
  int32(48, true),
  inRecord((shp, { start }, dice) => writeNumber(shp, start + 52 + 4 * dice.below(4), edge(dice, 5), 4, true)),
  inRecord((shp, { start }, dice) => writeNumber(shp, start + 8, dice.pick([0, 1, 3, 5, 8, 11, 13, 15, 18, 21, 23, 25, 28, 31]), 4, true)),
  inRecord((shp, { start, end }, dice) => {
    const at = start + 12 + 8 * dice.below(Math.max(1, (end - start - 12) >> 3));
    if (at + 8 <= end) shp.writeDoubleLE(dice.pick([NaN, Infinity, -Infinity, 0, -0, 1e300, -1e39, 1e-320, 181]), at);
  }),
  (files, dice) => {
    writeNumber(files.shp, dice.pick([0, 24]), edge(dice, files.shp.length >> 1), 4, false);
    return files;
  },
  (files, dice) => {
    writeNumber(files.shp, dice.pick([28, 32]), dice.chance(0.5) ? dice.pick([0, 1, 3, 5, 8, 11, 13, 15, 18, 21, 23, 25, 28, 31]) : dice.pick(EDGES), 4, true);
    return files;
  },
  // Records copied, swapped, omitted, cut.
  (files, dice) => {
    const { shp } = files;
    const records = recordsOf(shp);
    if (records.length < 2) return files;
    const order = records.map((record) => shp.subarray(record.start, record.end));
    const [one, other] = [dice.below(order.length), dice.below(order.length)];
    const kind = dice.below(4);
    if (kind === 0) order.splice(one, 0, order[other]);
    else if (kind === 1) [order[one], order[other]] = [order[other], order[one]];
    else if (kind === 2) order.splice(one, 1);
    else order[one] = order[one].subarray(0, dice.below(order[one].length + 1));
    return { ...files, shp: Buffer.concat([shp.subarray(0, 100), ...order, shp.subarray(records[records.length - 1].end)]) };
  },
  (files, dice) => ({ ...files, shp: Buffer.concat([files.shp, Buffer.alloc(dice.few(300), dice.pick([0, 0xff, 0x20]))]) }),
  (files, dice) => {
    const { shx } = files;
    if (shx === undefined || shx.length < 108) return files;
    const at = 100 + 4 * dice.below((shx.length - 100) >> 2);
    if (at + 4 <= shx.length) writeNumber(shx, at, edge(dice, shx.readInt32BE(at)), 4, false);
    return files;
  },
  (files, dice) => {
    const { shx } = files;
    if (shx === undefined) return files;
    const kind = dice.below(4);
    if (kind === 0) return { ...files, shx: shx.subarray(0, dice.below(shx.length + 1)) };
    if (kind === 1) return { ...files, shx: Buffer.concat([shx, shx.subarray(100)]) };
    if (kind === 2) writeNumber(shx, 24, edge(dice, shx.length >> 1), 4, false);
    else if (shx.length >= 116) shx.copy(shx, 100, 108, 116);
    return files;
  },
  (files, dice) => {
    const { dbf } = files;
    if (dbf === undefined) return files;
    const field = dice.pick([[4, 4], [8, 2], [10, 2], [29, 1], [32 + 11, 1], [32 + 16, 1], [32 + 17, 1]] as const);
    writeNumber(dbf, field[0], dice.pick(EDGES), field[1], true);
    return dice.chance(0.3) ? { ...files, dbf: dbf.subarray(0, dice.below(dbf.length + 1)) } : files;
  },
  (files, dice) => {
    const extension = dice.pick(['shx', 'dbf', 'prj', 'cpg']);
    return { ...files, [extension]: undefined };
  },
  (files, dice) => ({ ...files, prj: Buffer.from(dice.pick(['', 'GEOGCS[', 'PROJCS["x",'.repeat(2000), 'UNIT["m",1e999]', 'GEOGCS["a",UNIT["degree",NaN]]', '\0\0\0', ']'.repeat(500), 'PROJCS["a",PARAMETER["b",0],UNIT["metre",-1]]'])) }),
];
