import { originOf } from './cells.ts';
import type { Cells } from './cells.ts';
import type { Gap } from './gaps.ts';
import { NO_OWNER } from './owner.ts';
import { longest } from './ranking.ts';
import type { ArrangedTopology } from './arranged-topology.ts';

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
 * inside it. Each remaining piece is then divided the same way, measured against the original borders of the gap.
 */
export function divideGap({ vertices, edges, arrangement, ground }: ArrangedTopology, faces: Int32Array, codeOfFace: Int32Array, featureArea: Float64Array, lotsFrom = Infinity): void {
  const { next, faceOfHalfEdge, cycleOffsets, cycleStarts } = arrangement;
  const { x, y } = vertices;
  if (faces.length === 1) {
    // The usual case: all of the gap lies on the border of whoever takes it.
    const taker = longest(bordersOfFace(faces[0]), featureArea);
    if (taker !== NO_OWNER) codeOfFace[faces[0]] = taker;
    return;
  }
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

  /** For each vertex on the taker's border: 2 if two of its border edges meet there, 1 at the ends of that border. */
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
