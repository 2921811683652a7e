import type { FindingList } from '../layer/finding-list.ts';
import type { Patch } from '../layer/layer.ts';
import { PatchBuilder } from '../layer/patch.ts';
import { vertexCountOf } from '../layer/vertex-range.ts';
import type { Winding } from '../options.ts';
import type { AssignedTopology } from '../faces/arranged-topology.ts';
import { findSuspects } from './changes.ts';
import { RegionTracer } from './rebuild.ts';
import { RingFaults } from './ring-faults.ts';
import { FeatureWriter } from './write-features.ts';

/** Features between two progress reports. */
const FEATURES_BETWEEN_REPORTS = 1024;

export interface TracedFeatures {
  /** Null if no feature changed. */
  readonly patch: Patch | null;
  /** Features of the patch without any land. */
  readonly emptied: readonly number[];
}

interface TracingOptions {
  readonly shellWinding: Winding;
  /** Whether nodes that no border needs stay (`isLate` of `Examination` says why). */
  readonly keepsNodes: boolean;
}

/** From faces back to rings: the patch of all features that changed, and the faults of their rings. */
export function traceFeatures(assigned: AssignedTopology, { shellWinding, keepsNodes }: TracingOptions, findings: FindingList, progress: (share: number) => void): TracedFeatures {
  const { prepared: { layer }, vertices } = assigned;
  const featureCount = layer.featureOffsets.length - 1;
  const suspects = findSuspects(assigned);
  progress(0.4);
  const faults = new RingFaults(assigned, suspects, findings);
  const tracer = new RegionTracer(assigned, keepsNodes ? new Uint8Array(vertices.count) : assigned.noding.isInserted, (feature, vertex) => faults.noteUnmatched(feature, vertex));
  const writer = new FeatureWriter(assigned, shellWinding);
  const emptied: number[] = [];
  let expected = 0;
  for (let feature = 0; feature < featureCount; feature++) if (suspects.isSuspect[feature] === 1) expected += vertexCountOf(layer, feature);
  const builder = new PatchBuilder(layer.z !== null, layer.m !== null, Math.ceil(1.01 * expected));
  for (let feature = 0; feature < featureCount; feature++) {
    if (feature % FEATURES_BETWEEN_REPORTS === 0) progress(0.4 + (0.6 * feature) / featureCount);
    if (suspects.isSuspect[feature] === 0) continue;
    const traced = tracer.trace(feature, suspects.borders.subarray(suspects.offsets[feature], suspects.offsets[feature + 1]));
    if (!writer.write(feature, traced, builder)) continue;
    for (const vertex of tracer.thinRings) findings.add({ kind: 'collapsed', feature, x: vertices.x[vertex], y: vertices.y[vertex], action: 'ring-removed' });
    faults.report(feature);
    if (traced.length === 0) emptied.push(feature);
  }
  progress(1);
  return { patch: builder.featureCount === 0 ? null : builder.finish(), emptied };
}
