import { expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

const NAMES = ['snap-distance', 'max-gap-width', 'overlaps', 'gaps', 'report', 'report-language', 'to'];

it.each([
  ['snap_distance', 'snap-distance'],
  ['snapDistance', 'snap-distance'],
  ['SNAP-DISTANCE', 'snap-distance'],
  ['snap-distnace', 'snap-distance'],
  ['snap', 'snap-distance'],
  ['overlap', 'overlaps'],
  ['gap', 'gaps'],
  ['reprot', 'report'],
  ['repor', 'report'],
  ['too', 'to'],
  ['colour', undefined],
  ['distance', undefined],
  ['x', undefined],
  ['__', undefined],
])('for the mistyped %s, %s is suggested', (given, meant) => {
  expect(nearestName(given, NAMES)).toBe(meant);
});

it('suggests nothing for a text of any length', () => {
  expect(nearestName('snap'.repeat(300_000), NAMES)).toBeUndefined();
});
