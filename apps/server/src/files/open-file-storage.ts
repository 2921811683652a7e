import type { Config } from '../config.ts';
import type { FileStorage } from './file-storage.ts';
import { LocalFiles } from './local-files.ts';
import type { Room } from './room.ts';
import type { S3Bucket } from './s3-bucket.ts';

interface Log {
  error(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** The bucket named in the settings; null if there is none. */
export async function openBucket(storage: Config['storage'], log: Log): Promise<S3Bucket | null> {
  if (storage === null) return null;
  // Loaded only here: servers with their own disk do not need the library.
  const { S3Bucket } = await import('./s3-bucket.ts');
  return new S3Bucket(storage, {
    onAway: (reason) => log.error({ reason }, 'The file storage does not answer. It is tried again with every call.'),
    onBack: () => log.warn({}, 'The file storage is back.'),
  });
}

/** The storage named in the settings. */
export async function openFileStorage({ storage, dataFolder, upload }: Pick<Config, 'storage' | 'dataFolder' | 'upload'>, bucket: S3Bucket | null, room: Room, log: Log): Promise<FileStorage> {
  if (storage === null || bucket === null) return new LocalFiles(dataFolder, room);
  const { S3Files } = await import('./s3-files.ts');
  return new S3Files({ bucket, room, downloads: storage.downloads, largestUpload: upload.maximumBytes, onLeft: (error) => log.warn({ err: error }, 'A stored file could not be deleted now. A later sweep deletes it.') });
}
