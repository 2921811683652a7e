import { arrange } from './faces/arrangement.ts';
import type { Arrangement } from './faces/arrangement.ts';
import { gatherCells } from './faces/cells.ts';
import type { Cells } from './faces/cells.ts';
import { findSuspects } from './tracing/changes.ts';
import { Coverage, keptCode, keptSet } from './faces/coverage.ts';
import type { EdgeTable } from './edges/edges.ts';
import { FindingList } from './layer/finding-list.ts';
import { divideGap, facesOfGaps } from './faces/gap-division.ts';
import { cutGaps } from './faces/gap-triangles.ts';
import { findGaps } from './faces/gaps.ts';
import { VoidOutlines } from './faces/void-outlines.ts';
import type { Gap } from './faces/gaps.ts';
import { Ground } from './ground.ts';
import type { EdgeGrid } from './edges/grid.ts';
import { Int32List } from './arrays/growable.ts';
import { internRings } from './edges/intern-rings.ts';
import { labelFaces } from './faces/labels.ts';
import type { FaceLabels } from './faces/labels.ts';
import type { Layer, Patch } from './layer/layer.ts';
import { nodeEdges } from './noding/noding.ts';
import type { ExaminationOptions, Tolerances } from './options.ts';
import { assignOverlaps } from './faces/overlaps.ts';
import type { Ownership } from './faces/overlaps.ts';
import { PatchBuilder, vertexCountOf } from './layer/patch.ts';
import { prepare } from './edges/prepare.ts';
import type { PreparedLayer } from './edges/prepare.ts';
import { RegionTracer } from './tracing/rebuild.ts';
import { featureRegions } from './faces/regions.ts';
import type { FeatureRegions } from './faces/regions.ts';
import { RingFaults } from './tracing/ring-faults.ts';
import { reportGaps, reportOverlaps, reportUnresolved } from './tracing/reports.ts';
import { BorderSnapping } from './matching/snapping.ts';
import { VertexMoves } from './edges/vertices.ts';
import type { VertexTable } from './edges/vertices.ts';
import { FeatureWriter } from './tracing/write-features.ts';

/** How often writing tells how far it is. */
const FEATURES_BETWEEN_REPORTS = 1024;

/** A layer after what can be told of its rings one by one. */
export interface StartedExamination {
  readonly prepared: PreparedLayer;
  readonly findings: FindingList;
}

export interface ExaminationResult {
  readonly patch: Patch | null;
  readonly findings: FindingList;
  /** What noding left undone when its bound was reached; normally nothing. No faces can be told then, so there is no patch. */
  readonly unresolved: FindingList;
}

export function startExamination(layer: Layer): StartedExamination {
  const findings = new FindingList();
  return { prepared: prepare(layer, findings), findings };
}

/**
 * One pass over a whole layer: what is wrong, and the patch that repairs it. Where snapping would take the last land of a
 * feature (one smaller than the snap distance), the pass is done again with that feature left out of it.
 *
 * @param started used up by this.
 * @param isRim for each source vertex whether land that is not in the layer lies beyond the segment that starts there.
 * @param isLeft for each feature whether its borders are not to be matched with others.
 * @param keepsNodes whether nodes that no border needs stay as well.
 */
export function examine(
  started: StartedExamination,
  options: ExaminationOptions,
  tolerances: Tolerances,
  isRim: Uint8Array | null,
  isLeft: Uint8Array | null,
  progress: (share: number) => void,
  keepsNodes = false,
): ExaminationResult {
  const { layer } = started.prepared;
  const isFrozen = isLeft?.slice() ?? new Uint8Array(layer.featureOffsets.length - 1);
  for (let start = started; ; start = startExamination(layer)) {
    const { result, emptied, isTouched, isTrueDuplicate } = attempt(start, options, tolerances, isFrozen, isRim, progress, keepsNodes);
    let isLost = false;
    for (const feature of emptied) {
      if (isTouched[feature] === 0 || isFrozen[feature] === 1 || isTrueDuplicate(feature)) continue;
      isFrozen[feature] = 1;
      isLost = true;
    }
    if (!isLost) return result;
  }
}

