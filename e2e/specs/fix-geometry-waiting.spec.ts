import { expect, test } from '../drivers/test.ts';

const PARCELS = { name: 'parcels.geojson', content: '{"type":"FeatureCollection","features":[]}' };

test('after 60 polls the last status stays, and the page polls again when it becomes visible, or by "Check again", at most 60 times more', async ({ fixGeometry, api, site }) => {
  await api.repairEnds('RUNNING', { progress: 0.5, stage: 'Repairing parcels' });
  await fixGeometry.open();
  await fixGeometry.holdTime();
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Wainting');
  await test.step('the first 60', async () => {
    await fixGeometry.passSeconds(40);
    expect(api.polls()).toBeLessThanOrEqual(40);
    await fixGeometry.seesStatusButton('Processing');
    expect(await fixGeometry.offers('Check again')).toBe(false);
    await fixGeometry.passSeconds(25);
    expect(api.polls()).toBe(60);
    const before = await site.textOf('main');
    await site.isLeftForAnotherTab();
    await fixGeometry.passSeconds(10);
    expect(api.polls()).toBe(60);
    expect(await site.textOf('main')).toBe(before);
    await fixGeometry.seesStatusButton('Processing');
    await fixGeometry.hears('Your files are being repaired.');
    expect(await fixGeometry.offers('Check again')).toBe(true);
  });
  await test.step('the page becomes visible, and again while it polls', async () => {
    await site.isLookedAtAgain();
    await expect.poll(() => api.polls()).toBeGreaterThan(60);
    await site.isLeftForAnotherTab();
    await site.isLookedAtAgain();
    expect(await fixGeometry.offers('Check again')).toBe(false);
    await fixGeometry.passSeconds(70);
    expect(api.polls()).toBe(120);
  });
  await test.step('the button', async () => {
    await fixGeometry.press('Check again');
    await fixGeometry.stateHasFocus();
    await fixGeometry.passSeconds(5);
    expect(api.polls()).toBeGreaterThan(123);
    expect(await fixGeometry.offers('Check again')).toBe(false);
    await api.pollsGive('COMPLETED', { output_file: 'result-1' });
    await fixGeometry.passSeconds(1);
    await fixGeometry.seesStatusButton('Download');
    const polls = api.polls();
    await site.isLeftForAnotherTab();
    await site.isLookedAtAgain();
    await fixGeometry.passSeconds(3);
    expect(api.polls()).toBe(polls);
    expect(await fixGeometry.offers('Check again')).toBe(false);
  });
});
