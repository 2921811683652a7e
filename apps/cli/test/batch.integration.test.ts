import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reportSchema } from '@geoinsights/contract';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { geotools } from './geotools.ts';

const root = mkdtempSync(path.join(tmpdir(), 'geotools-batch-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const square = (west: number) => ({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [[[west, -20], [west + 0.02, -20], [west + 0.02, -19.99], [west, -19.99], [west, -20]]] } });
const FARMS = JSON.stringify({ type: 'FeatureCollection', features: [square(-40), square(-39.99)] });
const CUT_OFF = /^The file is cut off: "rj\.geojson" ends at line 1.*\n$/;

let folder = '';
const place = (...names: string[]): string => path.join(folder, ...names);
beforeEach(() => {
  folder = mkdtempSync(path.join(root, 'case-'));
  writeFileSync(place('es.geojson'), FARMS);
  writeFileSync(place('rj.geojson'), FARMS.slice(0, 150));
});

it('fix-geometry writes the others, names the one that cannot be read, and has an exit code for it', () => {
  const run = geotools('fix-geometry', place('rj.geojson'), place('es.geojson'), '-o', place('out'), '--report', place('report.json'));
  expect(run).toMatchObject({ status: 5, stderr: expect.stringMatching(CUT_OFF) as string });
  expect(run.stdout).toContain('1  overlap');
  expect(run.stdout).toContain('left out, see above: rj.geojson');
  expect(readdirSync(place('out'))).toEqual(['es-fixed.geojson']);
  const report = reportSchema.parse(JSON.parse(readFileSync(place('report.json'), 'utf8')));
  expect(report.failures).toMatchObject([{ files: ['rj.geojson'], problem: { code: 'json-truncated' } }]);
  expect(report.datasets.map(({ name }) => name)).toEqual(['es']);
});

it('fix-geometry --quiet still prints the reason', () => {
  expect(geotools('fix-geometry', place('rj.geojson'), place('es.geojson'), '-o', place('out'), '--quiet')).toMatchObject({ status: 5, stdout: '', stderr: expect.stringMatching(CUT_OFF) as string });
  expect(existsSync(place('out', 'es-fixed.geojson'))).toBe(true);
});

it('a requested archive is written, also if only one result is left', () => {
  expect(geotools('fix-geometry', place('rj.geojson'), place('es.geojson'), '-o', place('out.zip')).status).toBe(5);
  expect(readFileSync(place('out.zip')).includes('es-fixed.geojson')).toBe(true);
});

it('check reports its findings and ends with the code for files that it could not read', () => {
  const run = geotools('check', place('rj.geojson'), place('es.geojson'));
  expect(run).toMatchObject({ status: 5, stderr: expect.stringMatching(CUT_OFF) as string });
  expect(run.stdout).toContain('overlap');
});

it('nothing is written if no file can be read, and every reason is given', () => {
  writeFileSync(place('es.geojson'), '');
  const run = geotools('fix-geometry', place('rj.geojson'), place('es.geojson'), '-o', place('out'));
  expect(run).toMatchObject({ status: 3, stdout: '' });
  expect(run.stderr.trim().split('\n')).toEqual([expect.stringMatching(/^The file is cut off: "rj/), 'Empty file: "es.geojson" is empty (0 bytes). Export it again.']);
  expect(readdirSync(folder).toSorted()).toEqual(['es.geojson', 'rj.geojson']);
});
