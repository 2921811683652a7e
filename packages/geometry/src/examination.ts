import { nodeBorders } from './noding/node-borders.ts';
import { snapRound } from './noding/snap-rounding.ts';
import { assignLand } from './assignment.ts';
import { vertexRange } from './layer/vertex-range.ts';
import { FindingList } from './layer/finding-list.ts';
import { Ground } from './ground.ts';
import type { Layer, Patch } from './layer/layer.ts';
import { NEGLIGIBLE } from './matching/short-edges.ts';
import { matchBorders } from './matching/snapping.ts';
import type { ExaminationOptions, Tolerances } from './options.ts';
import { prepare } from './edges/prepare.ts';
import type { PreparedLayer } from './edges/prepare.ts';
import { buildTopology, unmatched } from './edges/topology.ts';
import type { Topology } from './edges/topology.ts';
import type { AssignedTopology } from './faces/arranged-topology.ts';
import { reportUnresolved } from './tracing/reports.ts';
import { traceFeatures } from './tracing/trace-features.ts';

/** A layer after everything has been found that a single ring can show. */
export interface StartedExamination {
  readonly prepared: PreparedLayer;
  readonly findings: FindingList;
}

export interface ExaminationResult {
  readonly patch: Patch | null;
  readonly findings: FindingList;
  /**
   * What noding left undone when its bound was reached; normally empty. Without noding there are no faces, so there is no
   * patch.
   */
  readonly unresolved: FindingList;
}

export function startExamination(layer: Layer): StartedExamination {
  const findings = new FindingList();
  return { prepared: prepare(layer, findings), findings };
}

/** The options of an examination. */
export interface Examination {
  readonly options: ExaminationOptions;
  readonly tolerances: Tolerances;
  /** For each source vertex, whether there is land that is not in the layer beyond the segment that starts there. */
  readonly isRim: Uint8Array | null;
  /** For each feature, whether its borders must not be matched with others. */
  readonly isUnmatched: Uint8Array | null;
  /**
   * Whether many earlier rounds have failed to settle the layer. If so, nodes that no border needs stay, because an edge that is
   * straightened again may cross what it was bent around; and short edges are merged.
   */
  readonly isLate: boolean;
  readonly progress: (share: number) => void;
  /** Called with the topology after each stage, for inspection only: it must not be changed or kept. */
  readonly onStage?: (stage: Stage, topology: Topology) => void;
}

export type Stage = 'edges' | 'matched' | 'noded' | 'assigned';

/**
 * One pass over a whole layer: finds the faults and the patch that repairs them. If matching would take the last land of
 * a feature (one smaller than the snap distance), the pass is repeated without matching that feature.
 *
 * @param started consumed by this call.
 */
export function examine(started: StartedExamination, context: Examination): ExaminationResult {
  const { layer } = started.prepared;
  const isFrozen = context.isUnmatched?.slice() ?? new Uint8Array(layer.featureOffsets.length - 1);
  for (let start = started; ; start = startExamination(layer)) {
    const { result, lost } = attempt(start, context, isFrozen);
    if (lost.length === 0) return result;
    for (const feature of lost) isFrozen[feature] = 1;
  }
}

interface Attempt {
  readonly result: ExaminationResult;
  /** Features that lost their last land to matching. */
  readonly lost: readonly number[];
}

/** The stages in order: match, node, assign, trace. */
function attempt({ prepared, findings }: StartedExamination, context: Examination, isFrozen: Uint8Array): Attempt {
  const { options, tolerances, isRim, progress, onStage } = context;
  const topology = buildTopology(prepared, new Ground(options.units));
  onStage?.('edges', topology);
  progress(0.25);
  const matched = matchBorders(topology, { distance: tolerances.snapDistance, isFrozen, isRim, mergesShortEdges: context.isLate }, findings, (share) => progress(0.25 + 0.15 * share));
  onStage?.('matched', matched);
  progress(0.4);
  const { noded: onlyNoded, unresolved } = nodeBorders(matched, NEGLIGIBLE * tolerances.snapDistance, findings);
  // If borders were matched, the caller first tries again without matching (`repairWhole`). Without matching, snap
  // rounding is the last resort.
  const noded = onlyNoded ?? (tolerances.snapDistance > 0 ? null : snapRound(unmatched(buildTopology(prepared, topology.ground))));
  progress(0.55);
  if (noded === null) {
    const left = new FindingList();
    for (const edge of new Set(unresolved)) reportUnresolved(topology, edge, left);
    return { result: { patch: null, findings, unresolved: left }, lost: [] };
  }
  onStage?.('noded', noded);
  // From here on hardly anything asks for the edges at a vertex, and after the assignment nothing adds vertices and edges.
  noded.edges.releaseIncidence();
  const assigned = assignLand(noded, { options, tolerances, isRim }, findings, (share) => progress(0.55 + 0.2 * share));
  onStage?.('assigned', assigned);
  assigned.edges.releaseSlots();
  assigned.vertices.releaseBuckets();
  progress(0.75);
  const { patch, emptied } = traceFeatures(assigned, { shellWinding: options.shellWinding, keepsNodes: context.isLate }, findings, (share) => progress(0.75 + 0.25 * share));
  const isLost = (feature: number): boolean => matched.isTouched[feature] === 1 && isFrozen[feature] === 0 && !isTrueDuplicate(assigned, feature);
  return { result: { patch, findings, unresolved: new FindingList() }, lost: emptied.filter(isLost) };
}

function isTrueDuplicate({ prepared, vertexOf, ownership: { duplicateOf } }: AssignedTopology, feature: number): boolean {
  return duplicateOf[feature] >= 0 && haveSameVertices(prepared, vertexOf, feature, duplicateOf[feature]);
}

/** Whether two features have the same vertices before anything moves, so that snapping moved both in the same way. */
function haveSameVertices(prepared: PreparedLayer, vertexOf: Int32Array, feature: number, other: number): boolean {
  const { layer, next } = prepared;
  const verticesOf = (of: number): Set<number> => {
    const found = new Set<number>();
    const [first, end] = vertexRange(layer, of);
    for (let i = first; i < end; i++) if (next[i] >= 0) found.add(vertexOf[i]);
    return found;
  };
  const own = verticesOf(feature);
  const others = verticesOf(other);
  return own.size === others.size && [...own].every((vertex) => others.has(vertex));
}
