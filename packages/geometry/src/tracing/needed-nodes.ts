import type { Int32Arena } from '../arrays/int32-arena.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { orient2d } from '../edges/predicates.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import { featureOfVertex } from '../edges/ring-owners.ts';
import type { VertexTable } from '../edges/vertices.ts';
import type { CoveredTopology } from '../faces/arranged-topology.ts';
import type { Arrangement } from '../faces/arrangement.ts';
import type { Coverage } from '../faces/coverage.ts';
import { NO_OWNER } from '../faces/owner.ts';

/** A ring must keep at least this share of its land when its needless nodes are removed. Tiny rings are no wider than the distance by which matching moved the nodes. */
const LEAST_LAND = 1 / 100;

/** Of an edge with more segments than this, they are looked up. */
const MANY_USES = 16;

/** Decides which vertices of a traced ring stay: those that matching or noding put on an edge may turn out not to be needed. */
export class NeededNodes {
  private readonly prepared: PreparedLayer;
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;
  private readonly arrangement: Arrangement;
  private readonly coverage: Coverage;
  /** 1 for the vertices that may not be needed. */
  private readonly isInserted: Uint8Array;
  private readonly onUnmatched: (feature: number, vertex: number) => void;
  /** For the vertices that stay, if not all do. */
  private readonly arena: Int32Arena;
  /** The edge with many segments that was asked about last, and these: a thousand rings may run over it, each of which asks. */
  private crowdedEdge = -1;
  private segmentsOfCrowded: ReadonlySet<number> = new Set();
  /** Which vertices of the current ring stay. */
  private isKept = new Uint8Array(1024);

  constructor({ prepared, vertices, edges, arrangement, coverage }: CoveredTopology, isInserted: Uint8Array, arena: Int32Arena, onUnmatched: (feature: number, vertex: number) => void) {
    this.prepared = prepared;
    this.vertices = vertices;
    this.edges = edges;
    this.arrangement = arrangement;
    this.coverage = coverage;
    this.isInserted = isInserted;
    this.arena = arena;
    this.onUnmatched = onUnmatched;
  }

  /** The vertices of a ring of a feature that stay. @param loop its half-edges. @param vertices the start of each. */
  of(feature: number, loop: Int32Array, vertices: Int32Array): Int32Array {
    if (!this.hasInserted(vertices)) return vertices;
    if (this.isKept.length < loop.length) this.isKept = new Uint8Array(2 * loop.length);
    const isKept = this.isKept.subarray(0, loop.length).fill(1);
    const touches: number[] = [];
    for (let i = 0; i < loop.length; i++) {
      if (this.isInserted[vertices[i]] === 0) continue;
      const before = loop[i === 0 ? loop.length - 1 : i - 1];
      const verdict = this.judgeNode(feature, before, loop[i]);
      if (verdict === 'needed' && this.shareSegment(before >> 1, loop[i] >> 1, feature)) this.onUnmatched(feature, vertices[i]);
      if (verdict === 'touch') touches.push(i);
      if (verdict !== 'needed') isKept[i] = 0;
    }
    this.keepCorners(loop, isKept);
    this.keepBentTouches(vertices, touches, isKept);
    let keptCount = 0;
    for (let i = 0; i < loop.length; i++) keptCount += isKept[i];
    // A ring that would vanish, be reversed or keep hardly any land keeps all its nodes. The next examination of the result handles its neighbours.
    if (keptCount < 3 || keptCount === loop.length) return vertices;
    const kept = this.arena.take(keptCount);
    for (let i = 0, index = 0; i < loop.length; i++) if (isKept[i] === 1) kept[index++] = vertices[i];
    return this.areaOf(kept) / this.areaOf(vertices) < LEAST_LAND ? vertices : kept;
  }

  /** Twice the area of a ring, positive if it is counter-clockwise. */
  private areaOf(ring: Int32Array): number {
    const { x, y } = this.vertices;
    const [fromX, fromY] = [x[ring[0]], y[ring[0]]];
    let area = 0;
    for (let i = 1; i + 1 < ring.length; i++) area += (x[ring[i]] - fromX) * (y[ring[i + 1]] - fromY) - (x[ring[i + 1]] - fromX) * (y[ring[i]] - fromY);
    return area;
  }

  private hasInserted(vertices: Int32Array): boolean {
    const { isInserted } = this;
    for (let i = 0; i < vertices.length; i++) if (isInserted[vertices[i]] === 1) return true;
    return false;
  }

