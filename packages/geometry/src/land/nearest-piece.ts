import Flatbush from 'flatbush';
import type { RegionPiece } from './region-pieces.ts';

/** Up to this many pieces are measured one by one. */
const FEW = 16;
/** More than rounding can change a distance or a coordinate by. */
const ROUNDING = 1e-12;

/** Pieces of land with a search for the nearest one. Two features may have a hundred thousand pieces in common, with a finding for each. */
export class NearestPiece {
  readonly pieces: readonly RegionPiece[];
  /** Null if there are few pieces. */
  readonly #index: Flatbush | null;
  /** The least metres per unit, in x and y, of all pieces. */
  readonly #scaleX: number;
  readonly #scaleY: number;

  constructor(pieces: readonly RegionPiece[]) {
    this.pieces = pieces;
    this.#index = pieces.length <= FEW ? null : new Flatbush(pieces.length);
    let [scaleX, scaleY] = [Infinity, Infinity];
    for (const { extent, frame } of pieces) {
      this.#index?.add(...extent);
      scaleX = Math.min(scaleX, frame.scaleX);
      scaleY = Math.min(scaleY, frame.scaleY);
    }
    this.#index?.finish();
    this.#scaleX = scaleX;
    this.#scaleY = scaleY;
  }

  /**
   * The piece nearest to a point. Pieces often meet in one point: of those that are hardly farther than the nearest it is the one whose area is
   * closest to a given one, the first of several. Null if there are no pieces.
   * @param tolerance by how much farther, in metres
   * @param area square metres; NaN if it is not known, and the nearest piece is wanted
   */
  to(x: number, y: number, tolerance: number, area: number): RegionPiece | null {
    const { pieces } = this;
    if (this.#index === null) return pieces.length < 2 ? (pieces[0] ?? null) : likeliestOf(pieces, x, y, tolerance, area);
    const reach = this.#reachAround(this.#index, x, y, tolerance) * (1 + ROUNDING) + tolerance;
    const reachX = reach / this.#scaleX + ROUNDING * Math.abs(x);
    const reachY = reach / this.#scaleY + ROUNDING * Math.abs(y);
    const near = this.#index.search(x - reachX, y - reachY, x + reachX, y + reachY).sort((p, q) => p - q);
    return likeliestOf(near.map((piece) => pieces[piece]), x, y, tolerance, area);
  }

  /** No more than this far from a point there is a piece. */
  #reachAround(index: Flatbush, x: number, y: number, tolerance: number): number {
    // Most points lie on the border of a piece.
    const extents = index.search(x - tolerance / this.#scaleX, y - tolerance / this.#scaleY, x + tolerance / this.#scaleX, y + tolerance / this.#scaleY);
    // The piece with the nearest extent need not be the nearest one, but gives an upper bound for the distance.
    const candidates = extents.length > 0 && extents.length <= FEW ? extents : index.neighbors(x, y, 1);
    return candidates.reduce((least, piece) => Math.min(least, this.pieces[piece].distanceTo(x, y)), Infinity);
  }
}

function likeliestOf(pieces: readonly RegionPiece[], x: number, y: number, tolerance: number, area: number): RegionPiece {
  const distances = pieces.map((piece) => piece.distanceTo(x, y));
  const least = distances.reduce((a, b) => Math.min(a, b), Infinity);
  let [best, difference] = [pieces[distances.indexOf(least)], Infinity];
  if (Number.isNaN(area)) return best;
  for (const [i, piece] of pieces.entries()) {
    if (distances[i] > least + tolerance || Math.abs(piece.area - area) >= difference) continue;
    [best, difference] = [piece, Math.abs(piece.area - area)];
  }
  return best;
}
