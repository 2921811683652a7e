import { describe, expect, it } from 'vitest';
import { applyPatch, repairNow } from '../src/index.ts';
import { areaOf, at, layerOf, polygon, shapesOf } from './layers.ts';
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

describe('a gap between several neighbours', () => {
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
