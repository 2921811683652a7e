import { expect, test } from 'vitest';
import { expectProblem } from './api-client.fixture.ts';
import { startTestServer, storedFiles } from './server.fixture.ts';
import { TusClient } from './tus.fixture.ts';

/** Programs that parse a UUID may write it in capital letters again. */
test('an id in capital letters names the same thing in every call, and what it deletes is gone from the disk', async () => {
  const server = await startTestServer();
  try {
    const { api } = server;
    const tus = new TusClient(api);
    const part = await tus.begun('area.geojson', 2);
    expect((await tus.send(part.toUpperCase(), 0, new TextEncoder().encode('{}'))).status).toBe(204);
    const upload = await tus.joined([part.toUpperCase()]);
    const created = await api.post({ input_file: upload.uuid.toUpperCase() });
    expect(created.status).toBe(201);
    const asJob = await fetch(`${server.address}/ogcapi/processes/test-tool/execution`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ inputs: { input_file: upload.uuid.toUpperCase() } }) });
    expect(asJob.status).toBe(201);
    const job = (asJob.headers.get('location') ?? '').split('/').at(-1) ?? '';
    await api.ended(job);
    expect((await fetch(`${server.address}/ogcapi/jobs/${job.toUpperCase()}/results`)).status).toBe(200);
    const task = await api.ended((created.headers.get('location') ?? '').split('/').at(-1)?.toUpperCase() ?? '');
    expect(task).toMatchObject({ progress_status: 'COMPLETED', input_file: upload.uuid });
    const result = String(task.output_file).toUpperCase();
    expect(await (await api.fetch(`/tools/files/${result}`)).text()).not.toBe('');
    expect((await api.fetch(`/tools/files/${result}`, { method: 'DELETE' })).status).toBe(204);
    expect((await storedFiles(server.dataFolder)).results).not.toContain(task.output_file);
    await expectProblem(await api.fetch(`/tools/files/${result}`), 404, 'unknown-file');
    expect((await api.fetch(`/tools/files/${upload.uuid.toUpperCase()}`, { method: 'DELETE' })).status).toBe(204);
    expect(await storedFiles(server.dataFolder)).toMatchObject({ uploads: [], results: [] });
  } finally {
    await server.close();
  }
});
