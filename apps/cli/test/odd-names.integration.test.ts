import { reportSchema } from '@geoinsights/contract';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { attributes, makeShapefile, recordContent } from '../../../packages/formats/test/shapefile/make-shapefile.ts';
import { geotoolsHere } from './geotools-here.ts';

const root = mkdtempSync(path.join(tmpdir(), 'geotools-names-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Two squares that overlap. */
const square = (x: number) => recordContent({ type: 5, rings: [[[x, 0], [x, 10], [x + 10, 10], [x + 10, 0], [x, 0]]] });
const { shp, shx } = makeShapefile(5, [square(0), square(9)]);
const clean = makeShapefile(5, [square(0), square(50)]);

/** Writes files into a new folder. */
function folderWith(files: Readonly<Record<string, Uint8Array | string>>): string {
  const folder = mkdtempSync(path.join(root, 'case-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  return folder;
}

it('includes every companion, whatever the case of its name', async () => {
  const decomposed = 'São.DBF'.normalize('NFD');
  const folder = folderWith({ 'São.SHP': shp, 'São.shx': shx, [decomposed]: attributes(2), 'São.qml': '<qgis/>', 'São.cst': 'UTF-8', 'São2.dbf': attributes(9), 'São.txt': 'x' });
  const run = await geotoolsHere('fix-geometry', path.join(folder, 'São.SHP'), '-o', path.join(folder, 'out', 'fixed.shp'));
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).not.toContain('no attributes');
  expect(readdirSync(path.join(folder, 'out')).toSorted()).toEqual(['fixed.cst', 'fixed.dbf', 'fixed.qml', 'fixed.shp', 'fixed.shx']);
  expect(readFileSync(path.join(folder, 'out', 'fixed.dbf')).equals(attributes(2))).toBe(true);
});

it('keeps sets apart whose names differ only in case', async () => {
  const folder = folderWith({ 'a.shp': shp, 'a.shx': shx, 'a.dbf': attributes(2), 'A.DBF': attributes(7) });
  // If the file system treats both names as the same, there is nothing to test.
  if (readdirSync(folder).length < 4) return;
  const run = await geotoolsHere('fix-geometry', path.join(folder, 'a.shp'), '-o', path.join(folder, 'fixed.shp'));
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(readFileSync(path.join(folder, 'fixed.dbf')).equals(attributes(2))).toBe(true);
});

it('never overwrites an input', async () => {
  const folder = folderWith({ 'PARCELS.shp': clean.shp, 'PARCELS.shx': clean.shx, 'PARCELS.dbf': attributes(2), 'a.geojson': '{"type":"FeatureCollection","features":[]}' });
  const place = (name: string): string => path.join(folder, name);
  const before = new Map(readdirSync(folder).map((name) => [name, readFileSync(place(name))]));
  const cases = [
    ['fix-geometry', place('PARCELS.shp'), '-o', place('PARCELS.shp')],
    ['fix-geometry', place('a.geojson'), '-o', place('b.geojson'), '--report', place('a.geojson')],
    ['fix-geometry', place('PARCELS.shp'), '-o', place('b.shp'), '--report', place('PARCELS.dbf')],
  ];
  for (const args of cases) expect(await geotoolsHere(...args)).toMatchObject({ status: 2 });
  for (const [name, bytes] of before) expect(readFileSync(place(name)).equals(bytes)).toBe(true);

  // Also a result's own name: that of a packed shapefile is the name of its archive.
  const made = await geotoolsHere('fix-geometry', place('PARCELS.shp'), '-o', folder);
  expect(made.status).toBe(0);
  const archive = readFileSync(place('PARCELS-fixed.zip'));
  const taken = place('PARCELS-fixed-fixed.zip');
  writeFileSync(taken, archive);
  expect(await geotoolsHere('fix-geometry', taken, '-o', folder)).toMatchObject({ status: 2 });
  expect(readFileSync(taken).equals(archive)).toBe(true);
});

it('writes GeoJSON under any of its extensions, and lines as lines', async () => {
  const folder = folderWith({ 'a.json': '{"type":"FeatureCollection","features":[]}', 'b.ndjson': '{"type":"Feature","geometry":null}\n{"type":"Feature","geometry":null}\n' });
  const place = (name: string): string => path.join(folder, name);
  expect(await geotoolsHere('fix-geometry', place('a.json'), '-o', place('c.json'))).toMatchObject({ status: 0, stderr: '' });
  expect(await geotoolsHere('fix-geometry', place('b.ndjson'), '-o', place('out/'))).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(place('out'))).toEqual(['b-fixed.ndjson']);
  expect(await geotoolsHere('fix-geometry', place('a.json'), '-o', place('c.kml'))).toMatchObject({ status: 2 });
});

it('accepts names in any script, with spaces, quotes and dots, of 255 bytes', async () => {
  const square = '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}';
  const names = [`São João "A" & 'B' (1).v2.final.geojson`, '日本 地図.geojson', '.hidden.geojson', 'a..b.geojson', '%41%20;,#.geojson', 'emoji😀.geojson', `${'ç'.repeat(123)}.geojson`];
  const folder = folderWith(Object.fromEntries(names.map((name) => [name, square])));
  expect(Buffer.byteLength(names[6])).toBe(254);
  const run = await geotoolsHere('fix-geometry', ...names.map((name) => path.join(folder, name)), '-o', path.join(folder, 'out/'), '--report', path.join(folder, 'report.json'));
  expect(run).toMatchObject({ status: 0, stderr: '' });
  const entries = entriesOf(path.join(folder, 'out', 'fixed-files.zip'));
  expect(entries.slice(0, 6)).toEqual(names.slice(0, 6).map((name) => name.replace(/\.geojson$/, '-fixed.geojson')));
  // Cut to make room for the suffix.
  expect(entries[6]).toBe(`${'ç'.repeat(100)}-fixed.geojson`);
});

it('names the files of an archived set like all results, so that they can be unpacked beside the originals', async () => {
  const originals = { 'Parcels.SHP': shp, 'PARCELS.shx': shx, 'parcels.DBF': attributes(2), 'Parcels.shp.xml': '<metadata/>', 'Parcels.prj': '' };
  const folder = folderWith(originals);
  const run = await geotoolsHere('fix-geometry', path.join(folder, 'Parcels.SHP'), '-o', folder);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  const entries = entriesOf(path.join(folder, 'Parcels-fixed.zip'));
  expect(entries.toSorted()).toEqual(['Parcels-fixed.DBF', 'Parcels-fixed.SHP', 'Parcels-fixed.prj', 'Parcels-fixed.shp.xml', 'Parcels-fixed.shx']);
});

it('keeps results of the same name apart, and says which is which', async () => {
  const folder = folderWith({});
  for (const field of ['north', 'south']) {
    mkdirSync(path.join(folder, field));
    writeFileSync(path.join(folder, field, 'field.shp'), shp);
    writeFileSync(path.join(folder, field, 'field.dbf'), attributes(2));
  }
  const report = path.join(folder, 'report.json');
  const run = await geotoolsHere('fix-geometry', ...['north', 'south'].map((field) => path.join(folder, field, 'field.shp')), '-o', path.join(folder, 'out/'), '--report', report);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(entriesOf(path.join(folder, 'out', 'fixed-files.zip'))).toEqual([
    'field-fixed.shp', 'field-fixed.shx', 'field-fixed.dbf', 'field-fixed (2).shp', 'field-fixed (2).shx', 'field-fixed (2).dbf',
  ]);
  const { datasets } = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
  expect(datasets.map(({ notes }) => notes.filter(({ code }) => code === 'result-renamed').map(({ text }) => text))).toEqual([
    [], ['Two results would be named "field-fixed.shp"; that of "field.shp" of folder "south" is named "field-fixed (2).shp".'],
  ]);
});

it('names the result in its report as it was delivered', async () => {
  const ring = (x: number) => [[x, 0], [x + 1, 0], [x + 1, 1], [x, 1], [x, 0]];
  const folder = folderWith({ 'farm.geojson': JSON.stringify({ type: 'MultiPolygon', coordinates: [[ring(0)], [ring(0.5)]] }) });
  for (const [output, inside] of [['mine.geojson', 'mine.geojson'], ['mine.zip', 'farm-fixed.geojson']]) {
    const report = path.join(folder, 'report.json');
    expect(await geotoolsHere('fix-geometry', path.join(folder, 'farm.geojson'), '-o', path.join(folder, output), '--report', report)).toMatchObject({ status: 0 });
    const { datasets, results } = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
    expect([datasets[0].result_files, results?.map(({ name }) => name)]).toEqual([[inside], [output]]);
  }
});

/** Names in the directory of an archive. */
function entriesOf(archive: string): string[] {
  const bytes = readFileSync(archive);
  const names: string[] = [];
  for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 46)) names.push(bytes.subarray(at + 46, at + 46 + bytes.readUInt16LE(at + 28)).toString());
  return names;
}

it('sends no control characters of a file to the terminal, and keeps each line in one', async () => {
  const square = (name: string, x: number) => ({ type: 'Feature', properties: { name }, geometry: { type: 'Polygon', coordinates: [[[x, 0], [x + 0.02, 0], [x + 0.02, 0.02], [x, 0.02], [x, 0]]] } });
  const features = [square('A\u001b[31m\nred', 0), square('B\u009b2J', 0.01), square('C\u001b]0;title\u0007', 0.019_99)];
  const folder = folderWith({ 'a.geojson': JSON.stringify({ type: 'FeatureCollection', features }), 'bad\u001b[31m.geojson': 'x' });
  const [file, bad] = [path.join(folder, 'a.geojson'), path.join(folder, 'bad\u001b[31m.geojson')];
  for (const args of [['check', file, '--list'], ['fix-geometry', file, bad, '-o', `${path.join(folder, 'out')}/`]]) {
    const { stdout, stderr } = await geotoolsHere(...args);
    expect(stdout).toContain('land to others');
    expect(`${stdout}${stderr}`).not.toMatch(/[^\P{Cc}\n]/u);
    expect(stdout).toContain('"A [31m red"');
  }
});
