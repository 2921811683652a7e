import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { needs } from '../../../testing/needs.ts';

const CLI = path.resolve(import.meta.dirname, '..');
const MAIN = path.join(CLI, 'bin', 'geotools.js');
const folder = mkdtempSync(path.join(tmpdir(), 'geotools-node-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A Node on this machine that is older than the product requires; npm puts its own, the locked one, in front. */
const oldNode = findOldNode();

function findOldNode(): string | null {
  for (const place of ['/usr/local/bin/node', '/usr/bin/node', ...(process.env['PATH'] ?? '').split(path.delimiter).map((each) => path.join(each, 'node'))]) {
    if (!existsSync(place)) continue;
    const major = Number(/^v(\d+)\./.exec(spawnSync(place, ['--version'], { encoding: 'utf8' }).stdout)?.[1]);
    if (major >= 20 && major < 24) return realpathSync(place);
  }
  return null;
}

describe('with an older Node', needs(oldNode !== null, 'there is no Node older than 24'), () => {
  const old = oldNode ?? '';
  const farm = path.join(folder, 'farm.geojson');
  writeFileSync(farm, '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}');

  test('the command runs with the locked Node, with its arguments, streams and exit code', () => {
    const run = spawnSync(old, [MAIN, 'check', '--snap-distance', '0.5', farm], { encoding: 'utf8' });
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toContain('nothing to repair');
    expect(spawnSync(old, [MAIN, 'check', '--colour'], { encoding: 'utf8' })).toMatchObject({ status: 2 });
  });

  test('also as the file that npm links, with an older Node first in the path', () => {
    const bin = path.join(folder, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(path.join(bin, 'node'), `#!/bin/sh\nexec '${old}' "$@"\n`);
    chmodSync(path.join(bin, 'node'), 0o755);
    const linked = path.resolve(CLI, '..', '..', 'node_modules', '.bin', 'geotools');
    const run = spawnSync(linked, ['check', farm], { encoding: 'utf8', env: { ...process.env, PATH: `${bin}${path.delimiter}/usr/bin${path.delimiter}/bin` } });
    expect(run).toMatchObject({ status: 0, stderr: '' });
  });

  test('a signal that ends it ends its work, and leaves nothing behind', async () => {
    const place = mkdtempSync(path.join(folder, 'signal-'));
    const large = path.join(place, 'large.geojson');
    const features = Array.from({ length: 150_000 }, (_, i) => `{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[${i},0],[${i + 1},0],[${i + 1},1],[${i},0]]]}}`);
    writeFileSync(large, `{"type":"FeatureCollection","features":[${features.join(',')}]}`);
    const run = spawn(old, [MAIN, 'fix-geometry', large, '-o', path.join(place, 'out.geojson')], { stdio: 'ignore' });
    const ended = once(run, 'exit');
    while (readdirSync(place).length < 2 && run.exitCode === null) await pause(10);
    run.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
    for (let look = 0; look < 500 && readdirSync(place).length > 1; look++) await pause(20);
    expect(readdirSync(place)).toEqual(['large.geojson']);
  });

  test('without the locked Node a sentence says what to do', () => {
    const alone = path.join(folder, 'alone');
    cpSync(path.join(CLI, 'bin'), path.join(alone, 'bin'), { recursive: true });
    cpSync(path.join(CLI, 'package.json'), path.join(alone, 'package.json'));
    const run = spawnSync(old, [path.join(alone, 'bin', 'geotools.js'), 'check', farm], { encoding: 'utf8' });
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(/^geotools needs Node 24 or newer, and this is Node \d+\.\d+\.\d+\. .*npm ci[^\n]*\n$/);
  });
});
