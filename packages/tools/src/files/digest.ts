import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FileDigest } from '@geoinsights/contract';
import { reasonUnreadable } from './system-reasons.ts';

const READ_BYTES = 1 << 20;

interface NamedFile {
  readonly name: string;
  readonly path: string;
}

/** Digests that identify files later, in order. */
export async function digestsOf(files: readonly NamedFile[]): Promise<FileDigest[]> {
  const digests: FileDigest[] = [];
  for (const file of files) digests.push(await digestOf(file));
  return digests;
}

/** Like `digestsOf`, for readable files only: a report lists the others among its failures. */
export async function digestsOfReadable(files: readonly NamedFile[]): Promise<FileDigest[]> {
  const digests: FileDigest[] = [];
  for (const file of files) {
    try {
      digests.push(await digestOf(file));
    } catch (error) {
      if (reasonUnreadable(error) === undefined) throw error;
    }
  }
  return digests;
}

async function digestOf({ name, path }: NamedFile): Promise<FileDigest> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: READ_BYTES }), hash);
  return { name, bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}
