import { expect, test } from 'vitest';
import { requestedRange } from './byte-range.ts';

test.for([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-', { start: 2, end: 9 }],
  ['bytes=-4', { start: 6, end: 9 }],
  ['bytes=-40', { start: 0, end: 9 }],
  ['bytes=5-500', { start: 5, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', null],
  ['bytes=-', null],
  ['bytes=0-1,3-4', null],
  ['rows=0-1', null],
  [undefined, null],
] as const)('%s of ten bytes', ([range, expected]) => {
  expect(requestedRange(range, undefined, '"e"', 10)).toEqual(expected);
});

test('a range of another content is not given', () => {
  expect(requestedRange('bytes=0-1', '"other"', '"e"', 10)).toBeNull();
  expect(requestedRange('bytes=0-1', '"e"', '"e"', 10)).toEqual({ start: 0, end: 1 });
});

test('nothing of an empty file can be asked for', () => {
  expect(requestedRange('bytes=0-', undefined, '"e"', 0)).toBe('unsatisfiable');
});
