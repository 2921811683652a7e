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
