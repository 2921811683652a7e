import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ProblemError } from '@geoinsights/contract/errors';
import { CannotWriteError } from './exit-codes.ts';
import { withWorkFolder } from './workspace.ts';

test('a work folder that was deleted is reported with a sentence', async () => {
  const parent = await mkdtemp(path.join(tmpdir(), 'workspace-'));
  const work = withWorkFolder(parent, async (folder) => {
    await rm(folder, { recursive: true });
    await writeFile(path.join(folder, 'part'), 'x');
  });
  const error: unknown = await work.catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(CannotWriteError);
  expect(String(error)).toContain(`The folder ${parent} can no longer be written: ENOENT.`);
  await rm(parent, { recursive: true });
});

test('other errors stay what they are', async () => {
  const parent = await mkdtemp(path.join(tmpdir(), 'workspace-'));
  await expect(withWorkFolder(parent, () => writeFile(path.join(parent, 'no', 'folder'), 'x'))).rejects.toMatchObject({ code: 'ENOENT' });
  await rm(parent, { recursive: true });
});

test.each([
  ['as the system says it', () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })],
  // The formats write for a server, too, whose visitors are told to try again later.
  ['as the formats say it', () => new ProblemError('storage-full')],
])('a full disk is reported to the user of the command, %s', async (_, full) => {
  const error: unknown = await withWorkFolder(null, () => Promise.reject(full())).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(CannotWriteError);
  expect(String(error)).toContain(`The disk of ${tmpdir()} is full`);
});

test('a limit on open files is not blamed on the folder', async () => {
  const error: unknown = await withWorkFolder(null, (folder) => Promise.reject(Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE', syscall: 'open', path: path.join(folder, 'part') }))).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(CannotWriteError);
  expect(String(error)).toContain('The system lets this program open no more files (EMFILE).');
});
