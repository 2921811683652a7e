import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lowerPriority } from './low-priority.ts';

// In a session of its own, like processes of tasks.
const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
const pid = () => child.pid ?? 0;
beforeAll(() => lowerPriority(pid()));
afterAll(() => child.kill('SIGKILL'));

test('a process of a task gives way to the server', () => {
  expect(os.getPriority(pid())).toBe(15);
});

test.runIf(existsSync('/proc/self/autogroup'))('and so does its session, where Linux shares the processors out between sessions', () => {
  expect(readFileSync(`/proc/${String(pid())}/autogroup`, 'latin1')).toMatch(/nice 15$/m);
});

test('a process that has ended is no fault', async () => {
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(ended, 'exit');
  expect(() => lowerPriority(ended.pid ?? 0)).not.toThrow();
});
