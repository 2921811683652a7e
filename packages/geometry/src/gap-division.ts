import type { Arrangement } from './arrangement.ts';
import { originOf } from './cells.ts';
import type { Cells } from './cells.ts';
import type { EdgeTable } from './edges.ts';
import type { Gap } from './gaps.ts';
import type { Ground } from './ground.ts';
import type { EdgeGrid } from './grid.ts';
import { NO_OWNER, longest } from './overlaps.ts';
import { turn } from './predicates.ts';
import type { VertexTable } from './vertices.ts';

/** A gap between fewer neighbours goes to one of them whole. */
const FEWEST_NEIGHBOURS = 3;
/** Ears are sought in cubic time; a gap with more vertices goes to one neighbour whole. */
const MOST_VERTICES = 400;

/** The faces of each of the given gaps. */
export function facesOfGaps(cells: Cells, gaps: readonly Gap[]): Map<number, number[]> {
  const faces = new Map<number, number[]>(gaps.map(({ cell }) => [cell, []]));
  if (gaps.length > 0) cells.cellOfFace.forEach((cell, face) => faces.get(cell)?.push(face));
  return faces;
}

/**
 * Cuts gaps between several neighbours into triangles on the vertices that are there, by edges that no ring uses: no point is
 * invented, and no border gets a tooth. Ears with the shortest cut go first, so that cuts run across a long gap.
 * @returns how many edges were added.
 */
export function triangulateGaps(
  vertices: VertexTable,
  edges: EdgeTable,
  grid: EdgeGrid,
  arrangement: Arrangement,
  cells: Cells,
  gaps: readonly Gap[],
  ground: Ground,
): number {
  const { next, cycleOffsets, cycleStarts } = arrangement;
  const { x, y } = vertices;
  const several = gaps.filter(({ borders }) => borders.size >= FEWEST_NEIGHBOURS);
  const faces = facesOfGaps(cells, several);
  let added = 0;
  for (const { cell } of several) {
    const facesOfCell = faces.get(cell) ?? [];
    const face = facesOfCell[0];
    if (facesOfCell.length !== 1 || cycleOffsets[face + 1] - cycleOffsets[face] !== 1) continue;
    const ring: number[] = [];
    const start = cycleStarts[cycleOffsets[face]];
    let half = start;
    do {
      ring.push(originOf(edges, half));
      half = next[half];
    } while (half !== start && ring.length <= MOST_VERTICES);
    if (ring.length > MOST_VERTICES || new Set(ring).size !== ring.length) continue;
    clipEars(ring);
  }
  return added;

  function clipEars(ring: number[]): void {
    while (ring.length > 3) {
      let best = -1;
      let shortest = Infinity;
      for (let i = 0; i < ring.length; i++) {
        const [p, q] = [ring[(i + ring.length - 1) % ring.length], ring[(i + 1) % ring.length]];
        const length = ground.length(x[p], y[p], x[q], y[q]);
        if (length < shortest && isEar(ring, i)) {
          best = i;
          shortest = length;
        }
      }
      if (best < 0) return;
      const edge = edges.intern(ring[(best + ring.length - 1) % ring.length], ring[(best + 1) % ring.length]);
      grid.add(edge);
      added++;
      ring.splice(best, 1);
    }
  }

  /** Whether the corner at i can be cut off: it turns left and no other vertex lies in or on its triangle. */
  function isEar(ring: readonly number[], i: number): boolean {
    const count = ring.length;
    const [p, q, r] = [ring[(i + count - 1) % count], ring[i], ring[(i + 1) % count]];
    if (turn(x[p], y[p], x[q], y[q], x[r], y[r]) <= 0) return false;
    return ring.every((vertex) => {
      if (vertex === p || vertex === q || vertex === r) return true;
      const [vx, vy] = [x[vertex], y[vertex]];
      return turn(x[p], y[p], x[q], y[q], vx, vy) < 0 || turn(x[q], y[q], x[r], y[r], vx, vy) < 0 || turn(x[r], y[r], x[p], y[p], vx, vy) < 0;
    });
  }
}

/**
 * Divides the faces of a gap: the neighbour with the longest border takes all that lie on its border or reach a vertex inside
 * it; then the same with each piece that is left, measured against the borders that the gap had.
 */
export function divideGap(
  vertices: VertexTable,
  edges: EdgeTable,
  arrangement: Arrangement,
  faces: readonly number[],
  codeOfFace: Int32Array,
  featureArea: Float64Array,
  ground: Ground,
): void {
  const { next, faceOfHalfEdge, cycleOffsets, cycleStarts } = arrangement;
  const { x, y } = vertices;
  const inGap = new Set(faces);
  const open = new Set(faces);
  while (open.size > 0) {
    const piece = takePiece();
    const borders = bordersOf(piece, true);
    const taker = longest(borders.size > 0 ? borders : bordersOf(piece, false), featureArea);
    if (taker === NO_OWNER) return;
    const ends = endsOf(piece, taker);
    let taken = 0;
    for (const face of piece) {
      if (borders.size > 0 && !lies(face, taker, ends)) continue;
      codeOfFace[face] = taker;
      open.delete(face);
      taken++;
    }
    if (taken === 0) return;
  }

  /** A connected group of open faces. */
  function takePiece(): number[] {
    const [first] = open;
    const piece = [first];
    const seen = new Set(piece);
    for (const face of piece) {
      forEachHalfEdge(face, (half) => {
        const beyond = faceOfHalfEdge[half ^ 1];
        if (!open.has(beyond) || seen.has(beyond)) return;
        seen.add(beyond);
        piece.push(beyond);
      });
    }
    return piece;
  }

  function bordersOf(piece: readonly number[], onlyOriginal: boolean): Map<number, number> {
    const lengths = new Map<number, number>();
    for (const face of piece) {
      forEachHalfEdge(face, (half) => {
        const beyond = faceOfHalfEdge[half ^ 1];
        const code = codeOfFace[beyond];
        if (code < 0 || (onlyOriginal && inGap.has(beyond))) return;
        const [p, q] = [originOf(edges, half), originOf(edges, half ^ 1)];
        lengths.set(code, (lengths.get(code) ?? 0) + ground.length(x[p], y[p], x[q], y[q]));
      });
    }
    return lengths;
  }

  /** For each vertex on the border of the taker: 2 when two of its border edges meet there, 1 at the ends of that border. */
  function endsOf(piece: readonly number[], taker: number): Map<number, number> {
    const count = new Map<number, number>();
    for (const face of piece) {
      forEachHalfEdge(face, (half) => {
        if (codeOfFace[faceOfHalfEdge[half ^ 1]] !== taker || inGap.has(faceOfHalfEdge[half ^ 1])) return;
        for (const vertex of [originOf(edges, half), originOf(edges, half ^ 1)]) count.set(vertex, (count.get(vertex) ?? 0) + 1);
      });
    }
    return count;
  }

  function lies(face: number, taker: number, ends: ReadonlyMap<number, number>): boolean {
    let isOn = false;
    forEachHalfEdge(face, (half) => {
      const beyond = faceOfHalfEdge[half ^ 1];
      if ((codeOfFace[beyond] === taker && !inGap.has(beyond)) || (ends.get(originOf(edges, half)) ?? 0) > 1) isOn = true;
    });
    return isOn;
  }

  function forEachHalfEdge(face: number, visit: (half: number) => void): void {
    for (let c = cycleOffsets[face]; c < cycleOffsets[face + 1]; c++) {
      let half = cycleStarts[c];
      do {
        visit(half);
        half = next[half];
      } while (half !== cycleStarts[c]);
    }
  }
}
