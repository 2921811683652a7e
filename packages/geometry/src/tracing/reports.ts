import { overlapPieces } from './overlap-pieces.ts';
import type { FindingList } from '../layer/finding-list.ts';
import type { Gap } from '../faces/gaps.ts';
import type { Ownership } from '../faces/owner.ts';
import type { Topology } from '../edges/topology.ts';
import { featureOfUse } from '../edges/ring-owners.ts';
import type { ArrangedTopology } from '../faces/arranged-topology.ts';
import { ownPoints } from '../faces/own-points.ts';
import { setsOfFeatures } from '../faces/sets-of-features.ts';

/** One finding for each piece of land that two features share, and one for each exact duplicate. */
export function reportOverlaps(arranged: ArrangedTopology, ownership: Ownership, isKept: boolean, findings: FindingList): void {
  const { cells, regions } = arranged;
  const { featureSets } = regions;
  const { offsets, items } = featureSets;
  const { duplicateOf, featureArea } = ownership;
  const reported = new Set<number>();
  const shared = setsOfFeatures(featureArea.length, featureSets, (set) => featureSets.sizeOf(set) > 1);
  const hasLandAlone = new Uint8Array(featureArea.length);
  for (let cell = 1; cell < cells.count; cell++) {
    const set = cells.featureSet[cell];
    if (featureSets.sizeOf(set) === 1) hasLandAlone[items.data[offsets.data[set]]] = 1;
  }
  const containment = new Map<number, boolean>();
  const isWithin = (inner: number, outer: number): boolean => {
    if (hasLandAlone[inner] === 1) return false;
    const key = inner * featureArea.length + outer;
    let answer = containment.get(key);
    if (answer === undefined) {
      answer = featureSets.allHaveInAscending(shared.sets.subarray(shared.offsets[inner], shared.offsets[inner + 1]), outer);
      containment.set(key, answer);
    }
    return answer;
  };
  const pieces = overlapPieces(cells, regions, ownership);
  const points = ownPoints(arranged, pieces.map(({ cell }) => cell), (piece) => {
    const { feature, other } = pieces[piece];
    return `${Math.min(feature, other)} ${Math.max(feature, other)}`;
  });
  for (const [i, piece] of pieces.entries()) {
    const [x, y] = points[i];
    const duplicate = duplicateOf[piece.feature] >= 0 ? piece.feature : piece.other;
    if (duplicateOf[duplicate] >= 0) {
      if (reported.has(duplicate)) continue;
      reported.add(duplicate);
      findings.add({ kind: 'duplicate-feature', feature: duplicate, other: duplicateOf[duplicate], x, y, measure: featureArea[duplicate], action: isKept ? 'reported' : 'geometry-emptied' });
      continue;
    }
    const { area } = piece;
    // If each is within the other, but for what nobody has, it is the second that is contained.
    const [feature, other] = isWithin(piece.feature, piece.other) && !isWithin(piece.other, piece.feature) ? [piece.other, piece.feature] : [piece.feature, piece.other];
    if (isWithin(other, feature)) {
      findings.add({ kind: 'contained-feature', feature, other, x, y, measure: area, action: isKept ? 'reported' : 'cut-out' });
    } else {
      findings.add({ kind: 'overlap', feature, other, x, y, measure: area, action: isKept ? 'reported' : 'overlap-assigned' });
    }
  }
}

/**
 * One finding for each feature that takes land of a gap. For a gap that stays, one for the feature that would take it.
 *
 * @param areasOf how much land of a gap each taker gets, on the ground.
 */
export function reportGaps(arranged: ArrangedTopology, gaps: readonly Gap[], areasOf: (gap: Gap, index: number) => ReadonlyMap<number, number>, isKept: boolean, findings: FindingList): void {
  const points = ownPoints(arranged, gaps.map(({ cell }) => cell), () => 'gap');
  for (const [index, gap] of gaps.entries()) {
    const [x, y] = points[index];
    for (const [taker, area] of areasOf(gap, index)) {
      let other = -1;
      let most = 0;
      for (const [i, feature] of gap.neighbours.entries()) {
        const length = gap.lengths[i];
        if (feature === taker || length < most || (length === most && feature > other)) continue;
        other = feature;
        most = length;
      }
      findings.add({ kind: 'gap', feature: taker, other, x, y, measure: area, action: isKept ? 'reported' : 'gap-closed' });
    }
  }
}

/** One finding for each segment on an edge that still intersects another. */
export function reportUnresolved({ prepared, vertices, edges }: Topology, edge: number, findings: FindingList): void {
  const [x, y] = [vertices.x[edges.a[edge]], vertices.y[edges.a[edge]]];
  for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
    findings.add({ kind: 'self-intersection', feature: featureOfUse(prepared, edges, use), x, y, action: 'reported' });
  }
}
