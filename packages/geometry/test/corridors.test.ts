import { describe, expect, it } from 'vitest';
import { countByKind, validateNow } from '../src/index.ts';
import type { CoordinateUnits } from '../src/options.ts';
import { repairNow } from '../src/repair.ts';
import { judge } from './fuzz.ts';
import { kernel } from './kernel.ts';
import { at, layerOf, polygon, shapesOf } from './layers.ts';
import type { Position, Shape } from './layers.ts';
import { PLANAR } from './planar.ts';
import { DEGREES, PLAIN, anyRoads, enclosedStream, enclosedStreets, inFile, landOf, road, roadWithEnds, stream, streets } from './roads.ts';
import type { Plots, RoadLayer } from './roads.ts';

const SIZES = [{ width: 30, depth: 50 }, { width: 300, depth: 500 }, { width: 3000, depth: 5000 }];
const ROADS = [2, 3, 5, 10, 20];
const LAYOUTS: readonly (readonly [string, (plots: Plots) => RoadLayer])[] = [
  ['a road open at both ends', road],
  ['a road open at one end', (plots) => roadWithEnds(plots, 1)],
  ['a road that is enclosed', (plots) => roadWithEnds(plots, 2)],
  ['streets that cross', streets],
  ['streets that cross, enclosed', enclosedStreets],
  ['a stream', stream],
  ['a stream that is enclosed', enclosedStream],
];
const PLACES: readonly (readonly [string, CoordinateUnits, (layer: RoadLayer) => ReturnType<typeof inFile>])[] = [
  ['metres', { kind: 'planar' }, (layer) => inFile(layer, PLAIN)],
  ['degrees of six decimals', { kind: 'geographic' }, (layer) => inFile(layer, DEGREES)],
];
/** The noise of borders that are digitised twice, in addition to the roads. */
const NOISES = [0.3, 1, 1.6];

describe.each(PLACES)('with auto, in %s,', (_, units, write) => {
  const options = { ...PLANAR, units };

  describe.each(LAYOUTS)('%s', (__, lay) => {
    it.each(SIZES)('stays between parcels of $width × $depth m', (size) => {
      for (const wide of ROADS) {
        const layer = layerOf(write(lay({ ...size, road: wide })));
        const { findings, patch, tolerances } = repairNow(layer, options);
        // Rounded to six decimals, a vertex ends up beside the straight border that it divides.
        expect({ wide, found: Object.fromEntries(countByKind(findings)), snaps: tolerances.snapDistance < wide }).toEqual({ wide, found: {}, snaps: true });
        expect(patch).toBeNull();
      }
    });

    it.each(SIZES)('stays, and slivers between parcels of $width × $depth m beside it close', (size) => {
      for (const wide of ROADS) {
        for (const noise of NOISES.filter((most) => most * 100 <= size.width)) {
          const made = lay({ ...size, road: wide, noise });
          const shapes = write(made);
          const before = landOf(shapes);
          const { layer, remaining, tolerances } = repairNow(layerOf(shapes), options);
          const metres = units.kind === 'planar' ? 1 : landOf(inFile(made, (position) => position)) / before;
          const closed = (landOf(shapesOf(layer)) - before) * metres;
          const named = `road of ${wide}, noise of ${noise}, snap ${tolerances.snapDistance}, gap ${tolerances.maxGapWidth}`;
          expect(remaining.count, named).toBe(0);
          // Rounding moves the tips of slivers by a tenth of a metre.
          expect(Math.abs(closed - made.slivers), `${named}: closed ${closed} of slivers of ${made.slivers}`).toBeLessThan(units.kind === 'planar' ? 1e-6 * before : 0.2 * made.slivers);
          expect(validateNow(layer, options).findings.count, named).toBe(0);
        }
      }
    });
  });
});

