import { Int32List } from '../arrays/growable.ts';
import { grouped, valuesAt } from '../arrays/groups.ts';
import { Marks } from '../arrays/marks.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { lengthOf, originOf } from '../edges/half-edges.ts';
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
  private readonly codeOfFace: Int32Array;
  private readonly featureArea: Float64Array;
  private readonly lotsFrom: number;

  constructor(arranged: ArrangedTopology, faces: Int32Array, codeOfFace: Int32Array, featureArea: Float64Array, lotsFrom: number) {
    this.arranged = arranged;
    this.faces = faces;
    this.codeOfFace = codeOfFace;
    this.featureArea = featureArea;
    this.lotsFrom = lotsFrom;
  }

  run(): void {
    const { arranged, faces, codeOfFace } = this;
    if (faces.length === 1) {
      // The usual case: all of the gap lies on the border of whoever takes it.
      const lengths = new Map<number, number>();
      forEachHalfEdge(arranged.arrangement, faces[0], (half) => this.addBorder(half, lengths));
      const taker = longest(lengths, this.featureArea);
      if (taker !== NO_OWNER) codeOfFace[faces[0]] = taker;
      return;
    }
    const sides = new GapSides(arranged, faces);
    const pieces = new OpenPieces(sides);
    const size = this.sizeOfGap(sides);
    for (let piece = pieces.next(); piece !== null; piece = pieces.next()) {
      const [taker, taken] = this.shareOf(sides, piece, size);
      if (taken.length === 0) return;
      for (const face of taken) {
        codeOfFace[faces[face]] = taker;
        pieces.close(face);
      }
    }
  }

  /** Who takes land of a piece next, and which faces. This terminates: a piece that borders on a feature gives away at least one face. */
  private shareOf(sides: GapSides, piece: readonly number[], size: GapSize): readonly [number, readonly number[]] {
    const taker = longest(this.borderLengths(sides, piece, true), this.featureArea);
    if (taker !== NO_OWNER) {
      const border = this.bordersOn(sides, piece, taker);
      const isInReach = reachFrom(this.arranged, border.map((side) => sides.halves[side] >> 1), size);
      const along = this.facesAlong(sides, piece, border).filter((face) => sides.cornersOf(face).every(isInReach));
      if (along.length > 0) return [taker, along];
    }
    // All of it is too far along the gap, so the faces that its neighbours have received count as their land here.
    const next = longest(this.borderLengths(sides, piece, false), this.featureArea);
    return [next, next === NO_OWNER ? [] : piece.filter((face) => this.borderLengths(sides, [face], false).has(next))];
  }

  private sizeOfGap(sides: GapSides): GapSize {
    const { faces, arranged: { arrangement: { faceArea } } } = this;
    let [area, perimeter] = [0, 0];
    for (let face = 0; face < faces.length; face++) {
      area += faceArea[faces[face]];
      for (let side = sides.first[face]; side < sides.first[face + 1]; side++) if (sides.beyond[side] < 0) perimeter += lengthOf(this.arranged, sides.halves[side]);
    }
    return { area, perimeter };
  }

  /** The length of the border that each feature has with some faces. @param onlyOriginal whether faces of the gap that were given away do not count. */
  private borderLengths(sides: GapSides, faces: readonly number[], onlyOriginal: boolean): Map<number, number> {
    const lengths = new Map<number, number>();
    for (const face of faces) {
      for (let side = sides.first[face]; side < sides.first[face + 1]; side++) if (!onlyOriginal || sides.beyond[side] < 0) this.addBorder(sides.halves[side], lengths);
    }
    return lengths;
  }

  /** Adds the length of a half-edge to that of the feature beyond it, if there is one that may take land. */
  private addBorder(half: number, lengths: Map<number, number>): void {
    const { codeOfFace, lotsFrom, arranged, arranged: { arrangement: { faceOfHalfEdge } } } = this;
    const code = codeOfFace[faceOfHalfEdge[half ^ 1]];
    if (code >= 0 && code < lotsFrom) lengths.set(code, (lengths.get(code) ?? 0) + lengthOf(arranged, half));
  }

  /** The sides of a piece beyond which the taker had land before the gap was divided. */
  private bordersOn({ first, halves, beyond }: GapSides, piece: readonly number[], taker: number): number[] {
    const { codeOfFace, arranged: { arrangement: { faceOfHalfEdge } } } = this;
    const found: number[] = [];
    for (const face of piece) {
      for (let side = first[face]; side < first[face + 1]; side++) if (beyond[side] < 0 && codeOfFace[faceOfHalfEdge[halves[side] ^ 1]] === taker) found.push(side);
    }
    return found;
  }

  /** The faces of a piece that have one of the sides on a border, or touch a vertex inside it, where two of its edges meet. */
  private facesAlong(sides: GapSides, piece: readonly number[], border: readonly number[]): number[] {
    const { edges } = this.arranged;
    const edgesAt = new Map<number, number>();
    const isOnBorder = new Set<number>();
    for (const side of border) {
      const edge = sides.halves[side] >> 1;
      for (const vertex of [edges.a[edge], edges.b[edge]]) edgesAt.set(vertex, (edgesAt.get(vertex) ?? 0) + 1);
      isOnBorder.add(side);
    }
    const isInside = sides.markCorners((vertex) => (edgesAt.get(vertex) ?? 0) > 1, edgesAt.keys());
    return piece.filter((face) => {
      for (let side = sides.first[face]; side < sides.first[face + 1]; side++) if (isInside(side) || isOnBorder.has(side)) return true;
      return false;
    });
  }
}

