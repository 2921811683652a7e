import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Runs work with a folder for its temporary files, which is removed however the work ends. */
export async function withWorkFolder<Result>(parent: string | null, work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(parent ?? tmpdir(), '.geotools-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
