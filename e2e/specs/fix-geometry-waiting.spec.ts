import { expect, test } from '../drivers/test.ts';

const PARCELS = { name: 'parcels.geojson', content: '{"type":"FeatureCollection","features":[]}' };

test.beforeEach(async ({ fixGeometry, api }) => {
  await api.repairEnds('RUNNING', { progress: 0.5, stage: 'Repairing parcels' });
  await fixGeometry.open();
  await fixGeometry.holdTime();
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Wainting');
});

test('after 60 polls the last status stays, with "Check again" beside it, which polls at most 60 times more', async ({ fixGeometry, api, site }) => {
  await fixGeometry.passSeconds(40);
  expect(api.polls()).toBeLessThanOrEqual(40);
  await fixGeometry.seesStatusButton('Processing');
  expect(await fixGeometry.offers('Check again')).toBe(false);
  await fixGeometry.passSeconds(35);
  expect(api.polls()).toBe(60);
  const before = await site.textOf('main');
  await fixGeometry.passSeconds(10);
  expect(api.polls()).toBe(60);
  expect(await site.textOf('main')).toBe(before);
  await fixGeometry.seesStatusButton('Processing');
  await fixGeometry.hears('Your files are being repaired.');
  expect(await fixGeometry.offers('Check again')).toBe(true);

  await fixGeometry.press('Check again');
  await fixGeometry.stateHasFocus();
  await fixGeometry.passSeconds(30);
  expect(api.polls()).toBeGreaterThan(70);
  expect(await fixGeometry.offers('Check again')).toBe(false);
  await fixGeometry.passSeconds(45);
  expect(api.polls()).toBe(120);

  await api.pollsGive('COMPLETED', { output_file: 'result-1' });
  await fixGeometry.press('Check again');
  await fixGeometry.seesStatusButton('Download');
  await fixGeometry.passSeconds(5);
  expect(api.polls()).toBe(121);
  expect(await fixGeometry.offers('Check again')).toBe(false);
});

test('a page that becomes visible again polls again, but only if its polls had run out', async ({ fixGeometry, api, site }) => {
  await fixGeometry.passSeconds(70);
  expect(api.polls()).toBe(60);
  await site.isLeftForAnotherTab();
  await fixGeometry.passSeconds(5);
  expect(api.polls()).toBe(60);
  await site.isLookedAtAgain();
  await expect.poll(() => api.polls()).toBeGreaterThan(60);
  await site.isLeftForAnotherTab();
  await site.isLookedAtAgain();
  await fixGeometry.passSeconds(75);
  expect(api.polls()).toBe(120);
  await api.pollsGive('COMPLETED', { output_file: 'result-1' });
  await site.isLeftForAnotherTab();
  await site.isLookedAtAgain();
  await fixGeometry.seesStatusButton('Download');
  await site.isLeftForAnotherTab();
  await site.isLookedAtAgain();
  await fixGeometry.passSeconds(3);
  expect(api.polls()).toBe(121);
});

test('a page that is reloaded after its polls ran out polls again', async ({ fixGeometry, api, site }) => {
  await fixGeometry.passSeconds(70);
  await api.pollsGive('COMPLETED', { output_file: 'result-1' });
  await site.reload();
  await fixGeometry.seesStatusButton('Download');
});
