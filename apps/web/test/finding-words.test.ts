import { FINDING_KINDS } from '@geoinsights/geometry';
import { expect, it } from 'vitest';
import { KNOWN_KINDS, wordsOf } from '../src/geotools/fix-geometry/finding-words.ts';

it('has words for exactly the kinds that the kernel finds', () => {
  expect([...KNOWN_KINDS].sort()).toEqual([...FINDING_KINDS].sort());
});

it('shows a kind it does not know by its own name', () => {
  expect(wordsOf('a-new-kind')).toEqual({ name: 'A new kind', meaning: '' });
  expect(wordsOf('constructor').name).toBe('Constructor');
});
