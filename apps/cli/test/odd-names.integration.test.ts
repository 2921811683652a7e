import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { attributes, makeShapefile, recordContent } from '../../../packages/formats/test/shapefile/make-shapefile.ts';
import { geotools } from './geotools.ts';

const root = mkdtempSync(path.join(tmpdir(), 'geotools-names-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Two squares that overlap. */
const square = (x: number) => recordContent({ type: 5, rings: [[[x, 0], [x, 10], [x + 10, 10], [x + 10, 0], [x, 0]]] });
const { shp, shx } = makeShapefile(5, [square(0), square(9)]);
const clean = makeShapefile(5, [square(0), square(50)]);

/** Writes files into a folder of their own. */
function folderWith(files: Readonly<Record<string, Uint8Array | string>>): string {
  const folder = mkdtempSync(path.join(root, 'case-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  return folder;
}

it('takes every companion along, however its name is spelt', () => {
  const decomposed = 'São.DBF'.normalize('NFD');
  const folder = folderWith({ 'São.SHP': shp, 'São.shx': shx, [decomposed]: attributes(2), 'São.qml': '<qgis/>', 'São.cst': 'UTF-8', 'São2.dbf': attributes(9), 'São.txt': 'x' });
  const run = geotools('fix-geometry', path.join(folder, 'São.SHP'), '-o', path.join(folder, 'out', 'fixed.shp'));
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).not.toContain('no attributes');
  expect(readdirSync(path.join(folder, 'out')).toSorted()).toEqual(['fixed.cst', 'fixed.dbf', 'fixed.qml', 'fixed.shp', 'fixed.shx']);
  expect(readFileSync(path.join(folder, 'out', 'fixed.dbf')).equals(attributes(2))).toBe(true);
});

it('keeps sets apart whose names differ in their capitals alone', () => {
  const folder = folderWith({ 'a.shp': shp, 'a.shx': shx, 'a.dbf': attributes(2), 'A.DBF': attributes(7) });
  // Where the file system takes both names for one there is nothing to keep apart.
  if (readdirSync(folder).length < 4) return;
  const run = geotools('fix-geometry', path.join(folder, 'a.shp'), '-o', path.join(folder, 'fixed.shp'));
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(readFileSync(path.join(folder, 'fixed.dbf')).equals(attributes(2))).toBe(true);
});

it('writes nothing over an input', () => {
  const folder = folderWith({ 'PARCELS.shp': clean.shp, 'PARCELS.shx': clean.shx, 'PARCELS.dbf': attributes(2), 'a.geojson': '{"type":"FeatureCollection","features":[]}' });
  const place = (name: string): string => path.join(folder, name);
  const before = new Map(readdirSync(folder).map((name) => [name, readFileSync(place(name))]));
  const cases = [
    ['fix-geometry', place('PARCELS.shp'), '-o', place('PARCELS.shp')],
    ['fix-geometry', place('a.geojson'), '-o', place('b.geojson'), '--report', place('a.geojson')],
    ['fix-geometry', place('PARCELS.shp'), '-o', place('b.shp'), '--report', place('PARCELS.dbf')],
  ];
  for (const args of cases) expect(geotools(...args)).toMatchObject({ status: 2 });
  for (const [name, bytes] of before) expect(readFileSync(place(name)).equals(bytes)).toBe(true);

  // A result's own name, too: that of a packed shapefile is the name of the archive that it came in.
  const made = geotools('fix-geometry', place('PARCELS.shp'), '-o', folder);
  expect(made.status).toBe(0);
  const archive = readFileSync(place('PARCELS-fixed.zip'));
  expect(geotools('fix-geometry', place('PARCELS-fixed.zip'), '-o', folder)).toMatchObject({ status: 2 });
  expect(readFileSync(place('PARCELS-fixed.zip')).equals(archive)).toBe(true);
});

it('gives GeoJSON under any of its extensions, and lines as lines', () => {
  const folder = folderWith({ 'a.json': '{"type":"FeatureCollection","features":[]}', 'b.ndjson': '{"type":"Feature","geometry":null}\n{"type":"Feature","geometry":null}\n' });
  const place = (name: string): string => path.join(folder, name);
  expect(geotools('fix-geometry', place('a.json'), '-o', place('c.json'))).toMatchObject({ status: 0, stderr: '' });
  expect(geotools('fix-geometry', place('b.ndjson'), '-o', place('out/'))).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(place('out'))).toEqual(['b-fixed.ndjson']);
  expect(geotools('fix-geometry', place('a.json'), '-o', place('c.kml'))).toMatchObject({ status: 2 });
});
