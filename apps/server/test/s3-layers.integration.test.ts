import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SharedLayers } from '../src/catalogue/shared-layers.ts';
import { Room } from '../src/files/room.ts';
import { S3Bucket } from '../src/files/s3-bucket.ts';
import { startFaultyWay } from '../../../testing/cluster/faulty-way.ts';
import { newBucket } from './s3-bucket.fixture.ts';
import type { TestBucket } from './s3-bucket.fixture.ts';

const KIBIBYTE = 1024;
const folder = await mkdtemp(path.join(tmpdir(), 'geoinsights-shared-layers-'));
let bucket: TestBucket;
beforeAll(async () => {
  bucket = await newBucket();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Machine {
  readonly layers: SharedLayers;
  readonly folder: string;
  /** Names of the layers whose data is present. */
  here(): Promise<string[]>;
}

async function machine(cacheBytes: number, endpoint = bucket.settings.endpoint): Promise<Machine> {
  const place = path.join(folder, randomUUID());
  await mkdir(place);
  const s3 = new S3Bucket({ ...bucket.settings, endpoint }, { onAway: () => undefined, onBack: () => undefined });
  return { layers: new SharedLayers({ bucket: s3, folder: place, cacheBytes, room: new Room(place, 0) }), folder: place, here: () => readdir(place) };
}

/** As written by publishing, 100 KiB. */
async function published(by: Machine): Promise<string> {
  const name = randomUUID();
  await mkdir(path.join(by.folder, name));
  await writeFile(path.join(by.folder, name, 'layer.json'), name);
  await writeFile(path.join(by.folder, name, 'level-full.bin'), new Uint8Array(100 * KIBIBYTE));
  await by.layers.share(name);
  return name;
}

async function drawn(on: Machine, name: string): Promise<string> {
  return on.layers.use([name], () => readFile(path.join(on.folder, name, 'layer.json'), 'utf8'));
}

test('what one machine publishes, every other one draws', async () => {
  const [one, other] = [await machine(1e9), await machine(1e9)];
  const name = await published(one);
  expect(await Promise.all([drawn(other, name), drawn(other, name), drawn(one, name)])).toEqual([name, name, name]);
  expect(await other.here()).toEqual([name]);
  expect((await readFile(path.join(other.folder, name, 'level-full.bin'))).length).toBe(100 * KIBIBYTE);
});

test('what was not used for the longest time goes, what is in use never does, and what went comes again', async () => {
  const [one, small] = [await machine(1e9), await machine(250 * KIBIBYTE)];
  const names = [await published(one), await published(one), await published(one)] as const;
  for (const name of [names[0], names[1], names[0], names[2]]) await drawn(small, name);
  expect((await small.here()).sort()).toEqual([names[0], names[2]].sort());
  const during = await small.layers.use([names[0]], async () => {
    await drawn(small, names[1]);
    await drawn(small, names[2]);
    return small.here();
  });
  expect(during).toContain(names[0]);
  const tiny = await machine(0);
  expect(await drawn(tiny, names[1])).toBe(names[1]);
  expect(await drawn(tiny, names[1])).toBe(names[1]);
  expect(await tiny.here()).toEqual([]);
});

test('what is wanted again at the moment when it goes is fetched again', async () => {
  const [one, tiny] = [await machine(1e9), await machine(0)];
  const name = await published(one);
  for (let turns = 0; turns < 12; turns++) {
    const begun = Promise.withResolvers<undefined>();
    const end = Promise.withResolvers<undefined>();
    const first = tiny.layers.use([name], () => (begun.resolve(undefined), end.promise));
    await begun.promise;
    end.resolve(undefined);
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    expect(await drawn(tiny, name)).toBe(name);
    await first;
  }
});

test('a layer that is half in the bucket is none, and what is removed is gone for all', async () => {
  const [one, other] = [await machine(1e9), await machine(1e9)];
  const name = await published(one);
  await one.layers.remove(name);
  expect(existsSync(path.join(one.folder, name))).toBe(false);
  await expect(drawn(other, name)).rejects.toMatchObject({ code: 'layer-data-missing' });
  expect(await bucket.keys(`layers/${name}/`)).toEqual([]);
  await new S3Bucket(bucket.settings, { onAway: () => undefined, onBack: () => undefined }).put(`layers/${name}/level-full.bin`, toPieces('half'), 4);
  await expect(drawn(other, name)).rejects.toMatchObject({ code: 'layer-data-missing' });
});

test('a sweep removes data of no layer when they are old, and stores what the bucket lacks', async () => {
  const one = await machine(1e9);
  const [known, left] = [await published(one), await published(one)];
  const answer = () => Promise.resolve(new Set([known]));
  await one.layers.sweep(answer, new Date(Date.now() - 3_600_000));
  expect(await bucket.keys(`layers/${left}/`)).toHaveLength(2);
  await one.layers.sweep(answer, new Date(Date.now() + 3_600_000));
  expect(await bucket.keys('layers/')).toEqual([`layers/${known}/layer.json`, `layers/${known}/level-full.bin`]);
  const only = randomUUID();
  await mkdir(path.join(one.folder, only));
  await writeFile(path.join(one.folder, only, 'layer.json'), '{}');
  await one.layers.shareAll([known, only, randomUUID()]);
  expect(await bucket.keys(`layers/${only}/`)).toHaveLength(1);
});

test('a layer that comes in the middle of an outage is not here by half, and comes when the storage is back', async () => {
  const name = await published(await machine(1e9));
  const way = await startFaultyWay(bucket.settings.endpoint);
  const other = await machine(1e9, way.address);
  way.way = 'gone';
  await expect(drawn(other, name)).rejects.toMatchObject({ code: 'storage-unavailable' });
  expect(await other.here()).toEqual([]);
  way.way = 'whole';
  expect(await drawn(other, name)).toBe(name);
  await way.close();
});

async function* toPieces(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}
