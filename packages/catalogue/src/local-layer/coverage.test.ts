import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Coverage } from './coverage.ts';

const SIDE = 8;

/** The polygon's coverage of each pixel. */
function coverageOf(polygon: readonly (readonly [number, number])[]): Float32Array {
  const coverage = new Coverage(SIDE, SIDE);
  for (const [i, [x, y]] of polygon.entries()) {
    const [toX, toY] = polygon[(i + 1) % polygon.length] ?? [x, y];
    coverage.addEdge(x, y, toX, toY);
  }
  const shares = new Float32Array(SIDE * SIDE);
  coverage.resolve(shares);
  return shares;
}

const total = (shares: Float32Array) => shares.reduce((sum, share) => sum + share, 0);

describe('Coverage', () => {
  it('covers pixels by the share that lies inside', () => {
    const shares = coverageOf([
      [1.5, 2],
      [4, 2],
      [4, 3.25],
      [1.5, 3.25],
    ]);
    expect([...shares.subarray(2 * SIDE, 3 * SIDE)]).toEqual([0, 0.5, 1, 1, 0, 0, 0, 0]);
    expect([...shares.subarray(3 * SIDE, 4 * SIDE)]).toEqual([0, 0.125, 0.25, 0.25, 0, 0, 0, 0]);
  });

  it('covers as much as the area of any triangle, in either direction', () => {
    const coordinate = fc.double({ min: 0, max: SIDE, noNaN: true });
    const corner = fc.tuple(coordinate, coordinate);
    fc.assert(
      fc.property(corner, corner, corner, (a, b, c) => {
        const area = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
        expect(total(coverageOf([a, b, c]))).toBeCloseTo(area, 3);
        expect(total(coverageOf([c, b, a]))).toBeCloseTo(area, 3);
      }),
    );
  });

  it('shows the part inside of a shape that extends beyond its borders', () => {
    const coordinate = fc.double({ min: -3 * SIDE, max: 4 * SIDE, noNaN: true });
    fc.assert(
      fc.property(coordinate, coordinate, coordinate, coordinate, (x0, y0, x1, y1) => {
        const [west, east] = [Math.min(x0, x1), Math.max(x0, x1)];
        const [top, bottom] = [Math.min(y0, y1), Math.max(y0, y1)];
        const inside = (low: number, high: number) => Math.max(0, Math.min(SIDE, high) - Math.max(0, low));
        const shares = coverageOf([
          [west, top],
          [east, top],
          [east, bottom],
          [west, bottom],
        ]);
        expect(total(shares)).toBeCloseTo(inside(west, east) * inside(top, bottom), 3);
      }),
    );
  });

  it('covers the whole raster if a large slanted square surrounds it', () => {
    const shares = coverageOf([
      [-40, 4],
      [4, -40],
      [48, 4],
      [4, 48],
    ]);
    expect(Math.min(...shares)).toBeCloseTo(1, 5);
  });

  it('leaves no seam between neighbours', () => {
    const coverage = new Coverage(SIDE, SIDE);
    const rings = [
      [0, 0, 3.3, 0, 4.7, 8, 0, 8],
      [3.3, 0, 8, 0, 8, 8, 4.7, 8],
    ];
    for (const ring of rings) for (let i = 0; i < 8; i += 2) coverage.addEdge(ring[i] ?? 0, ring[i + 1] ?? 0, ring[(i + 2) % 8] ?? 0, ring[(i + 3) % 8] ?? 0);
    const shares = new Float32Array(SIDE * SIDE);
    coverage.resolve(shares);
    expect(Math.min(...shares)).toBeCloseTo(1, 5);
  });

  it('strokes of any direction add up and are as wide as requested', () => {
    const coverage = new Coverage(SIDE, SIDE);
    coverage.addStroke(1, 4, 4, 4, 1);
    coverage.addStroke(7, 4, 4, 4, 1);
    const shares = new Float32Array(SIDE * SIDE);
    coverage.resolve(shares);
    expect(total(shares)).toBeCloseTo(6, 4);
    expect(shares[3 * SIDE + 4]).toBeCloseTo(0.5, 1);
    coverage.resolve(shares);
    expect(total(shares)).toBe(0);
  });

  it.each([
    [0, 'along the rows'],
    [0.3, 'a little down'],
    [Math.PI / 4, 'diagonal'],
    [Math.PI / 2, 'down the columns'],
  ])('strokes in short steps look like one in a single step: %d, %s', (angle) => {
    const side = 40;
    const [whole, steps] = [new Coverage(side, side), new Coverage(side, side)];
    const at = (along: number): [number, number] => [6.3 + along * Math.cos(angle), 6.6 + along * Math.sin(angle)];
    whole.addStroke(...at(0), ...at(24), 1);
    for (let along = 0; along < 24; along += 0.6) steps.addStroke(...at(along), ...at(along + 0.6), 1);
    const [one, other] = [new Float32Array(side * side), new Float32Array(side * side)];
    whole.resolve(one);
    steps.resolve(other);
    expect(total(other)).toBeCloseTo(total(one), 0);
    // The ends are round instead of square.
    expect(Math.max(...one.map((share, i) => Math.abs(share - (other[i] ?? 0))))).toBeLessThan(0.25);
    expect(total(one.map((share, i) => Math.abs(share - (other[i] ?? 0)))) / total(one)).toBeLessThan(0.2);
    steps.resolve(other);
    expect(total(other)).toBe(0);
  });
});
