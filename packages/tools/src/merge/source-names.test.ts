import type { DatasetFiles } from '@geoinsights/formats';
import { expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../testing/growth.ts';
import { sourceNames } from './source-names.ts';

const dataset = (name: string, folder?: string, archive?: string): DatasetFiles => ({ format: 'kml', name, files: [{ name, size: 0, read: () => Promise.resolve(new Uint8Array(0)), ...(folder === undefined ? {} : { folder }) }], ...(archive === undefined ? {} : { archive }) });

it('names files of one name by where they came from, and numbers those that still have one name', () => {
  expect(sourceNames([dataset('a.kml', '/north'), dataset('b.kml', '/north'), dataset('a.kml', '/south'), dataset('a.kml', '/south'), dataset('a.kml', undefined, 'all.zip')])).toEqual(['north/a.kml', 'b.kml', 'south/a.kml', 'south/a.kml (2)', 'all.zip/a.kml']);
});

it('names any number of files in a time that grows with it', async () => {
  const nameAll = (count: number): void => {
    const names = sourceNames(Array.from({ length: count }, (_, at) => dataset(`${String(at % (count / 2))}.kml`, '/farm')));
    expect(new Set(names).size).toBe(count);
  };
  expect(await growthOf((share) => nameAll(20_000 * share))).toBeLessThan(IN_PROPORTION);
});
