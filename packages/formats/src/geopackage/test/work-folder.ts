import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Patch } from '@geoinsights/geometry';
import { diskFolder, openDiskFile } from '../../files/disk.ts';
import type { Dataset, DatasetNote } from '../../driver.ts';
import { createGeopackageDriver } from '../index.ts';

export const CLOCK = '2031-02-03T04:05:06.789Z';
export const driver = createGeopackageDriver(() => new Date(CLOCK));

/** Contains everything written by the tests of one file; removed when they are over. */
const base = mkdtempSync(join(tmpdir(), 'geopackage-test-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

export function newFolder(): string {
  return mkdtempSync(join(base, 'folder-'));
}

export async function opened(path: string): Promise<Dataset> {
  const file = await openDiskFile(path);
  try {
    return await driver.open({ format: 'geopackage', name: 'test', files: [file] }, { workFolder: base });
  } finally {
    await file.close();
  }
}

/** Applies patches into a new folder. */
export async function applied(dataset: Dataset, patches: readonly (Patch | null)[]): Promise<{ path: string; notes: DatasetNote[]; folder: string }> {
  const folder = newFolder();
  const { files, notes } = await dataset.apply(patches, diskFolder(folder));
  return { path: join(folder, files[0]), notes, folder };
}
