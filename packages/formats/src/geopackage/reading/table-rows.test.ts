import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { TableRows, type Row } from './table-rows.ts';

const database = new DatabaseSync(':memory:');
afterAll(() => database.close());
database.exec('CREATE TABLE land (fid INTEGER PRIMARY KEY, name TEXT, size INTEGER)');

/** Keys from the smallest to the largest that there is, 700 of them. */
const KEYS = [-(1n << 63n), -5n, ...Array.from({ length: 697 }, (_, index) => BigInt(3 * index)), (1n << 63n) - 1n];
const insert = database.prepare('INSERT INTO land VALUES (?, ?, ?)');
for (const key of KEYS.toReversed()) insert.run(key, `plot ${key}`, key === 1500n ? 1n << 60n : 7n);

function rowsOf(largestRow: number, from = 'land'): Row[] {
  const rows = new TableRows(database, { table: from, key: 'fid', columns: ['name', 'size'], largestRow });
  const all: Row[] = [];
  for (let row = rows.next(); row !== null; row = rows.next()) all.push(row);
  expect(rows.next()).toBeNull();
  return all;
}

describe('rows of a table', () => {
  it.each([['many at a time', 100], ['some at a time', 1 << 19], ['one at a time', Infinity]])('come in the order of their keys, each once, %s', (_, largestRow) => {
    const rows = rowsOf(largestRow);
    expect(rows.map(([key]) => (typeof key === 'bigint' ? key : BigInt(Number(key))))).toEqual(KEYS);
    expect(rows.map(([, name]) => name)).toEqual(KEYS.map((key) => `plot ${key}`));
    expect(rows.map(([, , size]) => Number(size))).toEqual(KEYS.map((key) => (key === 1500n ? 2 ** 60 : 7)));
  });

  it('have numbers until an integer is beyond their range', () => {
    database.exec('CREATE VIEW some AS SELECT * FROM land WHERE fid BETWEEN 0 AND 2000');
    const sizes = rowsOf(100, 'some').map(([, , size]) => typeof size);
    expect(sizes[0]).toBe('number');
    expect(sizes.at(-1)).toBe('bigint');
  });

  it('of an empty table are none', () => {
    database.exec('CREATE TABLE bare (fid INTEGER PRIMARY KEY, name TEXT, size INTEGER)');
    expect(rowsOf(0, 'bare')).toEqual([]);
  });
});
