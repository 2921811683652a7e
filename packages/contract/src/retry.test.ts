import { expect, it } from 'vitest';
import { retryOf } from './retry.ts';

const NOON = Date.parse('2026-11-23T12:00:00Z');

it.each([
  ['40', { seconds: 40, at: NOON + 40_000 }],
  ['0', { seconds: 0, at: NOON }],
  ['Mon, 23 Nov 2026 12:01:00 GMT', { seconds: 60, at: NOON + 60_000 }],
  ['Mon, 23 Nov 2026 11:00:00 GMT', { seconds: 0, at: NOON }],
  ['', null],
  ['soon', null],
  [null, null],
])('reads "%s"', (header, retry) => {
  expect(retryOf(header, NOON)).toEqual(retry);
});
