import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reportSchema, type FixGeometryOptions } from '@geoinsights/contract';
import { DEFAULT_REPAIR_OPTIONS } from '@geoinsights/contract/repair-options';
import { afterAll, expect, it } from 'vitest';
import { checkFiles, runFixGeometry } from './run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'land-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const square = (x: number, width: number) => ({ type: 'Polygon', coordinates: [[[x, 0], [x + width, 0], [x + width, 0.1], [x, 0.1], [x, 0]]] });
const farms = path.join(folder, 'farms.geojson');
writeFileSync(
  farms,
  JSON.stringify({
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', id: 'F-1', properties: { Nome: 'Boa Vista', owner: 'Ana' }, geometry: square(0, 0.1) },
      { type: 'Feature', id: 7, properties: { Nome: 'Santa Rita', owner: 'Rui' }, geometry: square(0.09, 0.2) },
      { type: 'Feature', properties: { Nome: 'Copy', owner: null }, geometry: square(0.09, 0.2) },
    ],
  }),
);

let runs = 0;
function contextOf(options: Partial<FixGeometryOptions> = {}, reportsLand = true) {
  const workFolder = path.join(folder, `run-${runs++}`);
  mkdirSync(workFolder);
  return { inputs: [{ name: 'farms.geojson', path: farms, size: statSync(farms).size }], options: { ...DEFAULT_REPAIR_OPTIONS, ...options }, threads: 1, workFolder, outputFolder: workFolder, reportsLand, onProgress: () => undefined };
}

it('writes who gave land to whom, with names, ids and polygons, one entry per line', async () => {
  const { report, reportFile } = await runFixGeometry(contextOf());
  const text = readFileSync(reportFile.path, 'utf8');
  const whole = reportSchema.parse(JSON.parse(text));
  expect(whole.report_version).toBe(2);
  const [layer] = whole.datasets[0].layers;
  expect(layer.label_field).toBe('Nome');
  expect(layer.balance?.map(({ position, id, label, emptied }) => [position, id, label, emptied])).toEqual([
    [3, null, 'Copy', 'It claims the same land as "Santa Rita" (number 2), which comes before it and keeps it.'],
    expect.arrayContaining([null]),
  ]);
  const overlap = layer.findings?.find(({ kind }) => kind === 'overlap' || kind === 'contained-feature');
  expect(overlap).toMatchObject({ weight: 'ownership', geometry: { type: 'Polygon' } });
  expect(overlap?.received_by).not.toBe(overlap?.position);
  const ranks = layer.findings?.map(({ weight }) => ['ownership', 'shape', 'cosmetic'].indexOf(weight ?? ''));
  expect(ranks).toEqual(ranks?.toSorted((p, q) => p - q));
  expect(text.split('\n').filter((line) => line.startsWith('        {') && line.includes('"area_before_m2":'))).toHaveLength(layer.balance?.length ?? -1);
  expect(report.datasets[0].layers[0].balance).toEqual(layer.balance);
  // The summary has the same areas as the balance.
  expect(layer.transfers.length).toBeGreaterThan(0);
  for (const { feature, other, lost, area } of layer.transfers) {
    const entry = layer.balance?.find(({ position }) => position === feature + 1);
    expect(area).toBeCloseTo(entry?.area_before_m2 ?? -1, 0);
    expect(lost).toBeCloseTo(entry?.gave.find(({ to }) => to === other + 1)?.area_m2 ?? -1, 0);
  }
});

it('tells the area of a finding with as many digits as a decision needs to find it again, however small it is', async () => {
  const box = (west: number, east: number) => ({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [[[west, 0], [east, 0], [east, 1.23456789], [west, 1.23456789], [west, 0]]] } });
  const plots = path.join(folder, 'plots.geojson');
  writeFileSync(plots, JSON.stringify({ type: 'FeatureCollection', features: [box(1000, 1010), box(1009.9, 1020)] }));
  const { reportFile } = await runFixGeometry({ ...contextOf(), inputs: [{ name: 'plots.geojson', path: plots, size: statSync(plots).size }] });
  const { findings } = reportSchema.parse(JSON.parse(readFileSync(reportFile.path, 'utf8'))).datasets[0].layers[0];
  expect(findings?.find(({ kind }) => kind === 'overlap')?.area_m2).toBeCloseTo(0.123456789, 8);
});

