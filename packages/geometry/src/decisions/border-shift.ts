import { originOf } from '../faces/cells.ts';
import type { ArrangedTopology } from '../faces/arranged-topology.ts';
import { distanceToSegment } from '../segments.ts';
import type { ContestedLand } from './contested-land.ts';

/** Number of points on each edge at which the distance to another border is measured. */
const PLACES = 8;
/** A feature with more than this share of its land in an overlap keeps the overlap (`majorities`). */
const MAJORITY = 1 / 2;

/**
 * How far a border moves if land changes hands by the rules, on the ground: how far the new border lies from the old one, and
 * the old one from the new one. If either of two features may lose an overlap, the larger of the two shifts counts; a feature
 * with more than half of its land in it keeps it. A feature that would end up empty moves by Infinity.
 */
export function borderShift(arranged: ArrangedTopology, land: ContestedLand): number {
  const { edges, prepared: { featureOfRing, ringOfVertex } } = arranged;
  const runsOver = (half: number, feature: number): boolean => {
    for (let use = edges.firstUse[half >> 1]; use >= 0; use = edges.useNext[use]) if (featureOfRing[ringOfVertex[edges.useCode[use] >> 1]] === feature) return true;
    return false;
  };
  const [first, second] = land.features;
  if (land.kind === 'gap') {
    const own = land.border.filter((half) => runsOver(half, first));
    return furthest(arranged, land, land.border.filter((half) => !runsOver(half, first)), own);
  }
  const shiftOf = (loser: number, keeper: number, isEmptied: boolean): number => {
    if (isEmptied) return Infinity;
    const lost = land.border.filter((half) => runsOver(half, loser) && !runsOver(half, keeper));
    const gained = land.border.filter((half) => runsOver(half, keeper) && !runsOver(half, loser));
    // A new hole lies as far from the border as its furthest point.
    const old = lost.length > 0 ? lost : wholeBorder(arranged, loser);
    return Math.max(furthest(arranged, land, gained, old), furthest(arranged, land, lost, gained));
  };
  const shares = land.featureAreas.map((area) => land.area / area);
  const isMajority = shares.map((share) => share > MAJORITY);
  const shifts = [shiftOf(first, second, isEqualShare(shares[0])), shiftOf(second, first, isEqualShare(shares[1]))];
  if (isMajority[0] !== isMajority[1]) return isMajority[0] ? shifts[1] : shifts[0];
  return Math.max(...shifts);
}

function isEqualShare(share: number): boolean {
  return share > 1 - 1e-9;
}

function wholeBorder({ edges, prepared: { featureOfRing, ringOfVertex } }: ArrangedTopology, feature: number): number[] {
  const halves: number[] = [];
  for (let edge = 0; edge < edges.count; edge++) {
    if (edges.isDead(edge)) continue;
    for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
      if (featureOfRing[ringOfVertex[edges.useCode[use] >> 1]] !== feature) continue;
      halves.push(2 * edge);
      break;
    }
  }
  return halves;
}

/** How far the furthest point on some half-edges lies from others, on the ground; Infinity if there are no others. */
function furthest({ vertices: { x, y }, edges, ground }: ArrangedTopology, { x: originX, y: originY }: ContestedLand, from: readonly number[], to: readonly number[]): number {
  if (from.length === 0) return 0;
  if (to.length === 0) return Infinity;
  const scaleX = ground.scaleX(originY);
  const place = (vertex: number): readonly [number, number] => [(x[vertex] - originX) * scaleX, (y[vertex] - originY) * ground.scaleY];
  const segments = Float64Array.from(to.flatMap((half) => [...place(originOf(edges, half)), ...place(originOf(edges, half ^ 1))]));
  let most = 0;
  for (const half of from) {
    const [ax, ay] = place(originOf(edges, half));
    const [bx, by] = place(originOf(edges, half ^ 1));
    for (let i = 0; i <= PLACES; i++) {
      const share = i / PLACES;
      let least = Infinity;
      for (let segment = 0; segment < to.length; segment++) least = Math.min(least, distanceToSegment(segments, segment, ax + share * (bx - ax), ay + share * (by - ay)));
      most = Math.max(most, least);
    }
  }
  return most;
}
