import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText, LONGEST_DECIMAL, writeDecimal } from './number-text.ts';

const bytes = new Uint8Array(LONGEST_DECIMAL + 3);

function spelt(value: number, decimals: number | null = null): string {
  const end = writeDecimal(bytes, 3, value, decimals);
  expect(end - 3).toBeLessThanOrEqual(LONGEST_DECIMAL);
  return new TextDecoder().decode(bytes.subarray(3, end));
}

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
/** Typical numbers in files: some digits before and some after the point. */
const coordinate = fc.tuple(fc.integer({ min: -180_000_000, max: 180_000_000 }), fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 999_999 })).map(([whole, decimals, more]) => Number(`${whole}${more}e-${decimals}`));

describe('decimal text of a number', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [1, '1'],
    [-1.5, '-1.5'],
    [0.1, '0.1'],
    [-47.882778, '-47.882778'],
    [0.1 + 0.2, '0.30000000000000004'],
    [1e-7, '0.0000001'],
    [1e21, '1000000000000000000000'],
    [123_456_789_012_345_680, '123456789012345680'],
    [2 ** 53, '9007199254740992'],
    [4_503_599_627_370_495.5, '4503599627370495.5'],
    [0.000_001_234_567_890_123, '0.000001234567890123'],
    [5e-324, decimalText(5e-324)],
    [Number.MAX_VALUE, decimalText(Number.MAX_VALUE)],
  ])('%d is %s', (value, text) => {
    expect(spelt(value)).toBe(text);
  });

  it('is the shortest that reads back as the same double, whatever number was written before it', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(finite, coordinate), { minLength: 1, maxLength: 20 }), (values) => {
        for (const value of values) expect(spelt(value)).toBe(decimalText(value === 0 ? 0 : value));
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    [1.005, 0, '1'],
    [0.5, 0, '1'],
    [-0.4, 0, '0'],
    [12.3456789, 3, '12.346'],
    [12.3, 8, '12.3'],
    [2.9999999, 6, '3'],
    [-179.999_999_95, 7, '-180'],
    [1e20, 4, '100000000000000000000'],
    [1e22, 4, '10000000000000000000000'],
    [1 / 3, 20, (1 / 3).toFixed(20).replace(/0+$/, '')],
  ])('%d with at most %d decimals is %s', (value, decimals, text) => {
    expect(spelt(value, decimals)).toBe(text);
  });

  it('rounds to the nearest', () => {
    fc.assert(
      fc.property(coordinate, fc.integer({ min: 0, max: 9 }), (value, decimals) => {
        const text = spelt(value, decimals);
        expect(text).toMatch(/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?$/);
        expect(text.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(decimals);
        expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(0.5000001 * 10 ** -decimals + Math.abs(value) * 2 ** -51);
      }),
    );
  });
});
