import { describe, expect, it } from 'vitest';
import { trials } from '../../../testing/trials.ts';
import { repairNow } from '../src/repair.ts';
import type { OpenVoid, RepairOptions } from '../src/index.ts';
import { diceOf } from './dice.ts';
import { facesOf, largestCircle } from './geos.ts';
import { at, box, layerOf, polygon, shapesOf } from './layers.ts';
import type { Position, Ring, Shape } from './layers.ts';
import { PLANAR } from './planar.ts';
import { covers } from './rings.ts';

const SEEDS = trials(20);
const SIDE = 10;
const GAPS_OF_2: RepairOptions = { ...PLANAR, snapDistance: 0, maxGapWidth: 2 };
/** Two features around a strip of 60 by `width`, and a third beside the second. */
const strip = (width: number): Shape[] => [
  polygon([[0, 0], [100, 0], [100, 50], [80, 50], [20, 50], [0, 50], [0, 0]]),
  polygon([[0, 50], [20, 50], [20, 50 + width], [80, 50 + width], [80, 50], [100, 50], [100, 100], [0, 100], [0, 50]]),
  polygon(box(100, 0, 150, 100)),
];
const voidsOf = (shapes: readonly Shape[], options: RepairOptions) => repairNow(layerOf(shapes), options).openVoids;

describe('narrow voids that a repair leaves open', () => {
  it('are reported with their place, width, area and the features around them', () => {
    expect(voidsOf(strip(3), GAPS_OF_2)).toEqual([{ x: 20, y: 50, width: 3, area: 180, features: [1, 0] }]);
  });

  it('are wider than the gap width and up to ten times as wide if they are long', () => {
    for (const [width, count] of [[1.9, 0], [2.1, 1], [19, 1], [21, 0]] as const) expect(voidsOf(strip(width), GAPS_OF_2), String(width)).toHaveLength(count);
  });

  it('are up to four times as wide as the gap width if they are compact', () => {
    const pocket = (width: number): Shape[] => [
      polygon([[0, 0], [100, 0], [100, 50], [20 + width, 50], [20, 50], [0, 50], [0, 0]]),
      polygon([[0, 50], [20, 50], [20, 50 + width], [20 + width, 50 + width], [20 + width, 50], [100, 50], [100, 100], [0, 100], [0, 50]]),
    ];
    for (const [width, count] of [[7.9, 1], [8.1, 0]] as const) expect(voidsOf(pocket(width), GAPS_OF_2), String(width)).toHaveLength(count);
  });

  it('lie around a feature whose extent no other one meets, too, beside others far from everything', () => {
    const yard = [polygon(box(0, 0, 36, 5)), polygon(box(0, 31, 36, 36)), polygon(box(0, 5, 5, 31)), polygon(box(31, 5, 36, 31)), polygon(box(8, 8, 28, 28))];
    const far = Array.from({ length: 20 }, (_, i) => polygon(box(1000 + 100 * i, 0, 1010 + 100 * i, 10)));
    expect(voidsOf([...yard, ...far], GAPS_OF_2)).toEqual(voidsOf(yard, GAPS_OF_2));
    expect(voidsOf([...yard, ...far], GAPS_OF_2)).toMatchObject([{ x: 5, y: 5, features: [4, 0, 1, 2, 3] }]);
  });

  it('include a road that is narrower than the gap width, as the distances from the data keep it', () => {
    const slivers = Array.from({ length: 5 }, (_, i) => 1000 * i).flatMap((y) => [
      polygon([[2000, y], [3000, y], [3008, y + 500], [3000, y + 1000], [2000, y + 1000], [2000, y]]),
      polygon([[3000, y], [4000, y], [4000, y + 1000], [3000, y + 1000], [3016, y + 500], [3000, y]]),
    ]);
    const road = [
      polygon([[0, 0], [1000, 0], [1000, 500], [700, 500], [400, 500], [0, 500], [0, 0]]),
      polygon([[0, 500], [400, 500], [400, 505], [700, 505], [700, 500], [1000, 500], [1000, 1000], [0, 1000], [0, 500]]),
    ];
    const { openVoids, tolerances } = repairNow(layerOf([...road, ...slivers]), PLANAR);
    expect(tolerances.maxGapWidth).toBeGreaterThan(5);
    expect(openVoids).toEqual([{ x: 400, y: 500, width: 5, area: 1500, features: [1, 0] }]);
  });

  it('are not holes of one feature, nor gaps that are reported', () => {
    expect(voidsOf([polygon(box(0, 0, 100, 100), box(20, 20, 80, 23)), polygon(box(100, 0, 200, 100))], GAPS_OF_2)).toEqual([]);
    expect(voidsOf(strip(1.5), { ...GAPS_OF_2, gaps: 'keep' })).toEqual([]);
    expect(voidsOf(strip(3), { ...GAPS_OF_2, gaps: 'keep' })).toHaveLength(1);
  });

  it('are measured on the ground where coordinates are degrees', () => {
    const [east, north] = [1 / (111_319.49 * Math.cos((60 * Math.PI) / 180)), 1 / 111_319.49];
    const inDegrees = strip(3).map((shape) => shape.map((part) => ({ ...part, rings: part.rings.map((ring) => ring.map(([x = 0, y = 0]): Position => [x * east, 60 + y * north])) })));
    const [found] = voidsOf(inDegrees, { ...GAPS_OF_2, units: { kind: 'geographic' } });
    expect(found.width).toBeCloseTo(3, 1);
    expect(found.area / 180).toBeCloseTo(1, 1);
  });

  it('are those that GEOS finds in the result', () => {
    let compared = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { layer, openVoids } = repairNow(layerOf(gridWithVoids(seed)), { ...PLANAR, snapDistance: 0, maxGapWidth: 0.3 });
      const every = voidsByGeos(shapesOf(layer));
      // Widths are exact to half a percent.
      const [expected, allowed] = [1.01, 0.99].map((factor) => every.filter(({ width, area }) => width * factor < 1.2 || (width * factor < 3 && area >= 3 * (width * factor) ** 2)));
      const isSame = (one: (typeof every)[number], { x, y, width, area, features }: OpenVoid): boolean => one.x === x && one.y === y && one.count === features.length && Math.abs(width / one.width - 1) < 0.06 && Math.abs(area / one.area - 1) < 1e-5;
      expect(expected.filter((one) => !openVoids.some((found) => isSame(one, found))), `seed ${seed}: missed`).toEqual([]);
      expect(openVoids.filter((found) => !allowed.some((one) => isSame(one, found))), `seed ${seed}: too many`).toEqual([]);
      compared += expected.length;
    }
    expect(compared).toBeGreaterThan(SEEDS * 2);
  });
});

