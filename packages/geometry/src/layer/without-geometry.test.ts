import { expect, it } from 'vitest';
import { box, layerOf, multiPolygon, polygon } from '../../test/layers.ts';
import type { Shape } from '../../test/layers.ts';
import { Ground } from '../ground.ts';
import { repairNow } from '../repair.ts';
import { screenFeatures } from '../screening/screen-features.ts';
import { startExamination } from '../examination.ts';
import { resolveTolerances } from '../tolerances.ts';
import { applyPatch } from './apply-patch.ts';
import { featureExtents } from './feature-extents.ts';
import type { Layer, Patch } from './layer.ts';
import { extractFeatures } from './neighbourhood.ts';
import { PatchBuilder } from './patch.ts';
import { featuresWithout, withEmptied, withoutGeometry } from './without-geometry.ts';

const UNITS = { kind: 'planar' } as const;
const OPTIONS = { units: UNITS, overlaps: 'fix', gaps: 'fix', snapDistance: 'auto', maxGapWidth: 'auto', shellWinding: 'counter-clockwise', threads: 1 } as const;

/** A row of squares, each one's eastern border two centimetres off the next one's, and copies of some of them, of which the last is also elsewhere. */
const SQUARES: readonly Shape[] = [
  polygon(box(0, 0, 100, 100)),
  polygon(box(100.02, 0, 200, 100)),
  polygon(box(0.01, 0, 100, 100)),
  multiPolygon([box(200.02, 0, 300, 100)], [box(0, 200, 100, 300)]),
  polygon(box(100.02, 0.01, 200, 100)),
  multiPolygon([box(200.02, 0, 300, 100)], [box(0, 200, 100, 300.01)]),
];
const COPIES = Int32Array.of(2, 4, 5);

function emptying(layer: Layer, features: Int32Array): Patch {
  const builder = new PatchBuilder(layer.z !== null, layer.m !== null, 0);
  for (const feature of features) builder.beginFeature(feature);
  return builder.finish();
}

it('a patch with emptied features does what the two do one after the other', () => {
  const layer = layerOf(SQUARES);
  const builder = new PatchBuilder(false, false, 8);
  for (const [feature, side] of [[0, 50], [3, 60], [4, 70]] as const) {
    builder.beginFeature(feature);
    builder.beginPart(3, -1);
    builder.beginRing(-1);
    for (const [x = 0, y = 0] of box(0, 0, side, side)) builder.addVertex(x, y, NaN, NaN, -1);
  }
  const patch = builder.finish();
  // Feature 4 is in both: what the patch makes of it counts.
  const merged = withEmptied(patch, Int32Array.of(2, 4, 5));
  expect(merged.features).toEqual(Int32Array.of(0, 2, 3, 4, 5));
  expect(applyPatch(layer, merged)).toEqual(applyPatch(applyPatch(layer, emptying(layer, COPIES)), patch));
  expect(withEmptied(patch, new Int32Array(0))).toBe(patch);
});

it('a feature without geometry is none for any stage before the patch', () => {
  const layer = layerOf(SQUARES);
  for (const asked of [false, true]) {
    // Extents are taken over if they are known.
    if (asked) featureExtents(layer);
    const without = withoutGeometry(layer, COPIES);
    const emptied = applyPatch(layer, emptying(layer, COPIES));
    expect(featureExtents(without)).toEqual(featureExtents(emptied));
    const ground = new Ground(UNITS);
    const screened = (of: Layer) => screenFeatures(startExamination(of).prepared, ground, { snapDistance: 0.1, maxGapWidth: 0.2, unit: 'coordinate unit' }, 9).isCandidate;
    expect(screened(without)).toEqual(screened(emptied));
    expect(screened(without)).toEqual(Uint8Array.of(1, 1, 0, 1, 0, 0));
    expect(resolveTolerances(featuresWithout(layer, COPIES), OPTIONS)).toEqual(resolveTolerances(emptied, OPTIONS));
  }
  expect(layer).toEqual(layerOf(SQUARES));
});

it('a repair with copies gives what one without them gives, and no part without a kind', () => {
  for (const count of [3, 6]) {
    // Three squares, of which the third only repeats the first and nothing else is wrong if it stands alone; or all.
    const shapes = count === 3 ? [SQUARES[0], SQUARES[3], SQUARES[2]] : SQUARES;
    const copies = count === 3 ? Int32Array.of(2) : COPIES;
    const layer = layerOf(shapes);
    const result = repairNow(layer, OPTIONS);
    const alone = repairNow(applyPatch(layer, emptying(layer, copies)), OPTIONS);
    expect(result.layer).toEqual(alone.layer);
    expect(result.emptied).toEqual(copies);
    expect(new Set(result.layer.partKinds)).toEqual(new Set([3]));
    expect(result.patch === null ? null : applyPatch(layer, result.patch)).toEqual(result.layer);
    expect(extractFeatures(layer, copies).layer).toEqual(extractFeatures(layerOf(shapes), copies).layer);
  }
});
