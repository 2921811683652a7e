import { describe, expect, it } from 'vitest';
import { trials } from '../../../../testing/trials.ts';
import { dirtyLayer } from '../../test/dirty-layers.ts';
import { box, layerOf, polygon } from '../../test/layers.ts';
import type { Shape } from '../../test/layers.ts';
import { missedByScreening } from '../../test/missed-by-screening.ts';
import { repaired } from '../../test/ruled-repair.ts';
import { prepare } from '../edges/prepare.ts';
import { Ground } from '../ground.ts';
import { featureExtents } from '../layer/feature-extents.ts';
import { FindingList } from '../layer/finding-list.ts';
import { featuresApart } from './features-apart.ts';
import { pairSegments } from './pairing.ts';

const apart = (shapes: readonly Shape[], maxGapWidth: number, kind: 'planar' | 'geographic' = 'planar'): number[] | null => {
  const marks = featuresApart(featureExtents(layerOf(shapes)), { snapDistance: 0, maxGapWidth }, new Ground({ kind }));
  return marks === null ? null : [...marks];
};
const square = (x: number, y: number, side = 1): Shape => polygon(box(x, y, x + side, y + side));
/** Squares far from everything and from each other. */
const scattered = Array.from({ length: 40 }, (_, i) => square(100_000 + 1000 * i, -50_000, 10));

describe('features apart', () => {
  it('are those whose extents no other comes near', () => {
    expect(apart([square(0, 0), square(10, 0), square(11.5, 0), square(30, 0, 10), square(32, 2), []], 0.5)).toEqual([1, 0, 0, 0, 0, 1]);
    expect(apart([square(0, 0), square(10, 0), square(11.5, 0)], 0.1)).toEqual([1, 1, 1]);
  });

  it('are told by distances on the ground', () => {
    // A metre is 0.000009 degrees of latitude, and at 60° twice as many of longitude.
    expect(apart([polygon(box(0, 60, 0.001, 60.001)), polygon(box(0.00103, 60, 0.002, 60.001)), polygon(box(1, 60, 1.001, 60.001)), polygon(box(1, 60.00103, 1.001, 60.002))], 1, 'geographic')).toEqual([0, 0, 1, 1]);
  });

  it('are not looked for in a coverage', () => {
    expect(apart([...Array.from({ length: 900 }, (_, i) => square(i % 30, Math.floor(i / 30))), ...scattered], 0.1)).toBe(null);
  });

  it('have no segment that another one runs over, and the others have', () => {
    const prepared = prepare(layerOf([square(0, 0), square(1, 0), square(10, 0)]), new FindingList());
    const isShared = (isApart: Uint8Array | null): boolean[] => Array.from(pairSegments(prepared, new Uint8Array(3), null, isApart).pairing, (other) => other >= 0);
    expect(isShared(Uint8Array.of(0, 0, 1))).toEqual(isShared(null));
    expect(isShared(null)).toContain(true);
  });

  it('are left out of the search for faults between features, and nothing is missed', () => {
    const missed: string[] = [];
    for (let seed = 1; seed <= trials(150); seed++) {
      const { shapes, options } = dirtyLayer(seed);
      missed.push(...missedByScreening(layerOf([...shapes, ...scattered]), options).map((each) => `${seed}: ${each}`));
    }
    expect(missed).toEqual([]);
  });

  it('leave the repair of the others as it is', () => {
    for (let seed = 1; seed <= trials(60); seed++) {
      const { shapes, options } = dirtyLayer(seed);
      const fixed = { ...options, ...(options.snapDistance === 'auto' ? { snapDistance: 0.01 } : {}), ...(options.maxGapWidth === 'auto' ? { maxGapWidth: 0.02 } : {}) };
      // The same layer, with a strip around it that comes near all the squares.
      const around = polygon(box(-60_000, -60_000, 200_000, 60_000), box(-59_000, -59_000, 199_000, 59_000));
      expect(repaired(layerOf([...shapes, ...scattered]), fixed).shapes.slice(0, shapes.length)).toEqual(repaired(layerOf([...shapes, ...scattered, around]), fixed).shapes.slice(0, shapes.length));
    }
  });
});
