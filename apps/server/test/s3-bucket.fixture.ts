import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { inject } from 'vitest';
import type {} from '../../../testing/s3.setup.ts';
import { readConfig } from '../src/config.ts';
import type { S3Settings } from '../src/config.ts';

export interface TestBucket {
  /** The settings with which our server uses it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly settings: S3Settings;
  readonly client: S3Client;
  /** Its keys in order. */
  keys(prefix?: string): Promise<string[]>;
  /** Keys of multipart uploads that were begun and neither finished nor dropped. */
  unfinished(): Promise<string[]>;
}

/** A new bucket on the tests' S3 server. */
export async function newBucket(): Promise<TestBucket> {
  const server = inject('s3');
  if (server === undefined) throw new Error('This test belongs to a project that starts an S3 server.');
  const environment = { ...server, S3_BUCKET: `test-${randomUUID()}` };
  const settings = readConfig(environment).storage;
  if (settings === null) throw new Error('no storage');
  const { endpoint, region, bucket: Bucket, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
  await client.send(new CreateBucketCommand({ Bucket }));
  return {
    environment,
    settings,
    client,
    keys: async (Prefix = '') => ((await client.send(new ListObjectsV2Command({ Bucket, Prefix }))).Contents ?? []).flatMap(({ Key: key }) => key ?? []),
    unfinished: async () => ((await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []).flatMap(({ Key: key }) => key ?? []),
  };
}