/** A grid of quadrilaterals, some of which are missing. */
function gridWithVoids(seed: number): Shape[] {
  const dice = diceOf(seed);
  const corners = Array.from({ length: SIDE + 1 }, (_, y) => Array.from({ length: SIDE + 1 }, (_, x): Position => [x + 0.6 * dice.share(), y + 0.6 * dice.share()]));
  return Array.from({ length: SIDE ** 2 }, (_, i) => [i % SIDE, Math.floor(i / SIDE)] as const).flatMap(([x, y]) => {
    const isInside = x > 0 && y > 0 && x < SIDE - 1 && y < SIDE - 1;
    if (isInside && dice.chance(0.3)) return [];
    const corner = (dx: number, dy: number): Position => at(at(corners, y + dy), x + dx);
    return [polygon([corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1), corner(0, 0)])];
  });
}

/** The enclosed faces that no shape covers and two or more shapes border. */
function voidsByGeos(shapes: readonly Shape[]): { x: number; y: number; width: number; area: number; count: number }[] {
  const ringsOf = (shape: Shape): readonly Ring[] => shape.flatMap(({ rings }) => rings);
  const faces = facesOf(shapes.flatMap(ringsOf)) ?? [];
  const nameOf = (from: Position, to: Position): string => [`${at(from, 0)} ${at(from, 1)}`, `${at(to, 0)} ${at(to, 1)}`].sort().join(' ');
  const ownersOf = new Map<string, Set<number>>();
  for (const [feature, shape] of shapes.entries()) {
    for (const ring of ringsOf(shape)) for (let i = 1; i < ring.length; i++) {
      const name = nameOf(at(ring, i - 1), at(ring, i));
      ownersOf.set(name, (ownersOf.get(name) ?? new Set()).add(feature));
    }
  }
  return faces.filter(({ point }) => !shapes.some((shape) => covers(shape, point))).flatMap(({ rings }) => {
    const owners = new Set(rings.flatMap((ring) => ring.slice(1).flatMap((to, i) => [...(ownersOf.get(nameOf(at(ring, i), to)) ?? [])])));
    if (owners.size < 2) return [];
    const [x, y] = rings.flat().map((place) => [at(place, 0), at(place, 1)] as const).sort((p, q) => p[0] - q[0] || p[1] - q[1])[0];
    const areaOf = (ring: Ring): number => Math.abs(ring.slice(1).reduce((sum, to, i) => sum + at(at(ring, i), 0) * at(to, 1) - at(to, 0) * at(at(ring, i), 1), 0)) / 2;
    return [{ x, y, width: largestCircle([rings], 1e-4), area: rings.slice(1).reduce((area, hole) => area - areaOf(hole), areaOf(at(rings, 0))), count: owners.size }];
  });
}