  /**
   * Consecutive nodes may only be removed if one segment runs over all of them. Where two nodes are adjacent, each may lie
   * straight on a segment of its own, and removing both would cut off the corner. The test is the same from either side,
   * so neighbours agree.
   */
  private keepCorners(loop: Int32Array, isKept: Uint8Array): void {
    const { useCode, useNext, firstUse } = this.edges;
    const first = isKept.indexOf(1);
    if (first < 0) return;
    for (let step = 1; step < loop.length; step++) {
      const start = (first + step) % loop.length;
      if (isKept[start] === 1) continue;
      let length = 1;
      while (isKept[(start + length) % loop.length] === 0) length++;
      const edgeAt = (k: number): number => loop[(start + k + loop.length) % loop.length] >> 1;
      let isStraight = length === 1;
      for (let use = firstUse[edgeAt(-1)]; use >= 0 && !isStraight; use = useNext[use]) {
        isStraight = true;
        for (let k = 0; k < length && isStraight; k++) isStraight = this.runsOver(useCode[use] >> 1, edgeAt(k));
      }
      if (!isStraight) for (let k = 0; k < length; k++) isKept[(start + k) % loop.length] = 1;
      step += length;
    }
  }

  /** Where a feature touches itself, the node may only be removed if the remaining edge passes exactly through it. */
  private keepBentTouches(vertices: Int32Array, touches: readonly number[], isKept: Uint8Array): void {
    const { x, y } = this.vertices;
    const neighbour = (from: number, step: number): number => {
      let i = from;
      do i = (i + step + vertices.length) % vertices.length;
      while (isKept[i] === 0 && i !== from);
      return vertices[i];
    };
    for (let isChanging = touches.length > 0; isChanging; ) {
      isChanging = false;
      for (const i of touches) {
        if (isKept[i] === 1) continue;
        const [before, at, after] = [neighbour(i, -1), vertices[i], neighbour(i, 1)];
        if (before !== at && orient2d(x[before], y[before], x[after], y[after], x[at], y[at]) === 0) continue;
        isKept[i] = 1;
        isChanging = true;
      }
    }
  }

  /**
   * 'needless': all borders around the node go straight on, as pieces of one source segment. 'touch': a single feature
   * touches itself there, which was valid as it was.
   */
  private judgeNode(feature: number, before: number, after: number): 'needed' | 'needless' | 'touch' {
    const { next, faceOfHalfEdge } = this.arrangement;
    const { codeOfFace } = this.coverage;
    let borders = 0;
    let others = 0;
    let half = after;
    do {
      const left = codeOfFace[faceOfHalfEdge[half]];
      if (left !== codeOfFace[faceOfHalfEdge[half ^ 1]]) borders++;
      if (left !== feature && left !== NO_OWNER) others++;
      half = next[half ^ 1];
    } while (half !== after);
    if (borders > 2) return others === 0 && this.shareSegment(before >> 1, after >> 1, feature) ? 'touch' : 'needed';
    if (!this.shareSegment(before >> 1, after >> 1, -1)) return 'needed';
    const left = codeOfFace[faceOfHalfEdge[after]];
    const right = codeOfFace[faceOfHalfEdge[after ^ 1]];
    const isTurning = this.turnsForOwner(before >> 1, after >> 1, left, right) || this.turnsForOwner(after >> 1, before >> 1, left, right);
    return isTurning ? 'needed' : 'needless';
  }

  /** Whether one source segment (of one feature, unless that is -1) runs over both edges. */
  private shareSegment(edge: number, other: number, feature: number): boolean {
    const { useCode, useNext, firstUse } = this.edges;
    for (let use = firstUse[edge]; use >= 0; use = useNext[use]) {
      const segment = useCode[use] >> 1;
      if (feature >= 0 && featureOfVertex(this.prepared, segment) !== feature) continue;
      if (this.runsOver(segment, other)) return true;
    }
    return false;
  }

  /** Whether a feature beside the border has a vertex of its own between the two edges. */
  private turnsForOwner(edge: number, other: number, leftCode: number, rightCode: number): boolean {
    const { useCode, useNext, firstUse } = this.edges;
    for (let use = firstUse[edge]; use >= 0; use = useNext[use]) {
      const segment = useCode[use] >> 1;
      const feature = featureOfVertex(this.prepared, segment);
      if (!this.coverage.codeHas(leftCode, feature) && !this.coverage.codeHas(rightCode, feature)) continue;
      if (!this.runsOver(segment, other)) return true;
    }
    return false;
  }

  private runsOver(segment: number, edge: number): boolean {
    const { useCode, useNext, firstUse } = this.edges;
    let asked = 0;
    for (let use = firstUse[edge]; use >= 0; use = useNext[use]) {
      if (useCode[use] >> 1 === segment) return true;
      if (++asked === MANY_USES) return this.segmentsOver(edge).has(segment);
    }
    return false;
  }

  private segmentsOver(edge: number): ReadonlySet<number> {
    const { useCode, useNext, firstUse } = this.edges;
    if (edge === this.crowdedEdge) return this.segmentsOfCrowded;
    const segments = new Set<number>();
    for (let use = firstUse[edge]; use >= 0; use = useNext[use]) segments.add(useCode[use] >> 1);
    this.crowdedEdge = edge;
    this.segmentsOfCrowded = segments;
    return segments;
  }
}
