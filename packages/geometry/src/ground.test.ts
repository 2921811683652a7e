import { expect, it } from 'vitest';
import { Ground } from './ground.ts';

/** Of WGS 84, as EPSG has it. */
const SQUARED_ECCENTRICITY = 0.0066943799901413165;
const ground = new Ground({ kind: 'geographic' });

/** Edges as ax, ay, bx, by: of a parcel, of a state, across the equator, along a meridian and a parallel, and one near a pole. */
const EDGES = [
  [-56.6, -6.7, -56.55, -6.62],
  [-53.2, -33.7, -49.1, -27.4],
  [-51, -0.4, -50.2, 0.7],
  [10, 40, 10, 41],
  [10, 40, 11, 40],
  [-30, 80, -20, 88],
] as const;

/** On the ellipsoid of WGS 84, with many short steps. */
function integrated(ax: number, ay: number, bx: number, by: number, steps = 200_000): number {
  const radian = Math.PI / 180;
  let sum = 0;
  for (let step = 0; step < steps; step++) {
    const share = (step + 0.5) / steps;
    const latitude = (ay + share * (by - ay)) * radian;
    sum += ((ax + share * (bx - ax)) * Math.cos(latitude)) / (1 - SQUARED_ECCENTRICITY * Math.sin(latitude) ** 2) ** 2;
  }
  return (sum / steps) * (by - ay) * radian * radian * 6378137 ** 2 * (1 - SQUARED_ECCENTRICITY);
}

it.each(EDGES)('the area beside an edge is the integral along it: %d %d to %d %d', (ax, ay, bx, by) => {
  const expected = integrated(ax, ay, bx, by);
  expect(Math.abs(ground.areaUnder(0, ax, ay, bx, by) - expected)).toBeLessThanOrEqual(1e-8 * Math.abs(expected));
});

it('a vertex in the middle of an edge of some kilometres encloses no land', () => {
  const [[ax, ay, bx, by]] = EDGES;
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  const around = ground.areaUnder(ax, ax, ay, x, y) + ground.areaUnder(ax, x, y, bx, by) + ground.areaUnder(ax, bx, by, ax, ay);
  expect(Math.abs(around)).toBeLessThan(0.01);
});

it('beyond the poles land is measured at once, as in a plane, and pieces add up', () => {
  const metres = (ground.scaleX(90.1) * ground.scaleY) / 2;
  expect(ground.scaleX(360)).toBe(ground.scaleX(90.1));
  const triangle = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number => ground.areaUnder(ax, ax, ay, bx, by) + ground.areaUnder(ax, bx, by, cx, cy) + ground.areaUnder(ax, cx, cy, ax, ay);
  expect(triangle(0, 100, 2, 100, 0, 101)).toBeCloseTo(2 * metres, 0);
  expect(triangle(0, -1e13, 2, -1e13, 0, -1e13 + 2)).toBeCloseTo(4 * metres, 0);
  for (const [ay, by] of [[-80, 1e30], [1e30, -80], [-1e38, 1e38], [91, -91], [-90, 90.5]] as const) {
    const [whole, share] = [ground.areaUnder(0, 3, ay, 5, by), 0.25];
    const [x, y] = [3 + share * 2, ay + share * (by - ay)];
    expect(Math.abs(ground.areaUnder(0, 3, ay, x, y) + ground.areaUnder(0, x, y, 5, by) - whole)).toBeLessThanOrEqual(1e-9 * Math.abs(whole));
  }
});
