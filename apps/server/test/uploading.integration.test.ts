import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { containing, expectProblem, matching } from './api-client.fixture.ts';
import { startTestServer, storedFiles } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

const MEBIBYTE = 1_048_576;
const LIMIT = 4 * MEBIBYTE;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ UPLOAD_MAX_BYTES: String(LIMIT), UPLOAD_MAX_FILES: '5' });
});
afterAll(() => server.close());

/** Sends a multipart request piece by piece over a plain connection; returns the connection. */
function rawUpload(pieces: readonly (string | Buffer)[], headers: Readonly<Record<string, string>>): http.ClientRequest {
  const request = http.request(`${server.address}/api/v1/tools/files`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=edge', ...headers },
  });
  for (const piece of pieces) request.write(piece);
  return request;
}

function partHead(name: string): string {
  return `--edge\r\ncontent-disposition: form-data; name="${name}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
}

async function nothingIsLeft(before: Awaited<ReturnType<typeof storedFiles>>): Promise<void> {
  for (let look = 0; look < 100 && (await storedFiles(server.dataFolder)).incoming.length > 0; look++) await pause(20);
  expect(await storedFiles(server.dataFolder)).toEqual(before);
}

describe('uploading', () => {
  test('keeps every file under its own name, in its order', async () => {
    const response = await server.api.send([
      ['Município.shp', 'one'],
      ['Município.dbf', 'three'],
      ['empty.prj', ''],
    ]);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      uuid: matching(/^[0-9a-f-]{36}$/),
      files: [
        { name: 'Município.shp', size: 3 },
        { name: 'Município.dbf', size: 5 },
        { name: 'empty.prj', size: 0 },
      ],
    });
  });

  test('reads names that are not UTF-8 as Windows sends them', async () => {
    const part = (name: string, content: string) => Buffer.from(`${partHead(name)}${content}\r\n`, 'latin1');
    const utf8 = Buffer.from(`${partHead('São.kml')}y\r\n`);
    const request = rawUpload([part('á.kml', 'x'), utf8, part('ã.kml', 'zz'), '--edge--\r\n'], {});
    const { status, body } = await answerOf(request.end());
    expect(status).toBe(201);
    expect(JSON.parse(body)).toMatchObject({ files: [{ name: 'á.kml', size: 1 }, { name: 'São.kml', size: 1 }, { name: 'ã.kml', size: 2 }] });
  });

  test('takes folders and control characters out of names', async () => {
    const response = await server.api.send([
      ['a', 'x', '../../etc/a.kml'],
      ['b', 'x', 'C:\\maps\\b\u202elmk.kml'],
    ]);
    expect(await response.json()).toMatchObject({ files: [{ name: 'a.kml' }, { name: 'blmk.kml' }] });
  });

  test.for(['; filename=""', ''])('takes the name of the field when the file has none (%j)', async (fileName) => {
    const request = rawUpload([`--edge\r\ncontent-disposition: form-data; name="c.kml"${fileName}\r\ncontent-type: application/octet-stream\r\n\r\nx\r\n--edge--\r\n`], {});
    const [response] = await Promise.all([answerOf(request.end())]);
    expect(response).toMatchObject({ status: 201, body: containing('c.kml') });
  });

  test.for([
    ['the limit', LIMIT, 201],
    ['one byte more', LIMIT + 1, 413],
  ] as const)('bounds the size of a request: %s', async ([, size, status]) => {
    const before = await storedFiles(server.dataFolder);
    const response = await server.api.send([
      ['a.kml', new Uint8Array(MEBIBYTE)],
      ['b.kml', new Uint8Array(size - MEBIBYTE)],
    ]);
    if (status === 201) {
      expect(response.status).toBe(status);
      return;
    }
    expect((await expectProblem(response, status, 'upload-too-large')).detail).toContain('4 MiB');
    await nothingIsLeft(before);
  });

  test('refuses a body that says it is too long before reading it', async () => {
    const request = rawUpload([partHead('a.kml')], { 'content-length': String(100 * LIMIT) });
    const response = await answerOf(request);
    expect(response).toMatchObject({ status: 413, body: containing('upload-too-large') });
    request.destroy();
  });

  test('refuses a long body without a length while it arrives, and the sender can read why', async () => {
    const before = await storedFiles(server.dataFolder);
    const request = rawUpload([partHead('a.kml')], {});
    request.setMaxListeners(0);
    const answer = answerOf(request);
    for (let sent = 0; sent < 10 * LIMIT; sent += MEBIBYTE) {
      if (!request.write(Buffer.alloc(MEBIBYTE))) await Promise.race([once(request, 'drain'), answer]);
    }
    request.end('\r\n--edge--\r\n');
    expect(await answer).toMatchObject({ status: 413, body: containing('upload-too-large') });
    await nothingIsLeft(before);
  });

  test.for([
    ['too many files', [1, 2, 3, 4, 5, 6].map((n) => [`${n}.kml`, 'x'] as const), 413, 'too-many-files'],
    ['no file', [], 400, 'no-files'],
    ['two files of one name', [['a.kml', 'x'], ['A.KML', 'y']] as const, 422, 'duplicate-file-name'],
    ['a name of nothing', [['a', 'x', '..']] as const, 422, 'invalid-file-name'],
    ['a name too long', [['a', 'x', `${'ã'.repeat(130)}.kml`]] as const, 422, 'file-name-too-long'],
  ] as const)('refuses %s and leaves nothing behind', async ([, files, status, code]) => {
    const before = await storedFiles(server.dataFolder);
    await expectProblem(await server.api.send(files), status, code);
    await nothingIsLeft(before);
  });

  test('refuses fields that are no files', async () => {
    const form = new FormData();
    form.append('note', 'text');
    await expectProblem(await server.api.fetch('/tools/files', { method: 'POST', body: form }), 400, 'invalid-request');
  });

  test.for([
    ['without a header', '\r\nx'],
    ['whose header is not closed', 'content-disposition: form-data; name="b.kml"; filename="b.kml"'],
    ['whose header is closed only by the line end of the delimiter', 'content-disposition: form-data; name="b.kml"; filename="b.kml"\r\n'],
    ['that is no form data', 'content-disposition: attachment; filename="b.kml"\r\n\r\nx'],
    ['with a line in its header that is none', 'b.kml\r\ncontent-disposition: form-data; name="b.kml"; filename="b.kml"\r\n\r\nx'],
    ['with a line break in its name', 'content-disposition: form-data; name="b.kml"; filename="b\n.kml"\r\n\r\nx'],
    ['with too many lines in its header', `${'x: y\r\n'.repeat(20)}content-disposition: form-data; name="b.kml"; filename="b.kml"\r\n\r\nx`],
  ] as const)('a part %s does not vanish beside a good file', async ([, part]) => {
    const before = await storedFiles(server.dataFolder);
    for (const body of [`${partHead('a.kml')}x\r\n--edge\r\n${part}\r\n--edge--\r\n`, `--edge\r\n${part}\r\n${partHead('a.kml')}x\r\n--edge--\r\n`]) {
      const { status, body: answer } = await answerOf(rawUpload([body], {}).end());
      expect({ status, answer }).toMatchObject({ status: 400, answer: containing('parts that cannot be read as a file: 1 of 2') });
    }
    await nothingIsLeft(before);
  });

  test('a body whose only part cannot be read is not called one without files', async () => {
    const { status, body } = await answerOf(rawUpload(['--edge\r\n\r\nx\r\n--edge--\r\n'], {}).end());
    expect({ status, body }).toMatchObject({ status: 400, body: containing('parts that cannot be read as a file: 1 of 1') });
  });

  test('a part without any name is refused for that', async () => {
    const { status, body } = await answerOf(rawUpload([`${partHead('a.kml')}x\r\n--edge\r\ncontent-disposition: form-data\r\ncontent-type: application/octet-stream\r\n\r\nx\r\n--edge--\r\n`], {}).end());
    expect({ status, body }).toMatchObject({ status: 422, body: containing('invalid-file-name') });
  });

  test('a field beside a file is refused', async () => {
    const { status, body } = await answerOf(rawUpload([`${partHead('a.kml')}x\r\n--edge\r\ncontent-disposition: form-data; name="note"\r\n\r\nx\r\n--edge--\r\n`], {}).end());
    expect({ status, body }).toMatchObject({ status: 400, body: containing('no other fields') });
  });

  test('what stands before the first delimiter and behind the last one is no part', async () => {
    const { status, body } = await answerOf(rawUpload(['preamble\r\n', partHead('a.kml'), 'x\r\n--edge--', '\r\nepilogue\r\n--edge\r\n\r\nx'], {}).end());
    expect({ status, body }).toMatchObject({ status: 201, body: containing('a.kml') });
  });

  test('leaves nothing behind when the sender goes away in the middle', async () => {
    const before = await storedFiles(server.dataFolder);
    const request = rawUpload([partHead('whole.kml'), 'x\r\n', partHead('half.kml'), Buffer.alloc(MEBIBYTE)], { 'content-length': String(3 * MEBIBYTE) });
    request.on('error', () => undefined);
    for (let look = 0; look < 200 && (await storedFiles(server.dataFolder)).incoming.length === 0; look++) await pause(10);
    expect((await storedFiles(server.dataFolder)).incoming).toHaveLength(1);
    request.destroy();
    await nothingIsLeft(before);
  });

  test('says so when the body ends before its last part does', async () => {
    const before = await storedFiles(server.dataFolder);
    const request = rawUpload([partHead('half.kml'), 'xxx'], {});
    const [response] = await Promise.all([answerOf(request.end())]);
    expect(response).toMatchObject({ status: 400, body: containing('upload-incomplete') });
    await nothingIsLeft(before);
  });

  test('refuses what is no multipart request', async () => {
    await expectProblem(await server.api.fetch('/tools/files', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }), 415, 'unsupported-media-type');
    await expectProblem(await server.api.fetch('/tools/files', { method: 'POST' }), 415, 'unsupported-media-type');
  });
});

function answerOf(request: http.ClientRequest): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
  });
}
