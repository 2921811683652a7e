import { sortGroup } from '../arrays/order.ts';
import type { EdgeTable } from '../edges/edges.ts';
import type { Ground } from '../ground.ts';
import type { EdgeGrid } from '../edges/grid.ts';
import { DisjointSets } from '../arrays/disjoint-sets.ts';
import { Int32List } from '../arrays/growable.ts';
import { grouped } from '../arrays/groups.ts';
import { originOf } from '../edges/half-edges.ts';
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
  const star = sortAroundVertices(vertices, edges);
  const next = followingHalfEdges(edges, star);
  const cycles = findCycles(next);
  const { componentStarts, componentVertices } = findOuterCycles(vertices, edges, star, next, cycles);
  const { faceOfCycle, faceCount } = facesOfCycles(cycles, componentStarts, (i) => halfEdgeToTheLeft(vertices, edges, grid, componentVertices[i]));
  const { offsets, items } = grouped(faceOfCycle, faceOfCycle.length, faceCount);
  const cycleStarts = items.map((cycle) => cycles.starts[cycle]);
  const faceArea = new Float64Array(faceCount);
  for (let cycle = 0; cycle < faceOfCycle.length; cycle++) faceArea[faceOfCycle[cycle]] += areaOfCycle(vertices, edges, next, ground, cycles.starts[cycle]);
  faceArea[0] = Infinity;
  const faceOfHalfEdge = cycles.cycleOfHalfEdge;
  for (let half = 0; half < next.length; half++) if (next[half] >= 0) faceOfHalfEdge[half] = faceOfCycle[faceOfHalfEdge[half]];
  return { next, faceOfHalfEdge, faceCount, cycleOffsets: offsets, cycleStarts, faceArea, componentStarts };
}

/** The half-edges that leave each vertex, counter-clockwise: those of vertex v are at offsets[v] … offsets[v + 1] of `around`. */
interface Star {
  readonly offsets: Int32Array;
  readonly around: Int32Array;
}

/** The half-edge that follows each around the face to its left; -1 for dead edges. */
function followingHalfEdges(edges: EdgeTable, { offsets, around }: Star): Int32Array {
  const next = new Int32Array(2 * edges.count).fill(-1);
  for (let vertex = 0; vertex + 1 < offsets.length; vertex++) {
    const start = offsets[vertex];
    const end = offsets[vertex + 1];
    for (let i = start; i < end; i++) next[around[i] ^ 1] = around[i === start ? end - 1 : i - 1];
  }
  return next;
}

interface Cycles {
  /** -1 for dead edges. */
  readonly cycleOfHalfEdge: Int32Array;
  /** A half-edge of each. */
  readonly starts: Int32Array;
}

function findCycles(next: Int32Array): Cycles {
  const cycleOfHalfEdge = new Int32Array(next.length).fill(-1);
  const starts = new Int32List();
  for (let half = 0; half < next.length; half++) {
    if (next[half] < 0 || cycleOfHalfEdge[half] >= 0) continue;
    const cycle = starts.push(half);
    let at = half;
    do {
      cycleOfHalfEdge[at] = cycle;
      at = next[at];
    } while (at !== half);
  }
  return { cycleOfHalfEdge, starts: starts.takeArray() };
}

/** For each component of edges, from left to right: its first vertex, and a half-edge of the cycle around all of it. */
function findOuterCycles(vertices: VertexTable, edges: EdgeTable, { offsets, around }: Star, next: Int32Array, cycles: Cycles): { componentStarts: Int32Array; componentVertices: Int32Array } {
  const componentVertices = findComponents(vertices, edges, next, cycles);
  // All half-edges at a component's first vertex leave to the right, so the corner that faces left comes after the last of them.
  const componentStarts = componentVertices.map((vertex) => lastAround(vertices, edges, vertex, around.subarray(offsets[vertex], offsets[vertex + 1])));
  return { componentStarts, componentVertices };
}

/**
 * Every cycle but the outer ones bounds a face of its own. An outer cycle lies in the face to its left.
 *
 * @param hitFrom the half-edge to the left of a component, by its index; -1 if there is none.
 */
