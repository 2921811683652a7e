import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { isAlive } from './processes.fixture.ts';

const SCRIPTS = path.resolve(import.meta.dirname, '..', '..', '..', 'scripts');
const PACKAGES = { server: {}, builder: { dev: true }, codec: { optional: true } } as const;
/** The part of installing and building that is left to npm. */
const BUILD = 'run build --workspace apps/web --silent';
type PackageName = keyof typeof PACKAGES;

/** Records how it is called, and leaves behind what npm would. */
const NPM = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
const args = process.argv.slice(2);
appendFileSync('npm-calls', args.join(' ') + '\\n');
const install = (...names) => {
  mkdirSync('node_modules', { recursive: true });
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(names.map((name) => ['node_modules/' + name, { version: '1.0.0' }])) }));
};
if (args[0] === 'ci') install('server', 'codec', ...(args.includes('--omit=dev') ? [] : ['builder']));
if (args[0] === 'run' && process.env.CHANGED_MEANWHILE) writeFileSync('apps/web/src/index.ts', 'changed while it was built');
if (args[0] === 'run') { mkdirSync('apps/web/dist', { recursive: true }); writeFileSync('apps/web/dist/index.html', 'built'); }
`;

/** The parts of a clone that npm start looks at, with a server that reports that it runs. */
let clone: string;
beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'geoinsights-clone-'));
  for (const file of ['start.mjs', 'build.mjs', 'prepare.mjs']) cpSync(path.join(SCRIPTS, file), path.join(clone, 'scripts', file));
  lock();
  write('npm.mjs', NPM);
  write('apps/server/src/main.ts', "console.log('GeoInsights is running');");
  const rooms = { 'apps/web': ['formats'], 'packages/formats': ['contract'], 'packages/contract': [], 'packages/tools': ['formats'] };
  for (const [room, uses] of Object.entries(rooms)) {
    write(`${room}/package.json`, JSON.stringify({ dependencies: Object.fromEntries(uses.map((name) => [`@geoinsights/${name}`, '0.1.0'])) }));
    write(`${room}/src/index.ts`, '');
  }
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

function write(file: string, text: string): void {
  const place = path.join(clone, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
}

/** The lock file, with links to workspaces in npm's form. */
function lock(...links: readonly string[]): void {
  const packages: Record<string, object> = { '': {} };
  for (const [name, kind] of Object.entries(PACKAGES)) packages[`node_modules/${name}`] = { version: '1.0.0', ...kind };
  for (const name of links) packages[`node_modules/${name}`] = { resolved: `packages/${name}`, link: true };
  write('package-lock.json', JSON.stringify({ packages }));
}

function installed(...names: readonly PackageName[]): void {
  write('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(names.map((name) => [`node_modules/${name}`, { version: '1.0.0' }])) }));
}

/** Runs npm start. @returns its output and its calls of npm. */
async function start(): Promise<{ output: string; calls: string[] }> {
  const ran = await run('start.mjs');
  expect(ran.output).toContain('GeoInsights is running');
  return ran;
}

async function run(script: string, more: NodeJS.ProcessEnv = {}): Promise<{ output: string; calls: string[] }> {
  rmSync(path.join(clone, 'npm-calls'), { force: true });
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path.join(clone, 'scripts', script)], {
    env: { ...more, PATH: process.env['PATH'], npm_execpath: path.join(clone, 'npm.mjs'), NODE_COMPILE_CACHE: path.join(clone, 'compiled') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  const calls = path.join(clone, 'npm-calls');
  return { output, calls: existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [] };
}

/** A clone with a built site, as it is after its first start. */
async function builtSite(): Promise<void> {
  await start();
}

/** Runs npm start as npm does, in a separate shell, with a server that never ends by itself; returns when that runs. */
async function startInShell(): Promise<{ npm: ChildProcess; server: number }> {
  await builtSite();
  write('apps/server/src/main.ts', "setInterval(() => {}, 1000); process.on('SIGTERM', () => process.exit(0)); console.log('running as ' + process.pid);");
  const script = `"${process.execPath}" --disable-warning=ExperimentalWarning "${path.join(clone, 'scripts', 'start.mjs')}"; exit 0`;
  const npm = spawn(process.execPath, ['-e', `require('node:child_process').spawn('sh', ['-c', ${JSON.stringify(script)}], { stdio: 'inherit' })`], {
    env: { PATH: process.env['PATH'], npm_execpath: path.join(clone, 'npm.mjs'), npm_lifecycle_event: 'start', NODE_COMPILE_CACHE: path.join(clone, 'compiled') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve) => npm.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())));
  return { npm, server: Number(/running as (\d+)/.exec(line)?.[1]) };
}

async function ends(pid: number): Promise<boolean> {
  for (let look = 0; look < 500; look++) {
    if (!isAlive(pid)) return true;
    await pause(20);
  }
  process.kill(pid, 'SIGKILL');
  return false;
}

describe('no server is left behind', needs(process.platform !== 'win32', 'Windows has no signals'), () => {
  test('when npm is killed', async () => {
    const { npm, server } = await startInShell();
    expect(isAlive(server)).toBe(true);
    npm.kill('SIGKILL');
    expect(await ends(server)).toBe(true);
  });

  test('when npm hands a signal to its shell, which keeps it to itself', async () => {
    const { npm, server } = await startInShell();
    const shell = Number(spawnSync('ps', ['-o', 'pid=', '--ppid', String(npm.pid)], { encoding: 'utf8' }).stdout);
    process.kill(shell, 'SIGTERM');
    expect(await ends(server)).toBe(true);
    npm.kill();
  });
});

describe('npm start', () => {
  test('of a bare clone installs all packages, says why, and builds the site; the next one does nothing of it', async () => {
    const { output, calls } = await start();
    expect(calls).toEqual(['ci --include=dev', BUILD]);
    expect(output).toContain('Installing all packages of the lock file: the site has not been built yet, and building it takes the development packages …');
    expect((await start()).calls).toEqual([]);
  });

  test('with a built site is content with the packages that running takes', async () => {
    await builtSite();
    installed('server', 'codec');
    expect(await start()).toEqual({ output: 'GeoInsights is running\n', calls: [] });
    installed('server');
    expect((await start()).calls).toEqual([]);
  });

  test('after npm run build and npm prune --omit=dev asks npm for nothing', async () => {
    installed('server', 'builder');
    expect((await run('build.mjs')).calls).toEqual([BUILD]);
    installed('server');
    expect((await start()).calls).toEqual([]);
  });

  test('links a package of ours that came with a newer version', async () => {
    await builtSite();
    lock('rooms');
    expect((await start()).calls[0]).toBe('ci --include=dev');
  });

  test('with a built site and nothing installed installs what running takes, and no more', async () => {
    await builtSite();
    rmSync(path.join(clone, 'node_modules'), { recursive: true });
    const { output, calls } = await start();
    expect(calls).toEqual(['ci --omit=dev']);
    expect(output).toContain('Installing the packages that the server needs …');
  });

  test('leaves a developer the development packages when others are missing', async () => {
    await builtSite();
    installed('builder');
    expect((await start()).calls).toEqual(['ci --include=dev']);
  });

  test('whose sources have changed says why it needs the development packages', async () => {
    await builtSite();
    installed('server');
    write('apps/web/src/index.ts', 'changed');
    const { output, calls } = await start();
    expect(calls).toEqual(['ci --include=dev', BUILD]);
    expect(output).toContain('the sources of the site have changed since it was built');
  });

  test('whose sources have changed builds with the packages that are there', async () => {
    await builtSite();
    write('packages/contract/src/index.ts', 'changed');
    expect((await start()).calls).toEqual([BUILD]);
    write('packages/tools/src/index.ts', 'changed, and no part of the site');
    expect((await start()).calls).toEqual([]);
  });

  test('whose sources change while the site is built builds it again the next time', async () => {
    await run('start.mjs', { CHANGED_MEANWHILE: 'yes' });
    expect((await start()).calls).toEqual([BUILD]);
    expect((await start()).calls).toEqual([]);
  });

  test('after an installation that was interrupted while npm wrote its list installs again', async () => {
    await builtSite();
    write('node_modules/.package-lock.json', '{"packages":{"node_modules/ser');
    expect((await start()).calls).toEqual(['ci --omit=dev']);
  });

  test('takes what an editor leaves beside the sources for none of them', needs(process.platform !== 'win32', 'Windows lets few accounts make links'), async () => {
    await builtSite();
    write('apps/web/.vscode/settings.json', '{}');
    symlinkSync('somebody@somewhere.1234', path.join(clone, 'packages', 'formats', 'src', '.#index.ts'));
    expect((await start()).calls).toEqual([]);
  });
});
