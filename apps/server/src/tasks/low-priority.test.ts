import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { needs } from '../../../../testing/needs.ts';
import { lowerPriority } from './low-priority.ts';

// In a session of its own, like processes of tasks.
const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
const pid = () => child.pid ?? 0;
beforeAll(() => lowerPriority(pid(), 15));
afterAll(() => child.kill('SIGKILL'));

test('a process of a task gives way to the server', () => {
  expect(os.getPriority(pid())).toBe(15);
});

test('and so does its session, where Linux shares the processors out between sessions', needs(existsSync('/proc/self/autogroup'), 'this system has no autogroups'), () => {
  expect(readFileSync(`/proc/${String(pid())}/autogroup`, 'latin1')).toMatch(/nice 15$/m);
});

test('no steps leave the priority as it is', () => {
  const before = os.getPriority(process.pid);
  lowerPriority(process.pid, 0);
  expect(os.getPriority(process.pid)).toBe(before);
});

test('a process that has ended is no fault', async () => {
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(ended, 'exit');
  expect(() => lowerPriority(ended.pid ?? 0, 15)).not.toThrow();
});