function facesOfCycles({ cycleOfHalfEdge, starts }: Cycles, componentStarts: Int32Array, hitFrom: (component: number) => number): { faceOfCycle: Int32Array; faceCount: number } {
  const faceOfCycle = new Int32Array(starts.length).fill(-1);
  const isOuter = new Uint8Array(starts.length);
  for (const half of componentStarts) isOuter[cycleOfHalfEdge[half]] = 1;
  let faceCount = 1;
  for (let cycle = 0; cycle < starts.length; cycle++) if (isOuter[cycle] === 0) faceOfCycle[cycle] = faceCount++;
  for (let i = 0; i < componentStarts.length; i++) {
    const hit = hitFrom(i);
    faceOfCycle[cycleOfHalfEdge[componentStarts[i]]] = hit < 0 ? 0 : faceOfCycle[cycleOfHalfEdge[hit]];
  }
  return { faceOfCycle, faceCount };
}

/**
 * The first vertex, by x then y, of each connected component of edges, with components sorted from left to right.
 *
 * The cycles on both sides of an edge belong to one component. So do cycles that meet in a vertex, because the edges around it
 * connect them.
 */
function findComponents(vertices: VertexTable, edges: EdgeTable, next: Int32Array, { cycleOfHalfEdge, starts }: Cycles): Int32Array {
  const { x, y } = vertices;
  const cycleCount = starts.length;
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
    const vertex = originOf(edges, half);
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

function areaOfCycle({ x, y }: VertexTable, edges: EdgeTable, next: Int32Array, ground: Ground, start: number): number {
  // In degrees, the area depends slightly on the origin, and where a cycle starts depends on how its rings are
  // written.
  let originX = Infinity;
  let half = start;
  do {
    const at = x[originOf(edges, half)];
    if (at < originX) originX = at;
    half = next[half];
  } while (half !== start);
  let area = 0;
  do {
    const from = originOf(edges, half);
    const to = originOf(edges, half ^ 1);
    area += ground.areaUnder(originX, x[from], y[from], x[to], y[to]);
    half = next[half];
  } while (half !== start);
  return area;
}

/** The last of the half-edges that leave a vertex, counter-clockwise from the direction straight left. */
function lastAround(vertices: VertexTable, edges: EdgeTable, vertex: number, leaving: Int32Array): number {
  return leaving.reduce((last, half) => (compareAround(vertices, edges, vertex, half, last) > 0 ? half : last));
}

/** The half-edges that leave each vertex, counter-clockwise. If there are only two, either may come first. */
function sortAroundVertices(vertices: VertexTable, edges: EdgeTable): Star {
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
    const start = offsets[vertex];
    const end = offsets[vertex + 1];
    if (end - start >= 3) sortAround(vertices, edges, vertex, around, start, end);
  }
  return { offsets, around };
}

/** A separate function, because one inside the loop above would allocate memory for each vertex. */
function sortAround(vertices: VertexTable, edges: EdgeTable, vertex: number, around: Int32Array, start: number, end: number): void {
  sortGroup(around, start, end, (p, q) => compareAround(vertices, edges, vertex, p, q));
}

/** Orders two half-edges that leave a vertex counter-clockwise, from the direction straight left. */
function compareAround(vertices: VertexTable, edges: EdgeTable, vertex: number, p: number, q: number): number {
  const { x, y } = vertices;
  const to = originOf(edges, p ^ 1);
  const other = originOf(edges, q ^ 1);
  const upperP = isUpper(x[to] - x[vertex], y[to] - y[vertex]);
  const upperQ = isUpper(x[other] - x[vertex], y[other] - y[vertex]);
  if (upperP !== upperQ) return upperP ? 1 : -1;
  return -orient2d(x[vertex], y[vertex], x[to], y[to], x[other], y[other]);
}

/** Angles run from −180° to just below 180°. The upper half is [0°, 180°). */
function isUpper(dx: number, dy: number): boolean {
  return dy > 0 || (dy === 0 && dx > 0);
}
