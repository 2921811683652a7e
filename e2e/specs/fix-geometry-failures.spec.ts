import type { StubbedApi } from '../drivers/stubbed-api.ts';
import { expect, test } from '../drivers/test.ts';

const PARCELS = { name: 'parcels.kml', content: '<kml/>' };
const REFUSAL = { status: 422, body: { title: 'Empty file', detail: '"parcels.kml" is empty (0 bytes). Export it again.', code: 'empty-file' } };

interface Failure {
  readonly when: string;
  readonly given: (api: StubbedApi) => Promise<void>;
  readonly reason: string | RegExp;
}

/** One of each step of a repair. What is said of other answers is tested where the words are (apps/web/test/words.test.ts, packages/contract/src/client.test.ts). */
const FAILURES: Failure[] = [
  { when: 'the upload is refused', given: (api) => api.uploadsAnswer(REFUSAL), reason: '“parcels.kml” is empty (0 bytes). Export it again.' },
  {
    when: 'the task is refused',
    given: async (api) => {
      await api.uploadsAnswer();
      await api.tasksAnswer({ status: 503, text: 'busy' });
    },
    reason: 'The server cannot do this at the moment. Try again in a few minutes.',
  },
  {
    when: 'a poll fails',
    given: async (api) => {
      await api.uploadsAnswer();
      await api.tasksAnswer();
      await api.pollsAnswer({ body: { progress_status: 'RUNNING' } }, { status: 500, body: { title: 'Internal error' } });
    },
    reason: 'The state of your repair could not be requested. Something went wrong on the server. The repair itself is not affected. Check again in a few minutes.',
  },
  {
    when: 'the task has failed for a reason',
    given: (api) => api.repairEnds('FAILED', { error: { detail: '"parcels.kml" is not a KML file: it ends in the middle of a tag.', code: 'x' } }),
    reason: '“parcels.kml” is not a KML file: it ends in the middle of a tag.',
  },
  { when: 'the status is a word that is not known', given: (api) => api.repairEnds('PAUSED'), reason: /the server gave no reason/ },
];

test('Processing failed is shown with the reason, and polling stops', async ({ fixGeometry, api, watch }) => {
  watch.expects(/status of (422|500|503)/);
  await fixGeometry.open();
  await fixGeometry.holdTime();
  for (const { when, given, reason } of FAILURES) {
    await test.step(when, async () => {
      await given(api);
      await fixGeometry.open();
      await fixGeometry.choose(PARCELS);
      await expect.poll(() => fixGeometry.passSeconds(1).then(() => fixGeometry.offers('Processing failed'))).toBe(true);
      await fixGeometry.seesStatusButton('Processing failed');
      await fixGeometry.hears(reason);
      const polls = api.polls();
      await fixGeometry.passSeconds(3);
      expect(api.polls()).toBe(polls);
    });
  }
});

test('after a failure the same files can be chosen again', async ({ fixGeometry, api, watch }) => {
  watch.expects(/ERR_CONNECTION_REFUSED/);
  await api.uploadsAnswer('no connection');
  await fixGeometry.open();
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Processing failed');
  await api.repairEnds('COMPLETED', { output_file: 'result-1' });
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Download');
});

test('a task whose answer was lost is asked for again by its key, and another choice has a key of its own', async ({ fixGeometry, api, watch }) => {
  watch.expects(/ERR_CONNECTION_REFUSED/);
  await api.uploadsAnswer();
  await api.tasksAnswer('no connection');
  await fixGeometry.open();
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Processing failed');
  await api.repairEnds('COMPLETED', { output_file: 'result-1' });
  await fixGeometry.press('Try again');
  await fixGeometry.seesStatusButton('Download');
  await fixGeometry.choose(PARCELS);
  await expect.poll(() => api.asked('POST', /\/fix-geometry$/).length).toBe(3);
  const [lost, repeated, other] = api.asked('POST', /\/fix-geometry$/).map(({ key }) => key);
  expect(lost).toMatch(/^[\x21-\x7e]{8,255}$/);
  expect(repeated).toBe(lost);
  expect(other).toMatch(/^[\x21-\x7e]{8,255}$/);
  expect(other).not.toBe(lost);
});

test('the address of a deleted task fails with a helpful message', async ({ fixGeometry, watch }) => {
  watch.expects(/status of 404/);
  await fixGeometry.open('00000000-0000-4000-8000-000000000000');
  await fixGeometry.seesStatusButton('Processing failed');
  await fixGeometry.hears(/There is no such task/);
});
