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
  await fixGeometry.seesStatusButton('Download');
  await answer({ status: 204 });
  // What is deleted goes from the list, and nothing else.
  await expect.poll(() => fixGeometry.begunHere()).toEqual([]);
  await fixGeometry.carriesTask('task-1');
  await fixGeometry.seesStatusButton('Download');
  await fixGeometry.open();
  expect((await fixGeometry.begunHere()).join()).toContain('one.geojson');
});
