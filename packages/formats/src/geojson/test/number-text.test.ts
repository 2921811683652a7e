import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NUMBER_ROOM, NumberText } from '../number-text.ts';

function textOf(value: number, decimals: number | null, numbers = new NumberText(decimals)): string {
  const bytes = new Uint8Array(NUMBER_ROOM + 2);
  const end = numbers.write(bytes, 1, value);
  return new TextDecoder().decode(bytes.subarray(1, end));
}

const COORDINATE = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.tuple(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), fc.integer({ min: 0, max: 15 })).map(([whole, power]) => whole / 10 ** power),
  fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
);

describe('all digits', () => {
  it.each([
    [0, '0'], [-0, '0'], [1, '1'], [-7, '-7'], [10, '10'], [99, '99'], [100, '100'], [12345678, '12345678'], [123456789012, '123456789012'],
    [0.1, '0.1'], [-52.5, '-52.5'], [0.30000000000000004, '0.30000000000000004'], [5.00190611, '5.00190611'], [1e-7, '0.0000001'], [-1.5e-9, '-0.0000000015'],
    [1e21, '1000000000000000000000'], [-1.25e22, '-12500000000000000000000'], [123456.000001, '123456.000001'], [9007199254740991, '9007199254740991'],
    [999999999999999, '999999999999999'], [0.000123456789012345, '0.000123456789012345'], [1.05, '1.05'], [100.10000001, '100.10000001'],
  ])('%d is %s', (value, text) => {
    expect(textOf(value, null)).toBe(text);
  });

  it('read back as the same double, are as few as possible, and have no exponent', () => {
    const numbers = new NumberText(null);
    fc.assert(
      fc.property(COORDINATE, (value) => {
        const text = textOf(value, null, numbers);
        expect(Object.is(Number(text) + 0, value + 0)).toBe(true);
        expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
        // String gives the fewest digits; here they may be arranged differently.
        const significant = (of: string): string => of.replace(/e.*/, '').replace(/[-.]/g, '').replace(/^0+|0+$/g, '');
        expect(significant(text)).toBe(significant(String(value)));
      }),
      { numRuns: 20_000 },
    );
  });

  it('need no more room than is reserved for them', () => {
    for (const value of [5e-324, -2.2250738585072014e-308, -Number.MAX_VALUE]) expect(textOf(value, null).length).toBeLessThan(NUMBER_ROOM);
    expect(Number(textOf(5e-324, null))).toBe(5e-324);
  });
});

describe('some digits', () => {
  it.each([
    [5.001906114, 7, '5.0019061'], [-0.00000004, 7, '0'], [-0.00000006, 7, '-0.0000001'], [2.9999999999, 7, '3'], [1.5, 0, '2'], [-52.1000000049, 7, '-52.1'],
    [1234567.891, 2, '1234567.89'], [9_999_999_999_999.996, 2, '10000000000000'], [123456789012345.67, 3, '123456789012345.672'], [1e22, 3, '10000000000000000000000'], [0.1, 15, '0.1'], [0.1, 40, '0.1'],
  ])('%d with %d digits is %s', (value, decimals, text) => {
    expect(textOf(value, decimals)).toBe(text);
  });

  it('are off by at most half a unit of the last one', () => {
    fc.assert(
      fc.property(fc.double({ min: -2e7, max: 2e7, noNaN: true }), fc.integer({ min: 0, max: 9 }), (value, decimals) => {
        const text = textOf(value, decimals);
        expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
        expect(text).not.toBe('-0');
        expect(text.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(decimals);
        expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(0.5 * 10 ** -decimals * (1 + 1e-6) + 1e-9);
      }),
      { numRuns: 5000 },
    );
  });

  it('report whether they were too few', () => {
    const numbers = new NumberText(3);
    for (const value of [1, 2.5, -0.125, 1e22, 1e14, 3e15 + 0.5]) textOf(value, 3, numbers);
    expect(numbers.hasRounded).toBe(false);
    textOf(0.1234, 3, numbers);
    expect(numbers.hasRounded).toBe(true);
  });
});
