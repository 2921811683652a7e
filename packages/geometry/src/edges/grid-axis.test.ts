import { describe, expect, it } from 'vitest';
import { GridAxis } from './grid-axis.ts';

const SMALLEST = 1e-6;
/** A hundred places over 1,000 units, and nine hundred in one of them. */
const PLACES = Float64Array.from({ length: 1000 }, (_, i) => (i < 100 ? 10 * i : 400 + (i - 100) / 900));

describe('an axis with cells by density', () => {
  const even = GridAxis.evenly(0, 1000, 50);
  const axis = even.byDensity(PLACES, SMALLEST, 10_000);

  it('has small cells where places are dense, and none larger than before', () => {
    const sizes = Array.from({ length: axis.count }, (_, cell) => axis.start(cell + 1) - axis.start(cell));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(20.001);
    expect(axis.at(401) - axis.at(400)).toBeGreaterThan(40);
    expect(axis.count).toBeLessThanOrEqual(2 * 50 + 2 * 32);
    expect(axis.smallestCell).toBeGreaterThanOrEqual(SMALLEST);
  });

  it('numbers cells upward without a gap, and takes what lies outside into the outermost ones', () => {
    for (const some of [axis, even]) {
      for (let cell = 0; cell < some.count; cell++) expect(some.at((some.start(cell) + some.start(cell + 1)) / 2)).toBe(cell);
      expect([some.at(-1e9), some.at(1e9)]).toEqual([0, some.count - 1]);
      expect(some.start(some.count)).toBeGreaterThanOrEqual(1000);
    }
  });

  it('has no cell below the smallest size, even if all places are one', () => {
    const at = GridAxis.evenly(0, 1000, 50).byDensity(new Float64Array(1000).fill(500), 3, 10_000);
    expect(at.smallestCell).toBeGreaterThanOrEqual(3);
    expect(at.at(500)).toBeGreaterThan(0);
  });
});
