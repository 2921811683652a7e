import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtProgram } from '../bin/built-program.js';
import { geotools } from './geotools.ts';

/** Two squares, one over a part of the other, and a duplicate point. */
const LAYER = '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"n":1},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,0],[1,1],[0,1],[0,0]]]}},{"type":"Feature","properties":{"n":2},"geometry":{"type":"Polygon","coordinates":[[[0.9,0],[2,0],[2,1],[0.9,1],[0.9,0]]]}}]}';
const SOURCES = pathToFileURL(path.resolve(import.meta.dirname, '..', 'src', 'geotools.ts')).href;

let place = '';
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'geotools-built-'));
});
afterEach(() => rmSync(place, { recursive: true }));

/** The command line as it runs without a built program. */
function fromSources(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', `process.exitCode = await (await import(${JSON.stringify(SOURCES)})).geotools(process.argv.slice(1));`, '--', ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('the built program is that of the current sources, for all commands but those of a server', () => {
  for (const command of ['fix-geometry', 'check', 'convert', 'help']) expect(builtProgram([command])).toMatch(/\/cli\/dist\/geotools\.js$/);
  expect(builtProgram([])).not.toBeNull();
  for (const command of ['layers', 'admin']) expect(builtProgram([command])).toBeNull();
});

test('it does what the sources do: the same files, sentences and exit codes', () => {
  const input = path.join(place, 'two.geojson');
  writeFileSync(input, LAYER);
  const runs: [ending: string, ...command: string[]][] = [
    ['geojson', 'fix-geometry', '--threads', '2', input, '-o'],
    ['gpkg', 'convert', input, '-o'],
    ['kmz', 'buffer', input, '--distance', '100', '-o'],
  ];
  for (const [ending, ...command] of runs) {
    const words = [geotools, fromSources].map((run, i) => {
      mkdirSync(path.join(place, String(i)), { recursive: true });
      return run(...command, path.join(place, String(i), `out.${ending}`));
    });
    expect(words[0]).toMatchObject({ status: 0 });
    expect(words[0]?.stdout.replaceAll(`${place}/0`, '')).toEqual(words[1]?.stdout.replaceAll(`${place}/1`, ''));
    expect(words[0]?.stderr.replaceAll(`${place}/0`, '')).toEqual(words[1]?.stderr.replaceAll(`${place}/1`, ''));
  }
  expect(readdirSync(path.join(place, '0'))).toEqual(readdirSync(path.join(place, '1')));
  // The others carry the time at which they were written.
  expect(readFileSync(path.join(place, '0', 'out.geojson'))).toEqual(readFileSync(path.join(place, '1', 'out.geojson')));
  expect(geotools('convert', input, '-o', path.join(place, 'no', 'such', 'folder.kml'))).toEqual(fromSources('convert', input, '-o', path.join(place, 'no', 'such', 'folder.kml')));
});

test.each(['cli', 'server'])('the paths of threads and data in the program of %s are those of the sources', (room) => {
  const built = path.resolve(import.meta.dirname, '..', '..', room, 'dist');
  const named = readdirSync(built)
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => [...readFileSync(path.join(built, file), 'utf8').matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)].map(([, place = '']) => path.resolve(built, place)));
  expect(named.some((file) => file.endsWith(path.join('geometry', 'src', 'threads', 'index.ts')))).toBe(true);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});

test('it does not run if its sources have changed, or if something is missing', () => {
  const source = path.join(place, 'source.ts');
  const built = path.join(place, 'apps', 'cli', 'dist');
  mkdirSync(built, { recursive: true });
  writeFileSync(source, 'export {};');
  const { size, mtimeMs } = statSync(source);
  expect(builtProgram(['check'], place)).toBeNull();
  writeFileSync(path.join(built, 'sources.json'), JSON.stringify([['source.ts', size, mtimeMs]]));
  expect(builtProgram(['check'], place)).toBe(pathToFileURL(path.join(built, 'geotools.js')).href);
  utimesSync(source, new Date(), new Date(mtimeMs + 2000));
  expect(builtProgram(['check'], place)).toBeNull();
  rmSync(source);
  expect(builtProgram(['check'], place)).toBeNull();
  writeFileSync(path.join(built, 'sources.json'), '[[');
  expect(builtProgram(['check'], place)).toBeNull();
});
