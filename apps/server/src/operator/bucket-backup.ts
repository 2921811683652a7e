import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { S3Settings } from '../config.ts';
import { openBucket } from '../files/open-file-storage.ts';
import type { S3Bucket } from '../files/s3-bucket.ts';
import { BackupError, filesOf, sumOf } from './backup.ts';

/** The bucket's contents in a backup, each file under its key. */
const BUCKET_FOLDER = 'bucket';
/** The prefixes worth keeping: everything named in the database. */
const KEPT = ['uploads/', 'results/', 'layers/'];

/** Copies the bucket's contents into a snapshot. Objects deleted meanwhile were not to be kept. */
export async function fetchBucket(storage: S3Settings, snapshot: string): Promise<void> {
  await withBucket(storage, async (bucket) => {
    for (const prefix of KEPT) {
      for await (const { key } of bucket.list(prefix)) {
        const object = await bucket.read(key, null);
        if (object === null) continue;
        const place = path.join(snapshot, BUCKET_FOLDER, key);
        if (key.split('/').includes('..')) throw new BackupError(`The bucket contains "${key}", which is not a name of ours.`);
        await mkdir(path.dirname(place), { recursive: true });
        await pipeline(object.content, createWriteStream(place));
      }
    }
  });
}

/**
 * Uploads the bucket's contents from an unpacked backup to the bucket of the settings, reads them back and compares; then the copy is deleted.
 * @throws BackupError if the bucket is not empty, if no bucket is configured for the contents, or if something differs
 */
export async function fillBucket(storage: S3Settings | null, folder: string): Promise<void> {
  const copy = path.join(folder, BUCKET_FOLDER);
  const names: string[] = [];
  for await (const name of filesOf(copy)) names.push(name);
  if (names.length > 0 && storage === null) throw new BackupError('The backup contains the files of a bucket. Give the settings of an empty one (S3_ENDPOINT and the related variables).');
  if (storage !== null) await withBucket(storage, (bucket) => fill(bucket, copy, names));
  await rm(copy, { recursive: true, force: true });
}

async function fill(bucket: S3Bucket, copy: string, names: readonly string[]): Promise<void> {
  for (const prefix of KEPT) for await (const { key } of bucket.list(prefix)) throw new BackupError(`The bucket is not empty: it contains "${key}". Name an empty one.`);
  for (const name of names) {
    const place = path.join(copy, name);
    await bucket.put(name, createReadStream(place), (await stat(place)).size);
    const stored = await bucket.read(name, null);
    const hash = createHash('sha256');
    if (stored !== null) await pipeline(stored.content, hash);
    if (stored === null || hash.digest('hex') !== (await sumOf(place))) throw new BackupError(`The bucket has not kept "${name}" unchanged. Empty it and restore again.`);
  }
}

async function withBucket(storage: S3Settings, work: (bucket: S3Bucket) => Promise<void>): Promise<void> {
  const bucket = await openBucket(storage, { error: () => undefined, warn: () => undefined });
  if (bucket === null) return;
  try {
    await work(bucket);
  } finally {
    bucket.close();
  }
}
