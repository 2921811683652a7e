import { Int32List, Float64List } from '../arrays/growable.ts';
import type { Chain, ThresholdMeasure } from './chain.ts';

/**
 * Number of halvings, beyond the minimum for a chain of its length, after which the chain is halved in the middle. So no chain takes
 * quadratic time.
 */
const SPARE_HALVINGS = 40;

/**
 * Douglas and Peucker (1973): a chain is repeatedly divided at the place furthest from the line between its ends. The
 * threshold of a place is the distance at which the chain is divided there, but no larger than the threshold of the half
 * that contains it. So with a tolerance below the thresholds of all places that stay, no removed place was further away
 * than the tolerance.
 */
export class DouglasPeucker implements ThresholdMeasure {
  /** Stretches still to be divided: first, last, and how often the chain was divided to get there. */
  private readonly stretches = new Int32List();
  private readonly limits = new Float64List();

  measure(chain: Chain, thresholds: Float64Array): void {
    const { places, count } = chain;
    const { stretches, limits } = this;
    const mostHalvings = SPARE_HALVINGS + Math.ceil(Math.log2(count));
    const push = (first: number, last: number, halvings: number, limit: number): void => {
      if (last - first < 2) return;
      stretches.push(first);
      stretches.push(last);
      stretches.push(halvings);
      limits.push(limit);
    };
    push(0, count - 1, 0, Infinity);
    while (limits.length > 0) {
      const limit = limits.data[--limits.length];
      stretches.length -= 3;
      const [first, last, halvings] = [stretches.data[stretches.length], stretches.data[stretches.length + 1], stretches.data[stretches.length + 2]];
      let farthest = first + 1;
      let most = -1;
      for (let i = first + 1; i < last; i++) {
        const squared = squaredDistance(chain, first, last, i);
        if (squared <= most) continue;
        most = squared;
        farthest = i;
      }
      if (halvings > mostHalvings) farthest = (first + last) >> 1;
      const threshold = Math.min(limit, Math.sqrt(most));
      thresholds[places[farthest]] = threshold;
      push(first, farthest, halvings + 1, threshold);
      push(farthest, last, halvings + 1, threshold);
    }
  }
}

/** From place i to the segment between two others, on the ground around i. */
function squaredDistance({ x, y, scaleX, scaleY }: Chain, first: number, last: number, i: number): number {
  const ax = (x[first] - x[i]) * scaleX[i];
  const ay = (y[first] - y[i]) * scaleY;
  const dx = (x[last] - x[first]) * scaleX[i];
  const dy = (y[last] - y[first]) * scaleY;
  const squared = dx * dx + dy * dy;
  const along = -(ax * dx + ay * dy);
  const share = along <= 0 || squared === 0 ? 0 : along >= squared ? 1 : along / squared;
  const px = ax + share * dx;
  const py = ay + share * dy;
  return px * px + py * py;
}
