import { expect, it } from 'vitest';
import { grouped } from './groups.ts';

it('sorts items by group, leaves out those that belong to none, and keeps groups without items', () => {
  const { offsets, items } = grouped(Int32Array.of(2, 0, -1, 2, 0, 3, 99), 6, 5);
  expect([...offsets]).toEqual([0, 2, 2, 4, 5, 5]);
  expect([...items]).toEqual([1, 4, 0, 3, 5]);
});
