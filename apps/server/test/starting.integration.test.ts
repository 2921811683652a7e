import { fork } from 'node:child_process';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fillDataFolder } from '../../../testing/data-folder.ts';
import { needs } from '../../../testing/needs.ts';
import { mainProgram } from '../../../testing/server-programs.ts';
import { MAIN, serverProcesses } from './server-process.fixture.ts';

/** What the server's program says as it starts, and when it ends by itself, with either database. */
const servers = serverProcesses();
const { launch, start } = servers;
/** Of starts that end at once; the first test and the last one run the sources. */
const PROGRAM = mainProgram();

describe('starting', () => {
  test('prints the address, and refuses a second server on the same data folder', async () => {
    const first = await start({}, MAIN);
    expect(first.output()).toMatch(/^GeoInsights is running at http:\/\/127\.0\.0\.1:\d+\n$/);
    const second = launch(PROGRAM);
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
    const server = launch(PROGRAM, { PORT: port });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe(`Port ${port} is taken by another program. Stop it, or choose another port: PORT=3001 npm start\n`);
    other.close();
  });

  test('says in one sentence that the data folder is none', async () => {
    const file = path.join(servers.dataFolder, 'a-file');
    await writeFile(file, '');
    const server = launch(PROGRAM, { DATA_DIR: file });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/^The data folder .* cannot be written \(.*\)\. Choose another with DATA_DIR, or change its permissions\.\n$/);
  });

  test('says so of a place where no folder can be made', needs(process.platform === 'linux', 'only Linux has /proc'), async () => {
    const server = launch(PROGRAM, { DATA_DIR: '/proc/geoinsights/data' });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/^The data folder .* cannot be written/);
  });

  test('says in one sentence that the data folder may not be written', needs(process.getuid?.() !== 0, 'root may write everywhere'), async () => {
    const folder = path.join(servers.dataFolder, 'read-only');
    await mkdir(folder);
    await chmod(folder, 0o555);
    const server = launch(PROGRAM, { DATA_DIR: folder });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/^The data folder .* cannot be written/);
  });

  test.for(['files', 'database', 'layers', 'processes'])('says in one sentence that something in the data folder cannot be used: %s', async (name) => {
    const folder = path.join(servers.dataFolder, `with-a-file-named-${name}`);
    await mkdir(folder);
    // Otherwise what fails last has a database made before.
    fillDataFolder(folder);
    await rm(path.join(folder, name), { recursive: true, force: true });
    await writeFile(path.join(folder, name), '');
    const server = launch(PROGRAM, { DATA_DIR: folder, DATABASE_URL: '' });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/^The server cannot use .*with-a-file-named-.*, which it needs \(E[A-Z]+: .*\)\. Its account must be able to read and write all that is in DATA_DIR, and its disk must have room\.\n$/);
  });

  test('names the setting that cannot be used', async () => {
    const server = launch(PROGRAM, { PORT: 'eighty' });
    expect(await server.ended).toBe(2);
    expect(server.output()).toContain('PORT');
  });

  test('stops as well when the script that started it is gone, which holds a channel to it', async () => {
    const child = fork(MAIN, { env: servers.environment, execArgv: ['--disable-warning=ExperimentalWarning'], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    servers.started(child);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    child.disconnect();
    expect(await ended).toBe(0);
  });
});
