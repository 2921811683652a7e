import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WorkFolders } from '../src/files/work-folders.ts';
import { ReportFiles } from '../src/tasks/report-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'report-limits-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** @param stored the report in the storage */
function reportFilesOf(stored: () => Readable): { reports: ReportFiles; faults: unknown[] } {
  const faults: unknown[] = [];
  const files = { openResult: () => Promise.resolve(stored()) };
  return { reports: new ReportFiles({ files, workFolders: new WorkFolders(folder), room: { require: () => Promise.resolve() }, onFault: (reason) => faults.push(reason) }), faults };
}

const REPORT = { uuid: 'a', size: 10, date: new Date() };
const never = new AbortController().signal;

test('what a thread cannot make is answered as too long, written to the log, and leaves nothing behind', async () => {
  const { reports, faults } = reportFilesOf(() => Readable.from(['{"tool":']));
  await expect(reports.make(REPORT, 'pdf', 'en', never)).rejects.toMatchObject({ code: 'report-too-long' });
  expect(faults).toEqual([expect.stringContaining('SyntaxError')]);
  expect(await readdir(path.join(folder, 'work'))).toEqual([]);
});

test('two are made at a time and sixteen wait; one more is refused, and those that wait are when the server stops', async () => {
  const { reports } = reportFilesOf(() => new Readable({ read: () => undefined }));
  const asked = Array.from({ length: 18 }, () => reports.make(REPORT, 'json', 'en', never));
  const ended = Promise.allSettled(asked);
  await expect(reports.make(REPORT, 'json', 'en', never)).rejects.toMatchObject({ code: 'report-busy' });
  reports.close();
  for (const each of await ended) expect(each).toMatchObject({ status: 'rejected', reason: { code: 'report-busy' } });
  expect(await readdir(path.join(folder, 'work'))).toEqual([]);
});
