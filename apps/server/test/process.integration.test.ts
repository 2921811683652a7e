import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { PATIENCE } from './patience.fixture.ts';
import { childrenWhenThere, isAlive } from './processes.fixture.ts';
import { kill, serverProcesses, type ServerProcess } from './server-process.fixture.ts';
import { storedFiles } from './server.fixture.ts';

/**
 * What a server's process leaves in its files and its database, and what the next one makes of it. starting.integration.test.ts
 * tests its messages at startup.
 */
const servers = serverProcesses();
const { start } = servers;

describe('a server that is killed in the middle', () => {
  let interrupted: string;
  let queued: string[];
  let completed: string;
  let attempts: string;
  let last: ServerProcess;

  test('has acknowledged uploads and tasks', async () => {
    const server = await start({ TASK_CONCURRENCY: '1' });
    completed = (await server.api.start()).uuid;
    await server.api.ended(completed);
    interrupted = (await server.api.start({ behaviour: 'steps', milliseconds: 1500 })).uuid;
    queued = [(await server.api.start()).uuid, (await server.api.start()).uuid];
    await server.api.until(interrupted, (task) => task.progress > 0);
    await mkdir(path.join(servers.dataFolder, 'files', 'uploads', 'orphan'));
    await writeFile(path.join(servers.dataFolder, 'files', 'results', 'orphan'), 'x');
    await kill(server);
    expect((await storedFiles(servers.dataFolder)).work).toHaveLength(1);
  });

  test('runs every one of them after its restart, and has lost none', async () => {
    const server = await start({ TASK_CONCURRENCY: '1' });
    expect((await server.api.task(completed)).progress_status).toBe('COMPLETED');
    for (const uuid of [interrupted, ...queued]) expect(await server.api.ended(uuid)).toMatchObject({ progress_status: 'COMPLETED', error: null });
    // The last task's folder disappears once its end has been recorded.
    await vi.waitFor(async () => expect(await storedFiles(servers.dataFolder)).toMatchObject({ incoming: [], work: [] }), PATIENCE);
    const stored = await storedFiles(servers.dataFolder);
    expect([...stored.uploads, ...stored.results]).not.toContain('orphan');
    expect([stored.uploads.length, stored.results.length]).toEqual([4, 8]);

    attempts = (await server.api.start({ behaviour: 'stand-still' })).uuid;
    await server.api.until(attempts, (task) => task.progress_status === 'RUNNING');
    await kill(server);
  });

  test('gives a task up that was interrupted too often', async () => {
    last = await start({ TASK_ATTEMPTS: '1' });
    expect(await last.api.ended(attempts)).toMatchObject({ progress_status: 'FAILED', error: { code: 'task-interrupted' } });
  });

  test('takes the processes of its tasks with it', async () => {
    const { uuid } = await last.api.start({ behaviour: 'hang' });
    await last.api.until(uuid, (task) => task.stage === 'hanging');
    // That of the task, and the one that waits for the next.
    const children = await childrenWhenThere(last.child.pid, 2);
    await kill(last);
    let alive = children;
    for (let look = 0; look < 2400 && alive.length > 0; look++) {
      await pause(25);
      alive = alive.filter((pid) => isAlive(pid));
    }
    expect(alive).toEqual([]);
  });
});

describe('a server that gets the signal to stop', () => {
  let next: ServerProcess;

  test('gives its running task back, which is then run as if for the first time', async () => {
    const server = await start({ TASK_ATTEMPTS: '1' });
    const { uuid } = await server.api.start({ behaviour: 'steps', milliseconds: 1000 });
    await server.api.until(uuid, (task) => task.progress_status === 'RUNNING');
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    next = await start({ TASK_ATTEMPTS: '1', RETENTION_HOURS: String(3 / 3600), DRAIN_SECONDS: '8' });
    expect(await next.api.ended(uuid)).toMatchObject({ progress_status: 'COMPLETED' });
  });

  test('keeps files and rows alike until their time is over', async () => {
    const server = next;
    const upload = await server.api.upload();
    const { uuid } = await server.api.start({}, upload);
    const done = await server.api.ended(uuid);
    expect(Date.parse(done.expires_at) - Date.parse(done.finished_at ?? '')).toBe(3000);
    const stillThere = async () => {
      const { uploads, results } = await storedFiles(servers.dataFolder);
      return [uploads.includes(upload.uuid), results.includes(String(done.output_file)), (await server.api.fetch(`/tools/test-tool/${uuid}`)).status === 200];
    };
    expect(await stillThere()).toEqual([true, true, true]);
    for (let look = 0; look < 400 && (await stillThere()).includes(true); look++) await pause(100);
    expect(await stillThere()).toEqual([false, false, false]);
    expect((await server.api.fetch(`/tools/files/${String(done.output_file)}`)).status).toBe(404);
  });

  test('ends in order, answers meanwhile, each connection for the last time, and lets its task come to its end', async () => {
    const { uuid } = await next.api.start({ behaviour: 'steps', milliseconds: 1000 });
    await next.api.until(uuid, (task) => task.progress_status === 'RUNNING');
    next.child.kill('SIGINT');
    const connections = new Set<string | null>();
    await vi.waitFor(async () => {
      const { status, headers } = await next.api.fetch('/layers/layer_groups');
      expect(status).toBe(200);
      connections.add(headers.get('connection'));
      expect(connections).toContain('close');
    }, PATIENCE);
    expect(await next.api.ended(uuid)).toMatchObject({ progress_status: 'COMPLETED' });
    expect(await next.ended).toBe(0);
  });
});