// The judge takes longer than everything else here, so each layout is judged in one of the places, in
// turn.
describe.each(LAYOUTS.map((layout, i) => [...layout, ...at(PLACES, i % PLACES.length)] as const))('with auto, %s', (_, lay, place, units, write) => {
  it(`keeps every promise beside slivers, in ${place}`, async () => {
    expect(await judge(kernel, write(lay({ width: 300, depth: 500, road: 5, noise: 1 })), { ...PLANAR, units })).toEqual([]);
  });
});

/** Two parcels with a strip between them that is as wide as `widthAt` says along 0 to 1, and a third one across its beginning. */
function strip(size: { readonly length: number; readonly depth: number }, corners: number, widthAt: (share: number) => number): Shape[] {
  const { length, depth } = size;
  const shares = Array.from({ length: corners + 1 }, (_, i) => i / corners);
  const near = shares.map((share): Position => [share * length, 0]);
  const far = shares.map((share): Position => [share * length, widthAt(share)]);
  const [start, end] = [widthAt(0), widthAt(1)];
  return [
    polygon([[0, -depth], [length, -depth], ...near.toReversed(), [0, -depth]]),
    polygon([...far, [length, depth], [0, depth], [0, start]]),
    polygon([[-depth, -depth], [0, -depth], [0, 0], ...(start > 0 ? [[0, start] as const] : []), [0, depth], [-depth, depth], [-depth, -depth]]),
    ...(end > 0 ? [polygon([[length, 0], [length + depth, 0], [length + depth, end], [length, end], [length, 0]])] : []),
  ];
}

describe.each([{ length: 400, depth: 300 }, { length: 2000, depth: 2000 }])('between parcels of $length × $depth m, with auto, a strip', (size) => {
  it.each([2, 3, 5, 10])('of %d m that ends at a border across it and tapers at its other end is a road, and stays', (wide) => {
    for (const taper of [0.2, 1 / 3, 0.4]) {
      for (const corners of [15, 20]) {
        const shapes = strip(size, corners, (share) => wide * Math.min(1, (1 - share) / taper));
        const { layer, tolerances } = repairNow(layerOf(shapes), PLANAR);
        const filled = (landOf(shapesOf(layer)) - landOf(shapes)) / (wide * size.length);
        // Where its borders are closer than the snap distance they are matched.
        expect(filled, JSON.stringify({ wide, taper, corners, ...tolerances })).toBeLessThan(0.06);
      }
    }
  });

  it.each([
    ['that narrows all along from a border across it', (share: number) => 1 - share],
    ['between a straight border and an arc', (share: number) => 4 * share * (1 - share)],
    ['between a straight border and half an arc, up to a border across it', (share: number) => 1 - share ** 2],
    ['that tapers at both ends', (share: number) => Math.min(1, 3 * share, 3 * (1 - share))],
  ] as const)('%s is a sliver, and closes', (_, shape) => {
    const shapes = strip(size, 20, (share) => 3 * shape(share));
    const { layer, remaining } = repairNow(layerOf(shapes), PLANAR);
    const slivers = landOf(strip(size, 20, () => 0)) - landOf(shapes);
    expect(remaining.count).toBe(0);
    expect(landOf(shapesOf(layer)) - landOf(shapes)).toBeCloseTo(slivers, 3);
  });
});

/** Parcels that were digitised twice, far away: slivers of up to `wide` metres, which tapers at both ends. */
const slivers = (wide: number): Shape[] => Array.from({ length: 6 }, (_, i) => 3000 * i).flatMap((y) => [
  polygon([[20_000, y], [22_000, y], [22_000 - wide, y + 1300], [22_000, y + 2000], [20_000, y + 2000], [20_000, y]]),
  polygon([[22_000, y], [24_000, y], [24_000, y + 2000], [22_000, y + 2000], [22_000, y]]),
]);

