import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ThrottledProgress } from './throttled-progress.ts';

test('writes few of many reports, and the newest of them', async () => {
  const written: number[] = [];
  const begun = performance.now();
  const progress = new ThrottledProgress(async (share) => {
    written.push(share);
    await pause(1);
  });
  for (let step = 0; step <= 100; step++) {
    progress.report(step / 100, 'working');
    await pause(1);
  }
  while (written.at(-1) !== 1) await pause(10);
  // A few a second: on a busy machine the hundred reports take seconds.
  expect(written.length).toBeLessThan(3 + (performance.now() - begun) / 250);
  expect(written).toEqual(written.toSorted((a, b) => a - b));
});

test('writes nothing after its end, and survives a write that fails', async () => {
  let writes = 0;
  const progress = new ThrottledProgress(() => {
    writes += 1;
    return Promise.reject(new Error('no database'));
  });
  progress.report(0.1, 'working');
  await pause(30);
  expect(writes).toBe(1);
  progress.report(0.2, 'working');
  await progress.end();
  progress.report(0.3, 'working');
  await pause(400);
  expect(writes).toBe(1);
});
