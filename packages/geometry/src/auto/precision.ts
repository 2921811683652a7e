import type { VertexTable } from '../edges/vertices.ts';
import type { Ground } from '../ground.ts';

/** Coordinates with more decimals are not rounded in any way that matters. */
const MOST_DECIMALS = 9;
/** How far a number may be from one with fewer decimals, in units of its last decimal: the error of doubles. */
const SLACK = 1e-4;
/** The share of the points that must have no more decimals. In a plane, some parcels are laid out by whole metres, and the others are still exact … */
const SHARE = 0.95;
/** … but no border follows round degrees. If this many points do, one source was rounded, and its borders lie beside those of the others. */
const SHARE_OF_DEGREES = 0.25;
/** … which fewer points than this do by chance: one corner of a single field. */
const FEWEST_OF_DEGREES = 8;

/** The step of the last decimal of the coordinates, on the ground; 0 if they are not rounded. If degrees come from several sources, that of the one that was rounded most. */
export function coordinateStep({ x, y, count }: VertexTable, ground: Ground): number {
  const mostOthers = Math.max((1 - SHARE) * count, ground.geographic ? Math.min((1 - SHARE_OF_DEGREES) * count, count - FEWEST_OF_DEGREES) : 0);
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals++) {
    const steps = 10 ** decimals;
    let others = 0;
    for (let i = 0; i < count && others <= mostOthers; i++) if (!isWhole(x[i] * steps) || !isWhole(y[i] * steps)) others++;
    if (others <= mostOthers) return ground.scaleY / steps;
  }
  return 0;
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < SLACK;
}
