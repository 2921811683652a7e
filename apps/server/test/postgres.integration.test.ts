import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layerGroupsSchema } from '@geoinsights/contract';
import { startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

const url = process.env['TEST_DATABASE_URL'] ?? '';

describe.skipIf(url === '')('on a PostgreSQL server (TEST_DATABASE_URL, an empty database)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ DATABASE_URL: url });
  });
  afterAll(() => server.close());

  test('a task runs, and is picked up without a pause', async () => {
    const done = await server.api.ended((await server.api.start({ behaviour: 'steps', milliseconds: 500 })).uuid);
    expect(done).toMatchObject({ progress_status: 'COMPLETED', report: { found: { overlap: 1 } } });
    expect((await server.api.fetch(`/tools/files/${String(done.output_file)}`)).status).toBe(200);
  });

  test('a task is cancelled, a failed one says why, an upload is deleted', async () => {
    const upload = await server.api.upload();
    const { uuid } = await server.api.start({ behaviour: 'hang' }, upload);
    await server.api.until(uuid, (task) => task.progress_status === 'RUNNING');
    await server.api.cancel(uuid);
    expect((await server.api.task(uuid)).progress_status).toBe('CANCELLED');
    expect(await server.api.ended((await server.api.start({ behaviour: 'problem' }, upload)).uuid)).toMatchObject({ error: { code: 'file-empty' } });
    expect((await server.api.fetch(`/tools/files/${upload.uuid}`, { method: 'DELETE' })).status).toBe(204);
  });

  test('the catalogue is there', async () => {
    expect(layerGroupsSchema.parse(await (await server.api.fetch('/layers/layer_groups')).json())).not.toEqual([]);
  });

  test('a second server on the same database refuses', async () => {
    await expect(startTestServer({ DATABASE_URL: url })).rejects.toThrow(/Another GeoInsights server uses the database/);
  });
});
