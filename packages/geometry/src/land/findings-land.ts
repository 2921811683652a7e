import type { Findings } from '../layer/findings.ts';
import { LAND_WEIGHTS, weightOf } from './finding-weights.ts';
import { LandPieces } from './land-pieces.ts';
import type { LandPiece } from './land-pieces.ts';

/** The land of a finding. */
export interface FindingLand {
  /** Square metres; NaN if there is no land. */
  readonly area: number;
  /** The feature that has it after the repair; -1: nobody, several, or there is no land. */
  readonly receivedBy: number;
  /** Whether it is wider than the snap distance. */
  readonly isWide: boolean;
  /** Index into `pieces`; -1 for none. */
  readonly piece: number;
}

/** The land of the findings of a layer, as columns parallel to theirs. */
export class FindingsLand {
  readonly pieces = new LandPieces();
  readonly area: Float64Array;
  readonly receivedBy: Int32Array;
  /** Index into `LAND_WEIGHTS`. */
  readonly weight: Uint8Array;
  readonly #piece: Int32Array;
  readonly #kind: Uint8Array;

  constructor({ count, kind }: Findings) {
    this.area = new Float64Array(count).fill(NaN);
    this.receivedBy = new Int32Array(count).fill(-1);
    this.weight = Uint8Array.from(kind, (code) => weightOf(code, true));
    this.#piece = new Int32Array(count).fill(-1);
    this.#kind = kind;
  }

  put(finding: number, { area, receivedBy, isWide, piece }: FindingLand): void {
    this.area[finding] = area;
    this.receivedBy[finding] = receivedBy;
    this.weight[finding] = weightOf(this.#kind[finding], isWide);
    this.#piece[finding] = piece;
  }

  pieceOf(finding: number): LandPiece | null {
    return this.#piece[finding] < 0 ? null : this.pieces.at(this.#piece[finding]);
  }

  /** The findings, the most important first; within one weight in their original order. */
  order(): Int32Array {
    const order = new Int32Array(this.weight.length);
    let count = 0;
    for (let weight = 0; weight < LAND_WEIGHTS.length; weight++) for (let i = 0; i < order.length; i++) if (this.weight[i] === weight) order[count++] = i;
    return order;
  }
}
