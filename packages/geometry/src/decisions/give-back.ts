import { facesOfLayer } from '../faces/claimed-faces.ts';
import { NO_OWNER } from '../faces/owner.ts';
import { Coverage, keptCode } from '../faces/coverage.ts';
import type { Layer } from '../layer/layer.ts';
import { extractPlaced } from '../layer/neighbourhood.ts';
import type { PlacedFeature } from '../layer/neighbourhood.ts';
import { PatchBuilder } from '../layer/patch.ts';
import type { ExaminationOptions } from '../options.ts';
import { traceWanted } from '../tracing/trace-wanted.ts';
import { FeatureWriter } from '../tracing/write-features.ts';
import type { Lot } from './set-aside.ts';

/** Features that got their lots back. */
export interface GivenBack {
  /** Ascending. */
  readonly features: Int32Array;
  readonly layer: Layer;
}

/**
 * Joins lots with their owners, as both came out of the repair. Their borders are the same chains, so nothing moves.
 *
 * @param whole determines which ordinates there are.
 * @param placed where each feature and each lot is now.
 * @param featureCount lots follow this many features.
 * @returns all members of lots, with all nodes that are now on their borders.
 */
export function giveBack(whole: Pick<Layer, 'z' | 'm'>, placed: (feature: number) => PlacedFeature, featureCount: number, lots: readonly Lot[], options: ExaminationOptions): GivenBack {
  const members = [...new Set(lots.flatMap((lot) => lot.members))].sort((p, q) => p - q);
  const indexOf = new Map(members.map((feature, index) => [feature, index]));
  const inUse = lots.flatMap((lot, i) => (lot.members.length > 0 ? [{ members: lot.members.map((member) => indexOf.get(member) ?? 0), feature: featureCount + i }] : []));
  const extract = extractPlaced(whole, Int32Array.from([...members, ...inUse.map(({ feature }) => feature)]), placed);
  const arranged = facesOfLayer(extract.layer, options.units);
  const { regions: { featureSets, featureSetOfFace } } = arranged;
  const codes = Array.from({ length: featureSets.count }, (_, set) => {
    const holders = new Set<number>();
    for (const feature of featureSets.items.data.slice(featureSets.offsets.data[set], featureSets.offsets.data[set + 1])) {
      for (const holder of feature < members.length ? [feature] : inUse[feature - members.length].members) holders.add(holder);
    }
    const sorted = Int32Array.from(holders).sort();
    return sorted.length === 0 ? NO_OWNER : sorted.length === 1 ? sorted[0] : keptCode(featureSets.intern(sorted, sorted.length));
  });
  const coverage = new Coverage(featureSetOfFace.map((set) => codes[set]), arranged.regions);
  const isMember = new Uint8Array(extract.features.length).fill(1, 0, members.length);
  const writer = new FeatureWriter(arranged, options.shellWinding);
  const builder = new PatchBuilder(whole.z !== null, whole.m !== null, 1024);
  traceWanted({ ...arranged, coverage }, isMember, new Uint8Array(arranged.vertices.count), (member, traced) => {
    if (!writer.write(member, traced, builder)) builder.addFeature(member, extract.layer, member, extract.origins);
  });
  return { features: Int32Array.from(members), layer: builder.finish().geometry };
}
