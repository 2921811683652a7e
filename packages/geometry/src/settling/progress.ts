import type { RepairOptions } from '../repair-options.ts';

/** The share of the work that is done with the last piece. */
const LAST_PIECE = 0.95;

/** Reports work in rounds as a share: each further round counts for half of the rest. The share never decreases. */
export function progressReporter(options: RepairOptions): (rounds: number) => void {
  let last = 0;
  return (rounds) => {
    const share = shareOfRounds(rounds);
    if (share <= last) return;
    last = share;
    options.onProgress?.(share);
  };
}

/** The share that is done after this many rounds; 1 for Infinity. */
export function shareOfRounds(rounds: number): number {
  return 1 - 0.5 ** rounds;
}

/** The number of rounds that a share of a layer's pieces or sheets corresponds to. */
export function roundsOfShare(share: number): number {
  return -Math.log2(1 - LAST_PIECE * share);
}
