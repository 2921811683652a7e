import { GROUPS } from '../drivers/layer-groups.ts';
import { startOwnServer } from '../drivers/own-server.ts';
import { expect, test } from '../drivers/test.ts';

/** What a person sees when the server refuses temporarily, and how the page continues. */

/** Set it to a folder to save pictures of what is visible. */
const pictures = process.env['E2E_PICTURES'];

const PARCELS = { name: 'parcels.geojson', content: '{"type":"FeatureCollection","features":[]}' };
const HALF_PAST_TWO = '2031-05-17T14:05:00Z';

function refusal(status: number, code: string, retryAfter?: number) {
  return { status, headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }, body: { code, detail: 'A sentence for programs.' } };
}

test('the place in the queue is updated each second, and announced to screen readers only when it changes', async ({ fixGeometry, api }) => {
  await api.uploadsAnswer();
  await api.tasksAnswer({ status: 201, body: { uuid: 'task-1', progress_status: 'READY', progress: 0, place_in_queue: 13 } });
  const places = [12, 11, 10, 9, 8, 7, 6, 5, 6, 4, 3, 2, 2, 1];
  await api.pollsAnswer({ body: { progress_status: 'READY', place_in_queue: 13 } }, ...places.map((place) => ({ body: { progress_status: 'READY', progress: 0, place_in_queue: place } })), { body: { progress_status: 'RUNNING', progress: 0.1, stage: 'Reading parcels' } });
  await fixGeometry.holdTime();
  await fixGeometry.open();
  const told = await fixGeometry.listensForPlaces();
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Wainting');
  await fixGeometry.hears('Your files have arrived and are waiting for their turn.');
  await fixGeometry.seesPlace('Place 13 in the queue: 12 others begin before yours.');
  // When the page starts its timer for the first poll depends on the speed of the machine.
  await fixGeometry.passSecondsUntil(() => api.polls() === 2);
  await fixGeometry.seesPlace('Place 12 in the queue: 11 others begin before yours.');
  await fixGeometry.passSeconds(2);
  await fixGeometry.seesPlace('Place 10 in the queue: 9 others begin before yours.');
  await fixGeometry.seesStatusButton('Wainting');
  await fixGeometry.passSeconds(9);
  await fixGeometry.seesPlace('Place 2 in the queue: 1 other begins before yours.');
  await fixGeometry.passSeconds(2);
  await fixGeometry.seesPlace('Place 1 in the queue: your repair begins next.');
  await fixGeometry.passSeconds(1);
  await fixGeometry.seesStatusButton('Processing');
  await fixGeometry.seesPlace(null);
  expect((await told()).map((text) => /^Place (\d+)/.exec(text)?.[1])).toEqual(['13', '6', '3', '1']);
});

const REFUSED_UPLOADS = [
  [refusal(429, 'too-many-requests', 40), 'More requests came from your network than the server answers within a minute. Try again in 40 seconds.'],
  [refusal(429, 'upload-quota-used', 2843), 'So much was uploaded from your network within an hour that the server accepts no more for now. Try again after 14:53.'],
  [refusal(507, 'storage-full', 600), 'The server has no room for your files at the moment. Try again after 14:15.'],
  [refusal(503, 'storage-unavailable', 5), 'The server cannot do this at the moment. Try again in 5 seconds.'],
  [{ status: 503, text: '<html>nginx' }, 'The server cannot do this at the moment. Try again in a few minutes.'],
  [{ status: 429, text: '<html>' }, 'The server received more requests from your network than it answers. Try again in a few minutes.'],
] as const;

test('files that are not accepted for now: why, when to try again, and a button that does it', async ({ fixGeometry, api, watch }) => {
  watch.expects(/status of (429|503|507)/);
  await fixGeometry.holdTime(HALF_PAST_TWO);
  await fixGeometry.open();
  for (const [answer, words] of REFUSED_UPLOADS) {
    await api.uploadsAnswer(answer);
    await fixGeometry.choose(PARCELS);
    await fixGeometry.seesStatusButton('Processing failed');
    await fixGeometry.hears(words);
  }
  await api.repairEnds('COMPLETED', { output_file: 'result-1' });
  const uploads = api.asked('POST', /\/files$/).length;
  await fixGeometry.press('Try again');
  await fixGeometry.stateHasFocus();
  await fixGeometry.passSeconds(2);
  await fixGeometry.seesStatusButton('Download');
  expect(api.asked('POST', /\/files$/).slice(uploads).map(({ body }) => body.includes('FeatureCollection'))).toEqual([true]);
});

