import { indexAmong } from '../arrays/binary-search.ts';
import type { ChangedFeatures } from '../layer/changed-features.ts';
import { putExtent } from '../layer/extent.ts';
import { FeatureDifferences } from '../layer/feature-difference.ts';
import { featureExtents, FeatureExtents } from '../layer/feature-extents.ts';
import type { Findings } from '../layer/findings.ts';
import type { Layer } from '../layer/layer.ts';
import type { FeaturePlace } from '../layer/placed-features.ts';
import { vertexCountOf, vertexRange } from '../layer/vertex-range.ts';
import { Ground } from '../ground.ts';
import type { CoordinateUnits } from '../options.ts';
import { tile } from '../pieces/pieces.ts';
import { needsLand } from './finding-weights.ts';

/** A layer before a repair and after it. */
export interface BeforeAndAfter {
  readonly before: Layer;
  /** Ascending. */
  readonly changed: Int32Array;
  /** The index of a feature among those that changed; -1 for the others. */
  readonly entryOf: (feature: number) => number;
  /** A changed feature after the repair. @param entry its index among those that changed. */
  readonly after: (entry: number) => FeaturePlace;
}

export function beforeAndAfter(before: Layer, changes: ChangedFeatures | null): BeforeAndAfter {
  const changed = changes?.features ?? new Int32Array(0);
  return {
    before,
    changed,
    entryOf: (feature) => indexAmong(changed, feature),
    after(entry) {
      if (changes === null) throw new Error('no feature was changed');
      const { patch, entry: at } = changes.at(entry);
      return { layer: patch.geometry, at };
    },
  };
}

/** Features whose land is computed together, and those around them. */
export interface LandBatch {
  /** Ascending: features that changed, or that a finding names. */
  readonly core: Int32Array;
  /**
   * Ascending, including the core: all features whose land may lie where one of the core differs, or that share a finding with
   * it.
   */
  readonly members: Int32Array;
}

/** Batches are made larger, up to this many times, … */
const MOST_TIMES = 4;
/** … as long as twice the size leaves no more than this share to examine: a small core of large features has several times its vertices around it. */
const LEAST_GAIN = 0.8;

/**
 * Divides the features into batches that contain everything needed for each feature of their cores.
 * @param vertices number of vertices in a core, before and after the repair together. It may be larger, so that few features are examined in several batches.
 */
export function* landBatches(layers: BeforeAndAfter, findings: Findings, units: CoordinateUnits, vertices: number): Generator<LandBatch> {
  const { before, changed } = layers;
  const others = new Map<number, number[]>();
  for (let i = 0; i < findings.count; i++) {
    if (!needsLand(findings.kind[i])) continue;
    const known = others.get(findings.feature[i]) ?? [];
    if (known.length === 0) others.set(findings.feature[i], known);
    if (findings.other[i] >= 0) known.push(findings.other[i]);
  }
  const reported = Int32Array.from(new Set([...changed, ...others.keys()])).sort();
  if (reported.length === 0) return;
  const extents = featureExtents(before);
  for (const [entry, feature] of changed.entries()) widen(extents, feature, layers.after(entry));
  const nothing = { snapDistance: 0, maxGapWidth: 0, unit: 'metre' } as const;
  const index = new FeatureExtents(extents, nothing, new Ground(units));
  const weightOf = (feature: number): number => 2 * vertexCountOf(before, feature);
  const differences = new FeatureDifferences();
  const boxes = new Map(Array.from(reported, (feature) => [feature, boxOf(layers, feature, index, differences)]));
  let batches = batchesOf(vertices);
  for (let times = 2; times <= MOST_TIMES && batches.length > 1; times *= 2) {
    const larger = batchesOf(times * vertices);
    if (weigh(larger) > LEAST_GAIN * weigh(batches)) break;
    batches = larger;
  }
  yield* batches;

  function batchesOf(size: number): LandBatch[] {
    return tile(reported, weightOf, index, size).map((core) => {
      const members = new Set<number>(core);
      for (const feature of core) for (const other of others.get(feature) ?? []) members.add(other);
      const around = Array.from(core, (feature) => boxes.get(feature) ?? null).filter((box) => box !== null);
      const largest = around.reduce((best, box) => (sizeOf(box) > sizeOf(best) ? box : best), around[0]);
      // Whatever is near a box is near one that contains it: of thousands of features upon each other, each would find all others again.
      for (const box of around) {
        if (box !== largest && isWithin(box, largest)) continue;
        for (const other of index.near(...box, (candidate) => !members.has(candidate))) members.add(other);
      }
      return { core, members: Int32Array.from(members).sort() };
    });
  }

  function weigh(of: readonly LandBatch[]): number {
    let weight = 0;
    for (const { members } of of) for (const feature of members) weight += weightOf(feature);
    return weight;
  }
}

type Box = readonly [minX: number, minY: number, maxX: number, maxY: number];

function sizeOf([minX, minY, maxX, maxY]: Box): number {
  return maxX - minX + (maxY - minY);
}

function isWithin(box: Box, other: Box): boolean {
  return box[0] >= other[0] && box[1] >= other[1] && box[2] <= other[2] && box[3] <= other[3];
}

/** Where the land of a feature may differ. If it does not differ, all of it, because a finding names it. */
function boxOf({ before, entryOf, after }: BeforeAndAfter, feature: number, { extents }: FeatureExtents, differences: FeatureDifferences): Box | null {
  const entry = entryOf(feature);
  const at = 4 * feature;
  const whole: Box = [extents[at], extents[at + 1], extents[at + 2], extents[at + 3]];
  if (whole[0] > whole[2]) return null;
  if (entry < 0) return whole;
  const { layer, at: index } = after(entry);
  const box = differences.boxOf(before, feature, layer, index);
  return box === null || box.every((value) => Number.isFinite(value)) ? box : whole;
}

function widen(extents: Float64Array, feature: number, { layer, at }: FeaturePlace): void {
  const extent = new Float64Array(4);
  putExtent(layer.xy, ...vertexRange(layer, at), extent, 0);
  if (!(extent[0] <= extent[2])) return;
  const known = 4 * feature;
  if (!(extents[known] <= extents[known + 2])) {
    extents.set(extent, known);
    return;
  }
  for (const axis of [0, 1]) {
    extents[known + axis] = Math.min(extents[known + axis], extent[axis]);
    extents[known + 2 + axis] = Math.max(extents[known + 2 + axis], extent[2 + axis]);
  }
}
