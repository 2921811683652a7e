import { originOf } from './cells.ts';
import type { Cells } from './cells.ts';
import type { Gap } from './gaps.ts';
import { NO_OWNER } from './owner.ts';
import { longest } from './ranking.ts';
import type { ArrangedTopology } from './arranged-topology.ts';
import { reachFrom } from './gap-reach.ts';
import type { GapSize } from './gap-reach.ts';

/** The faces of gaps. A gap is named by its index in a list. */
export interface GapFaces {
  of(gap: number): Int32Array;
}

export function facesOfGaps(cells: Cells, gaps: readonly Gap[]): GapFaces {
  if (gaps.length === 0) return { of: () => new Int32Array(0) };
  /** The index of each cell among the gaps, plus one. */
  const placeOf = new Int32Array(cells.count);
  gaps.forEach(({ cell }, place) => {
    placeOf[cell] = place + 1;
  });
  const { cellOfFace } = cells;
  const offsets = new Int32Array(gaps.length + 1);
  for (let face = 0; face < cellOfFace.length; face++) if (placeOf[cellOfFace[face]] > 0) offsets[placeOf[cellOfFace[face]]]++;
  for (let place = 0; place < gaps.length; place++) offsets[place + 1] += offsets[place];
  const faces = new Int32Array(offsets[gaps.length]);
  const position = offsets.slice();
  for (let face = 0; face < cellOfFace.length; face++) if (placeOf[cellOfFace[face]] > 0) faces[position[placeOf[cellOfFace[face]] - 1]++] = face;
  return { of: (gap) => faces.subarray(offsets[gap], offsets[gap + 1]) };
}

/**
 * Divides the faces of a gap. The neighbour with the longest border takes all faces that lie on its border or touch a vertex
 * inside it, as far as they are within reach of that border (`reachFrom`). Each remaining piece is then divided the same way, measured against
 * the original borders of the gap; what no neighbour can reach goes to those who have got most of the land beside it.
 */
export function divideGap(arranged: ArrangedTopology, faces: Int32Array, codeOfFace: Int32Array, featureArea: Float64Array, lotsFrom = Infinity): void {
  const { vertices: { x, y }, edges, arrangement, ground } = arranged;
  const { next, faceOfHalfEdge, faceArea, cycleOffsets, cycleStarts } = arrangement;
  if (faces.length === 1) {
    // The usual case: all of the gap lies on the border of whoever takes it.
    const taker = longest(bordersOfFace(faces[0]), featureArea);
    if (taker !== NO_OWNER) codeOfFace[faces[0]] = taker;
    return;
  }
  const inGap = new Set(faces);
  const open = new Set(faces);
  const size = sizeOfGap();
  while (open.size > 0) {
    const piece = takePiece();
    const [taker, taken] = shareOf(piece);
    if (taken.length === 0) return;
    for (const face of taken) {
      codeOfFace[face] = taker;
      open.delete(face);
    }
  }

  /** Who takes land of a piece next, and which faces. Progress is certain: a piece that borders on a feature gives away at least one. */
  function shareOf(piece: readonly number[]): readonly [number, readonly number[]] {
    const taker = longest(bordersOf(piece, true), featureArea);
    if (taker !== NO_OWNER) {
      const border = borderEdges(piece, taker);
      const isInReach = reachFrom(arranged, border, size);
      const along = facesAlong(piece, taker, border).filter((face) => cornersOf(face).every(isInReach));
      if (along.length > 0) return [taker, along];
    }
    // All of it lies far along the gap: it goes on with what its neighbours have got of the gap.
    const next = longest(bordersOf(piece, false), featureArea);
    return [next, next === NO_OWNER ? [] : piece.filter((face) => bordersOfFace(face).has(next))];
  }

  function sizeOfGap(): GapSize {
    let [area, perimeter] = [0, 0];
    for (const face of faces) {
      area += faceArea[face];
      forEachHalfEdge(face, (half) => {
        const [p, q] = [originOf(edges, half), originOf(edges, half ^ 1)];
        if (!inGap.has(faceOfHalfEdge[half ^ 1])) perimeter += ground.length(x[p], y[p], x[q], y[q]);
      });
    }
    return { area, perimeter };
  }

  function bordersOfFace(face: number): Map<number, number> {
    const lengths = new Map<number, number>();
    for (let c = cycleOffsets[face]; c < cycleOffsets[face + 1]; c++) {
      let half = cycleStarts[c];
      do {
        const code = codeOfFace[faceOfHalfEdge[half ^ 1]];
        if (code >= 0 && code < lotsFrom) {
          const [p, q] = [originOf(edges, half), originOf(edges, half ^ 1)];
          lengths.set(code, (lengths.get(code) ?? 0) + ground.length(x[p], y[p], x[q], y[q]));
        }
        half = next[half];
      } while (half !== cycleStarts[c]);
    }
    return lengths;
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
        if (code < 0 || code >= lotsFrom || (onlyOriginal && inGap.has(beyond))) return;
        const [p, q] = [originOf(edges, half), originOf(edges, half ^ 1)];
        lengths.set(code, (lengths.get(code) ?? 0) + ground.length(x[p], y[p], x[q], y[q]));
      });
    }
    return lengths;
  }

  function isBorder(half: number, taker: number): boolean {
    const beyond = faceOfHalfEdge[half ^ 1];
    return codeOfFace[beyond] === taker && !inGap.has(beyond);
  }

  /** The edges between a piece and what the taker had before. */
  function borderEdges(piece: readonly number[], taker: number): number[] {
    const found: number[] = [];
    for (const face of piece) forEachHalfEdge(face, (half) => void (isBorder(half, taker) && found.push(half >> 1)));
    return found;
  }

  /** The faces of a piece that have a side on the taker's border, or touch a vertex inside it, where two of its edges meet. */
  function facesAlong(piece: readonly number[], taker: number, border: readonly number[]): number[] {
    const edgesAt = new Map<number, number>();
    for (const edge of border) for (const vertex of [edges.a[edge], edges.b[edge]]) edgesAt.set(vertex, (edgesAt.get(vertex) ?? 0) + 1);
    return piece.filter((face) => halvesOf(face).some((half) => isBorder(half, taker) || (edgesAt.get(originOf(edges, half)) ?? 0) > 1));
  }

  function cornersOf(face: number): number[] {
    return halvesOf(face).map((half) => originOf(edges, half));
  }

  function halvesOf(face: number): number[] {
    const halves: number[] = [];
    forEachHalfEdge(face, (half) => halves.push(half));
    return halves;
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
