import { EQUAL_SHARE } from '../equal-share.ts';
import type { LabelledTopology } from '../faces/labels.ts';

/**
 * For each ring, the one set of rings that all others around faces of the ring contain; -1 if there is none, or if it has next to no land.
 *
 * Then a ring covers it if and only if it is in that set: it is in all the others then, and otherwise it lacks the land of that one. So thousands of
 * rings within each other, or copies of one, need not be compared two by two.
 *
 * Proof. Where all rings that run over an edge begin to wind around the face beyond it, the set beyond contains the one before. A ring that is in
 * both begins before. If it begins in one set only, then from each of its sets a way leads through smaller and smaller ones to that one.
 */
export function outermostSets({ prepared, edges, arrangement, labels: { sets, setOfFace } }: LabelledTopology, setArea: Float64Array, ringArea: Float64Array): Int32Array {
  const { offsets: { data: offsets }, items: { data: items } } = sets;
  /** For each entry of the sets, 1 if a smaller set has the ring, too. */
  const beginsBefore = new Uint8Array(sets.items.length);
  const { faceOfHalfEdge } = arrangement;
  const seen = new Int32Array(ringArea.length).fill(-1);
  let [lastInner, lastOuter] = [-1, -1];
  for (let edge = 0; edge < edges.count; edge++) {
    if (edges.isDead(edge)) continue;
    const [left, right] = [setOfFace[faceOfHalfEdge[2 * edge]], setOfFace[faceOfHalfEdge[2 * edge + 1]]];
    const [inner, outer] = sets.sizeOf(left) > sets.sizeOf(right) ? [left, right] : [right, left];
    // Neighbours on a border mostly have the same sets.
    if (inner === lastInner && outer === lastOuter) continue;
    let ringCount = 0;
    for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
      const ring = prepared.ringOfVertex[edges.useCode[use] >> 1];
      if (seen[ring] !== edge) ringCount++;
      seen[ring] = edge;
    }
    if (sets.sizeOf(inner) - sets.sizeOf(outer) !== 2 * ringCount) continue;
    [lastInner, lastOuter] = [inner, outer];
    for (let i = offsets[inner], j = offsets[outer]; j < offsets[outer + 1]; i += 2) {
      if (items[i] !== items[j]) continue;
      beginsBefore[i] = 1;
      j += 2;
    }
  }
  const outermost = new Int32Array(ringArea.length).fill(-1);
  const isUnclear = new Uint8Array(ringArea.length);
  for (let set = 0; set < sets.count; set++) {
    for (let i = offsets[set]; i < offsets[set + 1]; i += 2) {
      const ring = items[i];
      if (beginsBefore[i] === 1) continue;
      if (outermost[ring] >= 0 || setArea[set] <= 2 * EQUAL_SHARE * ringArea[ring]) isUnclear[ring] = 1;
      outermost[ring] = set;
    }
  }
  return outermost.map((set, ring) => (isUnclear[ring] === 1 ? -1 : set));
}
