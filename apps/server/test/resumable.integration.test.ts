import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, truncate } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCuttingWay } from '../../../testing/cutting-way.ts';
import { ApiClient, containing, expectProblem } from './api-client.fixture.ts';
import { eventually, startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';
import { sendByTus, sha256, TUS, TusClient } from './tus.fixture.ts';

const MEBIBYTE = 1_048_576;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let server: TestServer;
let tus: TusClient;
beforeAll(async () => {
  server = await startTestServer({ UPLOAD_MAX_BYTES: String(8 * MEBIBYTE), UPLOAD_MAX_FILES: '40' });
  tus = new TusClient(server.api);
});
afterAll(() => server.close());

/** The bytes of an upload's file as a task would read them. */
function stored(upload: string, name: string): Promise<Buffer> {
  return readFile(path.join(server.dataFolder, 'files', 'uploads', upload, name));
}

function partsKept(): Promise<string[]> {
  return readdir(path.join(server.dataFolder, 'files', 'parts'));
}

async function bytes(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Blob([text]).arrayBuffer());
}

describe('a broken line', () => {
  test.for([0.01, 0.3, 0.5, 0.99])('at %d of a file loses nothing', async (share) => {
    const way = await openCuttingWay(server.address);
    const content = randomBytes(5 * MEBIBYTE);
    way.cutAfter(Math.floor(share * content.length) + 1000);
    let breaks = 0;
    const id = await sendByTus(new ApiClient(way.address), 'large.gpkg', content, {
      chunkSize: 2 * MEBIBYTE,
      onBreak: () => {
        breaks++;
        way.mend();
      },
    });
    expect(way.cuts()).toBe(1);
    expect(breaks).toBeGreaterThan(0);
    const upload = await tus.joined([id]);
    expect(upload.files).toEqual([{ name: 'large.gpkg', size: content.length }]);
    expect(sha256(await stored(upload.uuid, '0.gpkg'))).toBe(sha256(content));
    await way.close();
  });

  test('keeps what had arrived in the middle of a call', async () => {
    const way = await openCuttingWay(server.address);
    const id = await tus.begun('a.kml', 4 * MEBIBYTE);
    way.cutAfter(2 * MEBIBYTE);
    await expect(new TusClient(new ApiClient(way.address)).send(id, 0, new Uint8Array(4 * MEBIBYTE))).rejects.toThrow();
    expect(await eventually(async () => (await tus.offset(id)) > 0)).toBe(true);
    expect(await tus.offset(id)).toBeLessThan(2 * MEBIBYTE + 1);
    await way.close();
  });
});

