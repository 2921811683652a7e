import { claimedFaces, withCells } from './faces/claimed-faces.ts';
import { Coverage, keptCode, keptSet } from './faces/coverage.ts';
import { divideGap, facesOfGaps } from './faces/gap-division.ts';
import { withinLimits } from './faces/gap-limits.ts';
import { cutGaps } from './faces/gap-triangles.ts';
import { findGaps } from './faces/gaps.ts';
import type { Gap } from './faces/gaps.ts';
import { assignOverlaps } from './faces/overlaps.ts';
import { NO_OWNER } from './faces/owner.ts';
import type { Ownership } from './faces/owner.ts';
import { VoidOutlines } from './faces/void-outlines.ts';
import type { FindingList } from './layer/finding-list.ts';
import type { ExaminationOptions, Tolerances } from './options.ts';
import type { ArrangedTopology, AssignedTopology } from './faces/arranged-topology.ts';
import type { NodedTopology } from './noding/node-borders.ts';
import { reportGaps, reportOverlaps } from './tracing/reports.ts';

/** A gap with something inside takes two passes: the first joins that to the border of the gap, the second cuts the gap. */
const CUTS = 2;

/** What the stage that assigns land needs besides the topology. */
export interface AssignmentContext {
  readonly options: ExaminationOptions;
  readonly tolerances: Tolerances;
  /** For each source vertex, whether there is land that is not in the layer beyond the segment that starts there. */
  readonly isRim: Uint8Array | null;
}

/**
 * Decides who has each face, in this order:
 *
 * 1. Every overlap goes to one of its features (`assignOverlaps`).
 * 2. The voids that are gaps are found (`findGaps`); roads and streams are not among them.
 * 3. Gaps between three or more features are cut into triangles (`cutGaps`), which changes the edges of the topology. Then 1 and 2 are repeated.
 * 4. Every gap goes to its neighbours (`divideGap`).
 */
export function assignLand(noded: NodedTopology, context: AssignmentContext, findings: FindingList, progress: (share: number) => void): AssignedTopology {
  const { options } = context;
  let arranged = withCells(claimedFaces(noded, { findings, progress: (share) => progress(0.5 * share) }), context.isRim);
  let decided = decideCells(arranged, context);
  progress(0.7);
  for (let cut = 0; cut < CUTS && options.gaps === 'fix'; cut++) {
    if (cutGaps(arranged, decided.gaps) === 0) break;
    arranged = withCells(claimedFaces(noded), context.isRim);
    decided = decideCells(arranged, context);
  }
  const { prepared, cells, regions } = arranged;
  const { ownership, codeOfCell, gaps } = decided;
  for (let ring = 0; ring < regions.changedRing.length; ring++) if (regions.changedRing[ring] === 1) prepared.changed[prepared.featureOfRing[ring]] = 1;
  reportOverlaps(arranged, ownership, options.overlaps === 'keep', findings);
  const coverage = Coverage.ofCells(codeOfCell, cells, regions);
  if (options.gaps === 'fix') closeGaps(arranged, decided, coverage, options.lotsFrom, findings);
  else reportGaps(arranged, gaps, ({ longestBorder, cell }) => new Map([[longestBorder, cells.area[cell]]]), true, findings);
  return { ...arranged, ownership, coverage };
}

/** Who has each cell before gaps are closed. */
interface CellDecisions {
  /** Of overlaps: one feature for each, also where they are kept. */
  readonly ownership: Ownership;
  /** As in `Coverage`: like the owner, but for overlaps that are kept. */
  readonly codeOfCell: Int32Array;
  readonly gaps: readonly Gap[];
}

/** Decides who gets which overlaps, and which voids are gaps. */
function decideCells(arranged: ArrangedTopology, { options, tolerances }: AssignmentContext): CellDecisions {
  const { prepared, cells, regions: { featureSets } } = arranged;
  const outlinesOf = (members: Iterable<number>): VoidOutlines => new VoidOutlines(arranged, members);
  const { snapDistance } = tolerances;
  // Slivers that are given up become gaps, which must then be closed.
  const givesUpSlivers = options.overlaps === 'fix' && options.gaps === 'fix' && options.gapLimits === undefined;
  const leastWidth = snapDistance > 0 ? { width: snapDistance, outlinesOf, givesUpSlivers } : null;
  const ownership = assignOverlaps(prepared.changed.length, cells, arranged.regions, leastWidth);
  const codeOfCell = ownership.owner.slice();
  if (options.overlaps === 'keep') {
    for (let cell = 1; cell < cells.count; cell++) if (featureSets.sizeOf(cells.featureSet[cell]) > 1) codeOfCell[cell] = keptCode(cells.featureSet[cell]);
  }
  const sharersOf = (code: number): readonly number[] => {
    if (code >= NO_OWNER) return code === NO_OWNER ? [] : [code];
    return [featureSets.items.data[featureSets.offsets.data[keptSet(code)]]];
  };
  const gaps = findGaps(arranged, { codeOfCell, sharersOf, featureArea: ownership.featureArea }, tolerances, options);
  return { ownership, codeOfCell, gaps: options.gapLimits === undefined ? gaps : withinLimits(arranged, gaps, codeOfCell, options.gapLimits) };
}

/** Gives each gap to its neighbours. @param lotsFrom as in `ExaminationOptions` */
function closeGaps(arranged: ArrangedTopology, { gaps, ownership: { featureArea } }: CellDecisions, coverage: Coverage, lotsFrom: number | undefined, findings: FindingList): void {
  const { cells, arrangement: { faceArea } } = arranged;
  const { codeOfFace } = coverage;
  const faces = facesOfGaps(cells, gaps);
  for (let gap = 0; gap < gaps.length; gap++) divideGap(arranged, faces.of(gap), codeOfFace, featureArea, lotsFrom);
  const areasOf = (_: Gap, gap: number): Map<number, number> => {
    const areas = new Map<number, number>();
    for (const face of faces.of(gap)) areas.set(codeOfFace[face], (areas.get(codeOfFace[face]) ?? 0) + faceArea[face]);
    return areas;
  };
  reportGaps(arranged, gaps, areasOf, false, findings);
}
