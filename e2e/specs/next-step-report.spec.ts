import { COMPLETED_FIELDS, CONVERSION_REPORT, REPAIR_THEN_CONVERSION_REPORT } from '../drivers/reports.ts';
import { expect, test } from '../drivers/test.ts';

const ALONE = 'convert-to-shapefile&task=task-1&endpoint=convert';
const AFTER_REPAIR = 'convert-to-shapefile&task=task-1';

test('a tool alone: what was written, and the first twenty things that the result does not hold, layer by layer, most of them collapsed', async ({ site, fixGeometry, nextStep, api }) => {
  await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: { ...CONVERSION_REPORT, summary: ['borders: 10 of 20 vertices left'] } });
  await nextStep.open(ALONE);
  await fixGeometry.hears('Done. The result contains 491 features. 25 things differ from your files: the report says what.');
  await fixGeometry.seesStatusButton('Download');
  const text = await site.textOf('main');
  expect(text).toMatch(/What was written\s*borders\.shp \.shx \.dbf \.prj \.cpg Shapefile\s*Layer borders: 246 features\s*seats\.shp \.shx [^]*Layer seats: 245 features[^]*What was done\s*borders: 10 of 20 vertices left/);
  for (const words of ['“readme.txt” was left out: it is plain text.', 'The layer “seats” does not name its system.']) expect(text).toContain(words);
  expect(text).not.toContain('What was found');
  const losses = await nextStep.losses();
  expect(Object.keys(losses)).toEqual(['', 'Layer borders']);
  expect(losses['']).toEqual(['A shapefile holds one layer: each has a file of its own.']);
  expect(losses['Layer borders']).toHaveLength(19);
  const sixth = losses['Layer borders'][4];
  expect(text).not.toContain(sixth);
  await nextStep.unfold('20 more');
  await site.seesText(sixth);
  await site.seesText('And 5 more, in the report file.');
});

test('what a result has otherwise in several layers is said once, with their names', async ({ site, nextStep, api }) => {
  const losses = ['a', 'b', 'c', 'd', 'e', 'f'].map((layer) => ({ code: 'geometry-type-changed', layer, field: null, count: null, text: 'Zones have no heights.' }));
  await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: { ...CONVERSION_REPORT, losses: [...losses, { ...losses[0], text: 'Only here.' }] } });
  await nextStep.open(ALONE);
  await site.seesText('Zones have no heights.');
  expect(await nextStep.losses()).toEqual({ 'Layers a, b, c, d, e and 1 more': ['Zones have no heights.'], 'Layer a': ['Only here.'] });
});

test('what is said of files is said with their names where there are several, and once for those that share it', async ({ site, nextStep, api }) => {
  const notes = [{ code: 'kml-left-behind', text: 'Only the placemarks of this KML are read; its styles are not.' }];
  const inputs = [...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({ name, notes })), { name: 'seats', notes: CONVERSION_REPORT.inputs[0].notes }];
  await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: { ...CONVERSION_REPORT, inputs } });
  await nextStep.open(ALONE);
  await site.seesText('a, b, c, d, e and 2 more: Only the placemarks of this KML are read; its styles are not.');
  expect((await site.textOf('main')).match(/Only the placemarks/g)).toHaveLength(1);
  await site.seesText('seats: The layer “seats” does not name its system.');
});

test('a repair and a tool: both reports, and nothing about files that came back unchanged', async ({ site, fixGeometry, nextStep, api }) => {
  await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: REPAIR_THEN_CONVERSION_REPORT });
  await nextStep.open(AFTER_REPAIR);
  await fixGeometry.hears('Done: 241 faults were found, 1 is left. 1 feature has no land left. The result contains 491 features. 2 things differ from your files: the report says what.');
  expect(await nextStep.losses()).toEqual({ 'Layer seats': ['3 dates of “founded” are missing.', 'Something that this page does not know.'] });
  expect(await fixGeometry.findings()).toContainEqual(['Overlaps', '14', '0']);
  const text = await site.textOf('main');
  expect(text).toMatch(/What was written[^]*What differs from your files[^]*What was found/);
  expect(text).toMatch(/parks KML\s*Nothing had to be changed\.\s/);
  expect(text).not.toMatch(/byte for byte|more, in the report file/);
});

test('files that a tool could not process are named, in its own words', async ({ site, fixGeometry, nextStep, api }) => {
  const failures = [{ files: ['rj.geojson'], problem: { code: 'x', title: 'x', detail: '"rj.geojson" ends in the middle.' } }];
  await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: { ...CONVERSION_REPORT, losses: [], failures } });
  await nextStep.open(ALONE);
  await fixGeometry.hears('Done. The result contains 491 features. 1 file was not converted: the report says why.');
  expect(await site.textOf('main')).toMatch(/1 file was not converted\s*rj\.geojson\s*“rj\.geojson” ends in the middle\./);
  expect(await site.textOf('main')).not.toContain('What differs from your files');
});

test('a failed task of a tool alone says why, and that its files are gone', async ({ fixGeometry, nextStep, api, watch }) => {
  watch.expects(/status of 404/);
  await api.pollsGive('FAILED', { input_file: 'upload-1', error: { detail: '"EPSG:1" is no reference system that is known here.' } });
  await nextStep.open('reproject&task=task-1&endpoint=reproject');
  await fixGeometry.seesStatusButton('Processing failed');
  await fixGeometry.hears('“EPSG:1” is no reference system that is known here.');
  await api.pollsGive('COMPLETED', COMPLETED_FIELDS);
  await api.filesAnswer({ status: 404, body: { code: 'unknown-file', title: 'Unknown file' } });
  await nextStep.open('reproject&task=task-2&endpoint=reproject');
  await fixGeometry.press('Download');
  await fixGeometry.hears(/^The files of this reprojection are no longer on the server: .* Choose your files again to repeat the reprojection\.$/);
});
