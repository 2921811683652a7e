import { setTimeout } from 'node:timers/promises';
import { COMPLETED_FIELDS } from '../drivers/reports.ts';
import { expect, test } from '../drivers/test.ts';

/** Behaviour that depends only on the clock: how often the page polls, and when it stops. */

const PARCELS = { name: 'parcels.geojson', content: '{"type":"FeatureCollection","features":[]}' };
const GONE = { status: 404, body: { title: 'Unknown file', detail: 'There is no such file.', code: 'unknown-file' } };
const GONE_WORDS = 'The files of this repair are no longer on the server: they were deleted, or their 24 hours are over. Choose your files again to repeat the repair.';

test('the button follows the task: Wainting, Processing, Download', async ({ fixGeometry, api }) => {
  await api.uploadsAnswer();
  await api.tasksAnswer();
  await api.pollsAnswer(
    { body: { progress_status: 'READY' } },
    { body: { progress_status: 'running', progress: 0.25, stage: 'Reading parcels.geojson' } },
    { body: { progress_status: 'Running', progress: 0.755, stage: 'Matching borders' } },
    { body: { progress_status: 'completed', output_file: 'result-1' } },
  );
  await fixGeometry.open();
  await fixGeometry.holdTime();
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Wainting');
  await fixGeometry.hears('Your files have arrived and are waiting for their turn.');
  // However slow the machine is: no second passes by itself.
  await setTimeout(1500);
  expect(api.polls()).toBe(0);
  await fixGeometry.passSeconds(2);
  await fixGeometry.seesStatusButton('Processing');
  await fixGeometry.seesProgress('Repair', 25);
  await fixGeometry.passSeconds(1);
  await fixGeometry.seesProgress('Repair', 75);
  await fixGeometry.passSeconds(1);
  await fixGeometry.seesStatusButton('Download');
  await fixGeometry.passSeconds(5);
  expect(api.polls()).toBe(4);
});

test('Cancel stops the task and nothing else remains', async ({ fixGeometry, api }) => {
  await api.repairEnds('RUNNING');
  await api.cancellationAnswers({ status: 204 });
  await fixGeometry.open();
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Processing');
  await fixGeometry.press('Cancel');
  await fixGeometry.hears('You stopped this repair. Choose files to begin again.');
  await fixGeometry.seesNoStatusButton();
  await fixGeometry.stateHasFocus();
  expect(api.asked('DELETE')[0]?.path).toBe('/api/v1/tools/fix-geometry/task-1');
  const polls = api.polls();
  await fixGeometry.holdTime();
  await fixGeometry.passSeconds(3);
  expect(api.polls()).toBe(polls);
});

test('when the files have expired the page says so by itself', async ({ fixGeometry, api, watch }) => {
  watch.expects(/status of 404/);
  await api.pollsAnswer({ body: { progress_status: 'COMPLETED', ...COMPLETED_FIELDS, expires_at: '2031-05-17T14:05:00Z' } }, GONE);
  await fixGeometry.holdTime('2031-05-17T14:04:00Z');
  await fixGeometry.open('task-1');
  await fixGeometry.seesStatusButton('Download');
  await fixGeometry.passSeconds(20);
  expect(api.polls()).toBe(1);
  await fixGeometry.passSeconds(45);
  await fixGeometry.hears(GONE_WORDS);
  await fixGeometry.seesNoStatusButton();
  expect(api.polls()).toBe(2);
});
