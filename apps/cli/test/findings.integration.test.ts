import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reportSchema } from '@geoinsights/contract';
import { afterAll, expect, test } from 'vitest';
import { dirtyLayer } from '../../../packages/geometry/test/dirty-layers.ts';
import { geotoolsHere } from './geotools-here.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'geotools-findings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Two squares of which the second overlaps the first by 10 × 100, and a field below whose border lacks their corners. */
const farms = path.join(folder, 'farms.geojson');
const square = (x: number, width: number) => ({ type: 'Polygon', coordinates: [[[x, 0], [x + width, 0], [x + width, 100], [x, 100], [x, 0]]] });
writeFileSync(
  farms,
  JSON.stringify({
    type: 'FeatureCollection',
    crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::31983' } },
    features: [
      { type: 'Feature', id: 'Boa Vista', properties: {}, geometry: square(0, 100) },
      { type: 'Feature', id: 'Santa Rita', properties: {}, geometry: square(90, 100) },
      { type: 'Feature', id: 'Várzea', properties: {}, geometry: { type: 'Polygon', coordinates: [[[0, 0], [0, -50], [190, -50], [190, 0], [0, 0]]] } },
    ],
  }),
);
const clean = path.join(folder, 'clean.geojson');
writeFileSync(clean, JSON.stringify(square(0, 100)));

test('check says how many were found, and nothing of what is left', async () => {
  const { status, stdout, stderr } = await geotoolsHere('check', farms);
  expect(status).toBe(1);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^ {4}5 found\n +4 {2}unmatched-vertex\n +1 {2}overlap\n/m);
  expect(stdout).not.toContain('left');
  // First of all: one farm gets a strip of ten metres from the other.
  expect(stdout).toMatch(/^farms \(geojson\)\n {2}Look at this first: one feature would lose land .*\n {4}"[^"]+" would lose 1,000 m² of 1 ha, the largest part to "[^"]+"\n {2}farms: 3 features/m);
  expect(stdout).toContain('--list');
});

