import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exemplaryGarbage } from '../../../packages/formats/test/garbage/cases.ts';
import { ApiClient } from './api-client.fixture.ts';
import { startTestServer, storedFiles, type TestServer } from './server.fixture.ts';

// One failing case after another: this tests what the tool says about each, and what the server makes of that.
vi.mock('../src/tasks/tool-process.ts', async () => ({ runToolProcess: (await import('./tool-in-this-process.fixture.ts')).runToolHere }));

let server: TestServer;
let api: ApiClient;

beforeAll(async () => {
  server = await startTestServer({ TASK_IDLE_RUNNERS: '0' }, 'product');
  api = new ApiClient(server.address, 'fix-geometry');
});
afterAll(() => server.close());

describe('garbage through the API', () => {
  it.each(exemplaryGarbage())('$title is told from all else, and leaves nothing behind', async ({ files, codes }) => {
    const upload = await api.uploadSet(Object.entries(files).map(([name, bytes]) => [name, new Uint8Array(bytes)] as const));
    const task = await api.ended((await api.start({}, upload)).uuid);
    expect(task).toMatchObject({ progress_status: 'FAILED', output_file: null, report: null });
    expect(codes).toContain(task.error?.code);
    expect(task.error?.status).toBeGreaterThanOrEqual(400);
    expect(task.error?.status).toBeLessThan(500);
    expect(task.error?.detail).toMatch(/farm/i);
    expect(task.error?.file).toMatch(/farm/i);

    await expect.poll(async () => (await storedFiles(server.dataFolder)).work).toEqual([]);
    expect((await api.fetch(`/tools/files/${upload.uuid}`, { method: 'DELETE' })).status).toBeLessThan(300);
    expect(await storedFiles(server.dataFolder)).toEqual({ incoming: [], uploads: [], results: [], work: [] });
  });
});
