import type { Dice } from './dice.ts';

/** Numbers that break readers of lengths, counts and offsets. */
export const EDGES = [0, 1, -1, 2, 3, 4, 7, 8, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 0x00ffffff, 0x7ffffffe, 0x7fffffff, -0x80000000, -2, 0x10000000, 0x20000000, 0x40000000, 0xfffffffe - 2 ** 32] as const;
const DOUBLES = [NaN, Infinity, -Infinity, 0, -0, 1e308, -1e308, 5e-324, 1e-300, -1e39, 180, 1e15, Number.MAX_SAFE_INTEGER] as const;

/** Writes a number of 1 to 8 bytes at a position, as far as there is room. */
export function writeNumber(bytes: Buffer, at: number, value: number, width: 1 | 2 | 4 | 8, littleEndian: boolean): void {
  if (at < 0 || at + width > bytes.length) return;
  if (width === 1) bytes.writeUInt8(value & 0xff, at);
  else if (width === 2) bytes[littleEndian ? 'writeUInt16LE' : 'writeUInt16BE'](value & 0xffff, at);
  else if (width === 4) bytes[littleEndian ? 'writeInt32LE' : 'writeInt32BE'](value | 0, at);
  else bytes[littleEndian ? 'writeBigInt64LE' : 'writeBigInt64BE'](BigInt(value), at);
}

type Mutation = (bytes: Buffer, dice: Dice, others: readonly Buffer[]) => Buffer;

const range = (bytes: Buffer, dice: Dice, longest = 64): [start: number, end: number] => {
  const start = dice.below(bytes.length + 1);
  return [start, Math.min(bytes.length, start + dice.few(dice.chance(0.1) ? bytes.length + 1 : longest))];
};
const changed = (bytes: Buffer, change: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
};

const MUTATIONS: readonly Mutation[] = [
  (bytes, dice) => changed(bytes, (copy) => void (copy[dice.below(copy.length)] ^= 1 << dice.below(8))),
  (bytes, dice) => changed(bytes, (copy) => void (copy[dice.below(copy.length)] = dice.below(256))),
  (bytes, dice) => changed(bytes, (copy) => writeNumber(copy, dice.below(copy.length), dice.pick(EDGES), dice.pick([1, 2, 4, 8]), dice.chance(0.5))),
  (bytes, dice) => changed(bytes, (copy) => writeNumber(copy, 4 * dice.below(copy.length >> 2), dice.pick(EDGES), 4, dice.chance(0.5))),
  (bytes, dice) =>
    changed(bytes, (copy) => {
      const at = 4 * dice.below(copy.length >> 2);
      if (at + 8 <= copy.length) copy[dice.chance(0.8) ? 'writeDoubleLE' : 'writeDoubleBE'](dice.pick(DOUBLES), at);
    }),
  (bytes, dice) => bytes.subarray(0, dice.below(bytes.length + 1)),
  (bytes, dice) => {
    const [start, end] = range(bytes, dice);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  },
  (bytes, dice) => {
    const [start, end] = range(bytes, dice, 512);
    const times = dice.chance(0.05) ? 50 : 1;
    return Buffer.concat([bytes.subarray(0, end), ...Array.from({ length: times }, () => bytes.subarray(start, end)), bytes.subarray(end)]);
  },
  (bytes, dice) => {
    const [one, other] = [range(bytes, dice, 256), range(bytes, dice, 256)].sort((a, b) => a[0] - b[0]);
    if (one[1] > other[0]) return bytes;
    return Buffer.concat([bytes.subarray(0, one[0]), bytes.subarray(...other), bytes.subarray(one[1], other[0]), bytes.subarray(...one), bytes.subarray(other[1])]);
  },
  (bytes, dice) => changed(bytes, (copy) => copy.fill(dice.pick([0, 0xff, 0x20, 0x30]), ...range(copy, dice, 256))),
  (bytes, dice) => {
    const at = dice.below(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(Array.from({ length: dice.few(64) }, () => dice.below(256))), bytes.subarray(at)]);
  },
  (bytes, dice, others) => {
    const other = dice.pick(others);
    const [start, end] = range(other, dice, 512);
    const at = dice.below(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), other.subarray(start, end), bytes.subarray(dice.chance(0.5) ? at : Math.min(bytes.length, at + end - start))]);
  },
];

/** Changes bytes regardless of their meaning, like faulty storage, networks and careless people. @param others where pieces may come from */
export function mutateBytes(bytes: Buffer, dice: Dice, others: readonly Buffer[]): Buffer {
  let result = bytes;
  for (let left = dice.few(6); left > 0 && result.length > 0; left--) result = dice.pick(MUTATIONS)(result, dice, others);
  return result;
}
