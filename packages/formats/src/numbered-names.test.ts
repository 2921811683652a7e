import { describe, expect, it } from 'vitest';
import { NumberedNames } from './numbered-names.ts';

describe('names that are given only once', () => {
  it('get the lowest number with which they were not given before', () => {
    const names = new NumberedNames();
    expect(['a', 'a_3', 'a', 'a', 'b', 'a'].map((name) => names.give(name))).toEqual(['a', 'a_3', 'a_2', 'a_4', 'b', 'a_5']);
  });

  it('are compared as the caller says, and keep their spelling', () => {
    const names = new NumberedNames({ separator: '-', likeness: (name) => name.toLowerCase() });
    expect(['Lots', 'LOTS', 'lots-2', 'lots'].map((name) => names.give(name))).toEqual(['Lots', 'LOTS-2', 'lots-2-2', 'lots-3']);
  });

  it('are not counted anew each time: people put thousands of parcels into folders that are all called the same', () => {
    let compared = 0;
    const names = new NumberedNames({ likeness: (name) => (compared++, name) });
    for (let folder = 0; folder < 1000; folder++) names.give('Untitled');
    expect(compared).toBeLessThan(3000);
  });
});
