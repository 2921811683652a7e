import { expect, test } from '../drivers/test.ts';

/** What the page does if a poll is not answered by a server that knows the task. */

const PARCELS = { name: 'parcels.geojson', content: '{"type":"FeatureCollection","features":[]}' };
const OUTAGES = ['no connection', { status: 502, body: {} }, { status: 503, body: { title: 'Not available at the moment', detail: 'The database of this server does not answer at the moment.' } }] as const;

test.beforeEach(async ({ fixGeometry, api, watch }) => {
  watch.expects(/status of (500|502|503)|ERR_CONNECTION_REFUSED/);
  await api.repairEnds('RUNNING');
  await fixGeometry.open();
  await fixGeometry.holdTime();
});

test('after an outage the page continues its task by a button, when it becomes visible again, and when the connection returns', async ({ fixGeometry, api, site }) => {
  const returns = [() => fixGeometry.press('Check again'), async () => {
    await site.isLeftForAnotherTab();
    await site.isLookedAtAgain();
  }, () => site.isConnectedAgain()];
  for (const [index, comesBack] of returns.entries()) {
    await api.repairEnds('RUNNING');
    await fixGeometry.choose(PARCELS);
    await fixGeometry.seesStatusButton('Wainting');
    await api.pollsAnswer(OUTAGES[index]);
    await expect.poll(() => fixGeometry.passSeconds(1).then(() => fixGeometry.offers('Processing failed'))).toBe(true);
    const polls = api.polls();
    await fixGeometry.passSeconds(5);
    expect(api.polls()).toBe(polls);
    await api.pollsAnswer({ body: { progress_status: 'RUNNING' } }, { body: { progress_status: 'COMPLETED', output_file: 'result-1' } });
    await comesBack();
    await fixGeometry.seesStatusButton('Processing');
    await fixGeometry.passSeconds(2);
    await fixGeometry.seesStatusButton('Download');
  }
});

test('a definite answer of the server about a task is not requested again', async ({ fixGeometry, api, site, watch }) => {
  watch.expects(/status of 404/);
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Wainting');
  await api.pollsAnswer({ status: 404, body: { title: 'There is no such task.', code: 'unknown-task' } });
  await expect.poll(() => fixGeometry.passSeconds(1).then(() => fixGeometry.offers('Processing failed'))).toBe(true);
  expect(await fixGeometry.offers('Check again')).toBe(false);
  const polls = api.polls();
  await site.isConnectedAgain();
  await fixGeometry.passSeconds(2);
  expect(api.polls()).toBe(polls);
});

test('after a server error the task is polled again, by a button', async ({ fixGeometry, api, watch }) => {
  watch.expects(/status of 500/);
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Wainting');
  await api.pollsAnswer({ status: 500, body: { title: 'Internal error' } });
  await expect.poll(() => fixGeometry.passSeconds(1).then(() => fixGeometry.offers('Processing failed'))).toBe(true);
  await api.pollsAnswer({ body: { progress_status: 'COMPLETED', output_file: 'result-1' } });
  await fixGeometry.press('Check again');
  await fixGeometry.seesStatusButton('Download');
});
