import { NO_OWNER } from './owner.ts';
import type { OverlapClaims } from './overlap-claims.ts';
import { longest } from './ranking.ts';

/**
 * Gives each cell to the claimant that has the longest border with it.
 *
 * @param measured the owner of each cell that borders are measured against. The answers go to `owner` instead.
 * @returns the cells that touch no land of their claimants.
 */
export function giveToLongestBorder(claims: OverlapClaims, undecided: readonly number[], measured: Int32Array, owner: Int32Array): number[] {
  for (const cell of undecided) owner[cell] = longestBorder(claims, cell, measured);
  return undecided.filter((cell) => owner[cell] === NO_OWNER);
}

/**
 * Like `giveToLongestBorder`, but measured against everything decided so far, in rounds: each round measures against what the
 * previous one decided. From the second round on, only cells next to those just decided can have an answer.
 */
export function giveToLongestBorderInRounds(claims: OverlapClaims, undecided: readonly number[], owner: Int32Array): void {
  for (let pending = undecided; pending.length > 0; ) {
    const winners = pending.map((cell) => longestBorder(claims, cell, owner));
    const decided = pending.filter((_, i) => winners[i] !== NO_OWNER);
    for (const [i, cell] of pending.entries()) owner[cell] = winners[i];
    pending = undecidedBeside(claims, decided, owner);
  }
}

/** The undecided cells of overlaps that border on any of these, each once. */
function undecidedBeside({ cells, featureSets }: OverlapClaims, decided: readonly number[], owner: Int32Array): number[] {
  const found = new Set<number>();
  for (const cell of decided) {
    for (let i = cells.borderOffsets[cell]; i < cells.borderOffsets[cell + 1]; i++) {
      const other = cells.borderOther[i];
      if (owner[other] === NO_OWNER && featureSets.sizeOf(cells.featureSet[other]) > 1) found.add(other);
    }
  }
  return Array.from(found);
}

function longestBorder({ cells, claimants: { starts, features }, featureArea }: OverlapClaims, cell: number, measured: Int32Array): number {
  const set = cells.featureSet[cell];
  const candidates = features.subarray(starts[set], starts[set + 1]);
  const lengths = new Map<number, number>();
  for (let i = cells.borderOffsets[cell]; i < cells.borderOffsets[cell + 1]; i++) {
    const neighbour = measured[cells.borderOther[i]];
    if (neighbour === NO_OWNER || !candidates.includes(neighbour)) continue;
    lengths.set(neighbour, (lengths.get(neighbour) ?? 0) + cells.borderLength[i]);
  }
  return longest(lengths, featureArea);
}
