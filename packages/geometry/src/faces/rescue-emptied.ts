import { NO_OWNER } from './owner.ts';
import type { OverlapClaims } from './overlap-claims.ts';
import { rankedBy } from './ranking.ts';

/**
 * Moves single cells to features that have none, along augmenting paths. Every claimant is served in its turn, the smallest
 * first, then the earliest; where cells are fewer than claimants, one that comes later gives up its last cell. This order
 * is a greedy choice in a transversal matroid, so no other choice of who ends empty spares a smaller feature.
 */
export function rescueEmptied({ cells, featureArea, claimants }: OverlapClaims, disputed: readonly number[], owner: Int32Array): void {
  const held = new Int32Array(featureArea.length);
  for (let cell = 1; cell < cells.count; cell++) if (owner[cell] !== NO_OWNER) held[owner[cell]]++;
  const claims = new Map<number, number[]>();
  for (const cell of disputed) {
    for (const feature of claimants[cells.featureSet[cell]]) {
      const list = claims.get(feature);
      if (list === undefined) claims.set(feature, [cell]);
      else list.push(cell);
    }
  }
  const turns = rankedBy([...claims.keys()], (feature) => featureArea[feature], (p, q) => p - q);
  const turnOf = new Map(turns.map((feature, turn) => [feature, turn]));
  const servedBefore = (p: number, q: number): number => (turnOf.get(p) ?? -1) - (turnOf.get(q) ?? -1);
  const sortedOffers = new Map<number, readonly number[]>();
  for (const feature of turns) if (held[feature] === 0) feed(feature);

  /** The disputed cells that a feature claims, the largest first. */
  function offersOf(taker: number): readonly number[] {
    let offers = sortedOffers.get(taker);
    if (offers === undefined) {
      offers = rankedBy(claims.get(taker) ?? [], (cell) => -cells.area[cell], cells.comparePlaces);
      sortedOffers.set(taker, offers);
    }
    return offers;
  }

  /** Breadth-first over "who could give a cell, and from whom could that one take another". */
  function feed(start: number): void {
    const cameFrom = new Map<number, { readonly taker: number; readonly cell: number }>();
    const queue = [start];
    const seen = new Set(queue);
    let last = start;
    for (const taker of queue) {
      for (const cell of offersOf(taker)) {
        const giver = owner[cell];
        if (seen.has(giver)) continue;
        seen.add(giver);
        cameFrom.set(giver, { taker, cell });
        if (held[giver] > 1) {
          handDown(giver);
          return;
        }
        if (servedBefore(last, giver) < 0) last = giver;
        queue.push(giver);
      }
    }
    if (last !== start) handDown(last);

    /** The giver loses a cell, all between lose one and gain one, the first gains one. */
    function handDown(giver: number): void {
      held[giver]--;
      held[start]++;
      for (let at = cameFrom.get(giver); at !== undefined; at = cameFrom.get(at.taker)) owner[at.cell] = at.taker;
    }
  }
}
