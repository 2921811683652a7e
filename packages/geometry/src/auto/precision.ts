import type { VertexTable } from '../edges/vertices.ts';
import type { Ground } from '../ground.ts';

/** Coordinates with more decimals are not rounded as far as anybody would notice. */
const MOST_DECIMALS = 9;
/** So far a number may be from one with fewer decimals, in their last place: what doubles do to it. */
const SLACK = 1e-4;
/** The share of the places that must have no more decimals. */
const SHARE = 0.95;

/** The step of the last decimal that the coordinates have, on the ground; 0 where they are not rounded. */
export function coordinateStep({ x, y, count }: VertexTable, ground: Ground): number {
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals++) {
    const steps = 10 ** decimals;
    let others = 0;
    for (let i = 0; i < count && others <= (1 - SHARE) * count; i++) if (!isWhole(x[i] * steps) || !isWhole(y[i] * steps)) others++;
    if (others <= (1 - SHARE) * count) return ground.scaleY / steps;
  }
  return 0;
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < SLACK;
}
