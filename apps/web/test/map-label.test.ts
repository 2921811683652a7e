import { expect, test } from 'vitest';
import { labelWithin } from '../src/geotools/review/model/map-label.ts';

test.each([
  ['Santa Rita', 75, 'Santa Rita'],
  ['Santa Rita', 74, 'Santa Ri…'],
  // No space before the ellipsis.
  ['Santa Rita', 53, 'Santa…'],
  // Half of a pair of UTF-16 would be no letter.
  ['💚💚💚💚', 48, '💚💚…'],
  ['農場の北', 60, '農場の北'],
  ['農場の北', 59, '農場の…'],
  ['NoSpaces'.repeat(20), 5000, `${'NoSpaces'.repeat(4).slice(0, 31)}…`],
  ['', 48, ''],
])('of "%s" as much stands in %d pixels as fits', (name, width, label) => {
  expect(labelWithin(name, width)).toBe(label);
});

test('of a name of many megabytes only its beginning is looked at', () => {
  const name = 'x'.repeat(20_000_000);
  const times = Array.from({ length: 5 }, () => {
    const begun = performance.now();
    expect(labelWithin(name, 75)).toBe(`${'x'.repeat(9)}…`);
    return performance.now() - begun;
  });
  // The least of them: other work on the machine may slow down any one.
  expect(Math.min(...times)).toBeLessThan(50);
});
