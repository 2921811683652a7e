import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillDataFolder } from '../../../testing/data-folder.ts';
import { needs } from '../../../testing/needs.ts';
import { startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

const MEBIBYTE = 1_048_576;
const disk = mkdtempSync(path.join(tmpdir(), 'geoinsights-small-disk-'));
const isMounted = process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${String(256 * MEBIBYTE)}`, 'none', disk]).status === 0;
const dataFolder = path.join(disk, 'data');
const filler = path.join(disk, 'filler');
let server: TestServer | undefined;
beforeAll(async () => {
  if (!isMounted) return;
  mkdirSync(dataFolder);
  fillDataFolder(dataFolder);
  server = await startTestServer({ DATA_DIR: dataFolder, DISK_FLOOR_BYTES: String(64 * MEBIBYTE) });
});
afterAll(async () => {
  await server?.close();
  if (isMounted) spawnSync('umount', [disk]);
  rmSync(disk, { recursive: true, force: true });
});

test('a disk that is nearly full takes no upload and no task until there is room again, with no restart', needs(isMounted, 'this account may mount no small disk'), async () => {
  if (server === undefined) throw new Error('no server');
  const { api } = server;
  const upload = await api.upload();
  const send = async () => {
    const form = new FormData();
    form.append('files', new Blob(['{"type":"FeatureCollection","features":[]}']), 'area.geojson');
    const answer = await api.fetch('/tools/files', { method: 'POST', body: form });
    return [answer.status, await answer.json()];
  };
  const run = async () => {
    const answer = await api.fetch('/tools/test-tool', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ input_file: upload.uuid }) });
    return [answer.status, await answer.json()];
  };
  // The minimum is free before, and not afterwards.
  writeFileSync(filler, new Uint8Array(150 * MEBIBYTE));
  const refusal = [507, expect.objectContaining({ code: 'storage-full' })];
  expect(await send()).toEqual(refusal);
  expect(await run()).toEqual(refusal);
  const readiness = await fetch(`${server.address}/readyz`);
  expect([readiness.status, await readiness.json()]).toMatchObject([503, { checks: { storage: { ok: true }, disk: { ok: false } } }]);
  rmSync(filler);
  expect(await send()).toEqual([201, expect.anything()]);
  expect((await api.ended((await api.start({}, upload)).uuid)).progress_status).toBe('COMPLETED');
});

test('who does not say how much comes is stopped where the minimum begins', needs(isMounted, 'this account may mount no small disk'), async () => {
  if (server === undefined) throw new Error('no server');
  const { api } = server;
  const boundary = 'a-boundary';
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="area.geojson"\r\n\r\n`)),
    pull(controller) {
      sent += MEBIBYTE;
      controller.enqueue(new Uint8Array(MEBIBYTE));
      if (sent < 170 * MEBIBYTE) return;
      controller.enqueue(Buffer.from(`\r\n--${boundary}--\r\n`));
      controller.close();
    },
  });
  const answer = await api.fetch('/tools/files', { method: 'POST', headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body, duplex: 'half' });
  expect([answer.status, await answer.json()]).toEqual([507, expect.objectContaining({ code: 'storage-full' })]);
});
