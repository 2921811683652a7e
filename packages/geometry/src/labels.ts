import type { Arrangement } from './arrangement.ts';
import type { EdgeTable } from './edges.ts';
import { Int32List, SequenceTable } from './growable.ts';
import type { PreparedLayer } from './prepare.ts';

/** Which rings wind around each face, and how often. */
export interface FaceLabels {
  readonly setOfFace: Int32Array;
  /** Each set is a sequence ring, winding, ring, winding … with rings ascending and no winding of nil. Set 0 is the empty one. */
  readonly sets: SequenceTable;
}

/**
 * Labels faces by a flood from the unbounded face: over an edge the winding of each ring changes by what its segments do
 * there. No point is ever tested against a polygon.
 */
export function labelFaces(prepared: PreparedLayer, edges: EdgeTable, arrangement: Arrangement): FaceLabels {
  const { next, faceOfHalfEdge, faceCount, cycleOffsets, cycleStarts } = arrangement;
  const { ringOfVertex } = prepared;
  const sets = new SequenceTable();
  let buffer = new Int32Array(64);
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

  /** The set to the right of a half-edge, from the one to its left. */
  function cross(from: number, half: number): number {
    const start = sets.offsets.data[from];
    let length = sets.offsets.data[from + 1] - start;
    if (buffer.length < length + 64) buffer = new Int32Array(2 * length + 64);
    buffer.set(sets.items.data.subarray(start, start + length));
    for (let use = edges.firstUse[half >> 1]; use >= 0; use = edges.useNext[use]) {
      const code = edges.useCode[use];
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
}
