import type { Arrangement } from '../faces/arrangement.ts';
import type { Coverage } from '../faces/coverage.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { Int32List } from '../arrays/growable.ts';
import { Int32Arena } from '../arrays/int32-arena.ts';
import { NO_OWNER } from '../faces/owner.ts';
import { comparePoints, orient2d } from '../edges/predicates.ts';
import { isThin, reachOfSegment } from '../edges/thin-rings.ts';
import { longestRing } from './longest-ring.ts';
import { NeededNodes } from './needed-nodes.ts';
import type { VertexTable } from '../edges/vertices.ts';
import type { CoveredTopology } from '../faces/arranged-topology.ts';

/** One traced ring: the vertices that stay, in the direction with the land on the left. Valid until the next feature is traced. */
export interface TracedRing {
  readonly vertices: Int32Array;
  readonly isShell: boolean;
}

/** A ring, one of its half-edges, and the face of the feature beside that half-edge. */
interface WalkedRing {
  readonly ring: TracedRing;
  readonly half: number;
  readonly face: number;
}

/** A shell and its holes. */
export type TracedPart = readonly TracedRing[];

/**
 * Traces the region of one feature at a time from the arrangement.
 *
 * Faces that are joined across edges make one part. Its border is walked so that each corner stays inside the same wedge of
 * land, and is cut where it returns to a vertex. The result is exactly one simple shell, and simple holes that touch in
 * points at most and never cut the interior apart, which is what OGC requires of a polygon.
 */
export class RegionTracer {
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;
  private readonly arrangement: Arrangement;
  private readonly coverage: Coverage;
  private readonly isTraced: Uint8Array;
  private readonly stackIndex: Int32Array;
  private readonly faceStamp: Int32Array;
  private readonly facePart: Int32Array;
  private stamp = 0;
  /** The half-edges of the current walk that are in no ring yet. */
  private readonly stack = new Int32List(1024);
  private readonly arena = new Int32Arena();
  private readonly nodes: NeededNodes;
  /** A vertex of each ring that was left out of the last traced feature because all its land is rounding. */
  readonly thinRings: number[] = [];

  /**
   * @param isInserted 1 for vertices that matching or noding put on an edge, so that they may turn out not to be needed.
   * @param onUnmatched called with each of them that a feature gains along one of its own source segments.
   */
  constructor(covered: CoveredTopology, isInserted: Uint8Array, onUnmatched: (feature: number, vertex: number) => void = () => undefined) {
    const { vertices, edges, arrangement, coverage } = covered;
    this.vertices = vertices;
    this.edges = edges;
    this.arrangement = arrangement;
    this.coverage = coverage;
    this.nodes = new NeededNodes(covered, isInserted, this.arena, onUnmatched);
    this.isTraced = new Uint8Array(arrangement.next.length);
    this.stackIndex = new Int32Array(vertices.count).fill(-1);
    this.faceStamp = new Int32Array(arrangement.faceCount);
    this.facePart = new Int32Array(arrangement.faceCount);
  }

  /** @param borders all half-edges that have the feature on their left and not on their right. */
  trace(feature: number, borders: Int32Array): TracedPart[] {
    const rings: WalkedRing[] = [];
    const { isTraced } = this;
    this.arena.reset();
    this.thinRings.length = 0;
    for (let i = 0; i < borders.length; i++) if (isTraced[borders[i]] === 0) this.walk(feature, borders[i], rings);
    for (let i = 0; i < borders.length; i++) isTraced[borders[i]] = 0;
    if (rings.length === 1) return rings[0].ring.isShell ? [[rings[0].ring]] : [];
    const left = this.withoutThinRings(rings);
    const shells = left.filter(({ ring }) => ring.isShell);
    const holes = left.filter(({ ring }) => !ring.isShell);
    if (holes.length === 0) return shells.map(({ ring }) => [ring]);
    if (rings.length - holes.length === 1) return shells.length === 0 ? [] : [[...shells, ...holes].map(({ ring }) => ring)];
    this.stamp++;
    const parts: TracedRing[][] = [];
    for (const { ring, face } of shells) {
      this.flood(feature, face, parts.length);
      parts.push([ring]);
    }
    // A hole beside none of these shells is in one that was left out.
    for (const { ring, face } of holes) if (this.faceStamp[face] === this.stamp) parts[this.facePart[face]].push(ring);
    return parts;
  }

