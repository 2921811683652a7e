import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { PATIENCE } from './patience.fixture.ts';
import { childrenOf, childrenWhenThere, isAlive } from './processes.fixture.ts';
import { kill, serverProcesses, type ServerProcess } from './server-process.fixture.ts';

const toldSchema = z.object({ pid: z.number(), folder: z.string(), temporary: z.string(), environment: z.array(z.string()) });

const servers = serverProcesses();
let server: ServerProcess;
beforeAll(async () => {
  server = await servers.start({ LOG_LEVEL: 'warn' });
});

/** The server's single idle process. */
async function waitingOne(of = server): Promise<number> {
  return z.tuple([z.number()]).parse(await childrenWhenThere(of.child.pid, 1))[0];
}

async function result(uuid: string) {
  const done = await server.api.ended(uuid);
  expect(done).toMatchObject({ progress_status: 'COMPLETED', error: null });
  return toldSchema.parse(await (await server.api.fetch(`/tools/files/${String(done.output_file)}`)).json());
}

async function processOfTask() {
  return result((await server.api.start({ behaviour: 'tell-of-process' })).uuid);
}

describe('the process that waits for a task', () => {
  test('is there before the task, serves no other, and is followed by the next', async () => {
    const served: number[] = [];
    for (let task = 0; task < 3; task++) {
      const waiting = await waitingOne();
      expect(served).not.toContain(waiting);
      expect((await processOfTask()).pid).toBe(waiting);
      expect(isAlive(waiting)).toBe(false);
      served.push(waiting);
    }
  });

  test('works where its task does, and has none of the settings of the server', async () => {
    await waitingOne();
    const { folder, temporary, environment } = await processOfTask();
    expect(path.dirname(path.dirname(folder))).toBe(path.join(servers.dataFolder, 'runners'));
    expect(temporary).toBe(folder);
    expect(environment).not.toContain('DATA_DIR');
    expect(environment).not.toContain('DATABASE_URL');
  });

  test('harms no task when it dies before, and is replaced when there is one', async () => {
    const waiting = await waitingOne();
    process.kill(waiting, 'SIGKILL');
    await vi.waitFor(() => expect(server.output()).toContain('has ended by itself'), PATIENCE);
    await pause(500);
    expect(await childrenOf(server.child.pid)).toEqual([]);
    expect((await processOfTask()).pid).not.toBe(waiting);
    expect(await waitingOne()).not.toBe(waiting);
  });

  test('harms no task when it dies as it is given one', async () => {
    const waiting = await waitingOne();
    process.kill(waiting, 'SIGSTOP');
    const { uuid } = await server.api.start({ behaviour: 'tell-of-process' });
    await server.api.until(uuid, (task) => task.progress_status === 'RUNNING');
    await pause(200);
    process.kill(waiting, 'SIGKILL');
    expect((await result(uuid)).pid).not.toBe(waiting);
  });

  test('ends with the server when that gets the signal to stop', async () => {
    const waiting = await waitingOne();
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(isAlive(waiting)).toBe(false);
  });

  test('ends with the server when that is killed', async () => {
    const killed = await servers.start();
    const waiting = await waitingOne(killed);
    // While loading its tools it would end anyway, if it cannot report that it has.
    await pause(1500);
    await kill(killed);
    await vi.waitFor(() => expect(isAlive(waiting)).toBe(false), PATIENCE);
  });

  test('is not there when it is not wanted', async () => {
    server = await servers.start({ TASK_IDLE_RUNNERS: '0' });
    await processOfTask();
    await pause(300);
    expect(await childrenOf(server.child.pid)).toEqual([]);
  });
});
