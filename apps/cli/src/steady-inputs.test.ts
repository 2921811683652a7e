import { appendFile, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { whileUnchanged } from './steady-inputs.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'steady-inputs-'));
  for (const name of ['a.kml', 'b.kml']) await writeFile(path.join(folder, name), '<kml/>');
});
afterEach(() => rm(folder, { recursive: true }));

const inputs = () => ['a.kml', 'b.kml'].map((name) => ({ name, path: path.join(folder, name), size: 6 }));
const changed = '"b.kml" cannot be read: another program changed it at the same time.';

test('work on files that stay as they are has its own result and its own error', async () => {
  await expect(whileUnchanged(inputs(), () => Promise.resolve(7))).resolves.toBe(7);
  await expect(whileUnchanged(inputs(), () => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
});

test('a file that is written to during the work is named, even if the work succeeds', async () => {
  await expect(whileUnchanged(inputs(), () => appendFile(path.join(folder, 'b.kml'), ' '))).rejects.toThrow(changed);
});

test('a file that is replaced, or goes, is named instead of the error that this led to', async () => {
  const replaced = whileUnchanged(inputs(), async () => {
    await rename(path.join(folder, 'a.kml'), path.join(folder, 'b.kml'));
    throw new Error('a feature is not what it was');
  });
  await expect(replaced).rejects.toThrow('cannot be read: ');
  await writeFile(path.join(folder, 'a.kml'), '<kml/>');
  await expect(whileUnchanged(inputs(), () => rm(path.join(folder, 'b.kml')))).rejects.toThrow(changed);
});

test('a file of which only the time changed is not said to have been changed', async () => {
  const touched = whileUnchanged(inputs(), () => utimes(path.join(folder, 'b.kml'), 1, 2));
  await expect(touched).rejects.toThrow('"b.kml" cannot be read: another program wrote to it, or set its time, while it was read. Put that right and try again.');
});
