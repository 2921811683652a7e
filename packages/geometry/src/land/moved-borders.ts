import { addTo } from '../arrays/multimap.ts';
import type { BatchBorders } from './batch-borders.ts';
import type { BatchFaces } from './batch-faces.ts';
import type { LandPieces } from './land-pieces.ts';
import { SegmentIndex } from '../segment-index.ts';

/**
 * The borders of the features of a batch that moved: edges of the old borders that are not in the new ones. Each point gets the edges
 * that meet in the vertex next to it. With whole stretches, each of a hundred findings along a border would repeat the same stretch;
 * this way, together they make up the stretch.
 */
export class MovedBorders {
  readonly #faces: BatchFaces;
  readonly #borders: BatchBorders;
  readonly #pieces: LandPieces;
  readonly #known = new Map<number, MovedBorder | null>();

  constructor(faces: BatchFaces, borders: BatchBorders, pieces: LandPieces) {
    this.#faces = faces;
    this.#borders = borders;
    this.#pieces = pieces;
  }

  /** The line nearest to a point, on the old border of any of some members. @returns the index of the piece, -1 for none */
  nearest(members: readonly number[], x: number, y: number): number {
    let [best, at, distance]: [MovedBorder | null, number, number] = [null, -1, Infinity];
    for (const member of members) {
      const border = this.#of(member);
      if (border === null) continue;
      const { originX, originY, scaleX, scaleY } = border.frame;
      const found = border.index.nearest((x - originX) * scaleX, (y - originY) * scaleY, border.last);
      border.last = found.segment;
      if (found.distance < distance) [best, at, distance] = [border, found.segment, found.distance];
    }
    return best === null ? -1 : this.#pieceAt(best, this.#nearerEnd(best.gone[at], x, y));
  }

  #of(member: number): MovedBorder | null {
    const known = this.#known.get(member);
    if (known !== undefined) return known;
    const gone = this.#borders.gone(member);
    const made = gone.length === 0 ? null : this.#borderOf(gone);
    this.#known.set(member, made);
    return made;
  }

  #borderOf(gone: Int32Array): MovedBorder {
    const { edges } = this.#faces;
    const edgesAt = new Map<number, number[]>();
    for (const edge of gone) {
      for (const vertex of [edges.a[edge], edges.b[edge]]) {
        addTo(edgesAt, vertex, edge);
      }
    }
    const frame = this.#borders.frameAt(gone[0]);
    return { gone, frame, index: new SegmentIndex(this.#borders.segmentsOf(gone, frame)), edgesAt, pieceAt: new Map(), last: -1 };
  }

  #nearerEnd(edge: number, px: number, py: number): number {
    const { edges, vertices: { x, y } } = this.#faces;
    const [a, b] = [edges.a[edge], edges.b[edge]];
    return Math.hypot(x[a] - px, y[a] - py) <= Math.hypot(x[b] - px, y[b] - py) ? a : b;
  }

  #pieceAt(border: MovedBorder, vertex: number): number {
    const known = border.pieceAt.get(vertex);
    if (known !== undefined) return known;
    const { edges } = this.#faces;
    const ends = (border.edgesAt.get(vertex) ?? []).map((edge) => (edges.a[edge] === vertex ? edges.b[edge] : edges.a[edge]));
    const chains = ends.length === 2 ? [[ends[0], vertex, ends[1]]] : ends.map((end) => [vertex, end]);
    const piece = this.#pieces.add('lines', this.#faces.vertices, chains);
    border.pieceAt.set(vertex, piece);
    return piece;
  }
}

interface MovedBorder {
  readonly gone: Int32Array;
  readonly frame: ReturnType<BatchBorders['frameAt']>;
  readonly index: SegmentIndex;
  readonly edgesAt: ReadonlyMap<number, readonly number[]>;
  readonly pieceAt: Map<number, number>;
  /** The segment found last. Findings follow each other along borders. */
  last: number;
}
