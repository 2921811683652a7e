import { NO_OWNER } from './owner.ts';
import type { OverlapClaims } from './overlap-claims.ts';
import type { VoidOutlines } from './void-outlines.ts';

/** If a feature keeps at least this share of its land, its land is not measured. */
const ENOUGH = 1 / 10;

/** A disputed cell counts if its 2·area/perimeter is at least this share of the width. For a strip that is its width, for a square or a circle half of it. */
const SLIVER = 1 / 2;

/** How wide land has to be to count, and how to measure it. */
export interface LeastWidth {
  /** Diameter of the largest circle inside, on the ground. */
  readonly width: number;
  readonly outlinesOf: (cells: Iterable<number>) => VoidOutlines;
  /** Whether features with nothing but narrower land give it up. */
  readonly givesUpSlivers: boolean;
}

export interface WideLand {
  /** 1 for each disputed cell that counts. */
  readonly isWide: Uint8Array;
  /** For each feature, the number of its disputed cells that count, plus one if any of its other land counts. */
  readonly held: Int32Array;
}

/**
 * Separates land from slivers. If a layer holds a parcel and the parts that it was divided into, rounding leaves slivers along their
 * common borders that only one of them has. These must not decide who gets the land.
 *
 * @param disputed the cells that several features claim.
 * @returns null if all features keep enough land.
 */
export function wideLand({ cells, featureArea, claimants }: OverlapClaims, disputed: readonly number[], owner: Int32Array, { width, outlinesOf }: LeastWidth): WideLand | null {
  const [owned, alone] = [new Float64Array(featureArea.length), new Float64Array(featureArea.length)];
  const isDisputed = new Uint8Array(cells.count);
  const isClaimed = new Uint8Array(featureArea.length);
  for (const cell of disputed) {
    isDisputed[cell] = 1;
    const set = cells.featureSet[cell];
    for (let i = claimants.starts[set]; i < claimants.starts[set + 1]; i++) isClaimed[claimants.features[i]] = 1;
  }
  for (let cell = 1; cell < cells.count; cell++) {
    if (owner[cell] === NO_OWNER) continue;
    owned[owner[cell]] += cells.area[cell];
    if (isDisputed[cell] === 0) alone[owner[cell]] += cells.area[cell];
  }
  const hasEnough = (area: number, feature: number): boolean => area >= ENOUGH * featureArea[feature];
  if (isClaimed.every((claimed, feature) => claimed === 0 || hasEnough(owned[feature], feature))) return null;

  const held = new Int32Array(featureArea.length);
  const isWide = new Uint8Array(cells.count);
  for (let feature = 0; feature < held.length; feature++) if (hasEnough(alone[feature], feature)) held[feature] = 1;
  const candidates: number[] = [];
  for (let cell = 1; cell < cells.count; cell++) {
    const feature = owner[cell];
    if (isDisputed[cell] === 0 && feature !== NO_OWNER && isClaimed[feature] === 1 && held[feature] === 0) candidates.push(cell);
  }
  const outlines = outlinesOf(candidates);
  for (const cell of candidates) if (held[owner[cell]] === 0 && !outlines.isNarrower(cell, cells.area[cell], width)) held[owner[cell]] = 1;
  // There may be hundreds of thousands of them, so the quick measure has to suffice.
  for (const cell of disputed) if (2 * cells.area[cell] >= SLIVER * width * perimeterOf(cell)) isWide[cell] = 1;
  for (const cell of disputed) if (owner[cell] !== NO_OWNER) held[owner[cell]] += isWide[cell];
  return { isWide, held };

  function perimeterOf(cell: number): number {
    let length = 0;
    for (let i = cells.borderOffsets[cell]; i < cells.borderOffsets[cell + 1]; i++) length += cells.borderLength[i];
    return length;
  }
}
