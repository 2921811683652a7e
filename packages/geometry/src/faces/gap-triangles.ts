import { Int32List } from '../arrays/growable.ts';
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

/** A vertex that another one may be joined to, and how far from it that is in coordinate units. */
interface Candidate {
  readonly other: number;
  readonly apart: number;
}

const NEARER_THAN_ALL: Candidate = { other: -1, apart: -1 };

/**
 * Joins the cycles around a face: from the first vertex (by x, then y) of each cycle, one edge goes to the nearest preceding
 * vertex in sight. There always is one. As each edge leads to a preceding vertex, all of them lead to the outermost cycle in
 * the end.
 */
function joinCycles({ x, y }: VertexTable, cycles: readonly (readonly number[])[], addEdge: (p: number, q: number) => void): void {
  /** The ends of all sides, two by two. */
  const sides = new Int32List();
  for (const ring of cycles) for (let i = 0; i < ring.length; i++) addSide(ring[i], ring[i + 1 < ring.length ? i + 1 : 0]);
  const byPlace = [...new Set(cycles.flat())].sort((p, q) => comparePoints(x[p], y[p], x[q], y[q]));
  const firsts = new Set(cycles.map((ring) => ring.reduce((first, vertex) => (isBefore(vertex, first) ? vertex : first))));
  for (const [place, vertex] of byPlace.entries()) {
    // The first of all is that of the outermost cycle.
    if (place === 0 || !firsts.has(vertex)) continue;
    let candidate = nearestPreceding(place, NEARER_THAN_ALL);
    while (candidate !== null && isHidden(vertex, candidate.other)) candidate = nearestPreceding(place, candidate);
    if (candidate === null) continue;
    addEdge(vertex, candidate.other);
    addSide(vertex, candidate.other);
  }

  function addSide(from: number, to: number): void {
    sides.push(from);
    sides.push(to);
  }

  /** The vertex nearest to one among those that precede it, of which those up to `behind` do not count. Of equally near ones the first by place; null if there is none. */
  function nearestPreceding(place: number, behind: Candidate): Candidate | null {
    const vertex = byPlace[place];
    let nearest: Candidate | null = null;
    // Those before are farther away in x alone.
    for (let at = place - 1; at >= 0 && (nearest === null || x[vertex] - x[byPlace[at]] <= nearest.apart); at--) {
      const candidate = { other: byPlace[at], apart: Math.hypot(x[byPlace[at]] - x[vertex], y[byPlace[at]] - y[vertex]) };
      if (compareCandidates(candidate, behind) > 0 && (nearest === null || compareCandidates(candidate, nearest) < 0)) nearest = candidate;
    }
    return nearest;
  }

  function compareCandidates(p: Candidate, q: Candidate): number {
    return p.apart - q.apart || (p.other === q.other ? 0 : comparePoints(x[p.other], y[p.other], x[q.other], y[q.other]));
  }

  /** Whether any side is in the way from one vertex to another that precedes it, and so is no farther right. */
  function isHidden(p: number, q: number): boolean {
    const { data, length } = sides;
    const left = x[q], right = x[p];
    const low = y[p] < y[q] ? y[p] : y[q], high = y[p] < y[q] ? y[q] : y[p];
    for (let i = 0; i < length; i += 2) {
      const a = data[i], b = data[i + 1];
      if ((x[a] > right && x[b] > right) || (x[a] < left && x[b] < left) || (y[a] > high && y[b] > high) || (y[a] < low && y[b] < low)) continue;
      if (isInTheWay(p, q, a, b)) return true;
    }
    return false;
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
