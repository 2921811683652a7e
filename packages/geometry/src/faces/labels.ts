import type { Arrangement } from './arrangement.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { enlarged, Int32List } from '../arrays/growable.ts';
import { SequenceTable } from '../arrays/sequence-table.ts';
import type { RingOwners } from '../edges/ring-owners.ts';
import type { NodedTopology } from '../noding/node-borders.ts';

/** If an edge has more segments than this, their rings are merged in one pass. */
const MANY_USES = 16;

/** Which rings wind around each face, and how often. */
export interface FaceLabels {
  readonly setOfFace: Int32Array;
  /** Each set is a sequence ring, winding, ring, winding … with ascending rings and no winding of zero. Set 0 is empty. */
  readonly sets: SequenceTable;
}

/** The total area of the faces with each set, without the unbounded face. */
export function areasOfSets({ sets, setOfFace }: FaceLabels, { faceCount, faceArea }: Pick<Arrangement, 'faceCount' | 'faceArea'>): Float64Array {
  const areas = new Float64Array(sets.count);
  for (let face = 1; face < faceCount; face++) areas[setOfFace[face]] += faceArea[face];
  return areas;
}

/** Noded edges as faces, with the rings that wind around each face. */
export interface LabelledTopology extends NodedTopology {
  readonly arrangement: Arrangement;
  readonly labels: FaceLabels;
}

/**
 * Labels faces by flooding from the unbounded face. Across an edge, the winding of each ring changes by what its
 * segments on that edge contribute. No point is ever tested against a polygon.
 */
export function labelFaces({ ringOfVertex }: Pick<RingOwners, 'ringOfVertex'>, edges: EdgeTable, arrangement: Arrangement): FaceLabels {
  const { next, faceOfHalfEdge, faceCount, cycleOffsets, cycleStarts } = arrangement;
  const windings = new Windings(ringOfVertex, edges);
  const setOfFace = new Int32Array(faceCount).fill(-1);
  setOfFace[0] = windings.ofNoRing();
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
          setOfFace[beyond] = windings.across(half, setOfFace[face]);
          queue.push(beyond);
        }
        half = next[half];
      } while (half !== start);
    }
  }
  return { setOfFace, sets: windings.sets };
}

/** Computes the set of rings on one side of an edge from that on its other side. */
class Windings {
  readonly sets = new SequenceTable();
  private readonly ringOfVertex: Int32Array;
  private readonly edges: EdgeTable;
  /** The set being computed: the first `length` entries, as in `FaceLabels.sets`, except that windings may be zero. */
  private set: Int32Array = new Int32Array(64);
  private length = 0;
  /** The codes of the uses of the edge being crossed. */
  private readonly codes = new Int32List();

  constructor(ringOfVertex: Int32Array, edges: EdgeTable) {
    this.ringOfVertex = ringOfVertex;
    this.edges = edges;
  }

  ofNoRing(): number {
    return this.sets.intern(this.set, 0);
  }

  /** The set to the right of a half-edge, given the one to its left. */
  across(half: number, left: number): number {
    const { codes, edges: { firstUse, useNext, useCode } } = this;
    this.read(left);
    codes.length = 0;
    for (let use = firstUse[half >> 1]; use >= 0; use = useNext[use]) codes.push(useCode[use]);
    if (codes.length > MANY_USES) this.addAll(half);
    else for (let k = 0; k < codes.length; k++) this.add(this.ringOfVertex[codes.data[k] >> 1], changeBy(codes.data[k], half));
    return this.internSet();
  }

  private read(id: number): void {
    const { offsets, items } = this.sets;
    const start = offsets.data[id];
    this.length = offsets.data[id + 1] - start;
    this.makeRoom(this.length);
    this.set.set(items.data.subarray(start, start + this.length));
  }

  private makeRoom(length: number): void {
    if (this.set.length < length) this.set = enlarged(this.set, 2 * length + 64);
  }

  private add(ring: number, change: number): void {
    let i = 0;
    while (i < this.length && this.set[i] < ring) i += 2;
    if (i < this.length && this.set[i] === ring) {
      this.set[i + 1] += change;
      return;
    }
    this.makeRoom(this.length + 2);
    this.set.copyWithin(i + 2, i, this.length);
    this.set[i] = ring;
    this.set[i + 1] = change;
    this.length += 2;
  }

  /** Adds what all `codes` contribute. */
  private addAll(half: number): void {
    const { codes, set, length, ringOfVertex } = this;
    // Ascending codes are ascending rings.
    codes.data.subarray(0, codes.length).sort();
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
      for (; k < codes.length && ringOfVertex[codes.data[k] >> 1] === ring; k++) winding += changeBy(codes.data[k], half);
      merged[count++] = ring;
      merged[count++] = winding;
    }
    [this.set, this.length] = [merged, count];
  }

  /** The id of the set, without rings that wind around nothing any more. */
  private internSet(): number {
    const { set, length } = this;
    let kept = 0;
    for (let i = 0; i < length; i += 2) {
      if (set[i + 1] === 0) continue;
      set[kept] = set[i];
      set[kept + 1] = set[i + 1];
      kept += 2;
    }
    return this.sets.intern(set, kept);
  }
}

/** How the winding of a segment's ring changes from the left of a half-edge to its right. @param code of the segment's use. */
function changeBy(code: number, half: number): number {
  return ((code ^ half) & 1) === 0 ? -1 : 1;
}
