import { originOf } from '../edges/half-edges.ts';
import type { Gap } from './gaps.ts';
import { facesOfGaps } from './gap-division.ts';
import { comparePoints, orient2d } from '../edges/predicates.ts';
import type { VertexTable } from '../edges/vertices.ts';
import type { ArrangedTopology } from './arranged-topology.ts';
import { Triangulation } from './triangulation.ts';

/** A gap with fewer neighbours goes to one of them whole. */
const FEWEST_NEIGHBOURS = 3;
/** A gap with more vertices goes to one neighbour whole. A guard, far above what gaps have. */
const MOST_VERTICES = 50_000;

/**
 * Cuts gaps between several neighbours into triangles on the existing vertices, by edges that no ring uses. No point is
 * invented, and no border gets a tooth. If something stands in a gap, it is first joined to the gap's border. The triangles
 * then come with the next call, after the faces have been rebuilt.
 * @returns how many edges were added.
 */
export function cutGaps({ vertices, edges, noding: { grid }, arrangement, cells, ground }: ArrangedTopology, gaps: readonly Gap[]): number {
  const { cycleOffsets, cycleStarts, next } = arrangement;
  const several = gaps.filter(({ neighbours }) => neighbours.length >= FEWEST_NEIGHBOURS);
  const before = edges.count;
  const addEdge = (p: number, q: number): void => {
    const count = edges.count;
    const edge = edges.intern(p, q);
    if (edge >= count) grid.add(edge);
  };
  const faces = facesOfGaps(cells, several);
  for (let gap = 0; gap < several.length; gap++) {
    for (const face of faces.of(gap)) {
      const cycles: number[][] = [];
      let size = 0;
      for (let c = cycleOffsets[face]; c < cycleOffsets[face + 1] && size <= MOST_VERTICES; c++) {
        cycles.push(walk(cycleStarts[c]));
        size += cycles[cycles.length - 1].length;
      }
      if (size > MOST_VERTICES) continue;
      if (cycles.length > 1) joinCycles(vertices, cycles, addEdge);
      else new Triangulation(vertices, ground, cycles[0], addEdge).run();
    }
  }
  return edges.count - before;

  function walk(start: number): number[] {
    const ring: number[] = [];
    let half = start;
    do {
      ring.push(originOf(edges, half));
      half = next[half];
    } while (half !== start && ring.length <= MOST_VERTICES);
    return ring;
  }
}

/**
 * Joins the cycles around a face: from the first vertex (by x, then y) of each cycle, one edge goes to the nearest preceding
 * vertex in sight. There always is one. As each edge leads to a preceding vertex, all of them lead to the outermost cycle in
 * the end.
 */
function joinCycles({ x, y }: VertexTable, cycles: readonly (readonly number[])[], addEdge: (p: number, q: number) => void): void {
  const sides = cycles.flatMap((ring) => ring.map((from, i): readonly [number, number] => [from, ring[(i + 1) % ring.length]]));
  const all = [...new Set(cycles.flat())];
  const firsts = cycles.map((ring) => ring.reduce((first, vertex) => (isBefore(vertex, first) ? vertex : first)));
  const outermost = firsts.reduce((first, vertex) => (isBefore(vertex, first) ? vertex : first));
  for (const vertex of [...new Set(firsts)].sort((p, q) => comparePoints(x[p], y[p], x[q], y[q]))) {
    if (vertex === outermost) continue;
    const candidates = all.filter((other) => isBefore(other, vertex)).map((other) => ({ other, apart: Math.hypot(x[other] - x[vertex], y[other] - y[vertex]) }));
    candidates.sort((p, q) => p.apart - q.apart || comparePoints(x[p.other], y[p.other], x[q.other], y[q.other]));
    const seen = candidates.find(({ other }) => sides.every(([a, b]) => !isInTheWay(vertex, other, a, b)));
    if (seen === undefined) continue;
    addEdge(vertex, seen.other);
    sides.push([vertex, seen.other]);
  }

  function isBefore(p: number, q: number): boolean {
    return comparePoints(x[p], y[p], x[q], y[q]) < 0;
  }

  /** Whether the side a – b crosses or touches the segment from p to q other than at its ends. */
  function isInTheWay(p: number, q: number, a: number, b: number): boolean {
    const sideA = orient2d(x[p], y[p], x[q], y[q], x[a], y[a]);
    const sideB = orient2d(x[p], y[p], x[q], y[q], x[b], y[b]);
    if (sideA === 0 && a !== p && a !== q && isBetween(p, q, a)) return true;
    if (sideB === 0 && b !== p && b !== q && isBetween(p, q, b)) return true;
    if (a === p || a === q || b === p || b === q || (sideA > 0) === (sideB > 0) || sideA === 0 || sideB === 0) return false;
    const sideP = orient2d(x[a], y[a], x[b], y[b], x[p], y[p]);
    const sideQ = orient2d(x[a], y[a], x[b], y[b], x[q], y[q]);
    return (sideP > 0 && sideQ < 0) || (sideP < 0 && sideQ > 0);
  }

  function isBetween(p: number, q: number, vertex: number): boolean {
    const [low, high] = isBefore(p, q) ? [p, q] : [q, p];
    return isBefore(low, vertex) && isBefore(vertex, high);
  }
}
