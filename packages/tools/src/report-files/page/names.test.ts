import { expect, it } from 'vitest';
import { Names } from './names.ts';

it('calls a feature without a name by its number, in the language of the page', () => {
  const names = new Names('pt', new Map([[12, 'record 12'], [3, 'Lote 3']]));
  expect(names.of(12)).toBe('n.º\u00A012');
  expect(names.of(3)).toBe('Lote 3 (n.º\u00A03)');
  expect(names.short('feature 7', 7)).toBe('n.º\u00A07');
  expect(names.short('Lote 3', 3)).toBe('Lote 3');
  // A name that counts something else.
  expect(names.withNumber('record 12', 5)).toBe('record 12 (n.º\u00A05)');
  expect(names.withNumber('7', 7)).toBe('n.º\u00A07');
});
