import { expect, test } from 'vitest';
import { besideMarks, labelWithin } from '../src/geotools/review/model/map-label.ts';

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
  ['record 12', 67.5, 'record 12'],
  ['record 12', 59, '…12'],
  ['record 123456', 48, 'recor…'],
  ['Gleba 12', 52.5, '…12'],
  ['Sítio Norte 12', 48, 'Sítio…'],
  // The codes of the rural registry begin alike throughout a municipality, and those of the land registry at random.
  ['BA-2933307-0C5E7A1B2D3F4A5B6C7D8E9F00112233', 75, '…F00112233'],
  ['9b2f7c1e-4d1a-4c5e-9a37-0f6b7d2e5c41', 48, '…e5c41'],
  ['BA-2933307-0C5E7A1B2D3F4A5B6C7D8E9F00112233', 23, 'BA…'],
  ['Fazenda-Santa-Rita-do-Norte', 75, 'Fazenda-S…'],
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

test('a name of which a mark would cover letters stands below it or above, where its land reaches so far, and otherwise nowhere', () => {
  const label = { x: 0, y: 0, text: 'Santa Rita', height: 200, feature: 3 };
  const marked = (height: number, ...marks: { x: number; y: number; count: number }[]) => besideMarks([{ ...label, height }], marks, 2).map(({ x, y }) => [x, y]);
  expect(marked(200)).toEqual([[0, 0]]);
  expect(marked(200, { x: 0, y: 0, count: 2 })).toEqual([[0, -50]]);
  expect(marked(200, { x: 0, y: 0, count: 2 }, { x: 20, y: -50, count: 1 })).toEqual([[0, 50]]);
  expect(marked(130, { x: 0, y: 0, count: 2 })).toEqual([]);
  // Ten letters are 75 pixels wide: half of that, the halo and the mark.
  expect(marked(130, { x: 2 * (37.5 + 3 + 9), y: 0, count: 1 })).toEqual([[0, 0]]);
  expect(marked(130, { x: 2 * (37.5 + 3 + 8), y: 0, count: 1 })).toEqual([]);
  expect(besideMarks([label], [], 2)).toEqual([label]);
});
