import { LargestFirst } from './largest-first.ts';
import { NO_OWNER } from './owner.ts';
import type { OverlapClaims } from './overlap-claims.ts';
import { rankedBy } from './ranking.ts';
import { wideLand } from './wide-land.ts';
import type { LeastWidth, WideLand } from './wide-land.ts';

/**
 * Moves single cells to features that have none, along augmenting paths. Claimants are served in turn: the smallest first,
 * of equal ones the earliest. If there are fewer cells than claimants, one that comes later gives up its last cell. This
 * order is a greedy choice in a transversal matroid, so no other choice of which features end up empty spares a smaller
 * one.
 *
 * First only land wider than slivers counts: a feature with nothing but slivers is served like one with nothing. Then all land counts, but
 * no feature gives up its last wide land. A feature that claims wide land and has none in the end, only slivers, gives these up if asked to (`giveUpSlivers`).
 *
 * @param leastWidth of land that counts as wide; null if all of it does.
 */
export function rescueEmptied(claims: OverlapClaims, disputed: readonly number[], owner: Int32Array, leastWidth: LeastWidth | null): void {
  const wide = leastWidth === null ? null : wideLand(claims, disputed, owner, leastWidth);
  if (wide !== null) serveInTurn(claims, disputed.filter((cell) => wide.isWide[cell] === 1), owner, wide.held, () => false);
  const held = new Int32Array(claims.featureArea.length);
  for (let cell = 1; cell < claims.cells.count; cell++) if (owner[cell] !== NO_OWNER) held[owner[cell]]++;
  serveInTurn(claims, disputed, owner, held, (cell) => wide !== null && wide.isWide[cell] === 1 && wide.held[owner[cell]] === 1);
  if (wide !== null && leastWidth?.givesUpSlivers === true) giveUpSlivers(claims, disputed, owner, wide, leastWidth.width);
}

/** Slivers are given up only if they are less than this share of the land that a feature had. */
const SLIVERS = 1 / 100;

/**
 * Leaves the land of features that have nothing but slivers without an owner: a parcel beside all the parts it was divided into keeps the strips
 * that rounding left between their outlines and its own, and these are no land that anybody wants. Strips between others are closed as
 * gaps in the next round. Such a strip lies along disputed land of its feature; a feature that has any other land, such as a path or a
 * separate part, gives nothing up.
 */
function giveUpSlivers({ cells, featureArea, featureSets, claimants }: OverlapClaims, disputed: readonly number[], owner: Int32Array, { isWide, held }: WideLand, width: number): void {
  if (!held.includes(0)) return;
  const [owned, claimsWide, keeps] = [new Float64Array(featureArea.length), new Uint8Array(featureArea.length), new Uint8Array(featureArea.length)];
  const alongDisputed = new Float64Array(cells.count);
  for (const cell of disputed) {
    const set = cells.featureSet[cell];
    if (isWide[cell] === 1) for (let i = claimants.starts[set]; i < claimants.starts[set + 1]; i++) claimsWide[claimants.features[i]] = 1;
    for (let i = cells.borderOffsets[cell]; i < cells.borderOffsets[cell + 1]; i++) {
      const beside = cells.borderOther[i];
      if (owner[beside] !== NO_OWNER && featureSets.hasInAscending(set, owner[beside])) alongDisputed[beside] += cells.borderLength[i];
    }
  }
  for (let cell = 1; cell < cells.count; cell++) {
    if (owner[cell] === NO_OWNER) continue;
    owned[owner[cell]] += cells.area[cell];
    if (isWide[cell] === 1 || cells.area[cell] > width * alongDisputed[cell]) keeps[owner[cell]] = 1;
  }
  const givesUp = (feature: number): boolean => claimsWide[feature] === 1 && keeps[feature] === 0 && held[feature] === 0 && owned[feature] < SLIVERS * featureArea[feature];
  if (!claimsWide.some((_, feature) => givesUp(feature))) return;
  const isDisputed = new Set(disputed);
  for (let cell = 1; cell < cells.count; cell++) {
    if (owner[cell] === NO_OWNER || !givesUp(owner[cell])) continue;
    const set = cells.featureSet[cell];
    // A sliver that others claim as well is the first one's of them.
    const others = isDisputed.has(cell) ? claimants.features.subarray(claimants.starts[set], claimants.starts[set + 1]) : [];
    owner[cell] = others.find((feature) => !givesUp(feature)) ?? NO_OWNER;
  }
}

/**
 * @param held the number of cells of each feature, kept up to date.
 * @param isKept whether the owner of a cell does not give it up.
 */
function serveInTurn({ cells, featureArea, claimants }: OverlapClaims, disputed: readonly number[], owner: Int32Array, held: Int32Array, isKept: (cell: number) => boolean): void {
  const claims = claimsTo(disputed);
  const claimed = Array.from(held.keys()).filter((feature) => claims.starts[feature + 1] > claims.starts[feature]);
  if (claimed.every((feature) => held[feature] > 0)) return;
  const turns = rankedBy(claimed, (feature) => featureArea[feature], (p, q) => p - q);
  const turnOf = new Map(turns.map((feature, turn) => [feature, turn]));
  const servedBefore = (p: number, q: number): number => (turnOf.get(p) ?? -1) - (turnOf.get(q) ?? -1);
  const offers = new Map<number, LargestFirst>();
  for (const feature of turns) if (held[feature] === 0) feed(feature);

  /** The disputed cells that each feature claims, in their order. */
  function claimsTo(contested: readonly number[]): { readonly starts: Int32Array; readonly cells: Int32Array } {
    const starts = new Int32Array(held.length + 1);
    const forEachClaim = (take: (feature: number, cell: number) => void): void => {
      for (const cell of contested) {
        const set = cells.featureSet[cell];
        for (let i = claimants.starts[set]; i < claimants.starts[set + 1]; i++) take(claimants.features[i], cell);
      }
    };
    forEachClaim((feature) => { starts[feature + 1]++; });
    for (let feature = 0; feature < held.length; feature++) starts[feature + 1] += starts[feature];
    const position = starts.slice(0, held.length);
    const found = new Int32Array(starts[held.length]);
    forEachClaim((feature, cell) => { found[position[feature]++] = cell; });
    return { starts, cells: found };
  }

  /** The disputed cells that a feature claims. */
  function offersOf(taker: number): LargestFirst {
    const known = offers.get(taker);
    if (known !== undefined) return known;
    const made = new LargestFirst(claims.cells.subarray(claims.starts[taker], claims.starts[taker + 1]), cells.area, cells.compareAnchors);
    offers.set(taker, made);
    return made;
  }

  /** Breadth-first search over "who could give a cell, and from whom could that feature take another". */
  function feed(start: number): void {
    const cameFrom = new Map<number, { readonly taker: number; readonly cell: number }>();
    const queue = [start];
    const seen = new Set(queue);
    let last = start;
    for (const taker of queue) {
      const offered = offersOf(taker);
      for (let place = 0, cell = offered.at(0); cell !== undefined; cell = offered.at(++place)) {
        const giver = owner[cell];
        if (seen.has(giver) || isKept(cell)) continue;
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

    /** The giver loses a cell, every feature on the path loses one and gains one, and the first gains one. */
    function handDown(giver: number): void {
      held[giver]--;
      held[start]++;
      for (let at = cameFrom.get(giver); at !== undefined; at = cameFrom.get(at.taker)) owner[at.cell] = at.taker;
    }
  }
}
