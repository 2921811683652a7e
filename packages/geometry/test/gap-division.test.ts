import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../testing/growth.ts';
import { applyPatch, repairNow, validateNow } from '../src/index.ts';
import { areaOf, at, box, layerOf, polygon, shapesOf } from './layers.ts';
import type { Position, Shape } from './layers.ts';
import { judge } from './fuzz.ts';
import { kernel } from './kernel.ts';
import { PLANAR } from './planar.ts';

const OPTIONS = { ...PLANAR, snapDistance: 0, maxGapWidth: 100 } as const;

/** A disc of equal sectors around a void. `radius` is that of the void at each angle, `island` the size of what stands in it. */
function sectorsAroundVoid(corners: number, sectors: number, radius: (angle: number) => number, island = 0): Shape[] {
  const angles = Array.from({ length: corners + 1 }, (_, i) => ((i % corners) / corners) * 2 * Math.PI);
  const rim = angles.map((angle): Position => [radius(angle) * Math.cos(angle), radius(angle) * Math.sin(angle)]);
  const far = angles.map((angle): Position => [2 * Math.cos(angle), 2 * Math.sin(angle)]);
  const shapes = Array.from({ length: sectors }, (_, i) => {
    const [from, to] = [Math.round((i * corners) / sectors), Math.round(((i + 1) * corners) / sectors) + 1];
    return polygon([...far.slice(from, to), ...rim.slice(from, to).reverse(), at(far, from)]);
  });
  return island === 0 ? shapes : [...shapes, polygon(rim.map(([x = 0, y = 0]) => [island * x, island * y]))];
}

const threeArms = (angle: number): number => 0.12 + 0.88 * Math.abs(Math.cos(1.5 * angle)) ** 8;
const jagged = (angle: number): number => 0.6 + 0.3 * Math.sin(13 * angle) * Math.sin(5 * angle);

function gains(shapes: readonly Shape[]): number[] {
  const layer = layerOf(shapes);
  const { patch } = repairNow(layer, OPTIONS);
  return patch === null ? [] : shapesOf(applyPatch(layer, patch)).map((shape, i) => areaOf(shape) - areaOf(at(shapes, i)));
}

/** Four lots of 60 m around a void that is long and narrow on both sides of where they meet. */
const BENT: readonly Shape[] = [
  polygon([[0, 0], [60, 0], [60, 60], [0, 60], [0, 0]]),
  polygon([[60, 0], [120, 0], [120, 60], [60, 57], [60, 0]]),
  polygon([[0, 60], [58, 61], [58, 120], [0, 120], [0, 60]]),
  polygon([[58, 61], [120, 60], [120, 120], [58, 120], [58, 61]]),
];
/** The same, closed by a lot on either side, of which each has the short end of the void. */
const BETWEEN_LOTS: readonly Shape[] = [
  polygon([[0, 0], [60, 0], [62, 58.9], [0, 58.5], [0, 0]]),
  polygon([[60, 0], [120, 0], [120, 57.9], [61.5, 56], [60, 0]]),
  polygon([[0, 60], [59, 59.5], [59, 120], [0, 120], [0, 60]]),
  polygon([[59, 59.5], [120, 59.1], [120, 120], [59, 120], [59, 59.5]]),
  polygon([[-40, 0], [0, 0], [0, 58.5], [0, 60], [0, 120], [-40, 120], [-40, 0]]),
  polygon([[120, 0], [160, 0], [160, 120], [120, 120], [120, 59.1], [120, 57.9], [120, 0]]),
];

/** How far the extent of a shape reaches beyond another's. */
function growth(before: Shape, after: Shape): number {
  const extent = (shape: Shape): number[] => {
    const positions = shape.flatMap(({ rings }) => rings.flat());
    const along = (axis: number): number[] => positions.map((position) => position[axis] ?? NaN);
    return [-Math.min(...along(0)), -Math.min(...along(1)), Math.max(...along(0)), Math.max(...along(1))];
  };
  const was = extent(before);
  return Math.max(...extent(after).map((reach, side) => reach - at(was, side)));
}

describe('a gap between several neighbours', () => {
  it('is not looked at whole for each of the thousands of features that stand in it', async () => {
    const fill = (side: number): void => {
      const along = Array.from({ length: side }, (_, i) => 20 * i);
      const islands = along.flatMap((x, i) => along.map((y, k) => polygon(box(x + ((i * 7 + k * 3) % 5), y + ((i * 3 + k) % 5), x + 12, y + 12))));
      const layer = layerOf([polygon(box(-100, -100, 20 * side + 100, 20 * side + 100), box(-10, -10, 20 * side + 10, 20 * side + 10)), ...islands]);
      const { isSettled, remaining, layer: { xy, ringOffsets } } = repairNow(layer, OPTIONS);
      expect([isSettled, remaining.count, ringOffsets.length - 1, xy.length > layer.xy.length]).toEqual([true, 0, islands.length + 2, true]);
    };
    expect(await growthOf((share) => fill(48 * Math.sqrt(share)))).toBeLessThan(IN_PROPORTION);
  });

  it.each([['bends', BENT], ['ends at lots on either side', BETWEEN_LOTS]])('becomes no spike of one of them where it %s', async (_, shapes) => {
    const layer = layerOf(shapes);
    const options = { ...PLANAR, snapDistance: 0.3, maxGapWidth: 5 };
    const { patch } = repairNow(layer, options);
    if (patch === null) throw new Error('nothing was repaired');
    const after = shapesOf(applyPatch(layer, patch));
    expect(Math.max(...shapes.map((shape, i) => growth(shape, at(after, i))))).toBeLessThan(4);
    expect(await judge(kernel, shapes, options)).toEqual([]);
  });

  it('is divided where it branches, however many vertices it has', () => {
    // Each arm lies between two sectors, so three of the six take what there is.
    expect(gains(sectorsAroundVoid(900, 6, threeArms)).filter((gain) => gain > 0.15)).toHaveLength(3);
    expect(gains(sectorsAroundVoid(9000, 6, threeArms)).filter((gain) => gain > 0.15)).toHaveLength(3);
  });

  it('is divided around what stands in it', () => {
    expect(gains(sectorsAroundVoid(60, 5, jagged, 0.5)).filter((gain) => gain > 0.01)).toHaveLength(6);
  });

  it('keeps every promise', async () => {
    for (const shapes of [sectorsAroundVoid(240, 6, threeArms), sectorsAroundVoid(60, 5, jagged, 0.5), sectorsAroundVoid(60, 5, jagged, 0.98)]) {
      expect(await judge(kernel, shapes, OPTIONS)).toEqual([]);
    }
  });
});

describe('a gap between several that is to be kept', () => {
  it.each([['four lots', BENT, 1], ['lots on either side', BETWEEN_LOTS, 2], ['sectors', sectorsAroundVoid(24, 3, threeArms), 1]] as const)('is one that was found and one that is left: %s', (_, shapes, voids) => {
    const layer = layerOf(shapes);
    const keeping = { ...OPTIONS, gaps: 'keep' } as const;
    const gapsIn = ({ count, measure }: { readonly count: number; readonly measure: Float64Array }): number[] => Array.from(measure.subarray(0, count)).filter((area) => !Number.isNaN(area));
    const found = gapsIn(repairNow(layer, keeping).findings);
    expect(found).toHaveLength(voids);
    expect(gapsIn(validateNow(layer, keeping).findings)).toEqual(found);
  });
});
