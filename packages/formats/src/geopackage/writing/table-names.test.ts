import { expect, it } from 'vitest';
import { WGS84_BY_FORMAT } from '../../crs.ts';
import type { LayerSchema } from '../../features/feature-dataset.ts';
import { tableNames } from './table-names.ts';

const column = { alias: null, title: null, description: null };
const layer = (name: string, identifier: string | null = null): LayerSchema => ({
  name,
  crs: WGS84_BY_FORMAT,
  fields: [{ name: `${'a'.repeat(199)}😀`, type: 'text', width: null, decimals: null }],
  geometryTypes: [],
  hasZ: false,
  hasM: false,
  ids: 'none',
  table: { identifier, description: null, key: null, geometry: { ...column, name: 'geom' } },
  count: 0,
});

it('cuts long names between characters, also where a number follows', () => {
  const long = `${'b'.repeat(191)}😀${'b'.repeat(6)}😀b`;
  const names = tableNames([layer(long), layer(long)]);
  expect(names.map(({ table }) => table)).toEqual([`${'b'.repeat(191)}😀${'b'.repeat(6)}`, `${'b'.repeat(191)}_1`]);
  expect(names[0].columns).toEqual(['a'.repeat(199)]);
});

it('gives each table an identifier of its own, also where those with numbers are taken', () => {
  const identifiers = tableNames([layer('a', 'b'), layer('x', 'b 2'), layer('b', 'b'), layer('B', 'b')]).map(({ identifier }) => identifier);
  expect(identifiers).toEqual(['b', 'b 2', 'b 3', 'B_1']);
});
