import { readFileSync, writeFileSync } from 'node:fs';
import { geotools } from '../../apps/cli/test/geotools.ts';
import { hasGdal, ogr2ogr } from '../../testing/gdal.ts';
import { dirtyParcels } from '../drivers/dirty-parcels.ts';
import { expect, test } from '../drivers/test.ts';
import { square } from '../drivers/shapefile.ts';

/** The check on the visitor's own device, including without a network. */
test.use({ serviceWorkers: 'allow' });

const inFolder = (name: string) => test.info().outputPath(name);
const placemark = (name: string, ring: readonly (readonly number[])[]) =>
  `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring.map((position) => position.join(',')).join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
const TWO_FARMS = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemark('Santa Rita', square(-51, -20, 0.1))}${placemark('Boa Vista', square(-50.95, -20, 0.1))}</Document></kml>`;
const FARMS = { name: 'farms.kml', content: TWO_FARMS };

test('files are checked without being sent', async ({ page, fixGeometry, watch }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await fixGeometry.open();
  await fixGeometry.checksOnly();
  await fixGeometry.choose(FARMS);
  await expect(fixGeometry.check).toContainText('Checked: 1 fault was found. Nothing was changed.');
  await expect(fixGeometry.check.getByRole('row', { name: /Overlaps/ })).toContainText('1');
  await expect(fixGeometry.check.getByRole('heading', { name: /^Look at/ })).toHaveText('Look at this first: one feature would lose land to another, more than digitising explains.');
  await expect(fixGeometry.check).toContainText(/“Boa Vista” would lose .+, the largest part to “Santa Rita”/);
  await expect(fixGeometry.check).toContainText('or to only report overlaps, before you repair.');
  // A file of no known format, and a truncated one.
  await fixGeometry.choose({ name: 'notes.kml', content: 'no map at all' });
  await expect(fixGeometry.check).toContainText('“notes.kml”');
  await fixGeometry.choose({ name: 'torn.kml', content: TWO_FARMS.slice(0, 300) });
  await expect(fixGeometry.check).toContainText('“torn.kml” is not well-formed XML');
  expect(sent).toEqual([]);
  expect(watch.faults()).toEqual([]);
});

const MEASURED: ReadonlySet<string> = new Set(['measure', 'area', 'lost']);

/** Sines in browsers may differ from Node's in the last digit, and so may measures that are not rounded. Places, land and balance are the same. */
function comparable(report: string): unknown {
  return JSON.parse(report, (key, value: unknown) => (MEASURED.has(key) && typeof value === 'number' ? Number(value.toPrecision(9)) : value));
}

test('browser, server and command line find the same in 202 parcels', async ({ page, fixGeometry }) => {
  const parcels = { name: 'glebas.geojson', content: dirtyParcels() };
  await fixGeometry.open();
  await fixGeometry.checksOnly();
  await fixGeometry.choose(parcels);
  await fixGeometry.checkSays(/^Checked: \d+ faults were found/);
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  const here = (await fixGeometry.saves(() => fixGeometry.check.getByRole('button', { name: 'Save the findings' }).dblclick())).content.toString();
  expect(JSON.parse(here)).toMatchObject({ datasets: [{ layers: [{ features: 202, weights: { ownership: expect.any(Number) } }] }] });

  const upload = await page.request.post('/api/v1/tools/files', { multipart: { [parcels.name]: { name: parcels.name, mimeType: 'application/geo+json', buffer: Buffer.from(parcels.content) } } });
  const { uuid: input_file } = (await upload.json()) as { uuid: string };
  const task = (await (await page.request.post('/api/v1/tools/check-geometry', { data: { input_file } })).json()) as { uuid: string };
  const ended = async () => (await (await page.request.get(`/api/v1/tools/check-geometry/${task.uuid}`)).json()) as { progress_status: string; output_file: string };
  await expect.poll(async () => (await ended()).progress_status, { timeout: 60_000 }).toBe('COMPLETED');
  const there = await (await page.request.get(`/api/v1/tools/files/${(await ended()).output_file}`)).text();

  const file = inFolder(parcels.name);
  writeFileSync(file, parcels.content);
  geotools('check', file, '--quiet', '--report', inFolder('report.json'));
  expect(readFileSync(inFolder('report.json'), 'utf8')).toBe(there);
  expect(comparable(here)).toEqual(comparable(there));
  // The button was pressed twice at once.
  expect(downloads).toHaveLength(1);
});

test('without a network the page opens again and checks a GeoPackage and a KML; an unknown address says so, and does not replace the cached page', async ({ page, context, fixGeometry, site, watch }) => {
  test.skip(!hasGdal, 'GDAL is not installed');
  writeFileSync(inFolder('farms.kml'), TWO_FARMS);
  ogr2ogr('-f', 'GPKG', inFolder('farms.gpkg'), inFolder('farms.kml'));
  await fixGeometry.open();
  await fixGeometry.isKeptOnDevice();
  await context.setOffline(true);
  // Where a test takes the network away, Chromium 150 tells a page so only until it is loaded again.
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }));
  await page.reload();
  await expect(page.getByText('There is no network')).toBeVisible();
  await site.open('/geotools/no-such-tool');
  await site.seesText('© 2024-2025');
  await site.seesHeading('Page not found');
  expect(await site.title()).toBe('Page not found – GeoInsights');
  await fixGeometry.open();
  await fixGeometry.checksOnly();
  await fixGeometry.choose({ name: 'farms.gpkg', content: readFileSync(inFolder('farms.gpkg')) });
  await expect(fixGeometry.check).toContainText('Checked: 1 fault was found. Nothing was changed.');
  await fixGeometry.choose(FARMS);
  await expect(fixGeometry.check.getByRole('list', { name: 'Chosen files' })).toContainText('farms.kml');
  await expect(fixGeometry.check).toContainText('Checked: 1 fault was found. Nothing was changed.');
  // A repair reports that the server is unreachable.
  watch.expects(/ERR_INTERNET_DISCONNECTED/);
  await page.getByRole('radio', { name: 'Repair' }).check();
  await fixGeometry.choose(FARMS);
  await expect(page.getByRole('region', { name: 'State of the repair' })).toContainText('server');
});

test.describe('with a replaced worker', () => {
  // Otherwise the worker would come from the offline copy.
  test.use({ serviceWorkers: 'block' });

  test('a check is stopped at once, and a worker that dies is reported with a sentence', async ({ page, fixGeometry, watch }) => {
    await fixGeometry.open();
    await fixGeometry.checksOnly();
    await page.route('**/check.worker-*.js', async (route) => route.fulfill({ contentType: 'text/javascript', body: 'self.onmessage = () => { for (;;); };' }));
    await fixGeometry.choose(FARMS);
    await fixGeometry.check.getByRole('button', { name: 'Cancel' }).click();
    await expect(fixGeometry.check).toContainText('You stopped this check.');
    await page.unroute('**/check.worker-*.js');
    await page.route('**/check.worker-*.js', async (route) => route.fulfill({ contentType: 'text/javascript', body: 'self.onmessage = () => { throw new RangeError("Array buffer allocation failed"); };' }));
    watch.expects(/The worker that checks files failed/);
    await fixGeometry.choose(FARMS);
    await expect(fixGeometry.check).toContainText('The check stopped');
    await expect(fixGeometry.check.getByRole('button', { name: 'Upload the files and check them there' })).toBeVisible();
  });
});
