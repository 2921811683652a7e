import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inEnglish } from './units.ts';

const written = (value: number, decimals: number) => value.toLocaleString('en', { maximumFractionDigits: decimals });

test('whole numbers, and numbers of few digits, are written as the engine writes them in English', () => {
  for (const value of [0, 1, 999, 1000, 1_234_567, 0.5, 0.0000012, 1234.5, 0.1, 1e20, 1e21, Infinity, -1234.5]) expect(inEnglish(value, 6)).toBe(written(value, 6));
  fc.assert(
    fc.property(fc.integer(), (value) => {
      expect(inEnglish(value)).toBe(written(value, 3));
    }),
  );
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e15, noNaN: true }), (value) => {
      const short = Number(value.toPrecision(4));
      expect(inEnglish(short, 6)).toBe(written(short, 6));
    }),
  );
});
