import type { EdgeSides } from '../edges/edge-sides.ts';
import { VOID, leftOf, markFeaturesOf } from '../edges/edge-sides.ts';
import type { EdgeTable } from '../edges/edges.ts';
import type { Ground } from '../ground.ts';
import { comparePoints } from '../edges/predicates.ts';
import type { RingOwners } from '../edges/prepare.ts';
import type { Stars } from './stars.ts';
import type { VertexTable } from '../edges/vertices.ts';

interface VoidCycle {
  readonly start: number;
  area: number;
  perimeter: number;
  readonly feature: number;
  isShared: boolean;
  /** It runs around a group of features from outside. */
  isOuter: boolean;
  /** The cycle around the void that it lies in; -1: the unbounded one. */
  within: number;
}

/** The borders of voids, walked with the void on the left: those around a void, and those around what lies in one. */
export class VoidFaces {
  private readonly cycles: VoidCycle[] = [];
  private readonly cycleOfEdge: Int32Array;
  private readonly prepared: RingOwners;
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;
  private readonly sides: EdgeSides;
  private readonly stars: Stars;
  private readonly ground: Ground;

  /** Features on a border that cannot be followed are marked. */
  constructor(prepared: RingOwners, vertices: VertexTable, edges: EdgeTable, sides: EdgeSides, stars: Stars, ground: Ground, isDoubtful: Uint8Array) {
    this.prepared = prepared;
    this.vertices = vertices;
    this.edges = edges;
    this.sides = sides;
    this.stars = stars;
    this.ground = ground;
    this.cycleOfEdge = new Int32Array(edges.count).fill(-1);
    for (const edge of sides.openEdges) {
      if (this.cycleOfEdge[edge] >= 0) continue;
      if (!this.walk(sides.left[edge] === VOID ? 2 * edge : 2 * edge + 1)) this.markCycle(this.cycles.length - 1, isDoubtful);
    }
  }

  /** Says that the void left of `half` surrounds a group of features, and lies left of `hit` too (-1: it is unbounded). */
  nest(half: number, hit: number): void {
    const cycle = this.cycles[this.cycleOfEdge[half >> 1]];
    cycle.isOuter = true;
    if (hit < 0) return;
    const found = this.cycleOfEdge[hit >> 1];
    cycle.within = this.cycles[found].isOuter ? this.cycles[found].within : found;
  }

  /**
   * Nests all cycles by themselves: those that run clockwise have what lies in the void inside, and lie in the void to their left.
   * @param hitFrom the half-edge that the ray from a vertex to the left meets first, on the side of the ray; -1 for none.
   */
  nestByDirection(hitFrom: (vertex: number) => number): void {
    const { x, y } = this.vertices;
    const outer = this.cycles.filter((cycle) => cycle.area < 0).map(({ start }) => ({ start, vertex: this.firstOf(start) }));
    outer.sort((p, q) => comparePoints(x[p.vertex], y[p.vertex], x[q.vertex], y[q.vertex]));
    for (const { start, vertex } of outer) this.nest(start, hitFrom(vertex));
  }

  /** The first vertex by x, then y, of the cycle of a half-edge. */
  private firstOf(start: number): number {
    const { x, y } = this.vertices;
    let half = start;
    let first = -1;
    do {
      const to = half & 1 ? this.edges.a[half >> 1] : this.edges.b[half >> 1];
      if (first < 0 || comparePoints(x[to], y[to], x[first], y[first]) < 0) first = to;
      half = this.following(half, to);
    } while (half >= 0 && half !== start);
    return first;
  }

  /** Marks the features around every void that is a gap: between two features or more, and narrower than the gap width. */
  markGaps(maxGapWidth: number, isDoubtful: Uint8Array): void {
    const { cycles } = this;
    for (const cycle of cycles) {
      if (!cycle.isOuter || cycle.within < 0) continue;
      const around = cycles[cycle.within];
      around.area += cycle.area;
      around.perimeter += cycle.perimeter;
      if (cycle.isShared || cycle.feature !== around.feature) around.isShared = true;
    }
    const isGap = cycles.map((cycle) => !cycle.isOuter && cycle.isShared && (2 * cycle.area) / cycle.perimeter < maxGapWidth * (1 + 1e-9));
    cycles.forEach((cycle, index) => {
      if (isGap[cycle.isOuter ? cycle.within : index]) this.markCycle(index, isDoubtful);
    });
  }

  /** Follows the border of the void to the left of a half-edge. @returns whether it came back to where it began. */
  private walk(start: number): boolean {
    const { edges, ground, cycleOfEdge } = this;
    const { x, y } = this.vertices;
    const index = this.cycles.length;
    const cycle: VoidCycle = { start, area: 0, perimeter: 0, feature: leftOf(this.sides, start ^ 1), isShared: false, isOuter: false, within: -1 };
    this.cycles.push(cycle);
    const originX = x[edges.a[start >> 1]];
    let half = start;
    do {
      const edge = half >> 1;
      cycleOfEdge[edge] = index;
      const from = half & 1 ? edges.b[edge] : edges.a[edge];
      const to = half & 1 ? edges.a[edge] : edges.b[edge];
      cycle.area += ground.areaUnder(originX, x[from], y[from], x[to], y[to]);
      cycle.perimeter += ground.length(x[from], y[from], x[to], y[to]);
      if (leftOf(this.sides, half ^ 1) !== cycle.feature) cycle.isShared = true;
      half = this.following(half, to);
      if (half < 0 || (half !== start && cycleOfEdge[half >> 1] >= 0)) return false;
    } while (half !== start);
    return true;
  }

  private following(half: number, vertex: number): number {
    const { edges, sides, stars } = this;
    if (sides.degree[vertex] > 2) return stars.afterStar.get(half) ?? -1;
    const edge = stars.atVertex[vertex] ^ (half >> 1);
    if (edge === half >> 1 || edge >= edges.count || (edges.a[edge] !== vertex && edges.b[edge] !== vertex)) return -1;
    const next = edges.a[edge] === vertex ? 2 * edge : 2 * edge + 1;
    return leftOf(sides, next) === VOID ? next : -1;
  }

  private markCycle(index: number, isDoubtful: Uint8Array): void {
    const { start } = this.cycles[index];
    let half = start;
    do {
      markFeaturesOf(this.prepared, this.edges, half >> 1, isDoubtful);
      half = this.following(half, half & 1 ? this.edges.a[half >> 1] : this.edges.b[half >> 1]);
    } while (half >= 0 && half !== start && this.cycleOfEdge[half >> 1] === index);
  }
}