describe('several files', () => {
  test('become one upload, in the order in which they are named, and a task takes it', async () => {
    const shp = await tus.begun('Município.shp', 3);
    const prj = await tus.begun('Município.prj', 0);
    expect((await tus.send(shp, 0, await bytes('one'))).headers.get('upload-offset')).toBe('3');
    const upload = await tus.joined([prj, shp]);
    expect(upload.files).toEqual([
      { name: 'Município.prj', size: 0 },
      { name: 'Município.shp', size: 3 },
    ]);
    expect((await server.api.ended((await server.api.start({}, upload)).uuid)).progress_status).toBe('COMPLETED');
    expect(await partsKept()).not.toContain(shp);
  });

  test('give the same answer when asked again, and as one when asked twice at once', async () => {
    const id = await tus.begun('a.kml', 3);
    await tus.send(id, 0, await bytes('one'));
    const [first, second] = await Promise.all([tus.joined([id]), tus.joined([id])]);
    expect(second.uuid).toBe(first.uuid);
    expect((await tus.joined([id])).uuid).toBe(first.uuid);
    await expectProblem(await tus.send(id, 3, await bytes('x')), 410, 'upload-over');
    expect((await tus.ask(id)).status).toBe(410);
    await server.api.fetch(`/tools/files/${first.uuid}`, { method: 'DELETE' });
    await expectProblem(await tus.join([id]), 410, 'upload-over');
  });

  test.for(['shortened', 'removed'] as const)('of which the disk has %s a part are refused for that, and can be sent again', async (damage) => {
    const [good, damaged] = [await tus.begun('a.shp', 3), await tus.begun('a.dbf', 8)];
    await tus.send(good, 0, await bytes('one'));
    await tus.send(damaged, 0, await bytes('four'));
    await tus.send(damaged, 4, await bytes('more'));
    const folder = path.join(server.dataFolder, 'files', 'parts', damaged);
    const [part = ''] = await readdir(folder);
    await (damage === 'shortened' ? truncate(path.join(folder, part), 1) : rm(path.join(folder, part)));
    const { detail, file } = await expectProblem(await tus.join([good, damaged]), 500, 'upload-damaged');
    expect({ detail, file }).toMatchObject({ detail: containing('The copy of "a.dbf" on this server is damaged'), file: 'a.dbf' });
    // Whoever goes on with it begins it anew.
    expect((await tus.ask(damaged)).status).toBe(404);
    expect((await tus.ask(good)).status).toBe(200);
    expect(await partsKept()).not.toContain(damaged);
  });

  test('are judged as those of an upload at once', async () => {
    const [one, same] = [await tus.begun('a.kml', 0), await tus.begun('A.KML', 0)];
    await expectProblem(await tus.join([one, same]), 422, 'duplicate-file-name');
    const [half, large] = [await tus.begun('b.kml', 5 * MEBIBYTE), await tus.begun('c.kml', 5 * MEBIBYTE)];
    await expectProblem(await tus.join([half]), 409, 'upload-not-whole');
    for (const id of [half, large]) await tus.send(id, 0, new Uint8Array(5 * MEBIBYTE));
    await expectProblem(await tus.join([half, large]), 413, 'upload-too-large');
    await expectProblem(await tus.join([one, UNKNOWN]), 404, 'unknown-upload');
    await expectProblem(await tus.join(['../../etc']), 404, 'unknown-upload');
    await expectProblem(await tus.join([]), 400, 'invalid-request');
    for (const id of [one, same, half, large]) await tus.giveUp(id);
  });
});

