import { FixGeometryDriver } from '../drivers/fix-geometry.ts';
import { COMPLETED_FIELDS, RICH_REPORT } from '../drivers/reports.ts';
import { expect, test } from '../drivers/test.ts';

const GONE = { status: 404, body: { title: 'Unknown file', detail: 'There is no such file.', code: 'unknown-file' } };
const GONE_WORDS = 'The files of this repair are no longer on the server: they were deleted, or their 24 hours are over. Choose your files again to repeat the repair.';
const RESULT = { text: 'repaired', headers: { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename="parcels-fixed.kml"' } };
const REPORT = { text: '{}', headers: { 'content-disposition': 'attachment; filename="parcels-fixed-report.json"' } };

test('a download shows that it is running, and three presses on a slow connection are one; of deleted files it says so in the status line, and nothing can be downloaded any more', async ({ fixGeometry, api, watch }) => {
  watch.expects(/status of 404/);
  await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: RICH_REPORT });
  await fixGeometry.open('task-1');
  for (const [place, [button, answer]] of ([['Download', RESULT], ['Save the report (JSON)', REPORT]] as const).entries()) {
    await test.step(button, async () => {
      const name = answer.headers['content-disposition'].split('"')[1];
      const arrive = await api.filesHang();
      for (let presses = 0; presses < 3; presses += 1) await fixGeometry.press(button);
      await fixGeometry.seesDownloadUnderWay();
      await fixGeometry.seesStatusButton('Download');
      expect(api.asked('GET', /files/)).toHaveLength(place + 1);
      const saved = await fixGeometry.saves(() => arrive(answer));
      expect(saved.name).toBe(name);
      await fixGeometry.reads(`${name} was passed to your browser, which saves it.`);
      expect(await fixGeometry.showsDownloadUnderWay()).toBe(false);
      expect(api.asked('GET', /files/)).toHaveLength(place + 1);
    });
  }
  // What the other button says of them is below, of a real repair.
  await test.step('deleted files', async () => {
    await api.filesAnswer(GONE);
    await fixGeometry.press('Save the report (JSON)');
    await fixGeometry.hears(GONE_WORDS);
    await fixGeometry.stateHasFocus();
    await fixGeometry.seesNoStatusButton();
    for (const other of ['Save the report (JSON)', 'Download parks', 'Delete my files now']) expect(await fixGeometry.offers(other)).toBe(false);
    expect(await fixGeometry.showsDownloadUnderWay()).toBe(false);
    // The report shown before is still useful.
    expect(await fixGeometry.datasets()).toHaveLength(2);
  });
});

test('files that were deleted in another tab', async ({ fixGeometry, context, watch }) => {
  watch.expects(/status of 404/);
  await fixGeometry.open();
  await fixGeometry.choose({ name: 'plots.geojson', content: '{"type":"FeatureCollection","features":[]}' });
  await fixGeometry.seesStatusButton('Download', 60_000);
  const otherTab = new FixGeometryDriver(await context.newPage());
  await otherTab.open(fixGeometry.task() ?? '');
  await otherTab.press('Delete my files now');
  await otherTab.press('Delete everything');
  await otherTab.hears('Your files and the result were deleted from the server.');
  await fixGeometry.press('Download');
  await fixGeometry.hears(GONE_WORDS);
  await fixGeometry.stateHasFocus();
  await fixGeometry.seesNoStatusButton();
  expect(await fixGeometry.offers('Delete my files now')).toBe(false);
});

test('a page that something on the way answers is not saved, and the visitor is told what happened; a result that was downloaded then is deleted at once', async ({ fixGeometry, api }) => {
  await api.pollsGive('COMPLETED', COMPLETED_FIELDS);
  await api.filesAnswer({ text: '<!DOCTYPE html><title>Hotel</title>', headers: { 'content-type': 'text/html' } });
  await fixGeometry.open('task-1');
  await fixGeometry.press('Download');
  await fixGeometry.reads('Nothing was saved. Something on the way to the server answered with a web page of its own, such as the sign-in page of a hotel or a company network. Sign in there or use another network, then try again.');
  await api.filesAnswer(RESULT);
  const saved = await fixGeometry.saves(() => fixGeometry.press('Download'));
  expect(saved.name).toBe('parcels-fixed.kml');
  await fixGeometry.reads('parcels-fixed.kml was passed to your browser, which saves it.');
  await api.deletionAnswers({ status: 204 });
  await fixGeometry.press('Delete my files now');
  await fixGeometry.hears('Your files and the result were deleted from the server.');
});

test('a result that was not downloaded yet is not deleted without a question', async ({ fixGeometry, api, site }) => {
  await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: RICH_REPORT });
  await api.deletionAnswers({ status: 204 });
  await fixGeometry.open('task-1');
  await fixGeometry.press('Delete my files now');
  await fixGeometry.isAsked('Delete the result, too?');
  expect(await site.accessibilityFaults()).toEqual([]);
  expect(await site.focused()).toBe('Keep my files');
  await site.press('Enter');
  await fixGeometry.isAsked(null);
  expect(await site.focused()).toBe('Delete my files now');
  await site.press('Enter');
  await fixGeometry.isAsked('Delete the result, too?');
  await site.press('Escape');
  await fixGeometry.isAsked(null);
  expect(await site.focused()).toBe('Delete my files now');
  expect(api.asked('DELETE')).toEqual([]);

  await fixGeometry.press('Delete my files now');
  await fixGeometry.press('Delete everything');
  await fixGeometry.hears('Your files and the result were deleted from the server.');
  await fixGeometry.stateHasFocus();
  expect(api.asked('DELETE').map(({ path }) => path)).toEqual(['/api/v1/tools/files/upload-1']);
});

test('the hint says that a .zip is accepted, and a dropped one is sent', async ({ fixGeometry, api, site }) => {
  await api.repairEnds('READY');
  await fixGeometry.open();
  await site.seesText(/A \.zip that contains such files is accepted, too/);
  await fixGeometry.drop({ name: 'parcels.zip', content: 'PK' });
  await fixGeometry.seesStatusButton('Wainting');
  expect(api.asked('POST', /files$/)[0]?.body).toContain('filename="parcels.zip"');
});
