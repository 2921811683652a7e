import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { geotools, geotoolsCommand } from './geotools.ts';

const root = mkdtempSync(path.join(tmpdir(), 'geotools-places-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const FARM = '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}';
let folder = '';
let farm = '';
const place = (...names: string[]): string => path.join(folder, ...names);

beforeEach(() => {
  folder = mkdtempSync(path.join(root, 'case-'));
  farm = place('farm.geojson');
  writeFileSync(farm, FARM);
});

it('does not write a report over an input', () => {
  expect(geotools('check', farm, '--report', farm)).toMatchObject({ status: 2 });
  expect(geotools('fix-geometry', farm, '-o', place('out.geojson'), '--report', farm)).toMatchObject({ status: 2 });
  expect(readFileSync(farm, 'utf8')).toBe(FARM);
  expect(readdirSync(folder)).toEqual(['farm.geojson']);
});

it('writes no JSON into a report of another name', () => {
  for (const [command, ...more] of [['check', farm], ['fix-geometry', farm, '-o', place('out.geojson')]]) {
    const asked = geotools(command, ...more, '--report', place('new', 'laudo.docx'));
    expect(asked).toMatchObject({ status: 2, stdout: '' });
    expect(asked.stderr).toContain('--report takes the name of a .json, .json.gz, .csv, .gpkg, .html or .pdf file, not "laudo.docx".');
  }
  expect(readdirSync(folder)).toEqual(['farm.geojson']);
});

it('writes neither a report nor a result over the decisions', () => {
  const decisions = place('decisions.json');
  writeFileSync(decisions, '[]');
  const checked = geotools('check', farm, '--decisions', decisions, '--report', decisions);
  expect(checked.status).toBe(2);
  expect(checked.stderr).toContain('decisions.json would overwrite an input');
  expect(geotools('fix-geometry', farm, '-o', place('out.geojson'), '--decisions', decisions, '--report', decisions)).toMatchObject({ status: 2 });
  const fixed = geotools('fix-geometry', farm, '-o', decisions, '--decisions', decisions);
  expect(fixed.status).toBe(2);
  expect(fixed.stderr).toContain('OUTPUT is one of the inputs');
  expect(readFileSync(decisions, 'utf8')).toBe('[]');
  expect(readdirSync(folder)).toEqual(['decisions.json', 'farm.geojson']);
});

it('does not write a report over the result', () => {
  const run = geotools('fix-geometry', farm, '-o', place('out.geojson'), '--report', place('.', 'out.geojson'));
  expect(run).toMatchObject({ status: 2 });
  expect(run.stderr).toContain('same name');
});

it('does not write a report over a result that gets its own name in a folder', () => {
  // The only kind that a report and a result may both have.
  expect(geotools('convert', farm, '-o', place('farm.gpkg')).status).toBe(0);
  const run = geotools('fix-geometry', place('farm.gpkg'), '-o', place('out'), '--report', place('out', 'farm-fixed.gpkg'));
  expect(run).toMatchObject({ status: 2, stdout: '' });
  expect(run.stderr).toContain('The report would be written over farm-fixed.gpkg, a file of the result. Choose another name for the report.');
  expect(readdirSync(folder)).toEqual(['farm.geojson', 'farm.gpkg']);
});

it.each([
  ['out.kml', 'The result is a .geojson file: give OUTPUT that extension, or name a folder.'],
  ['out.shp', 'OUTPUT ends in .shp, but the input is not one shapefile. Give a folder instead.'],
])('refuses %s for a GeoJSON before it is repaired', (output, message) => {
  // A repair of it fails: so it was not begun.
  writeFileSync(farm, FARM.slice(0, -2));
  expect(geotools('fix-geometry', farm, '-o', place('out.geojson')).status).toBe(3);
  expect(geotools('fix-geometry', farm, '-o', place(output))).toEqual({ status: 2, stdout: '', stderr: `${message}\nSee geotools help fix-geometry.\n` });
  expect(readdirSync(folder)).toEqual(['farm.geojson']);
});

it('refuses the name of one file for the results of two', () => {
  writeFileSync(place('lots.geojson'), FARM);
  const run = geotools('fix-geometry', farm, place('lots.geojson'), '-o', place('out.geojson'));
  expect(run).toEqual({ status: 2, stdout: '', stderr: 'The result is a .zip file: give OUTPUT that extension, or name a folder.\nSee geotools help fix-geometry.\n' });
});

it('creates the folder of a report', () => {
  expect(geotools('check', farm, '--report', place('new', 'report.json'))).toMatchObject({ status: 0, stderr: '' });
  expect(geotools('fix-geometry', farm, '-o', place('out.geojson'), '--report', place('newer', 'report.json'))).toMatchObject({ status: 0, stderr: '' });
  expect([existsSync(place('new', 'report.json')), existsSync(place('newer', 'report.json'))]).toEqual([true, true]);
});

it('says with a sentence what cannot be written', () => {
  writeFileSync(place('file'), '');
  for (const output of [place('file', 'out.geojson'), place('file', 'deeper', 'out.geojson')]) {
    const run = geotools('fix-geometry', farm, '-o', output);
    expect(run).toMatchObject({ status: 4 });
    expect(run.stderr).toBe(`The folder of ${output} cannot be created: ${place('file')} is a file.\n`);
  }
  expect(geotools('fix-geometry', farm, '-o', place('file')).stderr).toBe(`The folder of ${place('file')} cannot be created: ${place('file')} is a file.\n`);
  if (existsSync('/proc/self')) {
    const run = geotools('fix-geometry', farm, '-o', '/proc/self/out.geojson');
    expect(run).toMatchObject({ status: 4, stderr: 'The folder /proc/self cannot be written.\n' });
    expect(geotools('fix-geometry', farm, '-o', place('unwritten.geojson'), '--report', '/proc/self/report.json')).toMatchObject({ status: 4, stderr: 'The folder /proc/self cannot be written.\n' });
    expect(existsSync(place('unwritten.geojson'))).toBe(false);
    expect(geotools('fix-geometry', farm, '-o', '/proc/none/deeper/out.geojson')).toMatchObject({ status: 4, stderr: 'The folder of /proc/none/deeper/out.geojson cannot be created: /proc cannot be written.\n' });
  }
});

it('says that a pipe is not a file', needs(process.platform !== 'win32', 'Windows has no such pipes'), () => {
  execFileSync('mkfifo', [place('pipe.geojson')]);
  expect(geotools('check', place('pipe.geojson'))).toMatchObject({ status: 3, stderr: `File cannot be read: "${place('pipe.geojson')}" cannot be read: it is a pipe or a device, and files are read more than once; save its output as a file. Put that right and try again.\n` });
});

it('says before any work that no result has such an extension', () => {
  for (const command of ['fix-geometry', 'reproject']) {
    const run = geotools(command, farm, '-o', place('new', 'results.v2'), ...(command === 'reproject' ? ['--to', 'EPSG:4326'] : []));
    expect(run).toMatchObject({ status: 2, stdout: '' });
    expect(run.stderr).toMatch(/^No result ends in "\.v2"\. Give OUTPUT the extension of a format/);
  }
  expect(readdirSync(folder)).toEqual(['farm.geojson']);
  expect(geotools('fix-geometry', farm, '-o', `${place('results.v2')}/`, '--quiet')).toMatchObject({ status: 0 });
  expect(readdirSync(place('results.v2'))).toEqual(['farm-fixed.geojson']);
});

it('says before any work that a name is too long', () => {
  const long = `${'a'.repeat(300)}.geojson`;
  expect(geotools('fix-geometry', farm, '-o', place(long))).toEqual({ status: 4, stdout: '', stderr: 'The name given for OUTPUT is too long: 308 bytes, where 255 are allowed. Choose a shorter one.\n' });
  expect(geotools('fix-geometry', farm, '-o', place('short.geojson'), '--report', place(long))).toMatchObject({ status: 4, stderr: 'The name given for the report is too long: 308 bytes, where 255 are allowed. Choose a shorter one.\n' });
  expect(existsSync(place('short.geojson'))).toBe(false);
});

it.each(['SIGINT', 'SIGKILL'] as const)('leaves nothing behind if %s ends it', needs(process.platform !== 'win32', 'Windows has no signals'), async (signal) => {
  const large = Array.from({ length: 150_000 }, (_, i) => `{"type":"Feature","properties":{"n":${i}},"geometry":${FARM.replaceAll('1', String(i + 1))}}`);
  writeFileSync(farm, `{"type":"FeatureCollection","features":[${large.join(',')}]}`);
  const [program, ...args] = geotoolsCommand('fix-geometry', farm, '-o', place('out.geojson'));
  const run = spawn(program, args, { stdio: 'ignore' });
  const ended = once(run, 'exit');
  while (readdirSync(folder).length < 2) await pause(10);
  run.kill(signal);
  expect(await ended).toEqual([null, signal]);
  for (let look = 0; look < 500 && readdirSync(folder).length > 1; look++) await pause(20);
  expect(readdirSync(folder)).toEqual(['farm.geojson']);
});
