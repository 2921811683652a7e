import { Float64List, Int32List, Uint8List } from '../arrays/growable.ts';
import type { VertexTable } from '../edges/vertices.ts';

/** A polygon, with its shell first, or lines. Closed rings repeat their first point. */
export interface LandPiece {
  readonly kind: 'polygon' | 'lines';
  /** Each x0, y0, x1, y1 … */
  readonly chains: readonly Float64Array[];
}

/** This many points are kept for all pieces together. For later pieces, only the sizes are reported. */
const MOST_POINTS = 30_000_000;

/** Polygons and lines stored end to end, because there may be a million. */
export class LandPieces {
  readonly #xy = new Float64List();
  readonly #chainEnds = new Int32List();
  readonly #pieceEnds = new Int32List();
  readonly #isPolygon = new Uint8List();
  #isFull = false;

  /** Whether any piece was not kept. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** @param chains vertices of each; rings are closed here. @returns the index of the piece, -1 if there is no more room. */
  add(kind: LandPiece['kind'], { x, y }: VertexTable, chains: readonly (readonly number[])[]): number {
    const points = chains.reduce((sum, chain) => sum + chain.length + 1, 0);
    if (points + this.#xy.length / 2 > MOST_POINTS) {
      this.#isFull = true;
      return -1;
    }
    for (const chain of chains) {
      for (const vertex of kind === 'polygon' ? [...chain, chain[0]] : chain) {
        this.#xy.push(x[vertex]);
        this.#xy.push(y[vertex]);
      }
      this.#chainEnds.push(this.#xy.length);
    }
    this.#isPolygon.push(kind === 'polygon' ? 1 : 0);
    return this.#pieceEnds.push(this.#chainEnds.length);
  }

  at(piece: number): LandPiece {
    const chains: Float64Array[] = [];
    for (let chain = piece === 0 ? 0 : this.#pieceEnds.data[piece - 1]; chain < this.#pieceEnds.data[piece]; chain++) {
      chains.push(this.#xy.data.subarray(chain === 0 ? 0 : this.#chainEnds.data[chain - 1], this.#chainEnds.data[chain]));
    }
    return { kind: this.#isPolygon.data[piece] === 1 ? 'polygon' : 'lines', chains };
  }
}
