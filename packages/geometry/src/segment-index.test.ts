import { expect, it } from 'vitest';
import { diceOf } from '../test/dice.ts';
import { SegmentIndex } from './segment-index.ts';
import { distanceToSegment } from './segments.ts';

it('finds the nearest segment in each direction, with and without one that is known to be near', () => {
  const dice = diceOf(1);
  // More than are examined one by one. Upright and level ones: the distance to such a segment is a difference of two coordinates, so that only rounding decides whether it
  // lies in a box as wide as that distance.
  const segments = Float64Array.from({ length: 4 * 200 }, () => Math.round(dice.share() * 300) / 3);
  for (let i = 0; i < segments.length; i += 4) segments[i + 2 + (i % 8 === 0 ? 0 : 1)] = segments[i + (i % 8 === 0 ? 0 : 1)];
  const index = new SegmentIndex(segments);
  for (let i = 0; i < 5000; i++) {
    const x = dice.share() * 200 - 50;
    const y = dice.share() * 200 - 50;
    const distances = Array.from({ length: 200 }, (_, segment) => distanceToSegment(segments, segment, x, y));
    const least = Math.min(...distances);
    const nearest = { segment: distances.indexOf(least), distance: least };
    expect(index.nearest(x, y)).toEqual(nearest);
    expect(index.nearest(x, y, i % 200)).toEqual(nearest);
  }
});