/** The sides of the faces of a gap. A face is named by its place in the list of them; its sides are first[face] … first[face + 1] - 1. */
class GapSides {
  readonly first: Int32Array;
  /** The half-edge of each side, with the face on its left. */
  readonly halves: Int32Array;
  /** The face of the gap beyond each side; -1 if what is beyond does not belong to the gap. */
  readonly beyond: Int32Array;
  private readonly edges: EdgeTable;
  /** The number of the corner in which each side begins, and that of each vertex. */
  private readonly corners: Int32Array;
  private readonly cornerOf = new Map<number, number>();
  private readonly marks: Marks;

  constructor({ edges, arrangement }: ArrangedTopology, faces: Int32Array) {
    const indexOf = new Map(Array.from(faces, (face, index) => [face, index]));
    const halves = new Int32List();
    this.edges = edges;
    this.first = new Int32Array(faces.length + 1);
    for (let face = 0; face < faces.length; face++) {
      forEachHalfEdge(arrangement, faces[face], (half) => halves.push(half));
      this.first[face + 1] = halves.length;
    }
    this.halves = halves.takeArray();
    this.beyond = this.halves.map((half) => indexOf.get(arrangement.faceOfHalfEdge[half ^ 1]) ?? -1);
    this.corners = this.halves.map((half) => {
      const vertex = originOf(edges, half);
      const corner = this.cornerOf.get(vertex) ?? this.cornerOf.size;
      this.cornerOf.set(vertex, corner);
      return corner;
    });
    this.marks = new Marks(this.cornerOf.size);
  }

  cornersOf(face: number): number[] {
    return Array.from(this.halves.subarray(this.first[face], this.first[face + 1]), (half) => originOf(this.edges, half));
  }

  /** Marks the corners at some vertices, instead of those marked before. @returns whether a side begins at one of them. */
  markCorners(isMarked: (vertex: number) => boolean, vertices: Iterable<number>): (side: number) => boolean {
    this.marks.removeAll();
    for (const vertex of vertices) {
      const corner = this.cornerOf.get(vertex);
      if (corner !== undefined && isMarked(vertex)) this.marks.add(corner);
    }
    return (side) => this.marks.has(this.corners[side]);
  }
}

/** The faces of a gap that nobody has yet, in connected pieces. */
class OpenPieces {
  private readonly sides: GapSides;
  private readonly isOpen: Uint8Array;
  private readonly isSeen: Marks;
  /** All faces before this one are taken. */
  private from = 0;

  constructor(sides: GapSides) {
    const count = sides.first.length - 1;
    this.sides = sides;
    this.isOpen = new Uint8Array(count).fill(1);
    this.isSeen = new Marks(count);
  }

  close(face: number): void {
    this.isOpen[face] = 0;
  }

  /** The piece of the first open face; null if there is none. */
  next(): number[] | null {
    const { isOpen, isSeen, sides: { first, beyond } } = this;
    while (this.from < isOpen.length && isOpen[this.from] === 0) this.from++;
    if (this.from === isOpen.length) return null;
    isSeen.removeAll();
    isSeen.add(this.from);
    const piece = [this.from];
    for (let i = 0; i < piece.length; i++) {
      for (let side = first[piece[i]]; side < first[piece[i] + 1]; side++) {
        const face = beyond[side];
        if (face >= 0 && isOpen[face] === 1 && isSeen.addNew(face)) piece.push(face);
      }
    }
    return piece;
  }
}