describe('beside slivers twice as wide, with auto, a strip', () => {
  const filledBy = (size: { readonly length: number; readonly depth: number }, wide: number, corners: number, widthAt: (share: number) => number): { filled: number; named: string } => {
    const shapes = [...strip(size, corners, widthAt), ...slivers(2 * wide)];
    const { layer, tolerances } = repairNow(layerOf(shapes), PLANAR);
    const open = landOf(strip(size, corners, () => 0)) - landOf(strip(size, corners, widthAt));
    const named = JSON.stringify({ wide, corners, ...tolerances });
    expect(tolerances.maxGapWidth, named).toBeGreaterThan(wide);
    return { filled: (landOf(shapesOf(layer)) - landOf(shapes) - 6 * 2000 * wide) / open, named };
  };
  const size = { length: 1200, depth: 300 };

  it.each([2, 3, 5, 10])('of %d m that keeps its width from a border across it on, and then tapers, is a road, and stays', (wide) => {
    for (const plots of [size, { length: 6000, depth: 2000 }]) {
      for (const taper of [0.2, 1 / 3, 0.5]) {
        for (const corners of [10, 15]) {
          const { filled, named } = filledBy(plots, wide, corners, (share) => wide * Math.min(1, (1 - share) / taper));
          // Where its borders are closer than the snap distance they are matched.
          expect(filled, `${named}, ${plots.length}, ${taper}`).toBeLessThan(0.25);
        }
      }
    }
  });

  it.each([3, 5, 10])('that widens to %d m, from a third of it, with borders across both ends, is a road, and stays', (wide) => {
    const { filled, named } = filledBy(size, wide, 10, (share) => (wide * (1 + 2 * share)) / 3);
    expect(filled, named).toBe(0);
  });

  it.each([
    ['that narrows all along from a border across it', (share: number) => 1 - share],
    ['between a straight border and half an arc, up to a border across it', (share: number) => 1 - share ** 2],
    ['that is wide in its middle, from a border across it on', (share: number) => 0.3 + 0.7 * Math.min(1, 3 * share, 2 * (1 - share)) - 0.3 * share],
    ['that tapers at both ends', (share: number) => Math.min(1, 5 * share, 5 * (1 - share))],
  ] as const)('%s is a sliver, and closes', (_, shape) => {
    const { filled, named } = filledBy(size, 5, 20, (share) => 5 * shape(share));
    expect(filled, named).toBeCloseTo(1, 6);
  });
});

describe('roads and streams of any size', () => {
  it('stay beside slivers that close', () => {
    const lost: string[] = [];
    for (let seed = 1; seed <= 200; seed++) {
      const { layer: { shapes, slivers }, plots } = anyRoads(seed);
      const { layer, tolerances } = repairNow(layerOf(shapes), PLANAR);
      const closed = landOf(shapesOf(layer)) - landOf(shapes);
      if (Math.abs(closed - slivers) > 1e-6 * landOf(shapes)) lost.push(`seed ${seed}: closed ${closed} of slivers of ${slivers}, ${JSON.stringify({ ...plots, ...tolerances })}`);
    }
    expect(lost).toEqual([]);
  });
});

/** Parcels around a void, one along each edge of it. @param away for each vertex of the void, the far corner of the two parcels that meet in it. */
function around(ring: readonly Position[], away: readonly Position[]): Shape[] {
  return ring.map((from, i) => {
    const next = (i + 1) % ring.length;
    const to = at(ring, next);
    return polygon([to, from, at(away, i), at(away, next), to]);
  });
}

it.each([
  [
    '2 m by 3.3 m with a dent is no road, and closes', ['gap'],
    [[0.01, 0], [2.02, 0], [2.07, 3.32], [0, 3.32], [0, 1.5], [0.91, 1.85]],
    [[0, -300], [300, -300], [300, 300], [-300, 300], [-300, 0], [-300, -250]],
  ],
  ['2 m by 12 m may be a path, and stays', [], [[0, 0], [2, 0], [2, 12], [0, 12]], [[-300, -300], [300, -300], [300, 300], [-300, 300]]],
] as const)('a void of %s', (_, found, ring, away) => {
  const { findings } = repairNow(layerOf(around(ring, away)), { ...PLANAR, snapDistance: 0.5, maxGapWidth: 10, keepsCorridors: true });
  expect([...countByKind(findings).keys()]).toEqual(found);
});
