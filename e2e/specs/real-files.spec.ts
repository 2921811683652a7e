import { copyFileSync, writeFileSync } from 'node:fs';
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

test('a real GeoJSON of 246 municipalities is repaired', async ({ fixGeometry }) => {
  test.skip(goias === null, NO_SHARED_FILES);
  copyFileSync(goias ?? '', inFolder('geojs-52-mun.geojson'));
  await fixGeometry.open();
  await fixGeometry.choose(inFolder('geojs-52-mun.geojson'));
  await fixGeometry.seesStatusButton('Download', REPAIR_TIME);
  expect(await fixGeometry.findings()).toContainEqual(['Misplaced holes', expect.stringMatching(/^\d+$/), '0']);
  const saved = await fixGeometry.save();
  expect(saved.name).toBe('geojs-52-mun-fixed.geojson');
  writeFileSync(inFolder('go-fixed.geojson'), saved.content);
  if (hasGdal) expect(judged('go-fixed.geojson')).toEqual({ invalid: 0, overlaps: 0 });
});

const SETS = [
  { format: 'shapefile', driver: 'ESRI Shapefile', files: ['.shp', '.shx', '.dbf', '.prj'], result: '-fixed.zip' },
  { format: 'KML', driver: 'KML', files: ['.kml'], result: '-fixed.kml' },
  { format: 'KMZ', driver: 'LIBKML', files: ['.kmz'], result: '-fixed.kmz' },
  { format: 'GeoPackage', driver: 'GPKG', files: ['.gpkg'], result: '-fixed.gpkg' },
];

for (const { format, driver, files, result } of SETS) {
  test(`a ${format} of two states is repaired, with every record`, async ({ fixGeometry }) => {
    test.skip(!hasGdal, 'GDAL is not installed');
    test.skip(goias === null || federalDistrict === null, NO_SHARED_FILES);
    const name = `godf-${files[0].slice(1)}`;
    bothStates(name, driver, files[0]);
    await fixGeometry.open();
    await fixGeometry.choose(...files.map((ending) => inFolder(name + ending)));
    await fixGeometry.seesStatusButton('Download', REPAIR_TIME);
    const saved = await fixGeometry.save();
    expect(saved.name).toBe(name + result);
    writeFileSync(inFolder(saved.name), saved.content);

    const readable = result.endsWith('.zip') ? `/vsizip/${inFolder(saved.name)}/${name}-fixed.shp` : inFolder(saved.name);
    const properties = (file: string) => featuresOf(file).map((feature) => feature.properties);
    expect(properties(readable)).toEqual(properties(inFolder(name + files[0])));
    expect(judged(readable)).toEqual({ invalid: 0, overlaps: 0 });
  });
}

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
