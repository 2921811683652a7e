import { describe, expect, it } from 'vitest';
import { range } from './range.ts';
import { SequenceTable } from './sequence-table.ts';

describe('SequenceTable', () => {
  it.each([1, 63, 64, 65, 1000])('knows whether all of %d sequences have an item, whichever of them does not', (count) => {
    const table = new SequenceTable();
    for (let id = 0; id < count; id++) table.intern(Int32Array.of(1, id + 10, 2000), 3);
    expect(table.allHaveInAscending(range(count), 2000)).toBe(true);
    expect(table.allHaveInAscending(range(0), 5)).toBe(true);
    const without = table.intern(Int32Array.of(1, 5), 2);
    for (let at = 0; at < count; at++) {
      const ids = range(count);
      ids[at] = without;
      expect(table.allHaveInAscending(ids, 2000)).toBe(false);
    }
  });
});
