import { expect, it } from 'vitest';
import { UsageError } from '../exit-codes.ts';
import { ownCodeOf, positionOf, providerDateOf } from './arguments.ts';

it.each(['cite:Lakes', 'a', '9', 'lagos-2026', 'a.b_c', 'x'.repeat(200)])('%j is accepted as the name of a published layer', (code) => {
  expect(ownCodeOf(code)).toBe(code);
});

it.each(['a,b', 'a b', ' a', 'a\n', '', 'Lagoa é', '<x>', '-x', ':x', 'x'.repeat(201)])('%j is refused as a name', (code) => {
  expect(() => ownCodeOf(code)).toThrow(UsageError);
});

it.each(['0', '-1', '1.5', '1,5', '', 'first', '1e3', '10000000'])('%j is refused as a position in a list', (text) => {
  expect(() => positionOf(text)).toThrow(UsageError);
});

it('accepts a day, or a date and time with its zone, as the date of the provider', () => {
  expect(providerDateOf(undefined)).toBeNull();
  expect(providerDateOf('2024-02-29')).toBe('2024-02-29T00:00:00.000Z');
  expect(providerDateOf('2024-01-31T12:00:00Z')).toBe('2024-01-31T12:00:00.000Z');
  expect(providerDateOf('2024-01-31T12:00Z')).toBe('2024-01-31T12:00:00.000Z');
  expect(providerDateOf('2024-01-31T23:00:00-03:00')).toBe('2024-02-01T02:00:00.000Z');
});

it.each(['2024-02-31', '2023-02-29', '2024-04-31T12:00:00Z', '2024-13-01', '2024-01-31T12:00:00', '31/01/2024', ''])('%j is refused as the date of a provider', (text) => {
  expect(() => providerDateOf(text)).toThrow(UsageError);
});
