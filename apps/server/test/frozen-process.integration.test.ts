import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { PATIENCE } from './patience.fixture.ts';
import { childrenWhenThere, isAlive, untilIdle } from './processes.fixture.ts';
import { kill, serverProcesses } from './server-process.fixture.ts';

const onLinux = needs(process.platform === 'linux', 'what a dead server left is found on Linux only');
const servers = serverProcesses();
const frozen: number[] = [];
afterEach(() => {
  for (const pid of frozen.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
});

/** A server with a running task and a waiting process, both frozen; then the server is killed. */
async function leaveFrozen(): Promise<number[]> {
  const server = await servers.start();
  const { uuid } = await server.api.start({ behaviour: 'stand-still' });
  await server.api.until(uuid, (task) => task.stage === 'standing still');
  const both = await childrenWhenThere(server.child.pid, 2);
  // Past the startup, in which a process would end by itself if it cannot tell its server that it is ready.
  await untilIdle(both);
  for (const pid of both) process.kill(pid, 'SIGSTOP');
  frozen.push(...both);
  await kill(server);
  await pause(1000);
  return both.filter((pid) => isAlive(pid));
}

test('processes of tasks that were frozen when their server was killed are gone when the next one listens', onLinux, async () => {
  const left = await leaveFrozen();
  expect(left).toHaveLength(2);
  const next = await servers.start({ TASK_IDLE_RUNNERS: '0', TASK_ATTEMPTS: '1' });
  // A killed process keeps its pid until the system has registered its end. A stopped one does not end by itself.
  await vi.waitFor(() => expect(left.filter((pid) => isAlive(pid))).toEqual([]), PATIENCE);
  next.child.kill('SIGTERM');
  expect(await next.ended).toBe(0);
  expect(await readdir(path.join(servers.dataFolder, 'processes'))).toEqual([]);
});

test('and those that wake up with no server end at once', onLinux, async () => {
  const left = await leaveFrozen();
  for (const pid of left) process.kill(pid, 'SIGCONT');
  await vi.waitFor(() => expect(left.filter((pid) => isAlive(pid))).toEqual([]), PATIENCE);
});
