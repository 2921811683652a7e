import { expect, test } from 'vitest';
import { requireAllowedCount } from './input-count.ts';

const files = (...names: string[]) => names.map((name) => ({ name }));
const one = { name: 'outline', inputs: { minimum: 1, maximum: 1 } };

test('a tool is given no more files than it takes, companions aside', () => {
  expect(() => requireAllowedCount(one, files('farm.shp', 'farm.dbf', 'FARM.PRJ'))).not.toThrow();
  expect(() => requireAllowedCount(one, files('farm.shp', 'farm.dbf', 'river.kml'))).toThrow('The tool "outline" takes at most 1 at a time, and the upload contains 2.');
  expect(() => requireAllowedCount({ name: 'merge', inputs: { minimum: 1, maximum: null } }, files('a.kml', 'b.kml', 'c.kml'))).not.toThrow();
});
