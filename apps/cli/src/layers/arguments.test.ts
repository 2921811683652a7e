import { expect, it } from 'vitest';
import { UsageError } from '../exit-codes.ts';
import { ownCodeOf, positionOf } from './arguments.ts';

it.each(['cite:Lakes', 'a', '9', 'lagos-2026', 'a.b_c', 'x'.repeat(200)])('%j is a name for a layer of ours', (code) => {
  expect(ownCodeOf(code)).toBe(code);
});

it.each(['a,b', 'a b', ' a', 'a\n', '', 'Lagoa é', '<x>', '-x', ':x', 'x'.repeat(201)])('%j is none', (code) => {
  expect(() => ownCodeOf(code)).toThrow(UsageError);
});

it.each(['0', '-1', '1.5', '1,5', '', 'first', '1e3', '10000000'])('%j is no place in a list', (text) => {
  expect(() => positionOf(text)).toThrow(UsageError);
});
