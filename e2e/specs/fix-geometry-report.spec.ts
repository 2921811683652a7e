import { CLEAN_REPORT, COMPLETED_FIELDS, RICH_REPORT } from '../drivers/reports.ts';
import { expect, test } from '../drivers/test.ts';

test('the findings stand by kind in plain words, before and after', async ({ fixGeometry, api, site }) => {
  await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: RICH_REPORT });
  await fixGeometry.open('task-1');
  await fixGeometry.hears('Done: 241 faults were found, 1 is left.');
  expect(await fixGeometry.findings()).toEqual([
    ['Unmatched vertices', '212', '0'],
    ['Overlaps', '14', '0'],
    ['Gaps', '9', '1'],
    ['Self-crossing borders', '3', '0'],
    ['A new kind', '2', '0'],
    ['Duplicate features', '1', '0'],
  ]);
  const text = await site.textOf('main');
  for (const words of [
    'municipalities',
    'GeoPackage',
    'The repaired file was opened again and checked: it holds.',
    'Layer borders',
    '246 features · 31 changed · 236 faults before, 1 after',
    '1 feature has no land left and keeps its record with an empty geometry.',
    'Snap distance 2.5 m (from your data), gap width 12 m (as you chose)',
    'The geometry column of "borders" was declared POLYGON and is now MULTIPOLYGON.',
    '"readme.txt" was left out: it is plain text.',
    'Nothing had to be changed: this is the file you sent, byte for byte.',
    'Your files and the result are deleted after 24 hours, on 17 May 2031',
  ]) {
    expect(text).toContain(words);
  }
});

test('a clean file is said to be clean', async ({ fixGeometry, api }) => {
  await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: CLEAN_REPORT });
  await fixGeometry.open('task-1');
  await fixGeometry.hears('Done: nothing had to be changed.');
});

test('the report can be saved', async ({ fixGeometry, api }) => {
  await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: RICH_REPORT });
  await api.filesAnswer({ text: '{}', headers: { 'content-disposition': 'attachment; filename="report.json"' } });
  await fixGeometry.open('task-1');
  expect((await fixGeometry.save('Save the report (JSON)')).name).toBe('report.json');
  expect(api.asked('GET', /files/)[0]?.path).toBe('/api/v1/tools/files/report-1');
});

test('a server that gives nothing but the fields of the specification serves', async ({ fixGeometry, api }) => {
  await api.repairEnds('COMPLETED', { output_file: 'result-1' });
  await fixGeometry.open();
  await fixGeometry.choose({ name: 'a.kml', content: '<kml/>' });
  await fixGeometry.hears('Done. Your result is ready.');
  await fixGeometry.seesStatusButton('Download');
  expect(await fixGeometry.offers('Save the report (JSON)')).toBe(false);
});
