import { describe, expect, it } from 'vitest';
import { layerOf, polygon } from '../../test/layers.ts';
import type { Ring, Shape } from '../../test/layers.ts';
import { prepare } from '../edges/prepare.ts';
import { Ground } from '../ground.ts';
import { applyPatch } from '../layer/apply-patch.ts';
import { FindingList } from '../layer/finding-list.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import { markedIndices } from '../arrays/growable.ts';
import { PatchBuilder } from '../layer/patch.ts';
import { earlierScreening } from '../round.ts';
import { screenFeatures } from './screen-features.ts';
import { SettledPlaces } from './settled-places.ts';

const ground = new Ground({ kind: 'planar' });
const tolerances = { snapDistance: 1, maxGapWidth: 2, unit: 'metre' } as const;
/** Many vertices far away, so that changes elsewhere are a small share of the layer. */
const LAKE = polygon(Array.from({ length: 2001 }, (_, i): [number, number] => [9000 + 1000 * Math.cos(((i % 2000) * Math.PI) / 1000), 9000 + 1000 * Math.sin(((i % 2000) * Math.PI) / 1000)]));
const FIELD: Ring = [[0, 0], [100, 0], [100, 50], [100, 100], [0, 100], [0, 0]];

/** The patch that gives the first feature of a layer another ring; vertices that a former vertex has the place of come from it. */
function patchTo(layer: Layer, ring: Ring): Patch {
  const builder = new PatchBuilder(false, false, ring.length);
  builder.beginFeature(0);
  if (ring.length > 0) {
    builder.beginPart(3, 0);
    builder.beginRing(-1);
    for (const [x, y] of ring) builder.addVertex(x, y, NaN, NaN, placeOf(layer, x, y));
  }
  return builder.finish();
}

function placeOf({ xy }: Layer, x: number, y: number): number {
  for (let i = 0; i < xy.length / 2; i++) if (xy[2 * i] === x && xy[2 * i + 1] === y) return i;
  return -1;
}

function after(shapes: readonly Shape[], ring: Ring, findings = new FindingList(), isLate = false): SettledPlaces | null {
  const layer = layerOf(shapes);
  return SettledPlaces.after({ layer, patch: patchTo(layer, ring), findings: findings.finish(false), tolerances, isLate, ground });
}

describe('places that are as they were when a layer was examined', () => {
  it.each([
    ['as they are', FIELD],
    ['from another vertex on', [...FIELD.slice(2, -1), ...FIELD.slice(0, 3)] as Ring],
    ['in the other direction', FIELD.toReversed()],
    ['without their last vertex', FIELD.slice(0, -1)],
  ])('are everywhere if a ring only comes %s', (_, ring) => {
    expect(after([polygon(FIELD), LAKE], ring)?.isSettledIn(-1e6, -1e6, 1e6, 1e6)).toBe(true);
  });

  it('end four tolerances from a segment that is new or gone', () => {
    const places = after([polygon(FIELD), LAKE], [[0, 0], [100, 0], [103, 50], [100, 100], [0, 100], [0, 0]]);
    expect([[91, 50], [103, 50], [112, 50], [100, 109], [100, -9]].map(([x, y]) => places?.isSettledIn(x, y, x, y))).toEqual([true, false, true, true, true]);
    expect([[93, 50], [110, 50], [100, 107], [100, -7]].map(([x, y]) => places?.isSettledIn(x, y, x, y))).toEqual([false, false, false, false]);
    expect(places?.isSettledIn(0, 0, 90, 100)).toBe(true);
    expect([0, 1].map((feature) => places?.isSettledFeature(feature))).toEqual([false, true]);
  });

  it('end around all segments of a feature that is gone', () => {
    const places = after([polygon(FIELD), LAKE], []);
    expect([[0, 50], [50, 0], [100, 50], [50, 100], [50, 50]].map(([x, y]) => places?.isSettledIn(x, y, x, y))).toEqual([false, false, false, false, true]);
  });

  it('do not hold for other tolerances, nor for a late round after an early one', () => {
    const places = after([polygon(FIELD), LAKE], FIELD);
    expect(places?.holdFor({ ...tolerances }, false)).toBe(true);
    expect(places?.holdFor({ ...tolerances, snapDistance: 2 }, false)).toBe(false);
    expect(places?.holdFor({ ...tolerances, maxGapWidth: 3 }, false)).toBe(false);
    expect(places?.holdFor(tolerances, true)).toBe(false);
  });

  it('are not asked for if much of a layer has changed', () => {
    expect(after([polygon(FIELD), polygon(FIELD)], FIELD)).toBeNull();
  });

  it('leave out the features of faults that were found and are still there', () => {
    const findings = new FindingList();
    for (const [feature, other, action] of [[0, 1, 'overlap-assigned'], [2, 3, 'overlap-assigned'], [4, 5, 'reported']] as const) findings.add({ kind: 'overlap', feature, other, x: 0, y: 0, action });
    const places = after([polygon(FIELD), LAKE, LAKE, LAKE, LAKE, LAKE], FIELD, findings);
    expect(places?.unrepaired.toSorted()).toEqual([2, 3]);
    expect([0, 1, 2, 3, 4, 5].map((feature) => places?.isSettledFeature(feature))).toEqual([false, true, false, false, true, true]);
  });
});

