import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ScratchFolder } from '../files/scratch.ts';
import { Gathered } from './gathered.ts';
import { LONGEST_NUMBER, RowEncoder } from './row-encoder.ts';

const nowhere: ScratchFolder = { create: () => Promise.reject(new Error('nothing is written here')) };

/** The text of a real in a row, and what its column has been told of it. */
function encoded(value: number): { readonly text: string; readonly before: number; readonly behind: number; readonly longest: number; readonly hasExponents: boolean } {
  const rows = new Gathered(nowhere);
  const encoder = new RowEncoder([{ name: 'r', type: 'real', width: null, decimals: null }]);
  encoder.add(rows, [value]);
  const [{ before, behind, longest, hasExponents }] = encoder.tallies;
  expect(rows.size).toBe(1 + rows.bytes[0]);
  return { text: new TextDecoder().decode(rows.bytes.subarray(1, rows.size)), before, behind, longest, hasExponents };
}

const near = (powers: readonly number[]): number[] => powers.flatMap((power) => [power, power * (1 - Number.EPSILON), power * (1 + Number.EPSILON)]);

test('a real is written as the shortest text that reads back as the same number, and its column is as wide as that', () => {
  const usual = fc.tuple(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), fc.integer({ min: 0, max: 14 })).map(([whole, decimals]) => whole / 10 ** decimals);
  const any = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e20, max: 1e20 });
  const edges = fc.constantFrom(0, -0, 12.5, 0.1 + 0.2, ...near([1e-3, 1, 1e14, 1e15, 1e16]));
  fc.assert(fc.property(fc.oneof(usual, any, edges).filter((value) => !String(value).includes('e') && String(value).length <= LONGEST_NUMBER), (value) => {
    const { text, before, behind, longest, hasExponents } = encoded(value);
    expect(text).toBe(Object.is(value, -0) ? '-0' : String(value));
    const [whole, fraction = ''] = text.split('.');
    expect({ before, behind, longest, hasExponents }).toEqual({ before: whole.length, behind: fraction.length, longest: text.length, hasExponents: false });
  }), { numRuns: 2000 });
});
