import { describe, expect, test } from 'vitest';
import { isPage } from './other-page.ts';

describe('a page of something on the way', () => {
  test.each([
    ['<!DOCTYPE html><html>', true],
    ['\ufeff <!-- of the hotel --> <!-- and its > network --><html lang="pt">', true],
    ['<!----><body>', true],
    ['<?xml version="1.0"?><kml>', false],
    ['<!-- <html> -->\n<kml>', false],
  ])('%s: %s', (text, isOne) => {
    expect(isPage(text)).toBe(isOne);
  });

  test('is looked for at once in a file that begins with many comments', () => {
    expect(isPage(`${'<!---->'.repeat(500)}<kml>`)).toBe(false);
  });
});
