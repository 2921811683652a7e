import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderOfDoubles, smallest, sortGroup } from './order.ts';

describe('the order of doubles', () => {
  it('is that of their values, for many and for few; equal ones follow the given comparison', () => {
    for (const count of [0, 1, 100, 5000]) {
      const values = Float64Array.from({ length: count }, (_, i) => [0, 5e-324, 1e-9, 1, 1.0000000000000002, 1e300, (i * 7919) % 101][i % 7]);
      const order = orderOfDoubles(values, (i, j) => j - i);
      const expected = [...values.keys()].sort((i, j) => values[i] - values[j] || j - i);
      expect([...order]).toEqual(expected);
    }
  });

  it('gives the value at a rank', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.double({ min: 0, noNaN: true }), fc.constantFrom(0, 1, 1.0000000000000002, Infinity)), { minLength: 1, maxLength: 200 }), fc.nat(), (items, choice) => {
        const rank = choice % items.length;
        expect(smallest(Float64Array.from(items), rank)).toBe(Float64Array.from(items).sort()[rank]);
      }),
    );
  });

  it('of a group leaves everything else in place', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { minLength: 3, maxLength: 60 }), (items) => {
        const order = Int32Array.from(items);
        sortGroup(order, 1, items.length - 1, (p, q) => p - q);
        const middle = items.slice(1, -1).sort((p, q) => p - q);
        expect([...order]).toEqual([items[0], ...middle, items[items.length - 1]]);
      }),
    );
  });
});
