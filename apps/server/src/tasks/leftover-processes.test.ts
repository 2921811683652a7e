import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { needs } from '../../../../testing/needs.ts';
import { LeftoverProcesses } from './leftover-processes.ts';

const onLinux = needs(process.platform === 'linux', 'what a dead server left is found on Linux only');
const folder = mkdtempSync(path.join(tmpdir(), 'left-processes-'));
const started: Started[] = [];
interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly ended: Promise<NodeJS.Signals | null>;
}
afterEach(() => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function newProcess(detached = true): Started {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached, stdio: 'ignore' });
  const found = { child, pid: child.pid ?? 0, ended: new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal))) };
  started.push(found);
  return found;
}
const records = (): string => path.join(folder, 'processes');

it('kills a stopped process that was remembered, and forgets it', onLinux, async () => {
  const left = new LeftoverProcesses(folder);
  await left.end();
  const { pid, ended } = newProcess();
  left.remember(pid);
  process.kill(pid, 'SIGSTOP');
  expect(readdirSync(records())).toEqual([String(pid)]);
  await new LeftoverProcesses(folder).end();
  expect(await ended).toBe('SIGKILL');
  expect(readdirSync(records())).toEqual([]);
});

it('kills none that has the pid of a record and began at another time, or in another boot, or leads no group', onLinux, async () => {
  const left = new LeftoverProcesses(folder);
  await left.end();
  const [later, otherBoot, member] = [newProcess(), newProcess(), newProcess(false)];
  left.remember(later.pid);
  left.remember(otherBoot.pid);
  left.remember(member.pid);
  const edit = (pid: number, change: (record: string) => string): void => writeFileSync(path.join(records(), String(pid)), change(readFileSync(path.join(records(), String(pid)), 'utf8')));
  edit(later.pid, (record) => `${record}1`);
  edit(otherBoot.pid, (record) => record.replace(/^[^ ]+/, '00000000-0000-0000-0000-000000000000'));
  expect(readdirSync(records())).not.toContain(String(member.pid));
  await left.end();
  expect([later, otherBoot, member].map(({ child }) => child.exitCode ?? child.signalCode)).toEqual([null, null, null]);
  expect(readdirSync(records())).toEqual([]);
});

it('minds no record that names no process', onLinux, async () => {
  mkdirSync(records(), { recursive: true });
  for (const name of ['0', '-1', '1', 'x', '4194999']) writeFileSync(path.join(records(), name), '');
  await new LeftoverProcesses(folder).end();
  expect(readdirSync(records())).toEqual([]);
});
