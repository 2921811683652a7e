import { sortGroup } from '../arrays/order.ts';
import type { EdgeTable } from '../edges/edges.ts';
import type { Ground } from '../ground.ts';
import type { EdgeGrid } from '../edges/grid.ts';
import { DisjointSets } from '../arrays/disjoint-sets.ts';
import { Int32List } from '../arrays/growable.ts';
import { comparePoints, orient2d } from '../edges/predicates.ts';
import { halfEdgeToTheLeft } from '../edges/ray.ts';
import type { VertexTable } from '../edges/vertices.ts';

/**
 * The planar subdivision made by noded edges. Half-edge 2·edge runs a → b, 2·edge + 1 runs b → a; `h ^ 1` is its twin.
 * `next` walks the border of the face to the left. Face 0 is the unbounded one. A face has one cycle of half-edges around it
 * (face 0 has none) and one for each component of edges that lies inside it.
 */
export interface Arrangement {
  readonly next: Int32Array;
  /** The face to the left of each half-edge; -1 for dead edges. */
  readonly faceOfHalfEdge: Int32Array;
  readonly faceCount: number;
  /** A half-edge of each cycle, grouped by face: the cycles of face f are at cycleOffsets[f] … cycleOffsets[f + 1]. */
  readonly cycleOffsets: Int32Array;
  readonly cycleStarts: Int32Array;
  /** Area of each face on the ground; infinite for face 0. */
  readonly faceArea: Float64Array;
  /** A half-edge of the outer cycle of each component of edges; components from left to right. */
  readonly componentStarts: Int32Array;
}

/** Calls back with every half-edge around a face, cycle by cycle. */
export function forEachHalfEdge({ next, cycleOffsets, cycleStarts }: Arrangement, face: number, visit: (half: number) => void): void {
  for (let cycle = cycleOffsets[face]; cycle < cycleOffsets[face + 1]; cycle++) {
    let half = cycleStarts[cycle];
    do {
      visit(half);
      half = next[half];
    } while (half !== cycleStarts[cycle]);
  }
}

export function arrange(vertices: VertexTable, edges: EdgeTable, grid: EdgeGrid, ground: Ground): Arrangement {
  const halfEdgeCount = 2 * edges.count;
  const { offsets, around } = sortAroundVertices(vertices, edges);
  const next = new Int32Array(halfEdgeCount).fill(-1);
  for (let vertex = 0; vertex < vertices.count; vertex++) {
    const start = offsets[vertex];
    const end = offsets[vertex + 1];
    for (let i = start; i < end; i++) next[around[i] ^ 1] = around[i === start ? end - 1 : i - 1];
  }

  const cycleOfHalfEdge = new Int32Array(halfEdgeCount).fill(-1);
  const starts = new Int32List();
  for (let half = 0; half < halfEdgeCount; half++) {
    if (next[half] < 0 || cycleOfHalfEdge[half] >= 0) continue;
    const cycle = starts.push(half);
    let at = half;
    do {
      cycleOfHalfEdge[at] = cycle;
      at = next[at];
    } while (at !== half);
  }
  const cycleCount = starts.length;
  const cycleStart = starts.data;

  const components = findComponents(vertices, edges, next, cycleOfHalfEdge, cycleCount);
  const faceOfCycle = new Int32Array(cycleCount).fill(-1);
  const isOuter = new Uint8Array(cycleCount);
  const componentStarts = new Int32Array(components.length);
  for (let i = 0; i < components.length; i++) {
    const vertex = components[i];
    // All half-edges at the component's first vertex leave to the right, so the corner that faces left comes after
    // the last of them.
    componentStarts[i] = lastAround(vertices, edges, vertex, around, offsets[vertex], offsets[vertex + 1]);
    isOuter[cycleOfHalfEdge[componentStarts[i]]] = 1;
  }
  let faceCount = 1;
  for (let cycle = 0; cycle < cycleCount; cycle++) if (isOuter[cycle] === 0) faceOfCycle[cycle] = faceCount++;
  for (let i = 0; i < components.length; i++) {
    const hit = halfEdgeToTheLeft(vertices, edges, grid, components[i]);
    faceOfCycle[cycleOfHalfEdge[componentStarts[i]]] = hit < 0 ? 0 : faceOfCycle[cycleOfHalfEdge[hit]];
  }

  const faceArea = new Float64Array(faceCount);
  const cycleOffsets = new Int32Array(faceCount + 1);
  for (let cycle = 0; cycle < cycleCount; cycle++) cycleOffsets[faceOfCycle[cycle] + 1]++;
  for (let face = 0; face < faceCount; face++) cycleOffsets[face + 1] += cycleOffsets[face];
  const position = cycleOffsets.slice();
  const cycleStarts = new Int32Array(cycleCount);
  for (let cycle = 0; cycle < cycleCount; cycle++) {
    const face = faceOfCycle[cycle];
    cycleStarts[position[face]++] = cycleStart[cycle];
    faceArea[face] += areaOfCycle(vertices, edges, next, ground, cycleStart[cycle]);
  }
  faceArea[0] = Infinity;
  const faceOfHalfEdge = cycleOfHalfEdge;
  for (let half = 0; half < halfEdgeCount; half++) if (next[half] >= 0) faceOfHalfEdge[half] = faceOfCycle[cycleOfHalfEdge[half]];
  return { next, faceOfHalfEdge, faceCount, cycleOffsets, cycleStarts, faceArea, componentStarts };
}

/**
 * The first vertex, by x then y, of each connected component of edges, with components sorted from left to right.
 *
 * The cycles on both sides of an edge belong to one component. So do cycles that meet in a vertex, because the edges around it
 * connect them.
 */
