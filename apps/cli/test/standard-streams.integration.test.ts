import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { featuresOf, hasGdal, ogr2ogr } from '../../../testing/gdal.ts';
import { geotoolsHere } from './geotools-here.ts';
import { geotools, geotoolsCommand, geotoolsWithInput } from './geotools.ts';

const root = mkdtempSync(path.join(tmpdir(), 'geotools-streams-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folder = '';
const place = (...names: string[]): string => path.join(folder, ...names);

/** A bow-tie: something to repair. */
const BOW_TIE = '{"type":"Polygon","coordinates":[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}';
const BOW_TIE_KML = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Sítio</name><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,1 1,0 0,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`;

beforeEach(() => {
  folder = mkdtempSync(path.join(root, 'case-'));
  writeFileSync(place('farm.geojson'), BOW_TIE);
  writeFileSync(place('farm.kml'), BOW_TIE_KML);
});

/** In a separate folder, where a file named "-" would be noticed. */
function inFolder(input: Uint8Array, ...args: string[]) {
  const [program, ...rest] = geotoolsCommand(...args);
  const { status, stdout, stderr } = spawnSync(program, rest, { cwd: folder, input, maxBuffer: 1 << 30 });
  return { status, stdout, stderr: stderr.toString() };
}
const NOTHING = new Uint8Array();

test('-o - writes the repaired file to standard output, with the same bytes as -o FILE, and messages to standard error', async () => {
  for (const name of ['farm.geojson', 'farm.kml']) {
    expect(await geotoolsHere('fix-geometry', place(name), '-o', place(`out-${name}`), '--quiet')).toMatchObject({ status: 0 });
    const before = readdirSync(folder);
    const run = inFolder(NOTHING, 'fix-geometry', name, '-o', '-');
    expect(run.status).toBe(0);
    expect(run.stdout.equals(readFileSync(place(`out-${name}`)))).toBe(true);
    expect(run.stderr).toContain('self-intersection');
    expect(readdirSync(folder)).toEqual(before);
  }
  expect(inFolder(NOTHING, 'fix-geometry', 'farm.kml', '-o', '-', '--quiet').stderr).toBe('');
});

test('a GeoPackage and a zipped shapefile pass through both streams unchanged', needs(hasGdal, 'GDAL is not installed'), async () => {
  ogr2ogr('-f', 'GPKG', place('farm.gpkg'), place('farm.geojson'));
  ogr2ogr('-f', 'ESRI Shapefile', place('farm.shp'), place('farm.geojson'));
  expect(await geotoolsHere('fix-geometry', place('farm.gpkg'), '-o', place('out.gpkg'), '--quiet')).toMatchObject({ status: 0 });
  const throughBoth = inFolder(readFileSync(place('farm.gpkg')), 'fix-geometry', '-', '--format', 'gpkg', '-o', '-', '--quiet');
  expect(throughBoth).toMatchObject({ status: 0, stderr: '' });
  writeFileSync(place('both.gpkg'), throughBoth.stdout);
  expect(featuresOf(place('both.gpkg'))).toEqual(featuresOf(place('out.gpkg')));
  // A GeoPackage contains its time of change; everything else is equal.
  const [both, out] = [throughBoth.stdout, readFileSync(place('out.gpkg'))];
  expect(both.length).toBe(out.length);
  expect(both.filter((byte, at) => byte !== out[at]).length).toBeLessThan(24);
  const zipped = inFolder(NOTHING, 'fix-geometry', 'farm.shp', '-o', '-', '--quiet');
  expect(zipped.stdout.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
  const again = inFolder(zipped.stdout, 'check', '-', '--format', 'zip');
  expect(again).toMatchObject({ status: 0, stderr: '' });
});

test('- reads standard input in the given format', () => {
  const run = inFolder(Buffer.from(BOW_TIE), 'check', '-', '--format', 'geojson');
  expect(run).toMatchObject({ status: 1, stderr: '' });
  expect(run.stdout.toString()).toContain('self-intersection');
  expect(inFolder(Buffer.from(BOW_TIE_KML), 'fix-geometry', '-', '--format=kml', '-o', '-', '--quiet').stdout.toString()).toContain('<name>Sítio</name>');
  expect(inFolder(Buffer.from(BOW_TIE), 'fix-geometry', '-', '--format', 'geojson', '-o', 'results')).toMatchObject({ status: 0 });
  expect(readdirSync(place('results'))).toEqual(['stdin-fixed.geojson']);
  expect(readdirSync(folder).sort()).toEqual(['farm.geojson', 'farm.kml', 'results']);
});

test('what cannot be read or written in this way is refused with a sentence', async () => {
  const input = Buffer.from(BOW_TIE);
  // Before anything is read.
  const said = async (status: number, text: string, ...args: string[]) => {
    const run = await geotoolsHere(...args);
    expect(run.stderr).toContain(text);
    expect([run.status, run.stdout]).toEqual([status, '']);
  };
  await said(2, '--format', 'check', '-');
  await said(2, 'kml, kmz, gpkg, geojson or zip', 'check', '-', '--format', 'dxf');
  await said(2, 'zip', 'check', '-', '--format', 'shp');
  await said(2, 'standard input', 'check', place('farm.kml'), '--format', 'kml');
  await said(2, 'once', 'check', '-', '-', '--format', 'kml');
  await said(2, '--report', 'fix-geometry', place('farm.kml'), '-o', '-', '--json');
  await said(2, '--report', 'fix-geometry', place('farm.kml'), '-o', '-', '--list');
  const cutOff = geotoolsWithInput(input.subarray(0, 30), 'check', '-', '--format', 'geojson');
  expect(cutOff.status).toBe(3);
  expect(cutOff.stderr).toContain('stdin.geojson');
  const empty = geotoolsWithInput(NOTHING, 'check', '-', '--format', 'geojson');
  expect(empty.status).toBe(3);
  expect(empty.stderr).toContain('stdin.geojson');
});

test('standard output that accepts nothing ends with exit code 4', needs(existsSync('/dev/full'), 'there is no /dev/full'), () => {
  const [program, ...rest] = geotoolsCommand('fix-geometry', place('farm.geojson'), '-o', '-', '--quiet');
  const run = spawnSync('sh', ['-c', '"$0" "$@" > /dev/full', program, ...rest], { encoding: 'utf8' });
  expect(run.status).toBe(4);
  expect(run.stderr).toBe('Standard output cannot be written: the disk is full.\n');
  const report = spawnSync('sh', ['-c', '"$0" "$@" > /dev/full', ...geotoolsCommand('check', place('farm.geojson'), '--json')], { encoding: 'utf8' });
  expect(report).toMatchObject({ status: 4, stderr: 'Standard output cannot be written: the disk is full.\n' });
  for (const args of [['help'], ['check', place('farm.geojson')]]) {
    const words = spawnSync('sh', ['-c', '"$0" "$@" > /dev/full', ...geotoolsCommand(...args)], { encoding: 'utf8' });
    expect(words).toMatchObject({ status: 4, stderr: 'Standard output cannot be written: the disk is full.\n' });
  }
  symlinkSync('/dev/full', place('full'));
  const written = geotools('fix-geometry', place('farm.geojson'), '-o', place('out.geojson'), '--report', place('full'));
  expect(lstatSync(place('full')).isSymbolicLink()).toBe(true);
  expect(written).toMatchObject({ status: 4, stderr: `${place('full')} cannot be written: the disk is full. The result was written before: ${place('out.geojson')}.\n` });
});

test('a reader that stops early is not an error', needs(process.platform !== 'win32', 'Windows has no sh'), () => {
  const ring = Array.from({ length: 60_000 }, (_, i) => [Math.cos(i / 9549.3), Math.sin(i / 9549.3)]);
  writeFileSync(place('round.geojson'), JSON.stringify({ type: 'Polygon', coordinates: [[...ring, ring[0]]] }));
  const [program, ...rest] = geotoolsCommand('fix-geometry', place('round.geojson'), '-o', '-', '--quiet');
  const run = spawnSync('sh', ['-c', '"$0" "$@" | head -c 10', program, ...rest], { encoding: 'utf8' });
  expect(run).toMatchObject({ stdout: '{"type":"P', stderr: '' });
});

test('binary data is not written to a terminal', needs(process.platform !== 'win32' && spawnSync('script', ['--version']).status === 0, 'there is no script(1)'), async () => {
  const command = geotoolsCommand('fix-geometry', place('farm.kmz'), '-o', '-', '--quiet').map((word) => `'${word}'`).join(' ');
  expect((await geotoolsHere('fix-geometry', place('farm.kml'), '-o', place('farm-2.kml'), '--quiet')).status).toBe(0);
  spawnSync('zip', ['-j', place('farm.kmz'), place('farm.kml')]);
  if (!existsSync(place('farm.kmz'))) return;
  const run = spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8', input: '' });
  expect(run.status).toBe(2);
  expect(run.stdout).toContain('not text');
});
