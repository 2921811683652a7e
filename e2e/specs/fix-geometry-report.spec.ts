import { CLEAN_REPORT, COMPLETED_FIELDS, RICH_REPORT } from '../drivers/reports.ts';
import { expect, test } from '../drivers/test.ts';

test('findings are listed by kind in plain words, before and after; the report can be saved', async ({ fixGeometry, api, site }) => {
  await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: RICH_REPORT });
  await fixGeometry.open('task-1');
  await fixGeometry.hears('Done: 241 faults were found, 1 is left. 1 feature has no land left.');
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
    'The repaired file was opened again and passed the check, except for faults that you asked only to report.',
    'Layer borders',
    '246 features · 31 changed · 236 faults before, 1 after',
    '1 feature has no land left and keeps its record.',
    'Coordinates: SIRGAS 2000 / UTM zone 22S (EPSG:31982)',
    'Coordinates: Own_Grid',
    'Snap distance 1\u00a0ft (from your data), gap width 5\u00a0ft (from your data)',
    'Snap distance 2.5\u00a0m (from your data), gap width 12\u00a0m (as you chose)',
    'The geometry column of “borders” was declared POLYGON and is now MULTIPOLYGON.',
    '“readme.txt” was left out: it is plain text.',
    'Nothing had to be changed: this is the file you sent, byte for byte.',
    'Your files and the result are deleted after 24 hours, on 17 May 2031',
  ]) {
    expect(text).toContain(words);
  }
  await api.filesAnswer({ text: '{}', headers: { 'content-disposition': 'attachment; filename="report.json"' } });
  expect((await fixGeometry.save('Save the report (JSON)')).name).toBe('report.json');
  expect(api.asked('GET', /files/)[0]?.path).toBe('/api/v1/tools/files/report-1');
});

test('a file that cannot be read does not affect the repair of others, and is named with the reason', async ({ fixGeometry, site }) => {
  const square = (west: number) => ({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [[[west, -20], [west + 0.02, -20], [west + 0.02, -19.99], [west, -19.99], [west, -20]]] } });
  const farms = JSON.stringify({ type: 'FeatureCollection', features: [square(-40), square(-39.99)] });
  await fixGeometry.open();
  await fixGeometry.choose({ name: 'es.geojson', content: farms }, { name: 'rj.geojson', content: farms.slice(0, 150) });
  await fixGeometry.seesStatusButton('Download', 60_000);
  await fixGeometry.hears('Done: 1 fault was found and repaired. 1 feature loses land to others: look at that first. 1 file was not repaired: the report says why.');
  expect(await site.textOf('main')).toMatch(/1 file was not repaired\s*rj\.geojson\s*“rj\.geojson” ends at line 1.* Its end is missing\. Copy, download or export it again\./);
  const { name, content } = await fixGeometry.save();
  expect(name).toBe('es-fixed.geojson');
  expect(JSON.parse(content.toString())).toMatchObject({ features: [{ type: 'Feature' }, { type: 'Feature' }] });
});

