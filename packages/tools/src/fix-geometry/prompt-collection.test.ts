import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** In a separate process: the memory of this process is that of all tests. Another thread frees collected memory a moment later. */
const MODULE = `
import { setTimeout as pause } from 'node:timers/promises';
import { PromptCollection } from ${JSON.stringify(new URL('./prompt-collection.ts', import.meta.url).href)};
const mebibytes = () => process.memoryUsage().arrayBuffers / 2 ** 20;
const collection = new PromptCollection();
collection.collect();
const leaveBehind = () => { for (let i = 0; i < 3; i++) new Uint8Array(128 * 2 ** 20).fill(1); };
leaveBehind();
const held = mebibytes();
collection.look();
for (let look = 0; look < 200 && mebibytes() > 64; look++) await pause(20);
console.log(held, mebibytes());
`;

it('lets arrays that are no longer needed be collected', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', MODULE], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const [held, left] = stdout.split(' ').map(Number);
  expect(held).toBeGreaterThan(64);
  expect(left).toBeLessThan(64);
});
