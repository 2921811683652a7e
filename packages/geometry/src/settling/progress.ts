import type { RepairOptions } from '../repair-options.ts';

/** How much of the work is done, as a share, with the last piece. */
const LAST_PIECE = 0.95;

/** Reports work in rounds as a share: each further round is half of what is left. It never goes back. */
export function progressReporter(options: RepairOptions): (rounds: number) => void {
  let last = 0;
  return (rounds) => {
    const share = shareOfRounds(rounds);
    if (share <= last) return;
    last = share;
    options.onProgress?.(share);
  };
}

/** How much is done after so many rounds, as a share; all of it after any number of them. */
export function shareOfRounds(rounds: number): number {
  return 1 - 0.5 ** rounds;
}

/** The rounds that a share of a layer's pieces or sheets counts for. */
export function roundsOfShare(share: number): number {
  return -Math.log2(1 - LAST_PIECE * share);
}
