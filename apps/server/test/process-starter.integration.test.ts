import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ProcessStarter } from '../src/tasks/process-starter.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'starter-'));
afterAll(() => rmSync(folder, { recursive: true }));
const module = path.join(folder, 'echo.mjs');
writeFileSync(module, `process.send({ parameters: process.argv.slice(2), group: process.env.GROUP });
process.on('message', (message) => {
  if (message.end === undefined) return process.send({ heard: message });
  process.exit(message.end);
});`);

/** A process, its messages, and how it ended. */
function started(starter: ProcessStarter, program = process.execPath) {
  const told: unknown[] = [];
  const waiting: (() => void)[] = [];
  const pid = Promise.withResolvers<number>();
  const gone = Promise.withResolvers<string>();
  const running = starter.start({ module, parameters: ['one', 'two'], environment: { GROUP: 'five' }, program, options: [], niceness: 0 }, {
    onStarted: pid.resolve,
    onMessage(message) {
      told.push(message);
      for (const heard of waiting.splice(0)) heard();
    },
    onGone: gone.resolve,
  });
  const tells = async (count: number) => {
    while (told.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    return told;
  };
  return { ...running, pid: pid.promise, gone: gone.promise, tells };
}

test('processes are started, send and receive messages, and the end of each is reported', async () => {
  const starter = new ProcessStarter();
  const one = started(starter);
  const other = started(starter);
  expect(await one.tells(1)).toEqual([{ parameters: ['one', 'two'], group: 'five' }]);
  one.send({ number: 7 });
  other.send({ end: 0 });
  expect(await one.tells(2)).toContainEqual({ heard: { number: 7 } });
  expect(await other.gone).toMatch(/exit code 0/);
  one.send({ end: 3 });
  expect(await one.gone).toMatch(/exit code 3/);
  expect(await one.pid).not.toBe(await other.pid);
  starter.stop();
});

test('what cannot be started is reported', async () => {
  const starter = new ProcessStarter();
  expect(await started(starter, path.join(folder, 'no-such-program')).gone).toMatch(/could not be started: .*ENOENT/);
  starter.stop();
});

test('the thread ends with the last process after a stop, and not before', async () => {
  const starter = new ProcessStarter();
  const last = started(starter);
  await last.tells(1);
  starter.stop();
  last.send({ number: 1 });
  expect(await last.tells(2)).toHaveLength(2);
  process.kill(-(await last.pid), 'SIGKILL');
  expect(await last.gone).toMatch(/SIGKILL/);
});
