import { expect, it } from 'vitest';
import { Marks } from './marks.ts';

it('marks numbers until all marks are removed', () => {
  const marks = new Marks(3);
  expect([0, 1, 2].map((number) => marks.has(number))).toEqual([false, false, false]);
  expect(marks.addNew(1)).toBe(true);
  expect(marks.addNew(1)).toBe(false);
  marks.add(2);
  expect([0, 1, 2].map((number) => marks.has(number))).toEqual([false, true, true]);
  marks.makeRoom(5);
  expect([1, 2, 3, 4].map((number) => marks.has(number))).toEqual([true, true, false, false]);
  marks.removeAll();
  expect([0, 1, 2, 3].map((number) => marks.has(number))).toEqual([false, false, false, false]);
  expect(marks.addNew(1)).toBe(true);
});