test('land that changes hands is listed first, with who gives how much of what to whom', async ({ fixGeometry, site }) => {
  const field = (id: string, west: number, south: number, size: number) => ({ type: 'Feature', id, properties: {}, geometry: { type: 'Polygon', coordinates: [[[west, south], [west + size, south], [west + size, south + size], [west, south + size], [west, south]]] } });
  const fields = Array.from({ length: 9 }, (_, i) => field(`Lot ${i + 1}`, 300 * (i % 3), 300 * Math.floor(i / 3), 300));
  // Four fields around a creek of four metres.
  const creek = [[0, -300, 900, 300], [0, -304, 100, 4], [800, -304, 100, 4], [0, -604, 900, 300]].map(([west = 0, south = 0, width = 0, height = 0], i) => ({ type: 'Feature', id: `Bank ${i + 1}`, properties: {}, geometry: { type: 'Polygon', coordinates: [[[west, south], [west + width, south], [west + width, south + height], [west, south + height], [west, south]]] } }));
  const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::31983' } };
  const content = JSON.stringify({ type: 'FeatureCollection', crs, features: [...fields, field('Reserve', 160, 160, 590), ...creek] });
  await fixGeometry.open();
  await fixGeometry.choose({ name: 'land.geojson', content });
  await fixGeometry.seesStatusButton('Download', 60_000);
  await fixGeometry.hears(/^Done: \d+ faults were found and repaired\. \d features? loses? land to others: look at that first\.$/);
  expect(await site.textOf('main')).toMatch(/Report\s*Look at (this|these) first: [^]*“Reserve” loses \d+(\.\d+)?\u00a0ha of 34\.81\u00a0ha, the largest part to “Lot \d”\.[^]*If this is not what you want, decide on it in the list of findings, correct the drawing, or choose to only report overlaps\.[^]*What was found/);
  expect(await site.textOf('main')).toContain('One narrow space between features stays open, 4\u00a0m wide: wider than the gap width, or shaped like a road. It lies between “Bank 1” and “Bank 4” at 100 -304.');
});

test('overlaps that stay on request are said to stay', async ({ fixGeometry, api, site }) => {
  const kept = { overlap: 2 };
  const dataset = { ...CLEAN_REPORT.datasets[0], layers: [{ name: 'parks', features: 12, found: kept, remaining: kept, changed_features: 0, emptied_features: 0 }] };
  await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: { ...CLEAN_REPORT, found: kept, remaining: kept, datasets: [dataset] } });
  await fixGeometry.open('task-1');
  await fixGeometry.hears('Done: nothing was changed. 2 overlaps and gaps stay, as you asked.');
  const text = await site.textOf('main');
  expect(text).toContain('2 faults before, 2 after');
  expect(text).toContain('Nothing was changed, because you asked only to report faults of these kinds: this is the file you sent, byte for byte.');
  expect(text).not.toContain('Nothing had to be changed');
});

test('files that were not repaired are counted as their sender counts them, also if they belong together', async ({ fixGeometry, site }) => {
  const good = { name: 'es.geojson', content: '{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[-40,-20],[-39,-20],[-39,-19],[-40,-20]]]}}' };
  await fixGeometry.open();
  await fixGeometry.choose(good, { name: 'rj.geojson', content: good.content.slice(0, 80) }, { name: 'rios.dbf', content: 'x' }, { name: 'rios.shx', content: 'y' });
  await fixGeometry.seesStatusButton('Download', 60_000);
  await fixGeometry.hears('Done: nothing had to be changed. 3 files were not repaired: the report says why.');
  expect(await site.textOf('main')).toMatch(/3 files were not repaired\s*rj\.geojson[^]*rios\.dbf, rios\.shx/);
});

test('if no file can be read, each is named with its reason', async ({ fixGeometry, site }) => {
  await fixGeometry.open();
  await fixGeometry.choose({ name: 'rj.geojson', content: '{"type":"FeatureCollection","features":[' }, { name: 'es.kml', content: '<kml' });
  await fixGeometry.seesStatusButton('Processing failed', 60_000);
  await fixGeometry.hears(/^“rj\.geojson” ends at/);
  expect(await site.textOf('main')).toMatch(/2 files were not repaired\s*rj\.geojson[^]*es\.kml\s*“es\.kml” is not well-formed XML/);
});

test('a server that sends only the fields of the specification is sufficient', async ({ fixGeometry, api }) => {
  await api.repairEnds('COMPLETED', { output_file: 'result-1' });
  await fixGeometry.open();
  await fixGeometry.choose({ name: 'a.kml', content: '<kml/>' });
  await fixGeometry.hears('Done. Your result is ready.');
  await fixGeometry.seesStatusButton('Download');
  expect(await fixGeometry.offers('Save the report (JSON)')).toBe(false);
});
