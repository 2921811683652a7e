import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { dropSnapshotsBefore, snapshotFolder, takeSnapshot } from './snapshot.ts';

it('of a backup that was interrupted is deleted a day later, with the files that their owners have deleted since', async () => {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'snapshots-'));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  // Nobody has made one yet.
  await dropSnapshotsBefore(dataFolder, yesterday);
  await mkdir(path.join(dataFolder, 'files', 'uploads', 'one'), { recursive: true });
  await writeFile(path.join(dataFolder, 'files', 'uploads', 'one', '0.kml'), 'secret');
  const [interrupted, underWay] = [await takeSnapshot(dataFolder, null), await takeSnapshot(dataFolder, null)];
  await utimes(interrupted.folder, yesterday, yesterday);
  await dropSnapshotsBefore(dataFolder, yesterday);
  expect(await readdir(path.dirname(snapshotFolder(dataFolder, underWay.uuid)))).toEqual([underWay.uuid]);
});
