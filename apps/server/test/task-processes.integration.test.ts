import { taskSchema } from '@geoinsights/contract';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { containing } from './api-client.fixture.ts';
import { isAlive } from './processes.fixture.ts';
import { eventually, startTestServer, storedFiles } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

/** How processes of tasks end, with either database: tasks.integration.test.ts tests the changes of the rows on both. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TASK_IDLE_RUNNERS: '1', TASK_CONCURRENCY: '2', TASK_MEMORY_BYTES: String(300 * 1_048_576) });
});
afterAll(() => server.close());

describe('a process of a task', () => {
  test.for(['throw', 'exit', 'wrong-message', 'wrong-report'])('fails as task-crashed when its process does: %s', async (behaviour) => {
    const { uuid } = await server.api.start({ behaviour });
    const failed = await server.api.ended(uuid);
    expect(failed).toMatchObject({ progress_status: 'FAILED', error: { code: 'task-crashed' } });
    expect(JSON.stringify(failed)).not.toContain('secret');
  });

  test.for(['typed-arrays', 'heap'])('fails as task-out-of-memory when it takes too much: %s', async (behaviour) => {
    const { uuid } = await server.api.start({ behaviour });
    expect(await server.api.ended(uuid)).toMatchObject({ progress_status: 'FAILED', error: { code: 'task-out-of-memory', detail: containing('300 MiB') } });
  });

  test('fails as task-report-too-large when its report would fill the server', async () => {
    const { uuid } = await server.api.start({ behaviour: 'large-report' });
    expect(await server.api.ended(uuid)).toMatchObject({ progress_status: 'FAILED', report: null, error: { code: 'task-report-too-large', detail: containing('16 MiB') } });
  });

  // A separate server: on a busy machine the other tests may need longer than this limit.
  test('fails as task-out-of-time when it hangs', async () => {
    const hurried = await startTestServer({ TASK_TIME_SECONDS: '3' });
    onTestFinished(() => hurried.close());
    const { uuid } = await hurried.api.start({ behaviour: 'stand-still' });
    expect(await hurried.api.ended(uuid)).toMatchObject({ progress_status: 'FAILED', error: { code: 'task-out-of-time', detail: containing('3 seconds') } });
    expect(await eventually(async () => (await storedFiles(hurried.dataFolder)).work.length === 0)).toBe(true);
  });

  test('leaves no work behind, however it ended', async () => {
    expect(await eventually(async () => (await storedFiles(server.dataFolder)).work.length === 0)).toBe(true);
  });
});

describe('cancelling', () => {
  test('a running task kills its process and what that started', async () => {
    const { uuid } = await server.api.start({ behaviour: 'hang-with-child' });
    const running = await server.api.until(uuid, (task) => task.stage !== null);
    const pid = Number(running.stage?.split(' ')[1]);
    expect(isAlive(pid)).toBe(true);

    const response = await server.api.cancel(uuid);
    expect(response.status).toBe(200);
    expect(taskSchema.parse(await response.json())).toMatchObject({ progress_status: 'CANCELLED', error: null, output_file: null });
    expect(await eventually(() => !isAlive(pid))).toBe(true);
    expect((await server.api.task(uuid)).progress_status).toBe('CANCELLED');
  });

  test('a busy task that reads no messages works as well', async () => {
    const { uuid } = await server.api.start({ behaviour: 'hang' });
    await server.api.until(uuid, (task) => task.stage === 'hanging');
    await server.api.cancel(uuid);
    expect(await eventually(async () => (await storedFiles(server.dataFolder)).work.length === 0)).toBe(true);
    expect((await server.api.task(uuid)).progress_status).toBe('CANCELLED');
  });
});
