import { describe, expect, it } from 'vitest';
import { countByKind } from '../src/index.ts';
import { repairNow } from '../src/repair.ts';
import { dirtyLayer } from './dirty-layers.ts';
import { judge } from './fuzz.ts';
import { coverageFaults } from './geos.ts';
import { kernel } from './kernel.ts';
import { layerOf, polygon, shapesOf } from './layers.ts';
import type { Position, Shape } from './layers.ts';
import { PLANAR } from './planar.ts';
import { landOf } from './roads.ts';

/** A pond of 40 × 40 at the end of a sliver of 600 × 0.5: twice its area over its perimeter is 2.5. */
const POND: readonly Shape[] = [
  polygon([[0, 0], [1000, 0], [1000, 500], [840, 500], [840, 480], [800, 480], [800, 500], [200, 500], [0, 500], [0, 0]]),
  polygon([[0, 500], [200, 500], [800, 500.5], [800, 520], [840, 520], [840, 500], [1000, 500], [1000, 1000], [0, 1000], [0, 500]]),
];
/** A road of 5 × 300 between two features, with blunt ends. */
const ROAD: readonly Shape[] = [
  polygon([[0, 0], [1000, 0], [1000, 500], [700, 500], [400, 500], [0, 500], [0, 0]]),
  polygon([[0, 500], [400, 500], [400, 505], [700, 505], [700, 500], [1000, 500], [1000, 1000], [0, 1000], [0, 500]]),
];
/** A strip of 5 × 650 between two features. At one end it narrows to a tip over fifty metres; `end` is the shape of the other end. */
const strip = (...end: readonly Position[]): Shape[] => [
  polygon([[0, 0], [1000, 0], [1000, 500], [709, 500], [200, 500], [0, 500], [0, 0]]),
  polygon([[0, 500], [200, 500], [250, 505], [700, 505], ...end, [1000, 500], [1000, 1000], [0, 1000], [0, 500]]),
];
/** Five slivers, 8 wide, beside it. */
const SLIVERS: readonly Shape[] = Array.from({ length: 5 }, (_, i) => 1000 * i).flatMap((y) => [
  polygon([[2000, y], [3000, y], [3008, y + 500], [3000, y + 1000], [2000, y + 1000], [2000, y]]),
  polygon([[3000, y], [4000, y], [4000, y + 1000], [3000, y + 1000], [3016, y + 500], [3000, y]]),
]);
/** A strip of even width between two features, with blunt ends. */
const evenStrip = (width: number): Shape[] => [
  polygon([[0, 0], [100, 0], [100, 50], [80, 50], [20, 50], [0, 50], [0, 0]]),
  polygon([[0, 50], [20, 50], [20, 50 + width], [80, 50 + width], [80, 50], [100, 50], [100, 100], [0, 100], [0, 50]]),
];
/** A round pond, 1.8 across, between two features: twice its area over its perimeter is 0.9. */
const roundPond = (): Shape[] => {
  const bank = (side: 1 | -1): Position[] => Array.from({ length: 15 }, (_, i): Position => [50 - 0.9 * Math.cos(((i + 1) * Math.PI) / 16), 50 + side * 0.9 * Math.sin(((i + 1) * Math.PI) / 16)]);
  return [
    polygon([[0, 0], [100, 0], [100, 50], [50.9, 50], ...bank(-1).toReversed(), [49.1, 50], [0, 50], [0, 0]]),
    polygon([[0, 50], [49.1, 50], ...bank(1), [50.9, 50], [100, 50], [100, 100], [0, 100], [0, 50]]),
  ];
};
const grown = (shapes: readonly Shape[], options = PLANAR): number => landOf(shapesOf(repairNow(layerOf(shapes), options).layer)) - landOf(shapes);

