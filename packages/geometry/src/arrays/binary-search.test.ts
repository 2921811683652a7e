import { describe, expect, it } from 'vitest';
import { firstAbove, firstAtLeast, groupOf, indexAmong } from './binary-search.ts';

const VALUES = Int32Array.of(-3, 0, 0, 4, 9);

describe('a search in ascending values', () => {
  it('finds the first that is not below a bound, and the first above it', () => {
    for (let bound = -5; bound <= 11; bound++) {
      const notBelow = VALUES.findIndex((value) => value >= bound);
      const above = VALUES.findIndex((value) => value > bound);
      expect(firstAtLeast(VALUES, bound)).toBe(notBelow < 0 ? VALUES.length : notBelow);
      expect(firstAbove(VALUES, bound)).toBe(above < 0 ? VALUES.length : above);
    }
  });

  it('stays within the range it is given', () => {
    expect(firstAtLeast(VALUES, 0, 2, 4)).toBe(2);
    expect(firstAtLeast(VALUES, 9, 2, 4)).toBe(4);
    expect(firstAtLeast(VALUES, -9, 3, 3)).toBe(3);
  });

  it('finds a value, or says that there is none', () => {
    const distinct = Int32Array.of(2, 5, 7);
    expect([1, 2, 3, 5, 6, 7, 8].map((value) => indexAmong(distinct, value))).toEqual([-1, 0, -1, 1, -1, 2, -1]);
    expect(indexAmong(new Int32Array(0), 1)).toBe(-1);
  });

  it('finds the group of each item, past groups without items', () => {
    const offsets = Int32Array.of(0, 0, 2, 2, 5, 5);
    expect([0, 1, 2, 3, 4].map((item) => groupOf(offsets, item))).toEqual([1, 1, 3, 3, 3]);
  });
});
