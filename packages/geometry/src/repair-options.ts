import type { LandRules } from './land-rules.ts';
import type { ExaminationOptions, Tolerances } from './options.ts';
import type { Spool } from './layer/spool.ts';
import type { PieceWorkers } from './pieces/piece-workers.ts';

/** What to repair and up to which size. Both distances are metres for geographic units, else coordinate units. */
export interface RepairOptions extends ExaminationOptions {
  /** Borders of different features closer than this are matched. `auto`: taken from the data. 0 matches nothing. */
  readonly snapDistance: number | 'auto';
  /**
   * Enclosed voids narrower than this are closed; the width is the diameter of the largest circle that fits inside. `auto`: taken
   * from the data, and voids of nearly constant width (roads and streams) stay. 0 closes nothing.
   */
  readonly maxGapWidth: number | 'auto';
  /** Whether a numeric gap width came from `auto`, as when a result is checked with the tolerances of its repair: roads and streams stay. */
  readonly keepsCorridors?: boolean;
  /** Exceptions from the repair rules. Not with overlaps or gaps that are kept. */
  readonly landRules?: LandRules;
  /** Number of worker threads that may be used if `startWorkers` is given. The result does not depend on it. */
  readonly threads: number;
  /**
   * Starts threads for a layer that is large enough to be cut into pieces, even if it becomes a single piece. Without it, everything runs on
   * the calling thread.
   */
  readonly startWorkers?: (threads: number) => PieceWorkers;
  /** Where the results of a large layer are kept until its patch is requested. Without it, they are kept in memory. */
  readonly spool?: Spool;
  /** Called with the tolerances with which matching begins, before any progress; again if the repair starts over. */
  readonly onTolerances?: (tolerances: Tolerances) => void;
  /** Called from time to time with the share of the work that is done, from 0 to 1; it never decreases. */
  readonly onProgress?: (share: number) => void;
}