/** Marks after a patch of the first feature, with and without knowing what is settled. */
function candidatesAfter(shapes: readonly Ring[], ring: Ring, isRemembered: boolean): number[] {
  const layer = layerOf([...shapes.map((shape) => polygon(shape)), LAKE]);
  const patch = patchTo(layer, ring);
  const screening = screenFeatures(prepare(layer, new FindingList()), ground, tolerances, Infinity);
  const settled = isRemembered ? SettledPlaces.after({ layer, patch, findings: new FindingList().finish(false), tolerances, isLate: false, ground }) : null;
  const { isCandidate } = screenFeatures(prepare(applyPatch(layer, patch), new FindingList()), ground, tolerances, Infinity, { earlier: earlierScreening(layer, screening, patch, settled) });
  return Array.from(markedIndices(isCandidate ?? new Uint8Array(0)));
}

describe('screening after a patch looks again only where something has changed', () => {
  it('for borders near each other, and rings that touch', () => {
    const west: Ring = [[0, 0], [40, 0], [100, 0], [100, 100], [40, 100], [0, 100], [0, 0]];
    /** Touches itself in a vertex, and comes close to the western field. */
    const east: Ring = [[100.5, 0], [200, 0], [150, 50], [200, 60], [200, 100], [150, 50], [100.5, 100], [100.5, 0]];
    const changedFar: Ring = [[1, 0], ...west.slice(1, -1), [1, 0]];
    const changedNear: Ring = [[0, 0], [40, 0], [100, 1], ...west.slice(3)];
    expect(candidatesAfter([west, east], changedFar, false)).toEqual([0, 1]);
    expect(candidatesAfter([west, east], changedFar, true)).toEqual([]);
    expect(candidatesAfter([west, east], changedNear, true)).toEqual([0, 1]);
  });

  it('for narrow voids', () => {
    const west: Ring = [[0, 0], [40, 0], [100, 0], [100, 40], [98.5, 40], [98.5, 60], [100, 60], [100, 100], [40, 100], [0, 100], [0, 0]];
    const east: Ring = [[100, 0], [200, 0], [200, 100], [100, 100], [100, 60], [100, 40], [100, 0]];
    const changedFar: Ring = [[1, 0], ...west.slice(1, -1), [1, 0]];
    const changedNear: Ring = [...west.slice(0, 5), [98.6, 60], ...west.slice(6)];
    expect(candidatesAfter([west, east], changedFar, false)).toEqual([0, 1]);
    expect(candidatesAfter([west, east], changedFar, true)).toEqual([]);
    expect(candidatesAfter([west, east], changedNear, true)).toEqual([0, 1]);
  });
});
