import type { Field } from '@geoinsights/formats';
import { expect, it } from 'vitest';
import { unitedFields } from './united-fields.ts';

const field = (name: string, type: Field['type'] = 'text'): Field => ({ name, type, width: null, decimals: null });
const source = (file: string, ...names: readonly string[]) => ({ file, layer: { name: 'lots', fields: names.map((name) => field(name)) } });

it('takes names in other capitals or with composed accents for one field, but not two fields of one layer', () => {
  const { fields, places, losses } = unitedFields([source('a', 'Área', 'nome'), source('b', 'NOME', 'A\u0301REA'), source('c', 'nome', 'NOME', 'Nome')]);
  expect(fields.map(({ name }) => name)).toEqual(['Área', 'nome', 'NOME', 'Nome']);
  expect(places).toEqual([[0, 1], [1, 0], [1, 2, 3]]);
  expect(losses.map(({ field: name }) => name)).toEqual(['NOME', 'A\u0301REA']);
});

it('looks at each field a few times only, however many there are', () => {
  let looks = 0;
  const watched = (name: string): Field => Object.defineProperty(field(''), 'name', { enumerable: true, get: () => (looks++, name) });
  const count = 3000;
  const files = ['á', 'Á', 'b'].map((letter) => ({ file: letter, layer: { name: 'lots', fields: Array.from({ length: count }, (_, at) => watched(`${letter}${String(at)}`)) } }));
  expect(unitedFields(files).fields.length).toBe(2 * count);
  expect(looks).toBeLessThan(20 * 3 * count);
});
