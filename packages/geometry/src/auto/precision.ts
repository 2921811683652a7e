import type { Ground } from '../ground.ts';
import type { PartExtents } from './border-sample.ts';

/** Coordinates with more decimals are not rounded as far as anybody would notice. */
const MOST_DECIMALS = 9;
/** So far a number may be from one with fewer decimals, in their last place: what doubles do to it. */
const SLACK = 1e-4;
/** The share of the numbers that must have no more decimals. */
const SHARE = 0.95;
/** Extents looked at. */
const SAMPLE = 2000;

/** The step of the last decimal that the coordinates have, on the ground; 0 where they are not rounded. */
export function coordinateStep({ extents }: PartExtents, ground: Ground): number {
  const sorted = extents.filter(Number.isFinite).sort();
  const stride = Math.max(1, Math.floor(sorted.length / SAMPLE));
  const values = sorted.filter((_, i) => i % stride === 0);
  if (values.length === 0) return 0;
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals++) {
    const steps = 10 ** decimals;
    let rounded = 0;
    for (const value of values) if (Math.abs(value * steps - Math.round(value * steps)) < SLACK) rounded++;
    if (rounded >= SHARE * values.length) return ground.scaleY / steps;
  }
  return 0;
}
