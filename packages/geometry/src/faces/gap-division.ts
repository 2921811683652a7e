import { lengthOf, originOf } from '../edges/half-edges.ts';
import { grouped, valuesAt } from '../arrays/groups.ts';
import { forEachHalfEdge } from './arrangement.ts';
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
  const gapOfCell = new Int32Array(cells.count).fill(-1);
  gaps.forEach(({ cell }, gap) => {
    gapOfCell[cell] = gap;
  });
  const { offsets, items } = grouped(valuesAt(gapOfCell, cells.cellOfFace), cells.cellOfFace.length, gaps.length);
  return { of: (gap) => items.subarray(offsets[gap], offsets[gap + 1]) };
}

/**
 * Divides the faces of a gap. The neighbour with the longest border takes all faces that lie on its border or touch a vertex
 * inside it, as far as they are within reach of that border (`reachFrom`). Each remaining piece is then divided the same way, measured against
 * the original borders of the gap; what no neighbour can reach goes to those who have got most of the land beside it.
 */
export function divideGap(arranged: ArrangedTopology, faces: Int32Array, codeOfFace: Int32Array, featureArea: Float64Array, lotsFrom = Infinity): void {
  new GapDivision(arranged, faces, codeOfFace, featureArea, lotsFrom).run();
}

class GapDivision {
  private readonly arranged: ArrangedTopology;
  private readonly faces: Int32Array;
  private readonly inGap: ReadonlySet<number>;
  /** The faces that nobody has yet. */
  private readonly open: Set<number>;
  private readonly codeOfFace: Int32Array;
  private readonly featureArea: Float64Array;
  private readonly lotsFrom: number;

  constructor(arranged: ArrangedTopology, faces: Int32Array, codeOfFace: Int32Array, featureArea: Float64Array, lotsFrom: number) {
    this.arranged = arranged;
    this.faces = faces;
    // The usual gap is one face, for which nobody asks.
    this.inGap = new Set(faces.length === 1 ? [] : faces);
    this.open = new Set(this.inGap);
    this.codeOfFace = codeOfFace;
    this.featureArea = featureArea;
    this.lotsFrom = lotsFrom;
  }

  run(): void {
    const { faces, codeOfFace } = this;
    if (faces.length === 1) {
      // The usual case: all of the gap lies on the border of whoever takes it.
      const taker = longest(this.borderLengths(faces, false), this.featureArea);
      if (taker !== NO_OWNER) codeOfFace[faces[0]] = taker;
      return;
    }
    const size = this.sizeOfGap();
    while (this.open.size > 0) {
      const [taker, taken] = this.shareOf(this.takePiece(), size);
      if (taken.length === 0) return;
      for (const face of taken) {
        codeOfFace[face] = taker;
        this.open.delete(face);
      }
    }
  }

  /** A connected group of open faces. */
  private takePiece(): number[] {
    const { faceOfHalfEdge } = this.arranged.arrangement;
    const [first] = this.open;
    const piece = [first];
    const seen = new Set(piece);
    for (const face of piece) {
      this.forEachHalfEdge(face, (half) => {
        const beyond = faceOfHalfEdge[half ^ 1];
        if (!this.open.has(beyond) || seen.has(beyond)) return;
        seen.add(beyond);
        piece.push(beyond);
      });
    }
    return piece;
  }

  /** Who takes land of a piece next, and which faces. This terminates: a piece that borders on a feature gives away at least one face. */
  private shareOf(piece: readonly number[], size: GapSize): readonly [number, readonly number[]] {
    const taker = longest(this.borderLengths(piece, true), this.featureArea);
    if (taker !== NO_OWNER) {
      const border = this.borderEdges(piece, taker);
      const isInReach = reachFrom(this.arranged, border, size);
      const along = this.facesAlong(piece, taker, border).filter((face) => this.cornersOf(face).every(isInReach));
      if (along.length > 0) return [taker, along];
    }
    // All of it is too far along the gap, so the faces that its neighbours have received count as their land here.
    const next = longest(this.borderLengths(piece, false), this.featureArea);
    return [next, next === NO_OWNER ? [] : piece.filter((face) => this.borderLengths([face], false).has(next))];
  }

  private sizeOfGap(): GapSize {
    const { faceArea, faceOfHalfEdge } = this.arranged.arrangement;
    let [area, perimeter] = [0, 0];
    for (const face of this.faces) {
      area += faceArea[face];
      this.forEachHalfEdge(face, (half) => {
        if (!this.inGap.has(faceOfHalfEdge[half ^ 1])) perimeter += lengthOf(this.arranged, half);
      });
    }
    return { area, perimeter };
  }

  /** The length of the border that each feature has with some faces. @param onlyOriginal whether faces of the gap that were given away do not count. */
  private borderLengths(faces: Iterable<number>, onlyOriginal: boolean): Map<number, number> {
    const { codeOfFace, lotsFrom, inGap, arranged: { arrangement: { faceOfHalfEdge } } } = this;
    const lengths = new Map<number, number>();
    for (const face of faces) {
      this.forEachHalfEdge(face, (half) => {
        const beyond = faceOfHalfEdge[half ^ 1];
        const code = codeOfFace[beyond];
        if (code < 0 || code >= lotsFrom || (onlyOriginal && inGap.has(beyond))) return;
        lengths.set(code, (lengths.get(code) ?? 0) + lengthOf(this.arranged, half));
      });
    }
    return lengths;
  }

  /** Whether the land beyond a half-edge was the taker's before the gap was divided. */
  private isBorder(half: number, taker: number): boolean {
    const beyond = this.arranged.arrangement.faceOfHalfEdge[half ^ 1];
    return this.codeOfFace[beyond] === taker && !this.inGap.has(beyond);
  }

  /** The edges between a piece and what the taker had before. */
  private borderEdges(piece: readonly number[], taker: number): number[] {
    const found: number[] = [];
    for (const face of piece) this.forEachHalfEdge(face, (half) => void (this.isBorder(half, taker) && found.push(half >> 1)));
    return found;
  }

  /** The faces of a piece that have a side on the taker's border, or touch a vertex inside it, where two of its edges meet. */
  private facesAlong(piece: readonly number[], taker: number, border: readonly number[]): number[] {
    const { edges } = this.arranged;
    const edgesAt = new Map<number, number>();
    for (const edge of border) for (const vertex of [edges.a[edge], edges.b[edge]]) edgesAt.set(vertex, (edgesAt.get(vertex) ?? 0) + 1);
    return piece.filter((face) => this.halvesOf(face).some((half) => this.isBorder(half, taker) || (edgesAt.get(originOf(edges, half)) ?? 0) > 1));
  }

  private cornersOf(face: number): number[] {
    return this.halvesOf(face).map((half) => originOf(this.arranged.edges, half));
  }

  private halvesOf(face: number): number[] {
    const halves: number[] = [];
    this.forEachHalfEdge(face, (half) => halves.push(half));
    return halves;
  }

  private forEachHalfEdge(face: number, visit: (half: number) => void): void {
    forEachHalfEdge(this.arranged.arrangement, face, visit);
  }
}
