import { expect, it } from 'vitest';
import { largestCircle } from './largest-circle.ts';

const UNBOUNDED = 1e9;
const ringOf = (...corners: readonly (readonly [number, number])[]): number[] => corners.flatMap((corner, i) => [...corner, ...corners[(i + 1) % corners.length]]);
const box = (x: number, y: number, width: number, height: number): number[] => ringOf([x, y], [x + width, y], [x + width, y + height], [x, y + height]);

it('finds the largest circle of shapes whose circle is known', () => {
  const cases: readonly (readonly [number[], number])[] = [
    [box(0, 0, 600, 3), 3],
    [box(1e6, 1e6, 7, 7), 7],
    // In the corner of the frame, between its outer sides and the corner of the hole.
    [[...box(0, 0, 100, 100), ...box(10, 10, 89, 89)], (20 * Math.SQRT2) / (1 + Math.SQRT2)],
    [ringOf([0, 0], [400, 0], [0, 300]), 200],
  ];
  for (const [outline, diameter] of cases) {
    const found = largestCircle(Float64Array.from(outline), diameter / 20, 10 * diameter, UNBOUNDED).diameter;
    expect(found).toBeLessThanOrEqual(diameter * (1 + 1e-9));
    expect(found).toBeGreaterThan(diameter * 0.99);
  }
});

it('ends where circles are of no interest, and where the work is used up with the largest one so far', () => {
  const strip = Float64Array.from(box(0, 0, 600, 3));
  expect(largestCircle(strip, 0.1, 2, UNBOUNDED).diameter).toBeGreaterThanOrEqual(2);
  const bank = Array.from({ length: 5000 }, (_, i) => [i, i % 2 === 0 ? 0 : 300] as const);
  const zigzag = Float64Array.from(ringOf(...bank, ...bank.map(([x, y]) => [x + 0.5, y + 5] as const).toReversed()));
  const { diameter, work } = largestCircle(zigzag, 0.1, 10, 2_000_000);
  expect(work).toBeLessThan(2_100_000);
  expect(diameter).toBeGreaterThanOrEqual(0.1);
});

it('goes along a strip between two borders in few steps, whichever way it runs and wherever its borders bend', () => {
  const turned = (angle: number, corners: readonly (readonly [number, number])[]): Float64Array =>
    Float64Array.from(ringOf(...corners.map(([x, y]) => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)] as const)));
  const strips: readonly (readonly [readonly (readonly [number, number])[], number])[] = [
    [[[0, 0], [100_000, 0], [100_000, 4], [0, 4]], 4],
    // Wider towards the middle, where both borders bend.
    [[[0, 0], [50_000, -3], [100_000, 0], [100_000, 4], [50_000, 7], [0, 4]], 10],
    // A wedge, whose circle touches its end as well.
    [[[0, 0], [100_000, -5], [100_000, 5]], 9.9995],
  ];
  for (const [corners, diameter] of strips) {
    for (const angle of [0, 0.3, 2.5]) {
      const { diameter: found, work } = largestCircle(turned(angle, corners), diameter / 3, 1000, UNBOUNDED);
      expect(found / diameter).toBeGreaterThan(0.99);
      expect(found / diameter).toBeLessThan(1 + 1e-6);
      expect(work).toBeLessThan(50_000);
    }
  }
});

it('does not take the strip between two narrow areas for one of them', () => {
  const areas = [...box(0, 0, 1000, 2), ...box(0, 6, 1000, 1.5)];
  const { diameter } = largestCircle(Float64Array.from(areas), 0.5, 1000, UNBOUNDED);
  expect(diameter).toBeGreaterThan(1.98);
  expect(diameter).toBeLessThan(2 + 1e-6);
});
