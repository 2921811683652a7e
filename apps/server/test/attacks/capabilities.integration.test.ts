import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { tried } from '../../../../testing/attacks.ts';
import { expectProblem } from '../api-client.fixture.ts';
import { PATIENCE } from '../patience.fixture.ts';
import { kill, serverProcesses } from '../server-process.fixture.ts';
import type { ServerProcess } from '../server-process.fixture.ts';

/** Whoever knows the uuid of an upload, a task or a result has access to it, so caches and logs must not know it. */
const servers = serverProcesses();
let server: ServerProcess;
beforeAll(async () => {
  server = await servers.start({ LOG_LEVEL: 'trace' });
});
afterAll(() => kill(server));

const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;

describe('who reads a log or a cache', () => {
  test('finds no answer about an upload or a task in a cache', async (context) => {
    const { api } = server;
    const upload = await api.send([['a.kml', 'x']]);
    const { uuid } = await api.start();
    await api.ended(uuid);
    const unknown = '/tools/test-tool/00000000-0000-4000-8000-000000000000';
    const answers = [upload, await api.fetch(`/tools/test-tool/${uuid}`), await api.post({ input_file: uuid }), await api.cancel(uuid), await api.fetch(unknown), await api.fetch(unknown.replace('test-tool', 'files'))];
    for (const answer of answers) expect(`${answer.url} ${String(answer.headers.get('cache-control'))}`).toBe(`${answer.url} no-store`);
    tried(context, answers.length);
  });

  test('is asked each time for a download that a browser has kept', async (context) => {
    const { api } = server;
    const { output_file: file } = await api.ended((await api.start()).uuid);
    const answer = await api.fetch(`/tools/files/${String(file)}`);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    await answer.body?.cancel();
    tried(context, 1);
  });

  test('finds no uuid in a log of faults', async (context) => {
    const { api } = server;
    const faults = ['throw', 'exit', 'wrong-message', 'stray-result'] as const;
    for (const behaviour of faults) expect((await api.ended((await api.start({ behaviour })).uuid)).progress_status).toBe('FAILED');
    // Files deleted behind the server's back: requests for them are refused, and it does not count as an internal error.
    const lost = await api.upload();
    for (const name of await readdir(path.join(servers.dataFolder, 'files', 'uploads', lost.uuid))) await rm(path.join(servers.dataFolder, 'files', 'uploads', lost.uuid, name));
    expect((await api.ended((await api.start({}, lost)).uuid)).progress_status).toBe('FAILED');
    const { output_file: file } = await api.ended((await api.start()).uuid);
    await rm(path.join(servers.dataFolder, 'files', 'results', String(file)));
    await expectProblem(await api.fetch(`/tools/files/${String(file)}`), 404, 'unknown-file');
    await vi.waitFor(() => expect(server.output().match(/because of an internal error/g)).toHaveLength(faults.length), PATIENCE);
    expect(server.output()).toMatch(/"task":"[\da-f]{12}"/);
    expect(UUID.exec(server.output())?.[0]).toBeUndefined();
    tried(context, faults.length + 2);
  });
});
