import type { Arrangement } from './arrangement.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { Int32List } from '../arrays/growable.ts';
import { SequenceTable } from '../arrays/sequence-table.ts';
import type { RingOwners } from '../edges/prepare.ts';

/** If an edge has more segments than this, their rings are merged in one pass. */
const MANY_USES = 16;

/** Which rings wind around each face, and how often. */
export interface FaceLabels {
  readonly setOfFace: Int32Array;
  /** Each set is a sequence ring, winding, ring, winding … with ascending rings and no winding of zero. Set 0 is empty. */
  readonly sets: SequenceTable;
}

/**
 * Labels faces by flooding from the unbounded face. Across an edge, the winding of each ring changes by what its
 * segments on that edge contribute. No point is ever tested against a polygon.
 */
export function labelFaces({ ringOfVertex }: Pick<RingOwners, 'ringOfVertex'>, edges: EdgeTable, arrangement: Arrangement): FaceLabels {
  const { next, faceOfHalfEdge, faceCount, cycleOffsets, cycleStarts } = arrangement;
  const sets = new SequenceTable();
  const codes = new Int32List();
  let buffer: Int32Array = new Int32Array(64);
  const setOfFace = new Int32Array(faceCount).fill(-1);
  setOfFace[0] = sets.intern(buffer, 0);
  const queue = new Int32List(faceCount);
  queue.push(0);
  for (let head = 0; head < queue.length; head++) {
    const face = queue.data[head];
    for (let c = cycleOffsets[face]; c < cycleOffsets[face + 1]; c++) {
      const start = cycleStarts[c];
      let half = start;
      do {
        const beyond = faceOfHalfEdge[half ^ 1];
        if (setOfFace[beyond] < 0) {
          setOfFace[beyond] = cross(setOfFace[face], half);
          queue.push(beyond);
        }
        half = next[half];
      } while (half !== start);
    }
  }
  return { setOfFace, sets };

  /** The set to the right of a half-edge, computed from the one to its left. */
  function cross(from: number, half: number): number {
    const start = sets.offsets.data[from];
    let length = sets.offsets.data[from + 1] - start;
    if (buffer.length < length + 64) buffer = new Int32Array(2 * length + 64);
    buffer.set(sets.items.data.subarray(start, start + length));
    codes.length = 0;
    for (let use = edges.firstUse[half >> 1]; use >= 0; use = edges.useNext[use]) codes.push(edges.useCode[use]);
    if (codes.length > MANY_USES) {
      // Ascending codes are ascending rings.
      codes.data.subarray(0, codes.length).sort();
      [buffer, length] = merge(buffer, length, half);
      codes.length = 0;
    }
    for (let k = 0; k < codes.length; k++) {
      const code = codes.data[k];
      const ring = ringOfVertex[code >> 1];
      const change = ((code ^ half) & 1) === 0 ? -1 : 1;
      let i = 0;
      while (i < length && buffer[i] < ring) i += 2;
      if (i < length && buffer[i] === ring) {
        buffer[i + 1] += change;
      } else {
        if (buffer.length < length + 2) {
          const larger = new Int32Array(2 * buffer.length);
          larger.set(buffer);
          buffer = larger;
        }
        buffer.copyWithin(i + 2, i, length);
        buffer[i] = ring;
        buffer[i + 1] = change;
        length += 2;
      }
    }
    let kept = 0;
    for (let i = 0; i < length; i += 2) {
      if (buffer[i + 1] === 0) continue;
      buffer[kept] = buffer[i];
      buffer[kept + 1] = buffer[i + 1];
      kept += 2;
    }
    return sets.intern(buffer, kept);
  }

  /** Adds the windings named by `codes` to a set. */
  function merge(set: Int32Array, length: number, half: number): [Int32Array, number] {
    const merged = new Int32Array(length + 2 * codes.length + 64);
    let count = 0;
    for (let i = 0, k = 0; i < length || k < codes.length; ) {
      const ringOfCode = k < codes.length ? ringOfVertex[codes.data[k] >> 1] : Infinity;
      const ring = Math.min(i < length ? set[i] : Infinity, ringOfCode);
      let winding = 0;
      if (i < length && set[i] === ring) {
        winding = set[i + 1];
        i += 2;
      }
      for (; k < codes.length && ringOfVertex[codes.data[k] >> 1] === ring; k++) winding += ((codes.data[k] ^ half) & 1) === 0 ? -1 : 1;
      merged[count++] = ring;
      merged[count++] = winding;
    }
    return [merged, count];
  }
}