describe('what is not right', () => {
  test('is refused at the beginning', async () => {
    await expectProblem(await tus.begin('a.kml', 8 * MEBIBYTE + 1), 413, 'upload-too-large');
    for (const size of ['', '-1', '1e3', '1.5', '99999999999999999999']) await expectProblem(await tus.begin('a.kml', size), 400, 'invalid-request');
    await expectProblem(await tus.begin('..', 1), 422, 'invalid-file-name');
    await expectProblem(await tus.begin('a.kml', 1, { 'upload-metadata': 'filename' }), 422, 'invalid-file-name');
    await expectProblem(await tus.begin(`${'ã'.repeat(130)}.kml`, 1), 422, 'file-name-too-long');
    await expectProblem(await tus.begin('a.kml', 1, { 'tus-resumable': '0.2.2' }), 412, 'unsupported-tus-version');
    for (const header of ['upload-concat', 'upload-defer-length', 'upload-checksum']) {
      // A checksum that nobody compares, or a part of a whole that never comes, must not look like a success.
      const { detail } = await expectProblem(await tus.begin('a.kml', 1, { [header]: 'partial' }), 400, 'invalid-request');
      expect(detail.toLowerCase()).toContain(`its header ${header} is of an extension of tus that this server does not have`);
    }
    const cleaned = await tus.begun('../../etc/b\u202elmk.kml', 0);
    expect((await tus.joined([cleaned])).files).toEqual([{ name: 'blmk.kml', size: 0 }]);
  });

  test('is refused when bytes come', async () => {
    const id = await tus.begun('a.kml', 6);
    const part = await bytes('one');
    for (const [offset, status, code] of [
      [1, 409, 'upload-offset-differs'],
      ['x', 400, 'invalid-request'],
    ] as const) await expectProblem(await tus.send(id, offset, part), status, code);
    await expectProblem(await tus.send(id, 0, part, { 'content-type': 'text/plain' }), 415, 'unsupported-media-type');
    await expectProblem(await tus.send(id, 0, await bytes('longer than six')), 400, 'invalid-request');
    await expectProblem(await tus.send(id, 0, part, { 'upload-checksum': 'sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=' }), 400, 'invalid-request');
    await expectProblem(await tus.send(UNKNOWN, 0, part), 404, 'unknown-upload');
    await expectProblem(await tus.send('nothing', 0, part), 404, 'unknown-upload');
    await expectProblem(await server.api.fetch(`/tools/uploads/${id}`, { method: 'PATCH', body: part }), 412, 'unsupported-tus-version');
    expect(await tus.offset(id)).toBe(0);
  });

  test('of two who write at the same place, one comes first', async () => {
    const id = await tus.begun('a.kml', 3 * MEBIBYTE);
    const [one, other] = [randomBytes(3 * MEBIBYTE), randomBytes(3 * MEBIBYTE)];
    const answers = await Promise.all([one, other].map((content) => tus.send(id, 0, new Uint8Array(content))));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    const first = answers[0]?.status === 204 ? one : other;
    expect(sha256(await stored((await tus.joined([id])).uuid, '0.kml'))).toBe(sha256(first));
  });

  test('comes by POST, and is given up by it, where a proxy lets no other method through', async () => {
    const content = randomBytes(100_000);
    const id = await sendByTus(server.api, 'a.kml', content, { chunkSize: 60_000, overridePatchMethod: true });
    expect(sha256(await stored((await tus.joined([id])).uuid, '0.kml'))).toBe(sha256(content));
    const other = await tus.begun('a.kml', 4);
    const post = (place: string, method: string) => server.api.fetch(place, { method: 'POST', headers: { 'tus-resumable': '1.0.0', 'x-http-method-override': method } });
    expect((await post(`/tools/uploads/${other}`, 'delete')).status).toBe(204);
    expect((await tus.ask(other)).status).toBe(404);
    await expectProblem(await post(`/tools/uploads/${other}`, 'HEAD'), 405, 'method-not-allowed');
    // Nothing else can be asked for in this way.
    const { uuid } = await server.api.upload();
    await expectProblem(await post(`/tools/files/${uuid}`, 'DELETE'), 405, 'method-not-allowed');
  });

  test('is answered with the version of the protocol, which can be asked for', async () => {
    const told = await server.api.fetch('/tools/uploads', { method: 'OPTIONS' });
    expect(told.status).toBe(204);
    expect(told.headers.get('tus-version')).toBe('1.0.0');
    expect(told.headers.get('tus-extension')).toBe('creation,termination,expiration');
    expect(told.headers.get('tus-max-size')).toBe(String(8 * MEBIBYTE));
    const refused = await tus.ask(UNKNOWN);
    expect([refused.status, refused.headers.get('tus-resumable'), refused.headers.get('cache-control')]).toEqual([404, '1.0.0', 'no-store']);
  });
});

test('who gives an upload up leaves nothing behind', async () => {
  const id = await tus.begun('a.kml', 6);
  await tus.send(id, 0, await bytes('one'));
  expect(await partsKept()).toContain(id);
  expect((await tus.giveUp(id)).status).toBe(204);
  expect(await partsKept()).not.toContain(id);
  await expectProblem(await tus.giveUp(id), 404, 'unknown-upload');
});

test('an upload that is given up while bytes of it come ends with that answer, and leaves nothing behind', async () => {
  const id = await tus.begun('a.kml', 8);
  const sending = http.request(`${server.api.base}/tools/uploads/${id}`, { method: 'PATCH', headers: { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0', 'content-length': '8' } });
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => void sending.once('response', resolve).once('error', reject));
  sending.write('abcd');
  expect(await eventually(async () => (await partsKept()).includes(id))).toBe(true);
  expect((await tus.giveUp(id)).status).toBe(204);
  sending.end('efgh');
  const answer = await answered;
  expect([answer.statusCode, await text(answer)]).toEqual([404, containing('unknown-upload')]);
  expect(await partsKept()).not.toContain(id);
});

test('an upload whose time is over is gone, and its bytes with it', async () => {
  const own = await startTestServer({ RETENTION_HOURS: '0.001' });
  const client = new TusClient(own.api);
  const id = await client.begun('a.kml', 6);
  await client.send(id, 0, await bytes('one'));
  expect(await eventually(async () => (await client.ask(id)).status !== 200)).toBe(true);
  await expectProblem(await client.send(id, 3, await bytes('two')), 410, 'upload-over');
  expect(await eventually(async () => (await readdir(path.join(own.dataFolder, 'files', 'parts'))).length === 0)).toBe(true);
  await own.close();
});
