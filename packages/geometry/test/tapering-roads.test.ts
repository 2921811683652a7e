import { describe, expect, it } from 'vitest';
import { repairNow } from '../src/repair.ts';
import { validateNow } from '../src/validate.ts';
import { layerOf, polygon, shapesOf } from './layers.ts';
import type { Position, Ring, Shape } from './layers.ts';
import { PLANAR } from './planar.ts';
import { landOf } from './roads.ts';

const closed = (ring: Ring): Ring => [...ring, ...ring.slice(0, 1)];
const rounded = (value: number): number => Number(value.toFixed(3));

interface Plan {
  readonly width: number;
  readonly road: number;
  /** The share of the road's length on which it tapers, at each end. */
  readonly taper: number;
  /** How far apart the borders between the parcels are, which were digitised twice. */
  readonly noise: number;
  readonly parcels?: number;
}

/** Two rows of parcels on either side of a winding road that tapers to nothing at both ends. */
function rows({ width, road, taper, noise, parcels = 6 }: Plan): Shape[] {
  const length = width * parcels;
  const shares = [...new Set([taper, 1 - taper, ...Array.from({ length: 2 * parcels + 1 }, (_, i) => i / (2 * parcels))])].sort((a, b) => a - b);
  return [1, -1].flatMap((side) => {
    const bank = shares.map((share): Position => [rounded(length * share), rounded((width / 10) * Math.sin(3 * share) + (side * road * Math.min(1, share / taper, (1 - share) / taper)) / 2)]);
    return Array.from({ length: parcels }, (_, i) => {
      const [left, right] = [i * width, (i + 1) * width];
      const places = bank.filter(([x = 0]) => x >= left - 0.001 && x <= right + 0.001);
      const bend: Position[] = i < parcels - 1 && noise > 0 ? [[right - noise, side * width * 0.7]] : [];
      return polygon(closed([...places, ...bend, [right, side * width * 1.5], [left, side * width * 1.5]]));
    });
  });
}

/** How much of the road a repair closes. Without noise, all land between the rows is road. */
function filled(plan: Plan): { readonly share: number; readonly found: number } {
  const shapes = rows(plan);
  const road = landOf(rows({ ...plan, road: 0, noise: 0 })) - landOf(rows({ ...plan, noise: 0 }));
  const slivers = landOf(rows({ ...plan, noise: 0 })) - landOf(shapes);
  const { layer, remaining } = repairNow(layerOf(shapes), PLANAR);
  expect(remaining.count).toBe(0);
  const gained = landOf(shapesOf(layer)) - landOf(shapes);
  return { share: (gained - slivers) / road, found: validateNow(layer, PLANAR).findings.count };
}

describe('with auto, a road along rows of parcels that tapers at both ends', () => {
  const plans = [100, 400].flatMap((width) => [4, 8, 12].flatMap((road) => [0.05, 0.1, 0.2].map((taper) => ({ width, road, taper }))));

  it.each([['without slivers', () => 0], ['beside slivers half as wide', ({ road }: { road: number }) => road / 2], ['beside wider slivers', ({ road }: { road: number }) => 1.4 * road]] as const)('stays %s', (_, noiseOf) => {
    for (const plan of plans) {
      const noise = noiseOf(plan);
      // Slivers are no wider than a fiftieth of the parcels.
      if (50 * noise > plan.width) continue;
      const { share, found } = filled({ ...plan, noise });
      // Its tips are as narrow as the snap distance, and closed.
      expect(Math.abs(share), JSON.stringify({ ...plan, noise })).toBeLessThan(0.1);
      expect(found, JSON.stringify({ ...plan, noise })).toBe(0);
    }
  });

  it('is a sliver if it lies between two parcels only', () => {
    expect(filled({ width: 2400, road: 4, taper: 0.2, noise: 0, parcels: 1 }).share).toBeCloseTo(1, 6);
  });

  it('is a sliver if it widens and narrows all along', () => {
    expect(filled({ width: 400, road: 4, taper: 0.5, noise: 4 }).share).toBeCloseTo(1, 6);
  });
});