it('says in the summary of a farm from which several features take land what it loses, land of three features once, and who gets the most', async () => {
  const square = (west: number, south: number, east: number, north: number) => [[[west, south], [east, south], [east, north], [west, north], [west, south]]];
  // The reserve claims most of the farm, but the strip lies in the reserve and gets most of what the reserve claims.
  const rings = { Farm: square(0, 0, 0.01, 0.01), Reserve: square(0.002, 0.002, 0.008, 0.008), Strip: square(0.0021, 0.0021, 0.0079, 0.0079) };
  const features = Object.entries(rings).map(([Nome, coordinates]) => ({ type: 'Feature', properties: { Nome }, geometry: { type: 'Polygon', coordinates } }));
  const nested = path.join(folder, 'nested.geojson');
  writeFileSync(nested, JSON.stringify({ type: 'FeatureCollection', features }));
  const inputs = [{ name: 'nested.geojson', path: nested, size: statSync(nested).size }];
  for (const { report } of [await runFixGeometry({ ...contextOf(), inputs }), await checkFiles({ ...contextOf(), inputs })]) {
    const [{ transfers, balance }] = report.datasets[0].layers;
    const farm = transfers.find(({ label }) => label === 'Farm');
    const entry = balance?.find(({ label }) => label === 'Farm');
    expect(farm?.lost).toBeCloseTo(entry?.lost_m2 ?? -1, 1);
    expect(farm?.other_label).toBe('Strip');
  }
});

it('calls features by the requested field, and by the guessed one otherwise', async () => {
  const { findings, report } = await checkFiles(contextOf({ labelField: 'owner' }));
  expect(report.datasets[0].layers[0].label_field).toBe('owner');
  expect(report.options).toEqual({ ...DEFAULT_REPAIR_OPTIONS, labelField: 'owner' });
  const labels = new Set([...findings[0][0].findings()].map(({ label }) => label));
  expect(labels).toContain('Copy');
  expect([...labels].some((label) => label === 'Ana' || label === 'Rui')).toBe(true);
});

it('asks a field only of a dataset, not of every layer, nor of the features with faults', async () => {
  const place = path.join(folder, 'folders.kml');
  const placemark = (name: string, data: string, coordinates: string) => `<Placemark><name>${name}</name>${data}<Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
  const lot = '<ExtendedData><Data name="lote"><value>7</value></Data></ExtendedData>';
  const bowTie = '0,0 1,1 1,0 0,1 0,0';
  writeFileSync(place, `<kml><Document><Folder><name>A</name>${placemark('river', '', bowTie)}</Folder><Folder><name>B</name>${placemark('p', '', bowTie)}${placemark('q', lot, '5,5 6,5 6,6 5,5')}</Folder><Folder><name>C</name>${placemark('r', lot, bowTie)}</Folder></Document></kml>`);
  const inputs = [{ name: 'folders.kml', path: place, size: statSync(place).size }];
  const { findings, report } = await checkFiles({ ...contextOf({ labelField: 'lote' }), inputs });
  expect(report.datasets[0].layers.map(({ label_field: field }) => field)).toEqual(['name', 'lote', 'lote']);
  expect(findings[0].map((layer) => [...layer.findings()].map(({ label }) => label))).toEqual([['river'], ['p'], ['7']]);
  await expect(checkFiles({ ...contextOf({ labelField: 'gleba' }), inputs })).rejects.toThrow(/"A" has no field "gleba"/);
});

it('lists the existing fields if the requested one is missing', async () => {
  await expect(checkFiles(contextOf({ labelField: 'proprietario' }))).rejects.toThrow(/has no field "proprietario". It has: Nome, owner/);
});

it('omits land transfers unless they are requested', async () => {
  const { report, findings } = await checkFiles(contextOf({}, false));
  expect(report.datasets[0].layers[0]).not.toHaveProperty('balance');
  expect([...findings[0][0].findings()][0]).not.toHaveProperty('weight');
});