function attempt(
  { prepared, findings }: StartedExamination,
  options: ExaminationOptions,
  tolerances: Tolerances,
  isFrozen: Uint8Array,
  isRim: Uint8Array | null,
  progress: (share: number) => void,
  keepsNodes: boolean,
): { result: ExaminationResult; emptied: readonly number[]; isTouched: Uint8Array; isTrueDuplicate: (feature: number) => boolean } {
  const { layer } = prepared;
  const { vertices, edges, vertexOf } = internRings(prepared);
  progress(0.25);
  const ground = new Ground(options.units);
  const moves = new VertexMoves(vertices.count);
  const inserted = new Int32List();
  const isTouched = new Uint8Array(isFrozen.length);
  // Nothing else of it outlives it: what it knows of the borders is as large as the layer.
  new BorderSnapping(prepared, vertices, edges, moves, inserted, ground, tolerances.snapDistance, isFrozen, isRim, isTouched, findings).run((share) => progress(0.25 + 0.15 * share));
  progress(0.4);
  const noding = nodeEdges(vertices, edges, inserted);
  progress(0.55);
  if (noding.unresolved.length > 0) {
    const unresolved = new FindingList();
    for (const edge of new Set(noding.unresolved)) reportUnresolved(prepared, vertices, edges, edge, unresolved);
    return { result: { patch: null, findings, unresolved }, emptied: [], isTouched, isTrueDuplicate: () => false };
  }
  let analysis = analyse(prepared, vertices, edges, noding.grid, ground, options, tolerances, isRim, findings, progress);
  progress(0.66);
  // Twice: what stands in a gap is joined to its border first.
  for (let pass = 0; pass < 2 && options.gaps === 'fix'; pass++) {
    if (cutGaps(vertices, edges, noding.grid, analysis.arrangement, analysis.cells, analysis.gaps, ground) === 0) break;
    analysis = analyse(prepared, vertices, edges, noding.grid, ground, options, tolerances, isRim, new FindingList(), () => undefined);
  }
  const { arrangement, labels, regions, cells, ownership, codeOfCell, gaps } = analysis;
  for (let ring = 0; ring < regions.changedRing.length; ring++) if (regions.changedRing[ring] === 1) prepared.changed[prepared.featureOfRing[ring]] = 1;
  const featureCount = layer.featureOffsets.length - 1;
  reportOverlaps(vertices, edges, cells, regions, ownership, options.overlaps === 'keep', findings);
  const coverage = Coverage.ofCells(codeOfCell, cells, regions);
  if (options.gaps === 'fix') {
    const faces = facesOfGaps(cells, gaps);
    for (let place = 0; place < gaps.length; place++) divideGap(vertices, edges, arrangement, faces.of(place), coverage.codeOfFace, ownership.featureArea, ground);
    const areasOf = (place: number): Map<number, number> => {
      const areas = new Map<number, number>();
      for (const face of faces.of(place)) areas.set(coverage.codeOfFace[face], (areas.get(coverage.codeOfFace[face]) ?? 0) + arrangement.faceArea[face]);
      return areas;
    };
    reportGaps(vertices, edges, cells, gaps, areasOf, false, findings);
  } else {
    reportGaps(vertices, edges, cells, gaps, (place) => new Map([[gaps[place].taker, cells.area[gaps[place].cell]]]), true, findings);
  }
  progress(0.75);
  const suspects = findSuspects(prepared, vertices, edges, arrangement, coverage, noding.isInserted, vertexOf, moves);
  progress(0.85);

  const tracer = new RegionTracer(prepared, vertices, edges, arrangement, coverage, keepsNodes ? new Uint8Array(vertices.count) : noding.isInserted);
  if (layer.z !== null || layer.m !== null) edges.buildIncidence(vertices.count);
  const writer = new FeatureWriter(prepared, vertices, edges, vertexOf, moves, options.shellWinding === 'clockwise');
  const faults = new RingFaults(prepared, vertices, edges, arrangement, labels, regions, noding, suspects, findings);
  tracer.onUnmatched = (feature, vertex) => faults.noteUnmatched(feature, vertex);
  const emptied: number[] = [];
  let expected = 0;
  for (let feature = 0; feature < featureCount; feature++) if (suspects.isSuspect[feature] === 1) expected += vertexCountOf(layer, feature);
  const builder = new PatchBuilder(layer.z !== null, layer.m !== null, Math.ceil(1.01 * expected));
  for (let feature = 0; feature < featureCount; feature++) {
    if (feature % FEATURES_BETWEEN_REPORTS === 0) progress(0.85 + (0.15 * feature) / featureCount);
    if (suspects.isSuspect[feature] === 0) continue;
    const traced = tracer.trace(feature, suspects.borders.subarray(suspects.offsets[feature], suspects.offsets[feature + 1]));
    if (!writer.write(feature, traced, builder)) continue;
    for (const vertex of tracer.thinRings) findings.add('collapsed', feature, -1, vertices.x[vertex], vertices.y[vertex], NaN, 'ring-removed');
    faults.report(feature);
    if (traced.length === 0) emptied.push(feature);
  }
  progress(1);
  const isTrueDuplicate = (feature: number): boolean =>
    ownership.duplicateOf[feature] >= 0 && haveSameVertices(prepared, vertexOf, feature, ownership.duplicateOf[feature]);
  return { result: { patch: builder.featureCount === 0 ? null : builder.finish(), findings, unresolved: new FindingList() }, emptied, isTouched, isTrueDuplicate };
}

