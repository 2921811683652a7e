import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FileDigest } from '@geoinsights/contract';

const READ_BYTES = 1 << 20;

/** By what files can be told from all others later, in their order. */
export async function digestsOf(files: readonly { readonly name: string; readonly path: string }[]): Promise<FileDigest[]> {
  const digests: FileDigest[] = [];
  for (const { name, path } of files) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path, { highWaterMark: READ_BYTES }), hash);
    digests.push({ name, bytes: (await stat(path)).size, sha256: hash.digest('hex') });
  }
  return digests;
}
