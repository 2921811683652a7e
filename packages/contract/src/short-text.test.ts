import { describe, expect, it } from 'vitest';
import { shortText } from './short-text.ts';

describe('a short text', () => {
  it.each([
    ['Fazenda', 7, 'Fazenda'],
    ['Fazenda Boa Vista', 9, 'Fazenda …'],
    ['ab😀', 4, 'ab😀'],
    ['ab😀cd', 4, 'ab…'],
    ['ab😀cd', 5, 'ab😀…'],
  ])('of %j with at most %i units is %j', (text, longest, short) => {
    expect(shortText(text, longest)).toBe(short);
    expect(short.length).toBeLessThanOrEqual(longest);
    expect(short.isWellFormed()).toBe(true);
  });
});
