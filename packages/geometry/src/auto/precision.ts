import type { VertexTable } from '../edges/vertices.ts';
import type { Ground } from '../ground.ts';

/** Coordinates with more decimals are not rounded in any way that matters. */
const MOST_DECIMALS = 9;
/** How far a number may be from one with fewer decimals, in units of its last decimal: the error of doubles. */
const SLACK = 1e-4;
/** The share of the points that must have no more decimals. */
const SHARE = 0.95;

/** The step of the last decimal of the coordinates, on the ground; 0 if they are not rounded. */
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