  /**
   * The rings but for those as thin as rounding, if there are others: programs that decide by direction would not agree whether
   * such a ring is a shell or a hole. A feature with nothing else keeps the first of them, and a hole that contains land of
   * another feature stays.
   */
  private withoutThinRings(rings: WalkedRing[]): WalkedRing[] {
    const areThin = rings.map(({ ring }) => this.isThin(ring));
    if (!areThin.includes(true)) return rings;
    const shells = rings.filter(({ ring }) => ring.isShell);
    const kept = rings.some(({ ring }, i) => ring.isShell && !areThin[i]) ? undefined : shells.at(longestRing(this.vertices, shells.map(({ ring }) => ring.vertices)));
    return rings.filter((walked, i) => {
      const { ring, half } = walked;
      if (!areThin[i] || walked === kept || (!ring.isShell && !this.isVoid(half ^ 1))) return true;
      this.thinRings.push(ring.vertices[0]);
      return false;
    });
  }

  private isThin({ vertices }: TracedRing): boolean {
    const { x, y } = this.vertices;
    const origin = vertices[0];
    let twiceArea = 0;
    let reach = 0;
    for (let k = 0; k < vertices.length; k++) {
      const [a, b] = [vertices[k], vertices[k + 1 < vertices.length ? k + 1 : 0]];
      twiceArea += (x[a] - x[origin]) * (y[b] - y[origin]) - (x[b] - x[origin]) * (y[a] - y[origin]);
      reach += reachOfSegment(x[a], y[a], x[b], y[b]);
    }
    return isThin(twiceArea, reach);
  }

  /** Whether nobody has the face to the left of a half-edge. */
  private isVoid(half: number): boolean {
    return this.coverage.codeOfFace[this.arrangement.faceOfHalfEdge[half]] === NO_OWNER;
  }

  private walk(feature: number, start: number, rings: WalkedRing[]): void {
    const { next, faceOfHalfEdge } = this.arrangement;
    const { isTraced, stackIndex, stack } = this;
    const { a, b } = this.edges;
    stack.length = 0;
    let half = start;
    do {
      isTraced[half] = 1;
      const isBackward = (half & 1) === 1;
      const edge = half >> 1;
      stackIndex[isBackward ? b[edge] : a[edge]] = stack.length;
      stack.push(half);
      const index = stackIndex[isBackward ? a[edge] : b[edge]];
      if (index >= 0) {
        const loop = stack.data.subarray(index, stack.length);
        const vertices = this.verticesOf(loop);
        for (let i = 0; i < vertices.length; i++) stackIndex[vertices[i]] = -1;
        stack.length = index;
        const isShell = this.isCounterClockwise(vertices);
        rings.push({ ring: { vertices: this.nodes.of(feature, loop, vertices), isShell }, half: loop[0], face: faceOfHalfEdge[loop[0]] });
      }
      half = next[half];
      while (this.coverage.has(faceOfHalfEdge[half ^ 1], feature)) half = next[half ^ 1];
    } while (half !== start);
  }

  private verticesOf(loop: Int32Array): Int32Array {
    const { a, b } = this.edges;
    const vertices = this.arena.take(loop.length);
    for (let i = 0; i < loop.length; i++) vertices[i] = (loop[i] & 1) === 1 ? b[loop[i] >> 1] : a[loop[i] >> 1];
    return vertices;
  }

  private isCounterClockwise(ring: Int32Array): boolean {
    const { x, y } = this.vertices;
    let first = 0;
    for (let i = 1; i < ring.length; i++) if (comparePoints(x[ring[i]], y[ring[i]], x[ring[first]], y[ring[first]]) < 0) first = i;
    const before = ring[first === 0 ? ring.length - 1 : first - 1];
    const after = ring[first === ring.length - 1 ? 0 : first + 1];
    return orient2d(x[before], y[before], x[ring[first]], y[ring[first]], x[after], y[after]) > 0;
  }

  private flood(feature: number, start: number, part: number): void {
    const { next, faceOfHalfEdge, cycleOffsets, cycleStarts } = this.arrangement;
    const queue = [start];
    this.faceStamp[start] = this.stamp;
    this.facePart[start] = part;
    for (const face of queue) {
      for (let c = cycleOffsets[face]; c < cycleOffsets[face + 1]; c++) {
        let half = cycleStarts[c];
        do {
          const beyond = faceOfHalfEdge[half ^ 1];
          if (this.faceStamp[beyond] !== this.stamp && this.coverage.has(beyond, feature)) {
            this.faceStamp[beyond] = this.stamp;
            this.facePart[beyond] = part;
            queue.push(beyond);
          }
          half = next[half];
        } while (half !== cycleStarts[c]);
      }
    }
  }
}
