import type { LandRules } from './land-rules.ts';
import type { ExaminationOptions } from './options.ts';
import type { Spool } from './layer/spool.ts';
import type { PieceWorkers } from './pieces/piece-workers.ts';

/** What to repair and how far; both distances are metres for geographic units, coordinate units otherwise. */
export interface RepairOptions extends ExaminationOptions {
  /** Borders of different features closer than this are matched. `auto`: taken from the data. 0 matches nothing. */
  readonly snapDistance: number | 'auto';
  /**
   * Enclosed voids whose width (the diameter of the largest circle that fits in) is below this are closed. `auto`: taken from the
   * data, and voids of near constant width, roads and streams, stay. 0 closes nothing.
   */
  readonly maxGapWidth: number | 'auto';
  /** Whether a gap width that is a number came of `auto`, as when a result is checked with the tolerances of its repair: roads and streams stay. */
  readonly keepsCorridors?: boolean;
  /** What is not to be repaired by the rules alone; not with overlaps or gaps that are kept. */
  readonly landRules?: LandRules;
  /** Worker threads that may be used where `startWorkers` is given; the result does not depend on it. */
  readonly threads: number;
  /** Starts threads for a layer that is large enough to be cut into pieces, be it one; without it all is done on the calling thread. */
  readonly startWorkers?: (threads: number) => PieceWorkers;
  /** Where what came of a large layer is kept until its patch was asked for; in memory without it. */
  readonly spool?: Spool;
  /** Called now and then with the share of the work that is done, 0 to 1, never going back. */
  readonly onProgress?: (share: number) => void;
}
