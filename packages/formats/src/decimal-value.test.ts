import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalValue } from './decimal-value.ts';

function read(text: string): number {
  const bytes = new TextEncoder().encode(`[${text}]`);
  return decimalValue(bytes, 1, bytes.length - 1);
}

const digits = (minLength: number, maxLength: number) => fc.string({ unit: fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9'), minLength, maxLength });
const sign = fc.constantFrom('', '-', '+');

describe('value of a decimal text', () => {
  it.each(['0', '-0', '0.0000000000000000000000', '1', '-47.882778', '+12', '.5', '7.', '0.1', '123456789012345678', '9007199254740993', '9007199254740992.99999', '0.30000000000000004', '-59.998800000000003', '179.99999999999997', '0.000001234567890123456', '99999999999999999999999999', '1.00000000000000011102230246251565404', '000000000000000000000000012.5'])('%s', (text) => {
    expect(read(text)).toBe(Number(text));
  });

  it('equals what Number gives, for any digits', () => {
    fc.assert(
      fc.property(sign, digits(1, 14), digits(0, 24), (first, whole, fraction) => {
        const text = `${first}${whole}${fraction === '' ? '' : '.'}${fraction}`;
        expect(read(text)).toBe(Number(text));
      }),
      { numRuns: 5000 },
    );
  });

  it('is the same double again when it is written with 15 to 17 digits', () => {
    fc.assert(
      fc.property(fc.double({ min: -10_000_000, max: 10_000_000, noNaN: true }), fc.integer({ min: 15, max: 17 }), (value, precision) => {
        const text = value.toPrecision(precision);
        if (!text.includes('e')) expect(read(text)).toBe(Number(text));
      }),
      { numRuns: 5000 },
    );
  });

  it('knows when it cannot decide: texts halfway between two doubles, and close to halfway', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2 ** 20, max: 2 ** 21 - 1 }), fc.nat(2 ** 32 - 1), fc.constantFrom(-1, 0, 1), fc.integer({ min: 0, max: 4 }), (top, bottom, beside, halvings) => {
        // A 54-bit integer that ends in 1 is a midpoint; dividing it by a power of two adds a few decimals.
        const middle = (BigInt(top) * 2n ** 32n + BigInt(bottom)) * 2n + 1n;
        const scaled = (middle * 10n ** BigInt(halvings + 3)) / 2n ** BigInt(halvings) + BigInt(beside);
        const text = scaled.toString();
        const decimals = halvings + 3;
        const spelt = `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
        expect(read(spelt)).toBe(Number(spelt));
      }),
      { numRuns: 3000 },
    );
  });
});
