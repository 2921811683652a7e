import type { FixGeometryDriver } from '../drivers/fix-geometry.ts';
import type { StubbedApi } from '../drivers/stubbed-api.ts';
import { COMPLETED_FIELDS } from '../drivers/reports.ts';
import { expect, test } from '../drivers/test.ts';

const EMPTY = '{"type":"FeatureCollection","features":[]}';

/** Two tasks, of which the second is shown and the first is in this device's list. */
async function twoBegun(fixGeometry: FixGeometryDriver, api: StubbedApi): Promise<void> {
  await api.uploadsAnswer();
  await fixGeometry.open();
  for (const [name, uuid] of [['one.geojson', 'task-1'], ['two.geojson', 'task-2']] as const) {
    await api.tasksAnswer({ status: 201, body: { uuid, progress_status: 'READY', input_file: `files-of-${uuid}` } });
    await fixGeometry.choose({ name, content: EMPTY });
    await fixGeometry.carriesTask(uuid);
  }
}

test('on a page that was left open overnight, a task whose files are gone by then is no longer listed', async ({ fixGeometry, page }) => {
  const now = Date.parse('2026-11-27T18:00:00Z');
  await page.clock.install({ time: now });
  const entry = { endpoint: 'fix-geometry', then: [], files: 1, begun: now, state: 'COMPLETED', upload: null };
  const entries = [{ ...entry, task: 'task-1', names: ['today.geojson'], expires: now + 3_600_000 }, { ...entry, task: 'task-2', names: ['tomorrow.geojson'], expires: now + 86_400_000 }];
  await page.addInitScript((text) => localStorage.setItem('geoinsights.own-tasks', text), JSON.stringify(entries));
  await fixGeometry.open();
  await expect.poll(async () => (await fixGeometry.begunHere()).length).toBe(2);
  await page.clock.setSystemTime(now + 12 * 3_600_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(async () => (await fixGeometry.begunHere()).length).toBe(1);
  expect((await fixGeometry.begunHere()).join()).toContain('tomorrow.geojson');
});

test('a task that the server no longer has offers nothing to delete, and is no longer listed', async ({ fixGeometry, api, page, watch }) => {
  watch.expects(/status of 404/);
  await api.uploadsAnswer();
  await api.tasksAnswer({ status: 201, body: { uuid: 'task-1', progress_status: 'RUNNING', input_file: 'files-of-task-1', expires_at: '2126-11-28T10:00:00Z' } });
  await api.pollsAnswer({ status: 404, body: { title: 'Unknown task', detail: 'There is no such task.', code: 'unknown-task' } });
  await fixGeometry.open();
  await fixGeometry.choose({ name: 'one.geojson', content: EMPTY });
  await fixGeometry.hears('There is no such task.');
  await expect(page.getByText(/are deleted after 24 hours, on/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete my files now' })).toHaveCount(0);
  await fixGeometry.open();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('geoinsights.own-tasks'))).toBeNull();
});

test('the last entry goes, and the keyboard stays where it was', async ({ fixGeometry, api }) => {
  await api.repairEnds('COMPLETED', COMPLETED_FIELDS);
  await fixGeometry.open();
  await fixGeometry.choose({ name: 'one.geojson', content: EMPTY });
  await fixGeometry.seesStatusButton('Download');
  await fixGeometry.open();
  await fixGeometry.removesBegunHere('one.geojson', { withFiles: false });
  await fixGeometry.hearsOfBegunHere('one.geojson: no longer in the list.');
  await fixGeometry.begunHereHasFocus();
});

test('a cancellation that is answered when another task is shown is not the end of that one', async ({ fixGeometry, api }) => {
  await api.pollsGive('RUNNING', { progress: 0.5 });
  await twoBegun(fixGeometry, api);
  const answer = await api.cancellationsHang();
  await fixGeometry.press('Cancel');
  await expect.poll(() => api.asked('DELETE').map(({ path }) => path.split('/').at(-1))).toEqual(['task-2']);
  await fixGeometry.opensBegunHere('one.geojson');
  await fixGeometry.carriesTask('task-1');
  await fixGeometry.seesStatusButton('Processing');
  const polls = api.polls();
  await answer({ body: { progress_status: 'CANCELLED' } });
  await expect.poll(() => api.polls()).toBeGreaterThan(polls + 1);
  await fixGeometry.hears('Your files are being repaired.');
  await fixGeometry.seesStatusButton('Processing');
});

test('files whose deletion ends when another task is shown leave that one where it is', async ({ fixGeometry, api }) => {
  await api.pollsGive('COMPLETED', COMPLETED_FIELDS);
  await twoBegun(fixGeometry, api);
  const answer = await api.deletionsHang();
  await fixGeometry.press('Delete my files now');
  await fixGeometry.press('Delete everything');
  await expect.poll(() => api.asked('DELETE').length).toBe(1);
  await fixGeometry.opensBegunHere('one.geojson');
  await fixGeometry.carriesTask('task-1');
  await fixGeometry.seesStatusButton('Download');
  await answer({ status: 204 });
  // What is deleted goes from the list, and nothing else.
  await expect.poll(() => fixGeometry.begunHere()).toEqual([]);
  await fixGeometry.carriesTask('task-1');
  await fixGeometry.seesStatusButton('Download');
  await fixGeometry.open();
  await expect.poll(async () => (await fixGeometry.begunHere()).join()).toContain('one.geojson');
});
