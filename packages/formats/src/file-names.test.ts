import { expect, test } from 'vitest';
import { passingName, splitName } from './file-names.ts';

test('names for files that have none yet are plain, all of one length, and no two are the same', () => {
  const names = Array.from({ length: 10_000 }, passingName);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[0-9a-z]{30}$/.test(name))).toEqual([]);
});

test('an extension is found after letters that are longer in lower case', () => {
  expect(splitName('İlçeler İİ.SHP')).toEqual({ base: 'İlçeler İİ', extension: '.shp' });
  expect(splitName('İİ.shp.XML')).toEqual({ base: 'İİ', extension: '.shp.xml' });
});
