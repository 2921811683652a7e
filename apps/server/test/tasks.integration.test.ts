import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { taskSchema } from '@geoinsights/contract';
import type { Task } from '@geoinsights/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectProblem } from './api-client.fixture.ts';
import { eventually, startTestServer, storedFiles } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TASK_IDLE_RUNNERS: '1', TASK_CONCURRENCY: '2', TASK_LEASE_SECONDS: '2' });
});
afterAll(() => server.close());

describe('a task', () => {
  test('is READY, then COMPLETED with a result, a report and its file', async () => {
    const upload = await server.api.upload('área.geojson', '{"a":1}');
    const task = await server.api.start({ behaviour: 'copy' }, upload);
    // A worker may have taken it before the response was written.
    expect(['READY', 'RUNNING']).toContain(task.progress_status);
    expect(task).toMatchObject({ tool: 'test-tool', progress: 0, input_file: upload.uuid, output_file: null, report: null, error: null });

    const done = await server.api.ended(task.uuid);
    expect(done).toMatchObject({ progress_status: 'COMPLETED', progress: 1, stage: null, error: null, report: { found: { overlap: 1 } } });
    expect(await (await server.api.fetch(`/tools/files/${String(done.output_file)}`)).text()).toBe('{"a":1}');
    expect(await (await server.api.fetch(`/tools/files/${String(done.report_file)}`)).json()).toMatchObject({ tool: 'test-tool' });
  });

  test('shows its progress and stage, never going back', async () => {
    const { uuid } = await server.api.start({ behaviour: 'steps', milliseconds: 2000 });
    const seen: number[] = [];
    const done = await server.api.until(uuid, (task) => {
      if (task.progress_status === 'RUNNING' && task.progress > 0) {
        expect(task.stage).toMatch(/^step \d+$/);
        seen.push(task.progress);
      }
      return task.progress_status === 'COMPLETED';
    });
    expect(done.progress).toBe(1);
    expect(new Set(seen).size).toBeGreaterThan(2);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  test('fails with the problem of its tool', async () => {
    const { uuid } = await server.api.start({ behaviour: 'problem' });
    expect(await server.api.ended(uuid)).toMatchObject({ progress_status: 'FAILED', output_file: null, error: { code: 'file-empty', status: 422, file: 'a.kml' } });
  });

  test('takes no file from outside its folder as its result', async () => {
    const { uuid } = await server.api.start({ behaviour: 'stray-result' });
    expect(await server.api.ended(uuid)).toMatchObject({ progress_status: 'FAILED', output_file: null, error: { code: 'internal' } });
  });

  test('leaves no work behind, however it ended', async () => {
    expect(await eventually(async () => (await storedFiles(server.dataFolder)).work.length === 0)).toBe(true);
  });
});

test('a file waits for one task of another visitor, and not for all of them', async () => {
  const upload = await server.api.upload();
  const from = async (address: string, behaviour: string) => {
    const response = await server.api.fetch('/tools/test-tool', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ input_file: upload.uuid, options: { behaviour } }),
    });
    return taskSchema.parse(await response.json());
  };
  const busy = [await from('203.0.113.1', 'stand-still'), await from('203.0.113.1', 'stand-still')];
  for (const { uuid } of busy) await server.api.until(uuid, (task) => task.stage === 'standing still');
  const waiting = [await from('203.0.113.1', 'copy'), await from('203.0.113.1', 'copy')];
  expect(waiting.map((task) => task.place_in_queue)).toEqual([1, 2]);
  const single = await from('203.0.113.2', 'copy');
  expect(single).toMatchObject({ progress_status: 'READY', place_in_queue: 1 });
  expect((await server.api.cancel(busy[0].uuid)).status).toBe(200);
  const [first, second] = [await server.api.ended(single.uuid), await server.api.ended(waiting[0].uuid)];
  expect([first.progress_status, first.place_in_queue, second.progress_status]).toEqual(['COMPLETED', null, 'COMPLETED']);
  expect(Date.parse(String(first.started_at))).toBeLessThan(Date.parse(String(second.started_at)));
  await server.api.cancel(busy[1].uuid);
});

test('what an attempt could not begin is begun again, when it can be', async () => {
  const work = path.join(server.dataFolder, 'work');
  // An earlier attempt may still be cleaning up, or have made the folder again in between.
  await vi.waitFor(async () => {
    await rm(work, { recursive: true, force: true, maxRetries: 10 });
    await writeFile(work, 'in the way of every work folder');
  });
  const { uuid } = await server.api.start();
  await server.api.until(uuid, (task) => task.started_at !== null);
  await rm(work);
  expect(await server.api.ended(uuid)).toMatchObject({ progress_status: 'COMPLETED' });
});

