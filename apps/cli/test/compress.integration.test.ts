import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { geotools } from './geotools.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'geotools-compress-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const place = (name: string): string => path.join(folder, name);

const KML = `<kml>${'<Placemark><name>farm</name></Placemark>'.repeat(500)}</kml>`;

test('files are packed, with the whole set of a shapefile, and the summary says how much less room they take', () => {
  for (const [name, content] of [['farm.kml', KML], ['lots.shp', 'shapes'], ['lots.dbf', 'fields'], ['lots.qml', 'style']] as const) writeFileSync(place(name), content);
  const run = geotools('compress', place('farm.kml'), place('lots.shp'), '-o', place('season.zip'), '--report', place('report.json'));
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).toMatch(/^4 files: [\d,]+ bytes, packed [\d,]+ \(\d %\)\n {2}farm\.kml: [\d,]+ bytes, packed \d+ \(\d %\)\n(.*\n){3}wrote .*season\.zip\nwrote .*report\.json\n$/);
  const report = z.object({ tool: z.literal('compress'), files: z.array(z.object({ name: z.string() })) }).parse(JSON.parse(readFileSync(place('report.json'), 'utf8')));
  expect(report.files.map(({ name }) => name)).toEqual(['farm.kml', 'lots.shp', 'lots.dbf', 'lots.qml']);
  const first = readFileSync(place('season.zip'));
  expect(first.length).toBeLessThan(KML.length / 5);
  expect(geotools('compress', place('farm.kml'), place('lots.shp'), '-o', place('again.zip'), '--quiet')).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(readFileSync(place('again.zip')).equals(first)).toBe(true);
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('errors end it with the codes of all commands', () => {
  expect(geotools('compress', place('nothing.kml'), '-o', place('a.zip'))).toMatchObject({ status: 3, stdout: '' });
  expect(geotools('compress', place('farm.kml'), '-o', place('a.kml'))).toEqual({ status: 2, stdout: '', stderr: 'The result is a .zip file: give OUTPUT that extension, or name a folder.\nSee geotools help compress.\n' });
  expect(geotools('compress', place('farm.kml'), '-o', '/proc/self/a.zip').status).toBe(4);
});