function findComponents(vertices: VertexTable, edges: EdgeTable, next: Int32Array, cycleOfHalfEdge: Int32Array, cycleCount: number): Int32Array {
  const { x, y } = vertices;
  const sets = new DisjointSets(cycleCount);
  let lastLeft = -1;
  let lastRight = -1;
  for (let edge = 0; edge < edges.count; edge++) {
    const left = cycleOfHalfEdge[2 * edge];
    const right = cycleOfHalfEdge[2 * edge + 1];
    if (left < 0 || (left === lastLeft && right === lastRight)) continue;
    sets.union(left, right);
    lastLeft = left;
    lastRight = right;
  }
  const first = new Int32Array(cycleCount).fill(-1);
  for (let half = 0; half < next.length; half++) {
    if (next[half] < 0) continue;
    const cycle = cycleOfHalfEdge[half];
    const vertex = half & 1 ? edges.b[half >> 1] : edges.a[half >> 1];
    const best = first[cycle];
    if (best < 0 || x[vertex] < x[best] || (x[vertex] === x[best] && y[vertex] < y[best])) first[cycle] = vertex;
  }
  for (let cycle = 0; cycle < cycleCount; cycle++) {
    const root = sets.find(cycle);
    if (comparePoints(x[first[cycle]], y[first[cycle]], x[first[root]], y[first[root]]) < 0) first[root] = first[cycle];
  }
  const roots: number[] = [];
  for (let cycle = 0; cycle < cycleCount; cycle++) if (sets.find(cycle) === cycle) roots.push(cycle);
  return Int32Array.from(roots, (root) => first[root]).sort((p, q) => comparePoints(x[p], y[p], x[q], y[q]));
}

function areaOfCycle({ x, y }: VertexTable, { a: edgeA, b: edgeB }: EdgeTable, next: Int32Array, ground: Ground, start: number): number {
  // In degrees, the area depends slightly on the origin, and where a cycle starts depends on how its rings are
  // written.
  let originX = Infinity;
  let half = start;
  do {
    originX = Math.min(originX, x[half & 1 ? edgeB[half >> 1] : edgeA[half >> 1]]);
    half = next[half];
  } while (half !== start);
  let area = 0;
  do {
    const edge = half >> 1;
    const from = half & 1 ? edgeB[edge] : edgeA[edge];
    const to = half & 1 ? edgeA[edge] : edgeB[edge];
    area += ground.areaUnder(originX, x[from], y[from], x[to], y[to]);
    half = next[half];
  } while (half !== start);
  return area;
}

/** The last of the half-edges that leave a vertex, counter-clockwise from the direction straight left. */
function lastAround(vertices: VertexTable, edges: EdgeTable, vertex: number, around: Int32Array, start: number, end: number): number {
  let last = around[start];
  for (let i = start + 1; i < end; i++) if (compareAround(vertices, edges, vertex, around[i], last) > 0) last = around[i];
  return last;
}

/** The half-edges that leave each vertex, counter-clockwise. If there are only two, either may come first. */
function sortAroundVertices(vertices: VertexTable, edges: EdgeTable): { offsets: Int32Array; around: Int32Array } {
  const { a: edgeA, b: edgeB } = edges;
  const offsets = new Int32Array(vertices.count + 1);
  for (let edge = 0; edge < edges.count; edge++) {
    if (edges.isDead(edge)) continue;
    offsets[edgeA[edge] + 1]++;
    offsets[edgeB[edge] + 1]++;
  }
  for (let vertex = 0; vertex < vertices.count; vertex++) offsets[vertex + 1] += offsets[vertex];
  const around = new Int32Array(offsets[vertices.count]);
  const position = offsets.slice();
  for (let edge = 0; edge < edges.count; edge++) {
    if (edges.isDead(edge)) continue;
    around[position[edgeA[edge]]++] = 2 * edge;
    around[position[edgeB[edge]]++] = 2 * edge + 1;
  }
  for (let vertex = 0; vertex < vertices.count; vertex++) {
    const [start, end] = [offsets[vertex], offsets[vertex + 1]];
    if (end - start >= 3) sortAround(vertices, edges, vertex, around, start, end);
  }
  return { offsets, around };
}

/** Sorts around[start … end), half-edges that leave a vertex, counter-clockwise from the direction straight left. */
function sortAround(vertices: VertexTable, edges: EdgeTable, vertex: number, around: Int32Array, start: number, end: number): void {
  sortGroup(around, start, end, (p, q) => compareAround(vertices, edges, vertex, p, q));
}

/** Orders two half-edges that leave a vertex counter-clockwise, from the direction straight left. */
function compareAround(vertices: VertexTable, edges: EdgeTable, vertex: number, p: number, q: number): number {
  const { x, y } = vertices;
  const to = p & 1 ? edges.a[p >> 1] : edges.b[p >> 1];
  const other = q & 1 ? edges.a[q >> 1] : edges.b[q >> 1];
  const upperP = isUpper(x[to] - x[vertex], y[to] - y[vertex]);
  const upperQ = isUpper(x[other] - x[vertex], y[other] - y[vertex]);
  if (upperP !== upperQ) return upperP ? 1 : -1;
  return -orient2d(x[vertex], y[vertex], x[to], y[to], x[other], y[other]);
}

/** Angles run from −180° to just below 180°. The upper half is [0°, 180°). */
function isUpper(dx: number, dy: number): boolean {
  return dy > 0 || (dy === 0 && dx > 0);
}