describe('cancelling', () => {
  test('a waiting task keeps it from ever running, and the next one takes its turn', async () => {
    const busy = [await server.api.start({ behaviour: 'stand-still' }), await server.api.start({ behaviour: 'stand-still' })];
    for (const { uuid } of busy) await server.api.until(uuid, (task) => task.stage === 'standing still');
    const waiting = await server.api.start();
    const next = await server.api.start();
    await server.api.cancel(waiting.uuid);
    expect(await server.api.task(waiting.uuid)).toMatchObject({ progress_status: 'CANCELLED', started_at: null });
    for (const { uuid } of busy) await server.api.cancel(uuid);
    expect((await server.api.ended(next.uuid)).progress_status).toBe('COMPLETED');
    expect(await server.api.task(waiting.uuid)).toMatchObject({ progress_status: 'CANCELLED', started_at: null });
  });

  test('a task that has ended changes nothing', async () => {
    const { uuid } = await server.api.start();
    const done = await server.api.ended(uuid);
    expect(await (await server.api.cancel(uuid)).json()).toEqual(done);
  });

  test('an unknown task is 404', async () => {
    await expectProblem(await server.api.cancel('nothing'), 404, 'unknown-task');
    await expectProblem(await server.api.cancel('00000000-0000-4000-8000-000000000000'), 404, 'unknown-task');
  });
});

describe('deleting', () => {
  test('an upload deletes its files, its results and its finished tasks', async () => {
    const upload = await server.api.upload();
    const { uuid } = await server.api.start({}, upload);
    const done = await server.api.ended(uuid);
    expect((await server.api.fetch(`/tools/files/${upload.uuid}`, { method: 'DELETE' })).status).toBe(204);

    await expectProblem(await server.api.fetch(`/tools/files/${String(done.output_file)}`), 404, 'unknown-file');
    await expectProblem(await server.api.fetch(`/tools/test-tool/${uuid}`), 404, 'unknown-task');
    await expectProblem(await server.api.post({ input_file: upload.uuid }), 422, 'unknown-input-file');
    await expectProblem(await server.api.fetch(`/tools/files/${upload.uuid}`, { method: 'DELETE' }), 404, 'unknown-file');
    const stored = await storedFiles(server.dataFolder);
    expect(stored.uploads).not.toContain(upload.uuid);
    expect(stored.results).not.toContain(done.output_file);
    expect(stored.results).not.toContain(done.report_file);
  });

  test('an upload in use cancels its task', async () => {
    const upload = await server.api.upload();
    const { uuid } = await server.api.start({ behaviour: 'stand-still' }, upload);
    await server.api.until(uuid, (task) => task.progress_status === 'RUNNING');
    expect((await server.api.fetch(`/tools/files/${upload.uuid}`, { method: 'DELETE' })).status).toBe(204);
    expect((await server.api.task(uuid)).progress_status).toBe('CANCELLED');
  });

  test('a result leaves the rest', async () => {
    const { uuid } = await server.api.start();
    const done = await server.api.ended(uuid);
    expect((await server.api.fetch(`/tools/files/${String(done.output_file)}`, { method: 'DELETE' })).status).toBe(204);
    await expectProblem(await server.api.fetch(`/tools/files/${String(done.output_file)}`), 404, 'unknown-file');
    expect(await server.api.task(uuid)).toMatchObject({ progress_status: 'COMPLETED', output_file: null, report_file: done.report_file });
    expect((await server.api.fetch(`/tools/files/${String(done.report_file)}`)).status).toBe(200);
  });
});

describe('events', () => {
  const events = (uuid: string, headers: Record<string, string> = {}) => server.api.fetch(`/tools/test-tool/${uuid}/events`, { headers });
  /** The ids and tasks of all events, once there are no more. */
  async function told(response: Response): Promise<{ id: string; task: Task }[]> {
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(response.headers.get('content-encoding')).toBeNull();
    const blocks = (await response.text()).split('\n\n').filter((block) => block.startsWith('id: '));
    return blocks.map((block) => {
      const [, id = '', data = ''] = /^id: (\S+)\nevent: task\ndata: (.*)$/.exec(block) ?? [];
      return { id, task: taskSchema.parse(JSON.parse(data)) };
    });
  }

  test('tell each change of a task once and end with it; who comes again hears what is new, and at the end that there is no more', async () => {
    const { uuid } = await server.api.start({ behaviour: 'steps', milliseconds: 1500 });
    const all = await told(await events(uuid));
    expect(all.length).toBeGreaterThan(2);
    expect(all.at(-1)?.task).toEqual(await server.api.task(uuid));
    expect(all.at(-1)?.task.progress_status).toBe('COMPLETED');
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect((await told(await events(uuid, { 'last-event-id': all[0]?.id ?? '' }))).map(({ id }) => id)).toEqual([all.at(-1)?.id]);
    expect((await events(uuid, { 'last-event-id': all.at(-1)?.id ?? '' })).status).toBe(204);
  });

  test('tell that a task was cancelled, and are not there for one that is not', async () => {
    const { uuid } = await server.api.start({ behaviour: 'stand-still' });
    const watched = events(uuid);
    await server.api.until(uuid, (task) => task.progress > 0);
    await server.api.cancel(uuid);
    expect((await told(await watched)).at(-1)?.task.progress_status).toBe('CANCELLED');
    await expectProblem(await events('none'), 404, 'unknown-task');
  });
});
