import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { needs } from '../../../testing/needs.ts';

test.each([
  ['SIGINT', 1, 'done\n'],
  ['SIGTERM', 1, 'done\n'],
  ['SIGINT', 2, ''],
])('%s, received %d times, ends the program after the words %j', needs(process.platform !== 'win32', 'Windows has no signals'), (signal, times, words) => {
  const place = pathToFileURL(path.join(import.meta.dirname, 'uninterrupted.ts')).href;
  const program = `
    const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    const { uninterrupted } = await import(${JSON.stringify(place)});
    await uninterrupted(async () => {
      for (let time = 0; time < ${times}; time++) {
        process.kill(process.pid, ${JSON.stringify(signal)});
        await pause(50);
      }
      console.log('done');
    });
    await pause(5000);
    console.log('gone on');`;
  const run = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(run).toMatchObject({ signal, stdout: words });
});
