import { expect, test } from '../drivers/test.ts';

/** Two squares of a kilometre that overlap by a metre, in a projection that the file names by its code. */
const square = (x: number) => [[[x, 8_000_000], [x + 1000, 8_000_000], [x + 1000, 8_001_000], [x, 8_001_000], [x, 8_000_000]]];
const FARMS = {
  name: 'farms.geojson',
  content: JSON.stringify({
    type: 'FeatureCollection',
    crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::31982' } },
    features: [500_000, 500_999].map((x) => ({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: square(x) } })),
  }),
};

test('the tolerances are shown before anything is repaired, on request', async ({ fixGeometry, site }) => {
  await fixGeometry.open();
  await fixGeometry.openOptions();
  await fixGeometry.wantsToLookFirst();
  await fixGeometry.choose(FARMS);
  await fixGeometry.hears('Nothing has been repaired yet. These are the tolerances that the repair would use.', 60_000);
  await fixGeometry.seesNoStatusButton();
  await fixGeometry.carriesTask(null);
  await fixGeometry.reads('Coordinates: SIRGAS 2000 / UTM zone 22S (EPSG:31982)');
  await fixGeometry.reads(/^Snap distance [\d.]+\sm \(from your data\), gap width [\d.]+\sm \(from your data\)$/);
  expect(await fixGeometry.distancePlaceholder('Snap distance')).toMatch(/^automatic: [\d.]+ m$/);
  expect(await fixGeometry.distancePlaceholder('Gap width')).toMatch(/^automatic: [\d.]+ m$/);
  expect(await site.accessibilityFaults()).toEqual([]);
  expect(await site.liesBeyondThePage()).toEqual([]);

  await fixGeometry.setDistance('Snap distance', '0,5');
  await fixGeometry.press('Repair');
  await fixGeometry.seesStatusButton('Download', 60_000);
  await fixGeometry.reads('Coordinates: SIRGAS 2000 / UTM zone 22S (EPSG:31982)');
  await fixGeometry.reads(/^Snap distance 0\.5\sm \(as you chose\), gap width [\d.]+\sm \(from your data\)$/);
});

test('files that were only previewed can be deleted, and unreadable files are reported', async ({ fixGeometry }) => {
  await fixGeometry.open();
  await fixGeometry.openOptions();
  await fixGeometry.wantsToLookFirst();
  await fixGeometry.choose(FARMS);
  await fixGeometry.hears(/^Nothing has been repaired yet/, 60_000);
  await fixGeometry.reads(/^Your files are deleted after 24 hours/);
  await fixGeometry.press('Delete my files now');
  await fixGeometry.hears('Your files and the result were deleted from the server.');

  await fixGeometry.choose({ name: 'farms.geojson', content: FARMS.content.slice(0, 200) });
  await fixGeometry.seesStatusButton('Processing failed', 60_000);
  await fixGeometry.hears(/“farms.geojson”/);
});
