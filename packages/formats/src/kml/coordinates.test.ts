import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CoordinateReader } from './coordinates.ts';
import { TextWindow } from './encoding.ts';

/** The coordinates of a text that arrives in pieces; with spans no tuple takes the fast path for plain ones. */
function readBy(withSpans: boolean, text: string, cuts: readonly number[]): unknown {
  const reader = new CoordinateReader({ withSpans });
  const bytes = new TextEncoder().encode(`${text}</coordinates>`);
  const window = new TextWindow(bytes, 0, { label: 'utf-8', unitWidth: 1, littleEndian: true, byteOrderMark: 0 }, new TextDecoder());
  const end = bytes.length - '</coordinates>'.length;
  const places = [0, ...cuts.map((cut) => Math.min(cut, end)).sort((one, other) => one - other), end];
  for (let piece = 1; piece < places.length; piece++) reader.read(window, places[piece - 1], places[piece], false);
  reader.finish();
  const { x, y, z, numbers, tuplesWithY, losses } = reader;
  return { x: [...x.toArray()], y: [...y.toArray()], z: [...z.toArray()], numbers, tuplesWithY, losses };
}

const word = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: -180, max: 180, noNaN: true }).map(String) },
  { weight: 6, arbitrary: fc.integer({ min: -9999, max: 9999 }).map((value) => String(value / 100)) },
  { weight: 1, arbitrary: fc.constantFrom('-0', '+1.5', '5.', '.5', '-', '.', '1e3', '12°30', 'x', '1.2.3', '00012', '123456789012345678901234567890') },
);
const joint = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(',', ' ', '\n') }, { weight: 1, arbitrary: fc.constantFrom(', ', ' ,', '  ', ',,', '\t', '\r\n', '', '&#32;', '\u00a0') });

it('reads the usual way of writing as it reads every other, wherever the text is cut', () => {
  let tuples = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(word, joint), { maxLength: 30 }), fc.array(fc.nat(200), { maxLength: 2 }), (words, cuts) => {
      const text = words.flat().join('');
      const read = readBy(false, text, cuts);
      expect(read).toEqual(readBy(true, text, cuts));
      tuples += (text.match(/\d,\S+ -?\d/g) ?? []).length;
    }),
    { numRuns: 3000 },
  );
  expect(tuples).toBeGreaterThan(300);
});

it.each([
  ['1,2 3,4 5,6', [1, 3, 5], [2, 4, 6], [NaN, NaN, NaN]],
  ['1,2,7 3,4,8\n5,6,9 ', [1, 3, 5], [2, 4, 6], [7, 8, 9]],
  ['1,2, 3,4', [1, 3], [2, 4], [NaN, NaN]],
  ['1, 2, 3 4, 5, 6', [1, 4], [2, 5], [3, 6]],
  ['1,2 ,3 4,5', [1, 4], [2, 5], [3, NaN]],
  ['-50.12345678901234,-15.000000000000002 -0,0 1,2', [-50.12345678901234, -0, 1], [-15.000000000000002, 0, 2], [NaN, NaN, NaN]],
])('%j', (text, x, y, z) => {
  expect(readBy(false, text, [])).toMatchObject({ x, y, z });
});
