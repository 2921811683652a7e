import type { PieceWorkers } from './pieces/piece-workers.ts';

/** How coordinates measure the ground. */
export type CoordinateUnits =
  /** Degrees; tolerances are metres on the ground and the length of a degree of longitude follows the latitude. */
  | { readonly kind: 'geographic' }
  /** Any plane; tolerances are in the unit of the coordinates. */
  | { readonly kind: 'planar' };

/** What an examination needs to know beside the tolerances. */
export interface ExaminationOptions {
  readonly units: CoordinateUnits;
  readonly overlaps: 'fix' | 'keep';
  readonly gaps: 'fix' | 'keep';
  /** The direction of shells that did not exist before (holes run the other way). Changed rings keep theirs. */
  readonly shellWinding: 'clockwise' | 'counter-clockwise';
}

/** What to repair and how far; both distances are metres for geographic units, coordinate units otherwise. */
export interface RepairOptions extends ExaminationOptions {
  /** Borders of different features closer than this are matched. `auto`: taken from the data. 0 matches nothing. */
  readonly snapDistance: number | 'auto';
  /** Enclosed voids whose width (2·area/perimeter) is below this are closed. `auto`: taken from the data. 0 closes nothing. */
  readonly maxGapWidth: number | 'auto';
  /** Worker threads that may be used where `startWorkers` is given; the result does not depend on it. */
  readonly threads: number;
  /** Starts threads for a layer that is large enough to be cut into pieces; without it all is done on the calling thread. */
  readonly startWorkers?: (threads: number) => PieceWorkers;
  /** Called now and then with the share of the work that is done, 0 to 1, never going back. */
  readonly onProgress?: (share: number) => void;
}

/** The tolerances that were used, after `auto` was resolved. */
export interface Tolerances {
  readonly snapDistance: number;
  readonly maxGapWidth: number;
  readonly unit: 'metre' | 'coordinate unit';
}
