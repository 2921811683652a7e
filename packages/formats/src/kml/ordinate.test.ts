import { expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../testing/growth.ts';
import { parseOrdinate } from './ordinate.ts';

it('reads numbers as XML writes them, and nothing else', () => {
  for (const [text, value] of [['1', 1], ['-1.5', -1.5], ['+.5', 0.5], ['5.', 5], ['1e3', 1000], ['1.E-2', 0.01], ['INF', Infinity], ['-INF', -Infinity]] as const) expect([text, parseOrdinate(text)]).toEqual([text, value]);
  for (const text of ['', '.', '1,5', '0x10', '1e', 'e1', '--1', '1 ', 'NaN', 'Infinity']) expect([text, parseOrdinate(text)]).toEqual([text, NaN]);
});

it('finds in a time that grows with its length that a text is no number', async () => {
  expect(await growthOf((share) => expect(parseOrdinate(`${'1'.repeat(60_000 * share)}x`)).toBeNaN())).toBeLessThan(IN_PROPORTION);
});
