import { describe, expect, it } from 'vitest';
import { markedIndices } from '../src/arrays/growable.ts';
import { prepare } from '../src/edges/prepare.ts';
import { Ground } from '../src/ground.ts';
import { FindingList } from '../src/layer/finding-list.ts';
import { screenFeatures } from '../src/screening/screen-features.ts';
import { validateNow } from '../src/validate.ts';
import type { RepairOptions } from '../src/repair-options.ts';
import { dirtyLayer, mediumLayer } from './dirty-layers.ts';
import { box, layerOf, multiPolygon, polygon } from './layers.ts';
import type { Shape } from './layers.ts';
import { missedByScreening } from './missed-by-screening.ts';

const OPTIONS: RepairOptions = { units: { kind: 'planar' }, snapDistance: 0, maxGapWidth: 0, overlaps: 'fix', gaps: 'fix', shellWinding: 'counter-clockwise', threads: 1 };

/** A coverage of squares, in which every border except the outermost is shared by two. */
const squares = (x: number, y: number, columns: number, side: number): Shape[] =>
  Array.from({ length: columns * columns }, (_, i) => {
    const [left, low] = [x + (i % columns) * side, y + Math.floor(i / columns) * side];
    return polygon(box(left, low, left + side, low + side));
  });

/** Among many clean ones, so that few borders are open and the short proof is tried. */
const findings = (...shapes: Shape[]): number => validateNow(layerOf([...shapes, ...squares(1000, 0, 24, 10)]), OPTIONS).findings.count;

describe('the proof that a layer is clean', () => {
  it('holds for coverages, beside each other and in each other’s holes', () => {
    expect(findings(...squares(0, 0, 6, 10), ...squares(100, 0, 3, 10))).toBe(0);
    expect(findings(polygon(box(-10, -10, 50, 50), box(5, 5, 35, 35)), ...squares(10, 10, 2, 5))).toBe(0);
    expect(findings(polygon(box(-10, -10, 50, 50), box(10, 10, 20, 20)), ...squares(10, 10, 1, 10))).toBe(0);
  });

  it('fails where one coverage lies in another, so that only borders of two features cross', () => {
    expect(findings(...squares(0, 0, 6, 10), ...squares(22, 23, 2, 7))).toBeGreaterThan(0);
    expect(findings(...squares(0, 0, 6, 10), ...squares(22, 23, 1, 2))).toBeGreaterThan(0);
  });

  it('fails where two coverages overlap', () => {
    expect(findings(...squares(0, 0, 6, 10), ...squares(33, 34, 6, 10))).toBeGreaterThan(0);
  });

  it('fails where a hole lies outside its shell and a feature fills it', () => {
    expect(findings(polygon(box(0, 0, 10, 10), box(20, 0, 25, 5)), polygon(box(20, 0, 25, 5)))).toBeGreaterThan(0);
  });

  it('fails where a hole lies in a hole and features fill both', () => {
    const inner = box(12, 12, 18, 18);
    const outer = box(10, 10, 20, 20);
    expect(findings(polygon(box(0, 0, 30, 30), outer, inner), polygon(outer), polygon(inner))).toBeGreaterThan(0);
  });

  it('fails where the parts of a feature lie in each other and another has a hole there', () => {
    expect(findings(multiPolygon([box(0, 0, 30, 30)], [box(10, 10, 20, 20)]), polygon(box(40, 0, 60, 20), box(45, 5, 50, 10)))).toBeGreaterThan(0);
  });

  it('fails where a feature lies in a void that is not one', () => {
    // The outer square's hole is a lake; the small coverage lies half in it.
    expect(findings(polygon(box(0, 0, 30, 30), box(10, 10, 20, 20)), ...squares(15, 12, 2, 4))).toBeGreaterThan(0);
  });
});

describe('the features that may have a fault', () => {
  it('are not the neighbours of one whose rings touch, unless the round is late', () => {
    const touching = polygon([[0, 0], [10, 0], [5, 5], [10, 10], [0, 10], [5, 5], [0, 0]]);
    const beside = polygon([[10, 0], [20, 0], [20, 10], [10, 10], [5, 5], [10, 0]]);
    const layer = layerOf([touching, beside, ...squares(30, 0, 3, 10)]);
    const tolerances = { snapDistance: 0.01, maxGapWidth: 0.02, unit: 'metre' } as const;
    const candidates = (isLate: boolean): number[] => {
      const { isCandidate } = screenFeatures(prepare(layer, new FindingList()), new Ground({ kind: 'planar' }), tolerances, Infinity, { isLate });
      return [...markedIndices(isCandidate ?? new Uint8Array(0))];
    };
    expect([false, true].map(candidates)).toEqual([[0], [0, 1]]);
  });

  it('are all with which a full examination finds one', () => {
    const missed: string[] = [];
    for (let seed = 1; seed <= 600; seed++) {
      const { family, shapes, options } = dirtyLayer(seed);
      missed.push(...missedByScreening(layerOf(shapes), options).map((what) => `small ${seed} (${family}): ${what}`));
    }
    for (let seed = 1; seed <= 4; seed++) {
      const { family, shapes, options } = mediumLayer(seed);
      missed.push(...missedByScreening(layerOf(shapes), options).map((what) => `medium ${seed} (${family}): ${what}`));
    }
    expect(missed.join('\n')).toBe('');
  });
});
