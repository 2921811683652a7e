import { fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { ApiClient } from './api-client.fixture.ts';
import { newDatabase, newFolderForDatabase } from './new-database.fixture.ts';
import { storedFiles } from './server.fixture.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const START = fileURLToPath(new URL('./start.fixture.ts', import.meta.url));

let dataFolder: string;
let database: Readonly<Record<string, string>>;
const started: ChildProcess[] = [];
beforeAll(async () => {
  dataFolder = await newFolderForDatabase('process');
  database = await newDatabase();
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await pause(100);
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
});

interface ServerProcess {
  readonly child: ChildProcess;
  readonly api: ApiClient;
  readonly ended: Promise<number | null>;
  output(): string;
}

function launch(script: string, environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], PORT: '0', DATA_DIR: dataFolder, ...database, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  return { child, ended, output: () => output };
}

async function start(environment: Readonly<Record<string, string>> = {}, script = START): Promise<ServerProcess> {
  const launched = launch(script, environment);
  let address: string | undefined;
  while (address === undefined) {
    address = /http:\/\/[\d.:]+/.exec(launched.output())?.[0];
    if (launched.child.exitCode !== null) throw new Error(`The server ended: ${launched.output()}`);
    await pause(20);
  }
  return { ...launched, api: new ApiClient(address) };
}

async function kill(server: ServerProcess): Promise<void> {
  server.child.kill('SIGKILL');
  await server.ended;
}

describe('a server that is killed in the middle', () => {
  let interrupted: string;
  let queued: string[];
  let completed: string;
  let attempts: string;

  test('has acknowledged uploads and tasks', async () => {
    const server = await start({ TASK_CONCURRENCY: '1' });
    completed = (await server.api.start()).uuid;
    await server.api.ended(completed);
    interrupted = (await server.api.start({ behaviour: 'steps', milliseconds: 1500 })).uuid;
    queued = [(await server.api.start()).uuid, (await server.api.start()).uuid];
    await server.api.until(interrupted, (task) => task.progress > 0);
    await mkdir(path.join(dataFolder, 'files', 'uploads', 'orphan'));
    await writeFile(path.join(dataFolder, 'files', 'results', 'orphan'), 'x');
    await kill(server);
    expect((await storedFiles(dataFolder)).work).toHaveLength(1);
  });

  test('runs every one of them after its restart, and has lost none', async () => {
    const server = await start({ TASK_CONCURRENCY: '1' });
    expect((await server.api.task(completed)).progress_status).toBe('COMPLETED');
    for (const uuid of [interrupted, ...queued]) expect(await server.api.ended(uuid)).toMatchObject({ progress_status: 'COMPLETED', error: null });
    // The last task's folder goes when its end has been told.
    await vi.waitFor(async () => expect(await storedFiles(dataFolder)).toMatchObject({ incoming: [], work: [] }), { timeout: 10_000 });
    const stored = await storedFiles(dataFolder);
    expect([...stored.uploads, ...stored.results]).not.toContain('orphan');
    expect([stored.uploads.length, stored.results.length]).toEqual([4, 8]);

    attempts = (await server.api.start({ behaviour: 'hang' })).uuid;
    await server.api.until(attempts, (task) => task.progress_status === 'RUNNING');
    await kill(server);
  });

  test('gives a task up that was interrupted too often', async () => {
    const server = await start({ TASK_ATTEMPTS: '1' });
    expect(await server.api.task(attempts)).toMatchObject({ progress_status: 'FAILED', error: { code: 'task-interrupted' } });
    await kill(server);
  });

  test('takes the processes of its tasks with it', async () => {
    const server = await start();
    const { uuid } = await server.api.start({ behaviour: 'hang' });
    await server.api.until(uuid, (task) => task.stage === 'hanging');
    const children = await childrenOf(server.child.pid);
    expect(children).toHaveLength(1);
    await kill(server);
    let alive = children;
    for (let look = 0; look < 400 && alive.length > 0; look++) {
      await pause(25);
      alive = alive.filter((pid) => isAlive(pid));
    }
    expect(alive).toEqual([]);
  });
});

