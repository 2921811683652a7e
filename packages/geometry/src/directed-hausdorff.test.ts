import { expect, it } from 'vitest';
import { diceOf } from '../test/dice.ts';
import type { Dice } from '../test/dice.ts';
import { directedHausdorff } from './directed-hausdorff.ts';
import { SegmentIndex } from './segment-index.ts';
import { distanceToSegment } from './segments.ts';

/** A line of some vertices from left to right, each up to `width` above or below the axis. */
function line(count: number, width: number, dice: Dice): Float64Array {
  const vertices = Array.from({ length: count + 1 }, (_, i) => [i * 10 + 4 * dice.share(), width * (2 * dice.share() - 1)]);
  return Float64Array.from(vertices.slice(1).flatMap((end, i) => [...vertices[i], ...end]));
}

/** The distance of the farthest of many points on the segments. */
function sampled(segments: Float64Array, border: Float64Array): number {
  let farthest = 0;
  for (let i = 0; i < segments.length; i += 4) {
    for (let share = 0; share <= 1; share += 1 / 16) {
      let nearest = Infinity;
      const x = segments[i] + share * (segments[i + 2] - segments[i]);
      const y = segments[i + 1] + share * (segments[i + 3] - segments[i + 1]);
      for (let segment = 0; 4 * segment < border.length; segment++) nearest = Math.min(nearest, distanceToSegment(border, segment, x, y));
      farthest = Math.max(farthest, nearest);
    }
  }
  return farthest;
}

// Up to 32 segments are examined one by one.
it.each([
  { name: 'few segments', of: 12, border: 9, width: 5 },
  { name: 'a border beside another one', of: 300, border: 300, width: 1 },
  { name: 'a border far from most of the other', of: 300, border: 50, width: 40 },
])('finds the farthest point of $name', ({ of, border, width }) => {
  for (let seed = 1; seed <= 4; seed++) {
    const dice = diceOf(seed);
    const segments = line(of, width, dice);
    // In an order in which hardly any segment is next to those along the border, too.
    const other = line(border, width, dice);
    const scattered = Float64Array.from(Array.from({ length: border }, (_, i) => (i * 7) % border).flatMap((i) => [...other.subarray(4 * i, 4 * i + 4)]));
    const farthest = sampled(segments, other);
    for (const each of [other, scattered]) {
      const found = directedHausdorff(segments, new SegmentIndex(each));
      expect(found).toBeGreaterThan(farthest * 0.9999 - 0.0001);
      expect(found).toBeLessThan(farthest * 1.02);
    }
  }
});
