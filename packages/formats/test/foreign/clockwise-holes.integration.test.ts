import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { needs } from '../../../../testing/needs.ts';
import { ogr2ogr } from '../../../../testing/gdal.ts';
import { makeShapefile, recordContent } from '../shapefile/make-shapefile.ts';
import { gdalPython } from './foreign-files.ts';
import { readWithGdal } from './independent-readers.ts';
import { repairFiles } from './repair-files.ts';

const ring = (x: number, y: number, size: number): number[][] => [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]].map(([east, north]) => [east, north, 500 + 10 * east + north]);
/** A slope with an enclave that is another feature. */
const SOURCE = {
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', properties: { a: 1 }, geometry: { type: 'Polygon', coordinates: [ring(0, 0, 10), ring(3, 3, 4).toReversed()] } },
    { type: 'Feature', properties: { a: 2 }, geometry: { type: 'Polygon', coordinates: [ring(3, 3, 4)] } },
  ],
};

describe('a shapefile with the rings of RFC 7946, shells counter-clockwise and holes clockwise', needs(gdalPython !== null, 'GDAL with its Python is not installed'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'reversed-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['a hole', [[[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]], [[3, 3], [3, 7], [7, 7], [7, 3], [3, 3]]], [2]],
    ['two parts, of which one has a hole', [[[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]], [[3, 3], [3, 7], [7, 7], [7, 3], [3, 3]], [[20, 0], [30, 0], [30, 10], [20, 0]]], [2, 1]],
    ['a hole that runs like the shell', [[[3, 3], [7, 3], [7, 7], [3, 7], [3, 3]], [[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]]], [2]],
  ])('is turned, with a note, where GDAL would read holes as land: %s', async (name, rings, ringsOfParts) => {
    const place = join(folder, name);
    mkdirSync(place);
    const { shp, shx } = makeShapefile(5, [recordContent({ type: 5, rings })]);
    writeFileSync(join(place, 'set.shp'), shp);
    writeFileSync(join(place, 'set.shx'), shx);
    const valid = (path: string) => readWithGdal([[path, null]])[0].layers[0];
    // Otherwise there would be nothing to prove.
    expect(valid(join(place, 'set.shp')).valid).toEqual([false]);
    const notes: string[] = [];
    await repairFiles(place, ['set.shp', 'set.shx'], (outcome) => {
      notes.push(...outcome.notes.filter(({ code }) => code === 'shapefile-holes-turned').map(({ text }) => text));
    });
    expect(notes).toEqual([expect.stringContaining('In one record of "set.shp" with holes, rings have the wrong orientation (first in record 1)')]);
    const after = valid(join(place, 'out', 'set.shp'));
    expect(after.valid).toEqual([true]);
    expect(after.features[0]?.map((part) => part.rings.length)).toEqual(ringsOfParts);
  });
});

describe('a shapefile of polygons that slope, as GDAL writes it', needs(gdalPython !== null, 'GDAL with its Python is not installed'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'clockwise-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const repaired = async (place: string): Promise<{ codes: string[]; changed: number }> => {
    const codes: string[] = [];
    let changed = 0;
    const names = readdirSync(place).filter((name) => name.startsWith('set.'));
    await repairFiles(place, names, ({ notes, patches }) => {
      codes.push(...notes.map(({ code }) => code));
      changed += patches.filter((patch) => patch !== null).length;
    });
    return { codes, changed };
  };

  it('keeps its hole, which is turned with a note, so that GDAL finds it valid; a second run finds nothing', async () => {
    writeFileSync(join(folder, 'source.geojson'), JSON.stringify(SOURCE));
    ogr2ogr('-f', 'ESRI Shapefile', join(folder, 'set.shp'), join(folder, 'source.geojson'));
    const shapes = (path: string) => readWithGdal([[path, null]])[0].layers[0];
    const before = shapes(join(folder, 'set.shp'));
    // Otherwise there would be nothing to prove.
    expect(before.features[0]?.map(({ rings }) => rings.length)).toEqual([1, 1]);
    expect(before.valid).toEqual([false, true]);

    expect(await repaired(folder)).toEqual({ codes: ['shapefile-holes-turned'], changed: 0 });
    const after = shapes(join(folder, 'out', 'set.shp'));
    expect(after.features[0]?.map(({ rings }) => rings.length)).toEqual([2]);
    expect(after.valid).toEqual([true, true]);
    const heights = (features: typeof after.features): string[] => (features[0] ?? []).flatMap(({ rings }) => rings.flat().map(String)).sort();
    expect(heights(after.features)).toEqual(heights(before.features));

    const again = join(folder, 'again');
    mkdirSync(again);
    for (const name of readdirSync(join(folder, 'out'))) copyFileSync(join(folder, 'out', name), join(again, name));
    expect(await repaired(again)).toEqual({ codes: [], changed: 0 });
    for (const name of readdirSync(join(again, 'out'))) expect(readFileSync(join(again, 'out', name)).equals(readFileSync(join(again, name))), name).toBe(true);
  });
});