test('files that arrived are not sent again if only their task was refused; if waiting does not help, the message of the server is shown, without a button', async ({ fixGeometry, api, watch }) => {
  watch.expects(/status of 429/);
  await api.uploadsAnswer();
  await api.tasksAnswer({ ...refusal(429, 'too-many-tasks-of-upload', 3600), body: { code: 'too-many-tasks-of-upload', detail: 'Upload the files again to start more.' } });
  await fixGeometry.open();
  await fixGeometry.choose(PARCELS);
  await fixGeometry.hears('Upload the files again to start more.');
  expect(await fixGeometry.offers('Try again')).toBe(false);
  const before = { uploads: api.asked('POST', /\/files$/).length, tasks: api.asked('POST', /\/fix-geometry$/).length };
  await api.tasksAnswer(refusal(429, 'too-many-tasks', 10));
  await fixGeometry.choose(PARCELS);
  await fixGeometry.hears('Your network already has as many repairs waiting or running as one network may have at a time. Try again in 10 seconds.');
  await api.repairEnds('COMPLETED', { output_file: 'result-1' });
  await fixGeometry.press('Try again');
  await fixGeometry.seesStatusButton('Download');
  expect(api.asked('POST', /\/files$/)).toHaveLength(before.uploads + 1);
  expect(api.asked('POST', /\/fix-geometry$/).slice(before.tasks).map(({ body }) => body)).toEqual(['{"input_file":"upload-1"}', '{"input_file":"upload-1"}']);
});

test('a repair whose status could not be requested continues, and is polled again by a button or when the page becomes visible', async ({ fixGeometry, api, site, watch }) => {
  watch.expects(/status of (429|503)/);
  await api.repairEnds('RUNNING', { progress: 0.5 });
  await fixGeometry.holdTime();
  await fixGeometry.open();
  await fixGeometry.choose(PARCELS);
  // The page's clock stands still: a request scheduled after it last moved would wait forever.
  await fixGeometry.seesStatusButton('Wainting');
  await fixGeometry.passSeconds(2);
  await fixGeometry.seesStatusButton('Processing');
  await api.pollsAnswer(refusal(503, 'database-unavailable', 5));
  await fixGeometry.passSeconds(1);
  await fixGeometry.seesStatusButton('Processing failed');
  await fixGeometry.hears('The state of your repair could not be requested. The server cannot do this at the moment. The repair itself is not affected. Check again in 5 seconds.');
  const polls = api.polls();
  await fixGeometry.passSeconds(5);
  expect(api.polls()).toBe(polls);
  await api.pollsGive('RUNNING', { progress: 0.6 });
  await fixGeometry.press('Check again');
  await fixGeometry.seesStatusButton('Processing');
  await api.pollsAnswer(refusal(429, 'too-many-requests', 30));
  await fixGeometry.passSeconds(1);
  await fixGeometry.seesStatusButton('Processing failed');
  await api.pollsGive('COMPLETED', { output_file: 'result-1' });
  await site.isLeftForAnotherTab();
  await site.isLookedAtAgain();
  await fixGeometry.seesStatusButton('Download');
});

test('a server with limits: the browser gets its refusal, and the page shows its message', async ({ page, fixGeometry, watch }) => {
  watch.expects(/status of 429/);
  const server = await startOwnServer({ LIMIT_UPLOAD_BYTES_PER_HOUR: '100000' });
  try {
    watch.allows(server.address);
    await page.goto(`${server.address}/geotools/fix-geometry`);
    await fixGeometry.choose({ name: 'a.geojson', content: 'x'.repeat(3_000_000) });
    await fixGeometry.hears(/^So much was uploaded from your network within an hour that the server accepts no more for now\. Try again after \d\d:\d\d\.$/);
    expect(await fixGeometry.offers('Try again')).toBe(true);
  } finally {
    await server.stop();
  }
});

test('the explorer says in Portuguese that its own map is refused, on a narrow screen too', async ({ explorer, site, api, page, watch }) => {
  watch.expects(/status of 429/);
  const [limits] = GROUPS;
  const [layer] = limits.layers;
  let asked = 0;
  await page.route('**/api/v1/wms?*', (route) => {
    asked += 1;
    return route.fulfill({ status: 429, headers: { 'retry-after': '40' }, body: '' });
  });
  await api.layerGroupsAnswer({ body: [{ ...limits, is_visible: true, layers: [{ ...layer, is_visible: true, webmap: { url: '/api/v1/wms' } }] }] });
  await site.isSized(360, 740);
  await explorer.open();
  await explorer.showsColumn('Mapa');
  await expect.poll(() => asked).toBeGreaterThan(0);
  await explorer.showsColumn('Camadas');
  await explorer.seesInLayers('Pedidos demais vieram da sua rede: o mapa tenta de novo em 40 segundos.');
  if (pictures !== undefined) await site.screenshot(`${pictures}/explorer-refused-layers-360.png`);
  await explorer.showsColumn('Mapa');
  await explorer.map.press('Enter');
  await expect(explorer.found).toContainText('Sem resposta: Municípios. Pedidos demais vieram da sua rede: tente de novo em 40 segundos.');
  expect(await site.liesBeyondThePage()).toEqual([]);
  if (pictures !== undefined) await site.screenshot(`${pictures}/explorer-refused-map-360.png`);
  expect(asked).toBeLessThan(20);
});