describe('the width of a gap', () => {
  it('is that of the largest circle inside: a pond at the end of a sliver stays', async () => {
    for (const maxGapWidth of [7, 39] as const) {
      const options = { ...PLANAR, snapDistance: 0, maxGapWidth };
      expect(repairNow(layerOf(POND), options).findings.count).toBe(0);
      expect(await judge(kernel, POND, options)).toEqual([]);
    }
    expect(grown(POND, { ...PLANAR, maxGapWidth: 41 })).toBeCloseTo(1750, 6);
  });

  it('leaves the pond with auto', async () => {
    expect(grown(POND)).toBe(0);
    expect(await judge(kernel, POND, PLANAR)).toEqual([]);
  });

  it('is no width to close by, with auto, for a road narrower than the slivers of the layer', async () => {
    const shapes = [...ROAD, ...SLIVERS];
    const { findings, tolerances } = repairNow(layerOf(shapes), PLANAR);
    expect(tolerances.maxGapWidth).toBeGreaterThan(5);
    expect(Object.fromEntries(countByKind(findings))).toHaveProperty('gap');
    expect(grown(shapes)).toBeCloseTo(5 * 4000, 6);
    expect(await judge(kernel, shapes, PLANAR)).toEqual([]);
  });

  it('is one to close by where a strip, however even, ends all around where its borders meet', async () => {
    const shapes = [...strip([709, 500]), ...SLIVERS];
    expect(grown(shapes)).toBeCloseTo(5 * 4000 + 5 * (450 + 50 / 2 + 9 / 2), 6);
    expect(await judge(kernel, shapes, PLANAR)).toEqual([]);
  });

  it('is none for the same strip with a border across one end: a road that narrows', async () => {
    const shapes = [...strip([700, 500], [709, 500]), ...SLIVERS];
    expect(grown(shapes)).toBeCloseTo(5 * 4000, 6);
    expect(await judge(kernel, shapes, PLANAR)).toEqual([]);
  });

  it.each([420025627, 420030615, 600042168])('is one to close by where borders were digitised twice and stay apart for long (seed %i)', async (seed) => {
    const { shapes, options } = dirtyLayer(seed);
    expect(await judge(kernel, shapes, options)).toEqual([]);
  });

  it('closes the same road where somebody chose it', () => {
    expect(grown(ROAD, { ...PLANAR, snapDistance: 0, maxGapWidth: 6 })).toBeCloseTo(1500, 6);
  });

  it.each([1, 1.8])('is that by which the coverage check of GEOS reports a strip of %d', (width) => {
    for (const maxGapWidth of [0.5, 0.95, 1.2, 1.7, 1.79, 1.82, 2, 2.5]) {
      const layer = layerOf(evenStrip(width));
      const { layer: after, findings } = repairNow(layer, { ...PLANAR, snapDistance: 0, maxGapWidth });
      const isFault = maxGapWidth > width;
      expect(coverageFaults(shapesOf(layer), maxGapWidth), String(maxGapWidth)).toEqual([isFault, isFault]);
      expect(findings.count, String(maxGapWidth)).toBe(isFault ? 1 : 0);
      expect(coverageFaults(shapesOf(after), maxGapWidth), String(maxGapWidth)).toEqual([false, false]);
    }
  });

  /** Four fields of 100 m that a receiver logged every `step` metres, beside parcels of four corners; slivers or overlaps of `wide` metres in between. */
  const logged = (step: number, wide: number): Shape[] => [0, 1, 2, 3].flatMap((i) => {
    const count = Math.round(100 / step);
    const bank = Array.from({ length: count + 1 }, (_, k): Position => [100 * i + (100 * k) / count, k % count === 0 ? 0 : (i % 2 === 0 ? wide : -wide) * Math.sin((Math.PI * k) / count) ** 2]);
    const [left, right] = [100 * i, 100 * i + 100];
    return [polygon([[left, -80], [right, -80], [right, 0], [left, 0], [left, -80]]), polygon([...bank, [right, 80], [left, 80], [left, 0]])];
  });

  it.each([0.1, 1])('does not depend, with auto, on vertices every %d m on one side of a border only', async (step) => {
    for (const wide of [0.2, 0.4, 0.8, 1.5]) expect(landOf(shapesOf(repairNow(layerOf(logged(step, wide)), PLANAR).layer)), String(wide)).toBeCloseTo(400 * 160, 6);
    expect(await judge(kernel, logged(5 * step, 0.8), PLANAR)).toEqual([]);
  });

  it('leaves a road of 2 m between such fields and parcels', () => {
    const shapes = logged(1, 1.5).map((shape, i) => (i % 2 === 0 ? shape : shape.map((part) => ({ kind: part.kind, rings: part.rings.map((ring) => ring.map(([x = 0, y = 0]): Position => [x, y === 80 ? 80 : 2])) }))));
    const ends = [polygon([[-50, -80], [0, -80], [0, 0], [0, 2], [0, 80], [-50, 80], [-50, -80]]), polygon([[400, -80], [450, -80], [450, 80], [400, 80], [400, 2], [400, 0], [400, -80]])];
    expect(grown([...shapes, ...ends])).toBe(0);
    // Beside slivers as wide, whose overlaps and gaps are equal.
    const beside = logged(1, 1.5).map((shape) => shape.map((part) => ({ kind: part.kind, rings: part.rings.map((ring) => ring.map(([x = 0, y = 0]): Position => [x + 1000, y])) })));
    expect(grown([...shapes, ...ends, ...beside])).toBeCloseTo(0, 6);
  });

  it('is that of its diameter for a round pond, which GEOS takes for no gap either', async () => {
    for (const maxGapWidth of [0.95, 1.2, 1.75]) {
      const options = { ...PLANAR, snapDistance: 0, maxGapWidth };
      expect(coverageFaults(roundPond(), maxGapWidth)).toEqual([false, false]);
      expect(repairNow(layerOf(roundPond()), options).findings.count).toBe(0);
      expect(await judge(kernel, roundPond(), options)).toEqual([]);
    }
    expect(grown(roundPond(), { ...PLANAR, snapDistance: 0, maxGapWidth: 1.82 })).toBeGreaterThan(2.4);
  });
});
