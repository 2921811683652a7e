import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileStorage } from '../src/files/file-storage.ts';
import { LocalFiles } from '../src/files/local-files.ts';
import { Room } from '../src/files/room.ts';
import { S3Bucket } from '../src/files/s3-bucket.ts';
import { S3Files } from '../src/files/s3-files.ts';
import { newBucket } from './s3-bucket.fixture.ts';

const MEBIBYTE = 1_048_576;
const folder = await mkdtemp(path.join(tmpdir(), 'geoinsights-storage-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const nobody = new AbortController().signal;
const never = (what: unknown) => {
  throw new Error(`not expected: ${String(what)}`);
};

interface Case {
  readonly storage: FileStorage;
  /** Stored uuids, known or not. */
  uploads(): Promise<string[]>;
  results(): Promise<string[]>;
  /** Remains of uploads that were never kept. */
  unfinished(): Promise<string[]>;
}

async function local(): Promise<Case> {
  const dataFolder = path.join(folder, randomUUID());
  const storage = new LocalFiles(dataFolder, new Room(dataFolder, 0));
  await storage.prepare();
  const list = (name: string) => readdir(path.join(dataFolder, 'files', name));
  return { storage, uploads: () => list('uploads'), results: () => list('results'), unfinished: () => list('incoming') };
}

async function s3(): Promise<Case> {
  const bucket = await newBucket();
  const room = new Room(folder, 0);
  const storage = new S3Files({ bucket: new S3Bucket(bucket.settings, { onAway: never, onBack: () => never('back') }), room, downloads: 'proxied', largestUpload: 1024 * MEBIBYTE, onLeft: never });
  await storage.prepare();
  const uuids = async (prefix: string) => [...new Set((await bucket.keys(prefix)).map((key) => key.split('/')[1] ?? ''))];
  return { storage, uploads: () => uuids('uploads/'), results: () => uuids('results/'), unfinished: () => bucket.unfinished() };
}

async function newFolder(): Promise<string> {
  const place = path.join(folder, randomUUID());
  await mkdir(place);
  return place;
}

async function fileOf(content: Uint8Array | string): Promise<string> {
  const file = path.join(await newFolder(), 'result');
  await writeFile(file, content);
  return file;
}

/** As it arrives over the network: in chunks, none of which is a whole part. */
async function* pieces(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < content.length; start += 700_001) {
    await Promise.resolve();
    yield content.subarray(start, start + 700_001);
  }
}

async function* brokenOff(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* pieces(content);
  throw new Error('the visitor has gone');
}

async function stored(storage: FileStorage, content: Uint8Array): Promise<string> {
  const upload = await storage.beginUpload();
  await upload.receive('0.kml', pieces(content));
  await upload.keep();
  return upload.uuid;
}

describe.each([
  ['on the local disk', local],
  ['on an S3 server', s3],
] as const)('file storage %s', (_name, open) => {
  let at: Case;
  let storage: FileStorage;
  beforeAll(async () => {
    at = await open();
    ({ storage } = at);
  });
  afterAll(() => storage.close());

  test('an upload of several files, one of many parts and one of no bytes, comes to a task as it was sent', async () => {
    const large = randomBytes(12 * MEBIBYTE + 17);
    const upload = await storage.beginUpload();
    await upload.receive('0.shp', pieces(large));
    await upload.receive('1.dbf', pieces(new Uint8Array()));
    await upload.receive('2.prj', pieces(Buffer.from('plane')));
    await upload.keep();
    const files = [
      { name: 'a.shp', stored_name: '0.shp', size: large.length },
      { name: 'a.dbf', stored_name: '1.dbf', size: 0 },
      { name: 'a.prj', stored_name: '2.prj', size: 5 },
    ];
    const places = await storage.fetchUpload(upload.uuid, files, await newFolder(), nobody);
    expect(places.map((place) => path.basename(place))).toEqual(['0.shp', '1.dbf', '2.prj']);
    const [first, second, third] = await Promise.all(places.map((place) => readFile(place)));
    expect(first.equals(large)).toBe(true);
    expect([second.length, third.toString()]).toEqual([0, 'plane']);
  });

  test.each([100, 8 * MEBIBYTE])('an upload that breaks off after %d bytes leaves nothing, and its error comes through', async (size) => {
    const before = await at.uploads();
    const upload = await storage.beginUpload();
    await expect(upload.receive('0.kml', brokenOff(randomBytes(size)))).rejects.toThrow('the visitor has gone');
    await upload.drop();
    expect(await at.uploads()).toEqual(before);
    expect(await at.unfinished()).toEqual([]);
  });

  test('an upload of which the second file breaks off does not leave the first', async () => {
    const before = await at.uploads();
    const upload = await storage.beginUpload();
    await upload.receive('0.shp', pieces(Buffer.from('whole')));
    await expect(upload.receive('1.dbf', brokenOff(Buffer.from('half')))).rejects.toThrow('the visitor has gone');
    await upload.drop();
    expect(await at.uploads()).toEqual(before);
    expect(await at.unfinished()).toEqual([]);
  });

  test('files that are gone, or not of the size that was stored, are not handed to a task', async () => {
    const uuid = await stored(storage, Buffer.from('seven b'));
    const fetch = async (name: string, size: number, upload = uuid) => storage.fetchUpload(upload, [{ name: 'farm.kml', stored_name: name, size }], await newFolder(), nobody);
    await expect(fetch('0.kml', 8)).rejects.toMatchObject({ code: 'upload-damaged', details: { file: 'farm.kml', found: 7, size: 8 } });
    await expect(fetch('1.kml', 7)).rejects.toMatchObject({ code: 'input-deleted' });
    await expect(fetch('0.kml', 7, randomUUID())).rejects.toMatchObject({ code: 'input-deleted' });
    await fetch('0.kml', 7);
  });

  test('a result is given out whole and by ranges', async () => {
    const content = randomBytes(11 * MEBIBYTE + 5);
    const { uuid, size } = await storage.keepResult(await fileOf(content), nobody);
    expect(size).toBe(content.length);
    for (const [start, end] of [[0, size - 1], [0, 0], [5 * MEBIBYTE - 3, 5 * MEBIBYTE + 3], [size - 2, size - 1]] as const) {
      expect((await buffer(await storage.openResult(uuid, { start, end }))).equals(content.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
    }
  });

  test('a result of no bytes is kept too; one that is no file is not', async () => {
    expect(await storage.keepResult(await fileOf(''), nobody)).toMatchObject({ size: 0 });
    const place = await newFolder();
    await symlink('/etc/hostname', path.join(place, 'link'));
    await expect(storage.keepResult(path.join(place, 'link'), nobody)).rejects.toThrow('not a file');
    await expect(storage.keepResult(place, nobody)).rejects.toThrow('not a file');
  });

  test('a download that is left half-way harms no other', async () => {
    const content = randomBytes(9 * MEBIBYTE);
    const { uuid, size } = await storage.keepResult(await fileOf(content), nobody);
    const whole = { start: 0, end: size - 1 };
    const [left, unread, other] = [await storage.openResult(uuid, whole), await storage.openResult(uuid, whole), await storage.openResult(uuid, whole)];
    for await (const chunk of left) if (chunk) break;
    unread.destroy();
    expect((await buffer(other)).equals(content)).toBe(true);
  });

  test('what is deleted is gone, and may be deleted again', async () => {
    const upload = await stored(storage, Buffer.from('x'));
    const { uuid: result } = await storage.keepResult(await fileOf('y'), nobody);
    for (let time = 0; time < 2; time++) {
      await storage.deleteUpload(upload);
      await storage.deleteResult(result);
      expect(await at.uploads()).not.toContain(upload);
      expect(await at.results()).not.toContain(result);
    }
    await expect(storage.openResult(result, { start: 0, end: 0 })).rejects.toMatchObject({ code: 'unknown-file' });
  });

  test('a sweep deletes what the database does not know, but nothing that may be on its way there', async () => {
    const [known, left] = [await stored(storage, Buffer.from('known')), await stored(storage, Buffer.from('left'))];
    const { uuid: knownResult } = await storage.keepResult(await fileOf('known'), nobody);
    const { uuid: leftResult } = await storage.keepResult(await fileOf('left'), nobody);
    const [knownParts, leftParts] = [randomUUID(), randomUUID()];
    const part = randomUUID();
    for (const parts of [knownParts, leftParts]) await storage.keepPart(parts, part, Readable.from([Buffer.from('part')]));
    const answer = () => Promise.resolve({ uploads: new Set([known]), results: new Set([knownResult]), resumable: new Set([knownParts]) });
    await storage.sweepOrphans(answer, new Date(Date.now() - 3_600_000));
    expect(await at.uploads()).toEqual(expect.arrayContaining([known, left]));
    expect(await at.results()).toEqual(expect.arrayContaining([knownResult, leftResult]));
    await storage.sweepOrphans(answer, new Date(Date.now() + 3_600_000));
    expect(await at.uploads()).toEqual([known]);
    expect(await at.results()).toEqual([knownResult]);
    expect((await buffer(await storage.openPart(knownParts, part))).toString()).toBe('part');
    await expect(storage.openPart(leftParts, part)).rejects.toMatchObject({ code: 'upload-over' });
  });

  test('of a part whose bytes fail to come nothing is kept', async () => {
    const [upload, part] = [randomUUID(), randomUUID()];
    const failing = async function* () {
      yield Buffer.from('half');
      await Promise.reject(new Error('no more'));
    };
    await expect(storage.keepPart(upload, part, failing())).rejects.toThrow('no more');
    await expect(storage.openPart(upload, part)).rejects.toMatchObject({ code: 'upload-over' });
  });
});

test('a task that has to end waits for no file', async () => {
  const at = await s3();
  const { storage } = at;
  const content = randomBytes(6 * MEBIBYTE);
  const upload = await stored(storage, content);
  const file = await fileOf(content);
  const told = AbortSignal.abort(new Error('cancelled'));
  await expect(storage.fetchUpload(upload, [{ name: 'a.kml', stored_name: '0.kml', size: content.length }], await newFolder(), told)).rejects.toThrow('cancelled');
  await expect(storage.keepResult(file, told)).rejects.toThrow('cancelled');
  expect(existsSync(file)).toBe(true);
  expect(await at.unfinished()).toEqual([]);
});

test('what a server that was killed had begun to store is dropped when it is old', async () => {
  const { CreateMultipartUploadCommand } = await import('@aws-sdk/client-s3');
  const bucket = await newBucket();
  const files = new S3Files({ bucket: new S3Bucket(bucket.settings, { onAway: never, onBack: () => never('back') }), room: new Room(folder, 0), downloads: 'proxied', largestUpload: 1, onLeft: never });
  await bucket.client.send(new CreateMultipartUploadCommand({ Bucket: bucket.settings.bucket, Key: 'results/half' }));
  const nothing = () => Promise.resolve({ uploads: new Set<string>(), results: new Set<string>(), resumable: new Set<string>() });
  await files.sweepOrphans(nothing, new Date(Date.now() - 3_600_000));
  expect(await bucket.unfinished()).toEqual(['results/half']);
  await files.sweepOrphans(nothing, new Date(Date.now() + 3_600_000));
  expect(await bucket.unfinished()).toEqual([]);
});

test('a bucket that is not there, or a key that is refused, is a sentence for the operator', async () => {
  const { settings } = await newBucket();
  const check = (changes: Partial<typeof settings>) => new S3Bucket({ ...settings, ...changes }, { onAway: never, onBack: () => never('back') }).check();
  await check({});
  await expect(check({ bucket: 'nowhere-at-all' })).rejects.toThrow('There is no bucket nowhere-at-all');
  await expect(check({ secretAccessKey: 'wrong' })).rejects.toThrow('S3_SECRET_ACCESS_KEY');
});
