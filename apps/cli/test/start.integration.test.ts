import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { geotools, geotoolsCommand } from './geotools.ts';

const SQUARE = '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}';

let place = '';
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'geotools-start-'));
  writeFileSync(path.join(place, 'square.geojson'), SQUARE);
});
afterEach(() => rmSync(place, { recursive: true }));

/** Checks the square with this folder as the compile cache. @returns exit code and error output. */
function check(cacheFolder: string, environment: NodeJS.ProcessEnv = {}, ...nodeOptions: string[]) {
  const [program, ...args] = geotoolsCommand('check', '--quiet', path.join(place, 'square.geojson'));
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: path.join(place, 'home'), XDG_CACHE_HOME: cacheFolder, LOCALAPPDATA: cacheFolder, ...environment };
  delete env['NODE_COMPILE_CACHE'];
  const { status, stderr } = spawnSync(program, [...nodeOptions, ...args], { encoding: 'utf8', cwd: place, env });
  return { status, stderr };
}

test('the program prints its help and ends with its exit code, as help.test.ts has it for every command', () => {
  const help = geotools('help', 'check');
  expect(help).toMatchObject({ status: 0, stderr: '' });
  expect(help.stdout).toMatch(/^geotools check: /);
  expect(geotools('check', '--colour')).toEqual({ status: 2, stdout: '', stderr: 'There is no option --colour.\nSee geotools help check.\n' });
});

test('code of other formats, of the schemas and of the layers is not loaded', () => {
  const hook = pathToFileURL(path.join(import.meta.dirname, 'loaded-modules.fixture.js')).href;
  const { status, stderr } = check(place, {}, '--import', hook);
  expect(status).toBe(0);
  expect(stderr).toContain('/formats/src/geojson/');
  for (const folder of ['/formats/src/geopackage/', '/formats/src/kml/', '/formats/src/kmz/index', '/formats/src/shapefile/', '/zod/', '/yazl/', '/server/', '/catalogue/']) {
    expect(stderr).not.toContain(folder);
  }
});

test('a conversion loads neither the kernel nor the parts of a format for repairs, nor projections or cryptography', () => {
  const hook = pathToFileURL(path.join(import.meta.dirname, 'loaded-modules.fixture.js')).href;
  const [program, ...args] = geotoolsCommand('convert', '--quiet', path.join(place, 'square.geojson'), '-o', path.join(place, 'square.gpkg'));
  const { status, stderr } = spawnSync(program, ['--import', hook, ...args], { encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stderr).toContain('/formats/src/geopackage/writing/');
  for (const file of ['/geometry/src/index', '/geometry/src/repair', '/geopackage/driver', '/formats/src/kml/', '/formats/src/shapefile/', '/proj4/', 'node:crypto']) expect(stderr).not.toContain(file);
  // Each file costs time. Without scripts/loaded-together.mjs it would be 82.
  expect(stderr.match(/^file /gm)?.length).toBeLessThan(40);
});

test.each(['cli', 'server'])('the thread that judges polygons loads only what it needs of the program of %s', (room) => {
  const hook = pathToFileURL(path.join(import.meta.dirname, 'loaded-modules.fixture.js')).href;
  const thread = pathToFileURL(path.resolve(import.meta.dirname, '..', '..', room, 'dist', 'polygon-thread.js')).href;
  const { stderr } = spawnSync(process.execPath, ['--import', hook, '--input-type=module', '-e', `await import(${JSON.stringify(thread)}).catch(() => undefined)`], { encoding: 'utf8' });
  const loaded = stderr.replaceAll(/^file .*\n/gm, '');
  expect(loaded).toContain('/tools/src/validity/');
  for (const folder of ['/zod/', '/formats/src/', '/apps/']) expect(loaded).not.toContain(folder);
});

test("compiled code is stored in the user's cache folder", () => {
  expect(check(path.join(place, 'cache'))).toEqual({ status: 0, stderr: '' });
  expect(readdirSync(path.join(place, 'cache'))).toEqual(['geotools']);
  expect(check(path.join(place, 'cache'))).toEqual({ status: 0, stderr: '' });
});

test('without such a folder it is stored in the home folder, not beside the files', needs(process.platform !== 'win32', 'Windows has such a folder always'), () => {
  expect(check('relative')).toEqual({ status: 0, stderr: '' });
  expect(readdirSync(path.join(place, 'home', '.cache'))).toEqual(['geotools']);
  expect(readdirSync(place).sort()).toEqual(['home', 'square.geojson']);
});

test('everything works if nothing can or may be stored', () => {
  const noFolder = path.join(place, 'square.geojson');
  expect(check(noFolder)).toEqual({ status: 0, stderr: '' });
  expect(check(path.join(place, 'cache'), { NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual({ status: 0, stderr: '' });
  expect(readdirSync(place)).toEqual(['square.geojson']);
});
