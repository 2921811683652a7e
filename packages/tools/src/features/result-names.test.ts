import { expect, test } from 'vitest';
import { DistinctNames } from '../files/distinct-names.ts';
import { safeName } from './result-names.ts';

test('values that differ only in halves of characters get files of their own: on a disk they would be one', () => {
  const names = new DistinctNames();
  const claimed = ['a\ud800', 'a\ud801', 'a\udfff', 'a\ufffd'].map((value) => names.claim(`${safeName(value, 'empty')}.kml`));
  expect(new Set(claimed.map((name) => Buffer.from(name).toString('hex'))).size).toBe(claimed.length);
  const raw = new DistinctNames();
  expect(new Set(['b\ud800.kml', 'b\ud801.kml'].map((name) => Buffer.from(raw.claim(name)).toString('hex'))).size).toBe(2);
});

test('no value turns the direction of a name, which would make its ending look like another', () => {
  expect(safeName('farm\u202egpj', 'empty')).toBe('farmgpj');
  expect(safeName('\u200f\u2066', 'empty')).toBe('empty');
});
