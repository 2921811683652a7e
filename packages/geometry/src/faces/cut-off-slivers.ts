import { longest } from './ranking.ts';
import { NO_OWNER } from './owner.ts';
import type { OverlapClaims } from './overlap-claims.ts';
import type { LeastWidth } from './wide-land.ts';

/** A feature gives slivers up only if it keeps at least this share of its land. */
const ENOUGH = 1 / 100;

/**
 * Gives slivers that an overlap cuts off from their feature to the feature that got the overlap. If a plot is drawn up to the border of a farm, and its
 * border passes that of the farm by a millimetre, the farm would keep a strip of a millimetre on the far side of the plot, as a part of its own.
 *
 * Such a strip lies along the overlap and is narrower than `width`, and no other land of its feature is beside it. Land that only touches the overlap with
 * its end, such as a path, is no sliver.
 */
export function giveCutOffSlivers(claims: OverlapClaims, disputed: readonly number[], owner: Int32Array, { width, outlinesOf }: LeastWidth): void {
  const { cells, featureArea } = claims;
  const takers = takersOfSlivers(claims, disputed, owner, width);
  if (takers.size === 0) return;
  const owned = new Float64Array(featureArea.length);
  for (let cell = 1; cell < cells.count; cell++) if (owner[cell] !== NO_OWNER && !takers.has(cell)) owned[owner[cell]] += cells.area[cell];
  const outlines = outlinesOf(takers.keys());
  for (const [cell, lengths] of takers) {
    const loser = owner[cell];
    if (owned[loser] >= ENOUGH * featureArea[loser] && outlines.isNarrower(cell, cells.area[cell], width)) owner[cell] = longest(lengths, featureArea);
  }
}

/** For each cell that one feature alone claims, and that is a sliver along overlaps which others got: these, with the lengths of border. */
function takersOfSlivers({ cells, featureSets }: OverlapClaims, disputed: readonly number[], owner: Int32Array, width: number): Map<number, Map<number, number>> {
  const isDisputed = new Uint8Array(cells.count);
  for (const cell of disputed) isDisputed[cell] = 1;
  const along = new Float64Array(cells.count);
  // Only an overlap can join a cell to other land of its feature: two cells that one feature alone claims have no border in common.
  const isJoined = new Uint8Array(cells.count);
  const forEachBorder = (take: (cell: number, taker: number, length: number) => void): void => {
    for (const overlap of disputed) {
      if (owner[overlap] === NO_OWNER) continue;
      for (let i = cells.borderOffsets[overlap]; i < cells.borderOffsets[overlap + 1]; i++) {
        const cell = cells.borderOther[i];
        if (isDisputed[cell] === 0 && owner[cell] !== NO_OWNER && featureSets.hasInAscending(cells.featureSet[overlap], owner[cell])) take(cell, owner[overlap], cells.borderLength[i]);
      }
    }
  };
  forEachBorder((cell, taker, length) => {
    if (owner[cell] === taker) isJoined[cell] = 1;
    else along[cell] += length;
  });
  const takers = new Map<number, Map<number, number>>();
  for (let cell = 1; cell < cells.count; cell++) if (along[cell] > 0 && isJoined[cell] === 0 && cells.area[cell] <= width * along[cell]) takers.set(cell, new Map());
  if (takers.size > 0) forEachBorder((cell, taker, length) => takers.get(cell)?.set(taker, (takers.get(cell)?.get(taker) ?? 0) + length));
  return takers;
}
