import { DisjointSets } from '../arrays/disjoint-sets.ts';
import type { BatchBorders } from './batch-borders.ts';
import type { BatchFaces } from './batch-faces.ts';
import type { LandPieces } from './land-pieces.ts';
import { SegmentIndex } from './segment-index.ts';

/** The stretches of the old borders of the features of a batch that are not in the new ones. */
export class MovedBorders {
  readonly #faces: BatchFaces;
  readonly #borders: BatchBorders;
  readonly #pieces: LandPieces;
  readonly #known = new Map<number, Stretches | null>();

  constructor(faces: BatchFaces, borders: BatchBorders, pieces: LandPieces) {
    this.#faces = faces;
    this.#borders = borders;
    this.#pieces = pieces;
  }

  /** The connected stretch nearest to a place, of the border of any of some members. @returns which piece it is, -1 for none */
  nearest(members: readonly number[], x: number, y: number): number {
    let [best, at, distance] = [-1, -1, Infinity];
    for (const member of members) {
      const stretches = this.#of(member);
      if (stretches === null) continue;
      const { frame } = stretches;
      const found = stretches.index.nearest((x - frame.originX) * frame.scaleX, (y - frame.originY) * frame.scaleY);
      if (found.distance < distance) [best, at, distance] = [member, found.segment, found.distance];
    }
    const stretches = best < 0 ? null : this.#of(best);
    return stretches === null ? -1 : this.#pieceOf(stretches, stretches.stretchOf[at]);
  }

  #of(member: number): Stretches | null {
    const known = this.#known.get(member);
    if (known !== undefined) return known;
    const gone = this.#borders.gone(member);
    const made = gone.length === 0 ? null : this.#stretches(gone);
    this.#known.set(member, made);
    return made;
  }

  #stretches(gone: Int32Array): Stretches {
    const { edges } = this.#faces;
    const sets = new DisjointSets(gone.length);
    const firstAt = new Map<number, number>();
    for (const [i, edge] of gone.entries()) {
      for (const vertex of [edges.a[edge], edges.b[edge]]) {
        const first = firstAt.get(vertex);
        if (first === undefined) firstAt.set(vertex, i);
        else sets.union(first, i);
      }
    }
    const frame = this.#borders.frameAt(gone[0]);
    return { gone, frame, index: new SegmentIndex(this.#borders.draw(gone, frame)), stretchOf: Int32Array.from(gone, (_, i) => sets.find(i)), pieceOf: new Map() };
  }

  #pieceOf(stretches: Stretches, stretch: number): number {
    const known = stretches.pieceOf.get(stretch);
    if (known !== undefined) return known;
    const piece = this.#pieces.add('lines', this.#faces.vertices, this.#chains(stretches.gone.filter((_, i) => stretches.stretchOf[i] === stretch)));
    stretches.pieceOf.set(stretch, piece);
    return piece;
  }

  /** Edges as chains of vertices, as long as they come; a chain ends where three edges meet. */
  #chains(which: Int32Array): number[][] {
    const { edges } = this.#faces;
    const around = new Map<number, number[]>();
    for (const edge of which) for (const vertex of [edges.a[edge], edges.b[edge]]) around.set(vertex, [...(around.get(vertex) ?? []), edge]);
    const left = new Set(which);
    const chains: number[][] = [];
    const walk = (start: number): void => {
      for (const first of around.get(start) ?? []) {
        const chain = [start];
        for (let edge: number | undefined = first; edge !== undefined && left.delete(edge); ) {
          const from: number = chain[chain.length - 1];
          const to: number = edges.a[edge] === from ? edges.b[edge] : edges.a[edge];
          chain.push(to);
          const next: readonly number[] = around.get(to) ?? [];
          edge = next.length === 2 ? next.find((other) => left.has(other)) : undefined;
        }
        if (chain.length > 1) chains.push(chain);
      }
    };
    for (const [vertex, ends] of around) if (ends.length !== 2) walk(vertex);
    // What is left runs around.
    for (const vertex of around.keys()) walk(vertex);
    return chains;
  }
}

interface Stretches {
  readonly gone: Int32Array;
  readonly frame: ReturnType<BatchBorders['frameAt']>;
  readonly index: SegmentIndex;
  /** For each edge the first one of its stretch. */
  readonly stretchOf: Int32Array;
  readonly pieceOf: Map<number, number>;
}