test('land that changes hands in several layers is listed under one heading, layer by layer', async () => {
  const parcel = (name: string, x: number, width: number): string => `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${[[x, 0], [x + width, 0], [x + width, 100], [x, 100], [x, 0]].map(([east, north]) => `${-49 + east / 1e5},${-16 + north / 1e5}`).join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
  const folders = ['North', 'South'].map((name) => `<Folder><name>${name}</name>${parcel('A', 0, 100)}${parcel('B', 80, 100)}</Folder>`);
  const file = path.join(folder, 'two.kml');
  writeFileSync(file, `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${folders.join('')}</Document></kml>`);
  const { stdout } = await geotoolsHere('check', file);
  expect(stdout).toMatch(/^two \(kml\)\n {2}Look at these first: 2 features would lose land .*\n {4}North:\n {4}"B" would lose .*\n {4}South:\n {4}"B" would lose .*\n {2}North: 2 features/m);
});

test('a decision that cannot be carried out is named with the reason, by a check and by a repair', async () => {
  const decisions = path.join(folder, 'decisions.json');
  // The third one has no part in the overlap.
  writeFileSync(decisions, JSON.stringify([{ finding: { kind: 'overlap', at: [90, 0], features: [1, 2] }, action: 'give', to: 3 }]));
  for (const args of [['check', farms], ['fix-geometry', farms, '-o', path.join(folder, 'decided.geojson')]]) {
    expect((await geotoolsHere(...args, '--decisions', decisions)).stdout).toContain('\n    decision 1 is not carried out: It can be given only to one of the features concerned.\n');
  }
});

test('features left without land are named, without --list, up to a limit', async () => {
  const repeated = (count: number): string => {
    const file = path.join(folder, `${count}-times.geojson`);
    writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: Array.from({ length: count }, (_, i) => ({ type: 'Feature', id: `Sítio ${i}`, properties: {}, geometry: { type: 'Polygon', coordinates: [[[-49, -16], [-48.99, -16], [-48.99, -15.99], [-49, -15.99], [-49, -16]]] } })) }));
    return file;
  };
  const summaryOf = async (count: number): Promise<string> => (await geotoolsHere('fix-geometry', repeated(count), '-o', path.join(folder, 'once.geojson'))).stdout;
  expect(await summaryOf(3)).toContain('    2 features without land of their own: "Sítio 1" (2), "Sítio 2" (3)\n');
  expect(await summaryOf(31)).toMatch(/ 30 features without land of their own: "Sítio 1" \(2\), .*, "Sítio 20" \(21\) and 10 more \(--list\)\n/);
});

test('a space between features that is wider than the gap width is no fault, but is mentioned, and the report has where it is', async () => {
  const file = path.join(folder, 'creek.geojson');
  const parcel = (name: string, ring: readonly (readonly number[])[]) => ({ type: 'Feature', properties: { name }, geometry: { type: 'Polygon', coordinates: [ring] } });
  const south = parcel('Sul', [[0, 0], [300, 0], [300, 100], [200, 100], [50, 100], [0, 100], [0, 0]]);
  const north = parcel('Norte', [[0, 100], [50, 100], [50, 103.5], [200, 103.5], [200, 100], [300, 100], [300, 200], [0, 200], [0, 100]]);
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::31983' } }, features: [south, north] }));
  const words = '    One narrow space between features stays open, 3.5 m wide: wider than the gap width, or shaped like a road. It lies between "Norte" and "Sul" at 50 100.\n';
  const checked = await geotoolsHere('check', file);
  expect(checked.status).toBe(0);
  expect(checked.stdout).toContain(`    nothing to repair\n${words}`);
  const [out, report] = [path.join(folder, 'creek-out.geojson'), path.join(folder, 'creek.json')];
  const { status, stdout } = await geotoolsHere('fix-geometry', file, '-o', out, '--report', report);
  expect(status).toBe(0);
  expect(stdout).toContain(words);
  expect(readFileSync(out)).toEqual(readFileSync(file));
  const { open_voids: voids } = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8'))).datasets[0].layers[0];
  expect(voids).toEqual({ count: 1, narrowest: 3.5, widest: 3.5, area: 525, first: [{ at: [50, 100], width: 3.5, area: 525, features: [{ feature: 1, label: 'Norte' }, { feature: 0, label: 'Sul' }] }] });
  expect((await geotoolsHere('fix-geometry', file, '-o', out, '--gap-width', '4')).stdout).not.toContain('stays open');
});

test('a clean file has nothing to repair', async () => {
  const { status, stdout } = await geotoolsHere('check', clean);
  expect(status).toBe(0);
  expect(stdout).toContain('nothing to repair');
  expect(stdout).not.toMatch(/\d found|left|--list/);
  expect(await geotoolsHere('check', clean, '--list', '--quiet')).toEqual({ status: 0, stdout: '', stderr: '' });
});

test('fix-geometry says how many were found, and how many of those that were to stay are left', async () => {
  const out = path.join(folder, 'out.geojson');
  expect((await geotoolsHere('fix-geometry', farms, '-o', out)).stdout).toMatch(/^ {4}5 found, all repaired\n/m);
  const kept = (await geotoolsHere('fix-geometry', farms, '-o', out, '--overlaps', 'keep')).stdout;
  expect(kept).toMatch(/^ {4}\d+ found, 1 left\n/m);
  expect(kept).toMatch(/overlap \(1 left\)/);
});

test('--list names every finding with its features and its place, one per line', async () => {
  const { status, stdout, stderr } = await geotoolsHere('check', farms, '--list', '--quiet');
  expect(status).toBe(1);
  expect(stderr).toBe('');
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(6);
  expect(lines.filter((line) => /^farms {2}transfer {2}at \S+ \S+ {2}"(Boa Vista" \(1\) with "Santa Rita" \(2|Santa Rita" \(2\) with "Boa Vista" \(1)\) {2}1,000 m² {2}land-transferred to [12]$/.test(line))).toHaveLength(1);
  expect(lines.filter((line) => /^farms {2}overlap {2}at \S+ \S+ {2}"(Boa Vista" \(1\) with "Santa Rita" \(2|Santa Rita" \(2\) with "Boa Vista" \(1)\) {2}1,000 m² {2}overlap-assigned to [12]$/.test(line))).toHaveLength(1);
  expect(lines.filter((line) => /^farms {2}unmatched-vertex {2}at \S+ \S+ {2}"[^"]+" \(\d\) with "[^"]+" \(\d\) {2}vertex-inserted$/.test(line))).toHaveLength(4);
  // The same below the summary.
  expect((await geotoolsHere('check', farms, '--list')).stdout).toContain(`\n${stdout}`);
});

test('--list of fix-geometry names what was repaired', async () => {
  for (const output of ['listed.geojson', 'listed/']) {
    const { status, stdout } = await geotoolsHere('fix-geometry', farms, '-o', path.join(folder, output), '--list', '--quiet');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^farms {2}overlap {2}at /m);
  }
});

test('--json prints the report with every finding, and nothing else', async () => {
  const { status, stdout, stderr } = await geotoolsHere('check', farms, '--json');
  expect([status, stderr]).toEqual([1, '']);
  const report = reportSchema.parse(JSON.parse(stdout));
  expect(report.found).toEqual({ overlap: 1, 'unmatched-vertex': 4 });
  expect(report.datasets[0]?.layers[0]?.findings).toHaveLength(6);
  // The same as the file that --report writes.
  const file = path.join(folder, 'report.json');
  expect((await geotoolsHere('check', farms, '--json', '--report', file)).stdout).toBe(stdout);
  expect(readFileSync(file, 'utf8')).toBe(stdout);
  const fixed = await geotoolsHere('fix-geometry', farms, '-o', path.join(folder, 'json.geojson'), '--json');
  expect(reportSchema.parse(JSON.parse(fixed.stdout)).datasets[0]?.layers[0]?.findings).toHaveLength(6);
  expect(await geotoolsHere('check', farms, '--json', '--list')).toMatchObject({ status: 2, stdout: '' });
});

test.each(['0,5', '0.5', '5e-1', ',5'])('a distance of %s is read as a half', async (text) => {
  const { status, stdout } = await geotoolsHere('check', clean, '--snap-distance', text, '--json');
  expect(status).toBe(0);
  expect(reportSchema.parse(JSON.parse(stdout)).datasets[0]?.layers[0]?.tolerances.snap_distance).toBe(0.5);
});

test.each([
  ['1,500', 'may mean 1500 or 1.5'],
  ['1.234,5', 'without separators between thousands'],
  ['1,234,567', 'without separators between thousands'],
  ['0,5m', 'such as 0.5 or 0,5'],
  ['-1', 'takes a distance from 0'],
])('a distance of %s is refused, with how to write it', async (text, sentence) => {
  const { status, stderr } = await geotoolsHere('check', clean, '--snap-distance', text);
  expect(status).toBe(2);
  expect(stderr).toContain(sentence);
  expect(stderr).toContain(text);
});

test('a repair that leaves faults says how many, and ends with a code of its own', async () => {
  // A coverage two units wide, matched within one and a half, never settles.
  const small = path.join(folder, 'small.geojson');
  const features = dirtyLayer(15_181).shapes.map((parts) => ({ type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates: parts.map(({ rings }) => rings) } }));
  writeFileSync(small, JSON.stringify({ type: 'FeatureCollection', crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::31983' } }, features }));
  const { status, stdout, stderr } = await geotoolsHere('fix-geometry', small, '-o', path.join(folder, 'small-fixed.geojson'), '--snap-distance', '1.54', '--max-gap-width', '3.08');
  expect({ status, stderr }).toEqual({ status: 6, stderr: '' });
  expect(stdout).toMatch(/^ {4}\d+ found, \d+ left\n/m);
  expect(stdout).toContain('small-fixed.geojson');
});
