import type { BorderSegments } from './border-segments.ts';
import { compareAround } from '../faces/arrangement.ts';
import { VOID, leftOf, readSides } from '../edges/edge-sides.ts';
import type { EdgeSides } from '../edges/edge-sides.ts';
import { EdgeTable } from '../edges/edges.ts';
import { EdgeGrid } from '../edges/grid.ts';
import type { Ground } from '../ground.ts';
import { DisjointSets } from '../arrays/growable.ts';
import { forEachMeeting } from '../edges/meetings.ts';
import { markNearBorders } from './near-borders.ts';
import { livingEdges } from '../noding/noding.ts';
import type { Tolerances } from '../options.ts';
import { comparePoints } from '../edges/predicates.ts';
import { halfEdgeToTheLeft } from '../edges/ray.ts';
import { examineStars } from './stars.ts';
import { VertexTable } from '../edges/vertices.ts';
import { VoidFaces } from './void-faces.ts';

/** The open borders of a layer by themselves: where somebody's land ends and no one's begins. */
export class BorderNetwork {
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;
  private readonly sides: EdgeSides;
  private readonly grid: EdgeGrid;
  private readonly voids: VoidFaces;
  private readonly ground: Ground;
  /** For each feature whether one of its borders does not come back to where it began. */
  private readonly isBroken: Uint8Array;

  /** @param borders each open segment of the layer once. */
  constructor(borders: readonly BorderSegments[], featureCount: number, ground: Ground) {
    const count = borders.reduce((sum, { feature }) => sum + feature.length, 0);
    const places = new Float64Array(4 * count);
    const ringOfVertex = new Int32Array(count);
    let segment = 0;
    for (const { ends, feature } of borders) {
      places.set(ends, 4 * segment);
      ringOfVertex.set(feature, segment);
      segment += feature.length;
    }
    this.ground = ground;
    this.vertices = new VertexTable(count, places);
    this.edges = new EdgeTable(count);
    for (let i = 0; i < count; i++) {
      const from = this.vertices.intern(places[4 * i], places[4 * i + 1]);
      const to = this.vertices.intern(places[4 * i + 2], places[4 * i + 3]);
      this.edges.addSegment(to, from, i);
    }
    const { vertices, edges } = this;
    // Each segment counts as a vertex, and each feature as a ring.
    const prepared = { ringOfVertex, featureOfRing: Int32Array.from({ length: featureCount }, (_, feature) => feature) };
    this.isBroken = new Uint8Array(featureCount);
    this.sides = readSides(prepared, vertices, edges, this.isBroken);
    // Land of different features between two open borders is no fault here.
    const stars = examineStars(prepared, vertices, edges, this.sides, new Uint8Array(featureCount));
    this.voids = new VoidFaces(prepared, vertices, edges, this.sides, stars, ground, this.isBroken);
    this.grid = new EdgeGrid(vertices, edges, livingEdges(edges));
  }

  /** For each feature whether it may be at fault: on a gap, on a broken border and, if asked for, near others. */
  faults(tolerances: Tolerances, isNearAsked: boolean): Uint8Array {
    const { vertices, edges, sides, ground, grid, voids } = this;
    const isMarked = this.isBroken.slice();
    if (isNearAsked) markNearBorders(vertices, edges, sides, ground, tolerances.snapDistance, isMarked, () => false);
    voids.nestByDirection((vertex) => halfEdgeToTheLeft(vertices, edges, grid, vertex));
    voids.markGaps(tolerances.maxGapWidth, isMarked);
    return isMarked;
  }

  /**
   * Whether every place has land on as many sides as its borders say, and none has land twice: no two borders meet but in
   * common ends, all come back to where they began, and those that hang together lie where their outermost one says.
   */
  isConsistent(): boolean {
    if (this.isBroken.includes(1)) return false;
    const met = new Set<number>();
    forEachMeeting(this.vertices, this.edges, this.grid, (edge) => met.add(edge));
    return met.size === 0 && this.isNested();
  }

  private isNested(): boolean {
    const { vertices: { x, y, count }, edges } = this;
    const components = new DisjointSets(count);
    for (let edge = 0; edge < edges.count; edge++) components.union(edges.a[edge], edges.b[edge]);
    const first = new Int32Array(count).fill(-1);
    for (let vertex = 0; vertex < count; vertex++) {
      const component = components.find(vertex);
      const best = first[component];
      if (best < 0 || comparePoints(x[vertex], y[vertex], x[best], y[best]) < 0) first[component] = vertex;
    }
    /** At the first vertex of a component: its last half-edge counter-clockwise from straight left, beyond which lies what is outside. */
    const last = new Int32Array(count).fill(-1);
    for (let half = 0; half < 2 * edges.count; half++) {
      const from = half & 1 ? edges.b[half >> 1] : edges.a[half >> 1];
      if (first[components.find(from)] !== from) continue;
      if (last[from] < 0 || compareAround(this.vertices, edges, from, last[from], half) < 0) last[from] = half;
    }
    for (let vertex = 0; vertex < count; vertex++) {
      if (last[vertex] < 0) continue;
      const hit = halfEdgeToTheLeft(this.vertices, edges, this.grid, vertex);
      const isVoid = hit < 0 || leftOf(this.sides, hit) === VOID;
      if (isVoid !== (leftOf(this.sides, last[vertex]) === VOID)) return false;
    }
    return true;
  }
}
