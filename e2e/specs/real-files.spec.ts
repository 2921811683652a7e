import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { featuresOf, hasGdal, judge, ogr2ogr } from '../../testing/gdal.ts';
import { NO_SHARED_FILES, sharedFile } from '../../testing/shared-data.ts';
import { expect, test } from '../drivers/test.ts';

/** Real files through the real product: selected in the page, repaired by the server, opened with GDAL. */
const goias = sharedFile('data', 'geojs-52-mun.json');
const federalDistrict = sharedFile('data', 'geojs-53-mun.json');
const REPAIR_TIME = 60_000;

/** Every test has its own folder. */
const inFolder = (name: string) => test.info().outputPath(name);

test('a shapefile of two states is repaired, with every record', async ({ fixGeometry }) => {
  test.skip(!hasGdal, 'GDAL is not installed');
  test.skip(goias === null || federalDistrict === null, NO_SHARED_FILES);
  bothStates('godf', 'ESRI Shapefile', '.shp');
  await fixGeometry.open();
  await fixGeometry.choose(...['.shp', '.shx', '.dbf', '.prj'].map((ending) => inFolder(`godf${ending}`)));
  await fixGeometry.seesStatusButton('Download', REPAIR_TIME);
  expect(await fixGeometry.findings()).toContainEqual(['Overlaps', expect.stringMatching(/^\d+$/), '0']);
  const saved = await fixGeometry.save();
  expect(saved.name).toBe('godf-fixed.zip');
  writeFileSync(inFolder(saved.name), saved.content);
  const readable = `/vsizip/${inFolder(saved.name)}/godf-fixed.shp`;
  expect(propertiesOf(readable)).toEqual(propertiesOf(inFolder('godf.shp')));
  expect(judged(readable)).toEqual({ invalid: 0, overlaps: 0 });
});

/** That each of them is repaired with the records of both states is tested on the command line (apps/cli/test/real-files.integration.test.ts). */
const FORMATS = [
  { driver: 'KML', ending: '.kml' },
  { driver: 'LIBKML', ending: '.kmz' },
  { driver: 'GPKG', ending: '.gpkg' },
];

test('a state comes back from the page in the format in which it was sent', async ({ fixGeometry }) => {
  test.skip(!hasGdal, 'GDAL is not installed');
  test.skip(federalDistrict === null, NO_SHARED_FILES);
  await fixGeometry.open();
  for (const { driver, ending } of FORMATS) {
    await test.step(ending, async () => {
      ogr2ogr('-f', driver, inFolder(`df${ending}`), federalDistrict ?? '', '-nln', 'df');
      const before = fixGeometry.task();
      await fixGeometry.choose(inFolder(`df${ending}`));
      // The previous result stays until the next task has begun.
      await expect.poll(() => fixGeometry.task(), { timeout: REPAIR_TIME }).not.toBe(before);
      await fixGeometry.seesStatusButton('Download', REPAIR_TIME);
      const saved = await fixGeometry.save();
      expect(saved.name).toBe(`df-fixed${ending}`);
      writeFileSync(inFolder(saved.name), saved.content);
      expect(propertiesOf(inFolder(saved.name))).toEqual(propertiesOf(inFolder(`df${ending}`)));
    });
  }
});

const propertiesOf = (file: string) => featuresOf(file).map(({ properties }) => properties);

function bothStates(name: string, driver: string, ending: string): void {
  const merged = inFolder(`${name}-merged.gpkg`);
  ogr2ogr('-f', 'GPKG', merged, goias ?? '', '-nln', 'godf');
  ogr2ogr('-f', 'GPKG', '-append', merged, federalDistrict ?? '', '-nln', 'godf');
  ogr2ogr('-f', driver, inFolder(name + ending), merged, 'godf');
}

function judged(file: string) {
  const target = inFolder('judged.gpkg');
  const readable = path.isAbsolute(file) ? file : inFolder(file);
  ogr2ogr('-f', 'GPKG', target, readable, '-nln', 'judged', '-nlt', 'GEOMETRY', '-lco', 'GEOMETRY_NAME=shape');
  return judge(target, 'judged', 'shape');
}
