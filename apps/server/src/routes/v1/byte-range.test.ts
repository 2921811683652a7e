import { expect, test } from 'vitest';
import { requestedRange } from './byte-range.ts';

const CONTENT = { etag: '"e"', modified: new Date('2026-08-01T12:00:00.400Z'), size: 10 };

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
  expect(requestedRange(range, undefined, CONTENT)).toEqual(expected);
});

test('a range of another content is not given', () => {
  expect(requestedRange('bytes=0-1', '"other"', CONTENT)).toBeNull();
  expect(requestedRange('bytes=0-1', '"e"', CONTENT)).toEqual({ start: 0, end: 1 });
  expect(requestedRange('bytes=0-1', 'Sat, 01 Aug 2026 12:00:00 GMT', CONTENT)).toEqual({ start: 0, end: 1 });
  for (const other of ['Sat, 01 Aug 2026 11:59:59 GMT', 'Sat, 01 Aug 2026 12:00:01 GMT', 'W/"e"', 'yesterday']) expect(requestedRange('bytes=0-1', other, CONTENT)).toBeNull();
});

test('nothing of an empty file can be asked for', () => {
  expect(requestedRange('bytes=0-', undefined, { ...CONTENT, size: 0 })).toBe('unsatisfiable');
});
