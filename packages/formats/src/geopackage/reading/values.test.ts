import { describe, expect, it } from 'vitest';
import { fieldValue } from './values.ts';

describe('a whole number of a GeoPackage', () => {
  it.each([
    [7, 7],
    [7n, 7],
    [2n ** 60n, 2n ** 60n],
    [-(2 ** 63), -(2n ** 63n)],
    [7.5, null],
    ['7', null],
  ])('%s', (stored, expected) => {
    expect(fieldValue('integer', stored)).toBe(expected);
  });
});