interface Analysis {
  readonly arrangement: Arrangement;
  readonly labels: FaceLabels;
  readonly regions: FeatureRegions;
  readonly cells: Cells;
  readonly ownership: Ownership;
  /** As `Coverage`, before gaps are closed. */
  readonly codeOfCell: Int32Array;
  readonly gaps: readonly Gap[];
}

/** From noded edges to who has what, and which voids are gaps. */
function analyse(
  prepared: PreparedLayer,
  vertices: VertexTable,
  edges: EdgeTable,
  grid: EdgeGrid,
  ground: Ground,
  options: ExaminationOptions,
  tolerances: Tolerances,
  isRim: Uint8Array | null,
  findings: FindingList,
  progress: (share: number) => void,
): Analysis {
  const arrangement = arrange(vertices, edges, grid, ground);
  progress(0.6);
  const labels = labelFaces(prepared, edges, arrangement);
  progress(0.63);
  const regions = featureRegions(prepared, arrangement, labels, findings);
  const cells = gatherCells(vertices, edges, arrangement, regions, isRim, ground);
  const ownership = assignOverlaps(prepared.changed.length, cells, regions);
  const codeOfCell = ownership.owner.slice();
  const { featureSets } = regions;
  if (options.overlaps === 'keep') {
    for (let cell = 1; cell < cells.count; cell++) if (featureSets.sizeOf(cells.featureSet[cell]) > 1) codeOfCell[cell] = keptCode(cells.featureSet[cell]);
  }
  const firstOf = (code: number): number => featureSets.items.data[featureSets.offsets.data[keptSet(code)]];
  const outlinesOf = (voids: Iterable<number>): VoidOutlines => new VoidOutlines(vertices, edges, arrangement, cells, ground, voids);
  const gaps = findGaps(cells, codeOfCell, ownership.featureArea, tolerances, firstOf, outlinesOf, options.landElsewhere ?? null);
  return { arrangement, labels, regions, cells, ownership, codeOfCell, gaps };
}

/** Whether two features have the same vertices before anything moves, so that snapping moved both alike. */
function haveSameVertices(prepared: PreparedLayer, vertexOf: Int32Array, feature: number, other: number): boolean {
  const { layer, next } = prepared;
  const verticesOf = (of: number): Set<number> => {
    const found = new Set<number>();
    const end = layer.ringOffsets[layer.partOffsets[layer.featureOffsets[of + 1]]];
    for (let i = layer.ringOffsets[layer.partOffsets[layer.featureOffsets[of]]]; i < end; i++) if (next[i] >= 0) found.add(vertexOf[i]);
    return found;
  };
  const own = verticesOf(feature);
  const others = verticesOf(other);
  return own.size === others.size && [...own].every((vertex) => others.has(vertex));
}