describe('a server that is told to stop', () => {
  test('gives its running task back, which is then run as if for the first time', async () => {
    const server = await start({ TASK_ATTEMPTS: '1' });
    const { uuid } = await server.api.start({ behaviour: 'steps', milliseconds: 1000 });
    await server.api.until(uuid, (task) => task.progress_status === 'RUNNING');
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const next = await start({ TASK_ATTEMPTS: '1' });
    expect(await next.api.ended(uuid)).toMatchObject({ progress_status: 'COMPLETED' });
    next.child.kill('SIGINT');
    expect(await next.ended).toBe(0);
  });

  test('stops as well when the script that started it is gone, which holds a channel to it', async () => {
    const child = fork(MAIN, { env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], PORT: '0', DATA_DIR: dataFolder, ...database }, execArgv: ['--disable-warning=ExperimentalWarning'], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    started.push(child);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    child.disconnect();
    expect(await ended).toBe(0);
  });
});

describe('starting', () => {
  test('prints the address, and refuses a second server on the same data folder', async () => {
    const first = await start({}, MAIN);
    expect(first.output()).toMatch(/^GeoInsights is running at http:\/\/127\.0\.0\.1:\d+\n$/);
    const second = launch(MAIN);
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/^Another GeoInsights server uses the data folder .*\n$/);
    expect((await first.api.fetch('/layers/layer_groups')).status).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
  });

  test('says in one sentence that the port is taken', async () => {
    const other = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const server = launch(MAIN, { PORT: port });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe(`Port ${port} is taken by another program. Stop it, or choose another port: PORT=3001 npm start\n`);
    other.close();
  });

  test('says in one sentence that the data folder is none', async () => {
    const file = path.join(dataFolder, 'a-file');
    await writeFile(file, '');
    const server = launch(MAIN, { DATA_DIR: file });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/^The data folder .* cannot be written \(.*\)\. Choose another with DATA_DIR, or change its permissions\.\n$/);
  });

  test('says so of a place where no folder can be made', needs(process.platform === 'linux', 'only Linux has /proc'), async () => {
    const server = launch(MAIN, { DATA_DIR: '/proc/geoinsights/data' });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/^The data folder .* cannot be written/);
  });

  test('says in one sentence that the data folder may not be written', needs(process.getuid?.() !== 0, 'root may write everywhere'), async () => {
    const folder = path.join(dataFolder, 'read-only');
    await mkdir(folder);
    await chmod(folder, 0o555);
    const server = launch(MAIN, { DATA_DIR: folder });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/^The data folder .* cannot be written/);
  });

  test('names the setting that cannot be used', async () => {
    const server = launch(MAIN, { PORT: 'eighty' });
    expect(await server.ended).toBe(2);
    expect(server.output()).toContain('PORT');
  });
});

describe('keeping', () => {
  test('ends when the time is over, for files and rows alike', async () => {
    const server = await start({ RETENTION_HOURS: String(3 / 3600) });
    const upload = await server.api.upload();
    const { uuid } = await server.api.start({}, upload);
    const done = await server.api.ended(uuid);
    expect(Date.parse(done.expires_at) - Date.parse(done.finished_at ?? '')).toBe(3000);
    const stillThere = async () => {
      const { uploads, results } = await storedFiles(dataFolder);
      return [uploads.includes(upload.uuid), results.includes(String(done.output_file)), (await server.api.fetch(`/tools/test-tool/${uuid}`)).status === 200];
    };
    expect(await stillThere()).toEqual([true, true, true]);
    for (let look = 0; look < 400 && (await stillThere()).includes(true); look++) await pause(25);
    expect(await stillThere()).toEqual([false, false, false]);
    expect((await server.api.fetch(`/tools/files/${String(done.output_file)}`)).status).toBe(404);
    await kill(server);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The processes that a process started. */
function childrenOf(pid: number | undefined): Promise<number[]> {
  return new Promise((resolve) => {
    const child = spawn('ps', ['-o', 'pid=', '--ppid', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', () => resolve(output.trim().split(/\s+/).filter(Boolean).map(Number)));
  });
}
