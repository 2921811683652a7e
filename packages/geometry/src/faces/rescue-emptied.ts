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
 * no feature gives up its last wide land. A feature that claims wide land, but ends up with slivers only, gives these up on request (`giveUpSlivers`).
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
 * Leaves the land of features that have nothing but slivers without an owner. If a layer contains a parcel together with all the parts it was divided
 * into, the parcel would keep the strips that rounding left between its outline and theirs, which nobody wants. Strips between other features are
 * closed as gaps in the next round. Such a strip lies along disputed land of its feature. A feature that has any other land, such as a path or a
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
    // A sliver that other features claim as well goes to the first of them.
    const others = isDisputed.has(cell) ? claimants.features.subarray(claimants.starts[set], claimants.starts[set + 1]) : [];
    owner[cell] = others.find((feature) => !givesUp(feature)) ?? NO_OWNER;
  }
}

/**
 * Gives cells to the claimants that have none, in turn.
 *
 * @param held the number of cells of each feature, kept up to date.
 * @param isKept whether the owner of a cell does not give it up.
 */
function serveInTurn(claims: OverlapClaims, disputed: readonly number[], owner: Int32Array, held: Int32Array, isKept: (cell: number) => boolean): void {
  const offers = new Offers(claims, disputed);
  const claimed = Array.from(held.keys()).filter((feature) => offers.hasAny(feature));
  if (claimed.every((feature) => held[feature] > 0)) return;
  const turns = rankedBy(claimed, (feature) => claims.featureArea[feature], (p, q) => p - q);
  const serving = new Serving(offers, turns, owner, held, isKept);
  for (const feature of turns) if (held[feature] === 0) serving.feed(feature);
}

/** The disputed cells that each feature claims. */
class Offers {
  private readonly claims: OverlapClaims;
  /** The cells of feature f, in the order of the disputed ones, are at starts[f] … starts[f + 1]. */
  private readonly starts: Int32Array;
  private readonly cells: Int32Array;
  private readonly sorted = new Map<number, LargestFirst>();

  constructor(claims: OverlapClaims, disputed: readonly number[]) {
    const { cells, claimants, featureArea } = claims;
    const featureCount = featureArea.length;
    const starts = new Int32Array(featureCount + 1);
    const forEachClaim = (take: (feature: number, cell: number) => void): void => {
      for (const cell of disputed) {
        const set = cells.featureSet[cell];
        for (let i = claimants.starts[set]; i < claimants.starts[set + 1]; i++) take(claimants.features[i], cell);
      }
    };
    forEachClaim((feature) => { starts[feature + 1]++; });
    for (let feature = 0; feature < featureCount; feature++) starts[feature + 1] += starts[feature];
    const position = starts.slice(0, featureCount);
    const found = new Int32Array(starts[featureCount]);
    forEachClaim((feature, cell) => { found[position[feature]++] = cell; });
    this.claims = claims;
    this.starts = starts;
    this.cells = found;
  }

  hasAny(feature: number): boolean {
    return this.starts[feature + 1] > this.starts[feature];
  }

  /** The cells that a feature claims, the largest first. */
  of(feature: number): LargestFirst {
    const known = this.sorted.get(feature);
    if (known !== undefined) return known;
    const { area, compareAnchors } = this.claims.cells;
    const made = new LargestFirst(this.cells.subarray(this.starts[feature], this.starts[feature + 1]), area, compareAnchors);
    this.sorted.set(feature, made);
    return made;
  }
}

/** How a feature came to be reached: it could give a cell to a taker. */
interface Step {
  readonly taker: number;
  readonly cell: number;
}

class Serving {
  private readonly offers: Offers;
  private readonly turnOf: ReadonlyMap<number, number>;
  private readonly owner: Int32Array;
  private readonly held: Int32Array;
  private readonly isKept: (cell: number) => boolean;

  constructor(offers: Offers, turns: readonly number[], owner: Int32Array, held: Int32Array, isKept: (cell: number) => boolean) {
    this.offers = offers;
    this.turnOf = new Map(turns.map((feature, turn) => [feature, turn]));
    this.owner = owner;
    this.held = held;
    this.isKept = isKept;
  }

  /** Breadth-first search over "who could give a cell, and from whom could that feature take another". */
  feed(start: number): void {
    const { owner, held } = this;
    const cameBy = new Map<number, Step>();
    const queue = [start];
    const seen = new Set(queue);
    let last = start;
    for (const taker of queue) {
      const offered = this.offers.of(taker);
      for (let rank = 0, cell = offered.at(0); cell !== undefined; cell = offered.at(++rank)) {
        const giver = owner[cell];
        if (seen.has(giver) || this.isKept(cell)) continue;
        seen.add(giver);
        cameBy.set(giver, { taker, cell });
        if (held[giver] > 1) {
          this.handDown(giver, start, cameBy);
          return;
        }
        if (this.turn(giver) > this.turn(last)) last = giver;
        queue.push(giver);
      }
    }
    if (last !== start) this.handDown(last, start, cameBy);
  }

  /** Features that claim nothing come before all others. */
  private turn(feature: number): number {
    return this.turnOf.get(feature) ?? -1;
  }

  /** The giver loses a cell, every feature on the path loses one and gains one, and the first gains one. */
  private handDown(giver: number, start: number, cameBy: ReadonlyMap<number, Step>): void {
    this.held[giver]--;
    this.held[start]++;
    for (let step = cameBy.get(giver); step !== undefined; step = cameBy.get(step.taker)) this.owner[step.cell] = step.taker;
  }
}
