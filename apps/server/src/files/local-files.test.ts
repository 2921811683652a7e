import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LocalFiles } from './local-files.ts';
import { Room } from './room.ts';

const MEBIBYTE = 1024 * 1024;

let folder: string;
let files: LocalFiles;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'local-files-'));
  files = new LocalFiles(folder, new Room(folder, 0));
  await files.prepare();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const stored = (uuid: string) => path.join(folder, 'files', 'results', uuid);
const checks = (uuid: string) => path.join(folder, 'files', 'result-checks', uuid);

async function kept(content: Buffer): Promise<string> {
  const file = path.join(folder, 'result');
  await writeFile(file, content);
  return (await files.keepResult(file)).uuid;
}

/** One bit of the disk has flipped. */
async function flip(file: string, at: number): Promise<void> {
  const handle = await open(file, 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, at);
  byte.writeUInt8(byte.readUInt8() ^ 4);
  await handle.write(byte, 0, 1, at);
  await handle.close();
}

const DAMAGED = { code: 'result-damaged' };

describe('bytes of a result that the disk has changed', () => {
  it('are not handed out: neither the whole of a small one, nor any part of it', async () => {
    const content = randomBytes(1000);
    const uuid = await kept(content);
    await flip(stored(uuid), 999);
    for (const range of [{ start: 0, end: 999 }, { start: 0, end: 0 }]) await expect(files.openResult(uuid, range)).rejects.toMatchObject(DAMAGED);
    await flip(stored(uuid), 999);
    expect((await buffer(await files.openResult(uuid, { start: 0, end: 999 }))).equals(content)).toBe(true);
  });

  it('end a download in the middle of a large one, whose other parts can still be had', async () => {
    const content = randomBytes(2 * MEBIBYTE + 7);
    const uuid = await kept(content);
    await flip(stored(uuid), MEBIBYTE + 3);
    const whole = await files.openResult(uuid, { start: 0, end: content.length - 1 });
    const arrived: Buffer[] = [];
    const reading = (async () => {
      for await (const chunk of whole) if (Buffer.isBuffer(chunk)) arrived.push(chunk);
    })();
    await expect(reading).rejects.toMatchObject(DAMAGED);
    expect(Buffer.concat(arrived).equals(content.subarray(0, MEBIBYTE))).toBe(true);
    await expect(files.openResult(uuid, { start: MEBIBYTE, end: MEBIBYTE })).rejects.toMatchObject(DAMAGED);
    for (const [start, end] of [[0, MEBIBYTE - 1], [2 * MEBIBYTE - 1, content.length - 1]] as const) {
      expect((await buffer(await files.openResult(uuid, { start, end }))).equals(content.subarray(start, end + 1))).toBe(true);
    }
  });

  it('cannot be noticed where a power failure spoilt what they are recognised by, or an earlier version stored nothing', async () => {
    const content = randomBytes(MEBIBYTE);
    for (const spoil of [(uuid: string) => flip(checks(uuid), 5), (uuid: string) => truncate(checks(uuid), 3), (uuid: string) => rm(checks(uuid))]) {
      const uuid = await kept(content);
      await spoil(uuid);
      expect((await buffer(await files.openResult(uuid, { start: 0, end: MEBIBYTE - 1 }))).equals(content)).toBe(true);
    }
  });
});

it('what a result is recognised by is deleted with it, and swept where the result never came', async () => {
  const [deleted, known, left] = [await kept(Buffer.from('deleted')), await kept(Buffer.from('known')), await kept(Buffer.from('left'))];
  await files.deleteResult(deleted);
  await rm(stored(left));
  await files.sweepOrphans(() => Promise.resolve({ uploads: new Set(), results: new Set([known]), resumable: new Set() }), new Date(Date.now() + 60_000));
  expect(await readdir(path.join(folder, 'files', 'result-checks'))).toEqual([known]);
});
