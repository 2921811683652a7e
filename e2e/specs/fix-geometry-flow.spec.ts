import { COMPLETED_FIELDS } from '../drivers/reports.ts';
import { expect, test } from '../drivers/test.ts';

const PARCELS = { name: 'parcels.geojson', content: '{"type":"FeatureCollection","features":[]}' };

test('chosen files are uploaded at once, each under its own name, and their task is created, always with a status message; dropped files start a repair like them; a reload polls again', async ({ fixGeometry, api, site }) => {
  await api.repairEnds('RUNNING');
  await fixGeometry.open();
  await test.step('the control takes several files of exactly the extensions of the specification', async () => {
    expect(await fixGeometry.accepts()).toEqual({ accept: '.shp,.shx,.dbf,.cpg,.prj,.kml,.kmz,.gpkg,.geojson', multiple: true });
    await fixGeometry.seesNoStatusButton();
  });
  await test.step('chosen files', async () => {
    const sentences = await fixGeometry.notesSentences();
    await fixGeometry.choose({ name: 'a.shp', content: 'shp' }, { name: 'ação.dbf', content: 'dbf' });
    await fixGeometry.seesStatusButton('Processing');
    expect(await sentences()).toEqual(['Your files are being uploaded.', 'Your files have arrived and are waiting for their turn.', 'Your files are being repaired.']);
    const upload = api.asked('POST', /files$/)[0];
    expect(upload.contentType).toMatch(/^multipart\/form-data/);
    expect(upload.body).toContain('name="a.shp"; filename="a.shp"');
    expect(Buffer.from(upload.body, 'latin1').toString()).toContain('name="ação.dbf"; filename="ação.dbf"');
    const creation = api.asked('POST', /fix-geometry$/)[0];
    expect(creation.contentType).toBe('application/json');
    expect(creation.body).toBe('{"input_file":"upload-1"}');
  });
  await test.step('dropped files', async () => {
    await fixGeometry.drop(PARCELS, { name: 'notes.txt', content: 'unknown kinds are the business of the server' });
    await expect.poll(() => api.asked('POST', /files$/).length).toBe(2);
    await fixGeometry.seesStatusButton('Processing');
    expect(api.asked('POST', /files$/)[1]?.body).toContain('filename="notes.txt"');
  });
  await test.step('a reload, so that a long repair is never lost', async () => {
    await fixGeometry.carriesTask('task-1');
    await api.pollsGive('COMPLETED', { output_file: 'result-1' });
    await site.reload();
    await fixGeometry.seesStatusButton('Download');
  });
});

test('the address of a task opens by itself and polls it at once', async ({ fixGeometry, api }) => {
  await api.pollsGive('READY');
  await fixGeometry.open('an id/of any kind?');
  await fixGeometry.seesStatusButton('Wainting');
  expect(api.asked('GET')[0]?.path).toBe('/api/v1/tools/fix-geometry/an%20id%2Fof%20any%20kind%3F');
});

test('an address that was cut off after the equals sign names no task', async ({ fixGeometry, api, page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await api.pollsGive('RUNNING');
  await fixGeometry.open('');
  await fixGeometry.choose({ name: 'a.kml', content: '<kml/>' });
  await fixGeometry.seesStatusButton('Processing');
  expect(asked).toContain('POST /api/v1/tools/fix-geometry');
  expect(asked).not.toContain('GET /api/v1/tools/fix-geometry/');
});

test('new files start a new repair; going back shows the earlier one again', async ({ fixGeometry, api, site }) => {
  await api.repairEnds('COMPLETED', { output_file: 'result-1' });
  await fixGeometry.open();
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Download');
  await api.tasksAnswer({ status: 201, body: { uuid: 'task-2', progress_status: 'READY' } });
  await fixGeometry.choose(PARCELS);
  await fixGeometry.carriesTask('task-2');
  await site.goBack();
  await fixGeometry.carriesTask('task-1');
  await fixGeometry.seesStatusButton('Download');
});

test('going back to the earlier repair during an upload asks for confirmation; if it is given, the upload ends and the earlier repair is shown', async ({ fixGeometry, api, page, site }) => {
  const answers = [false, false, true];
  page.on('dialog', (dialog) => void (answers.shift() === true ? dialog.accept() : dialog.dismiss()));
  await api.repairEnds('COMPLETED', { output_file: 'result-1', input_file: 'upload-1' });
  await fixGeometry.open();
  await fixGeometry.choose({ ...PARCELS, name: 'first.geojson' });
  await fixGeometry.seesStatusButton('Download');
  const answerUpload = await api.uploadsHang();
  await fixGeometry.choose({ ...PARCELS, name: 'second.geojson' });
  await fixGeometry.hears('Your files are being uploaded.');
  await site.goBack();
  await expect.poll(() => answers.length).toBe(2);
  await expect(page).toHaveURL(/fix-geometry$/);
  await fixGeometry.hears('Your files are being uploaded.');
  // So does another task in the list of this device.
  await page.getByRole('link', { name: /first\.geojson/ }).click();
  await expect.poll(() => answers.length).toBe(1);
  await expect(page).toHaveURL(/fix-geometry$/);
  await site.goBack();
  await fixGeometry.carriesTask('task-1');
  await fixGeometry.seesStatusButton('Download');
  await answerUpload({ status: 201, body: { uuid: 'upload-2' } });
  await fixGeometry.carriesTask('task-1');
  expect(api.tasks()).toHaveLength(1);
});

test('the result is saved under the name in the header, also with non-ASCII characters, and without one as downloaded-file; one that does not come shows nothing and leaves the page unchanged', async ({ fixGeometry, api, site, watch }) => {
  watch.expects(/status of 503|ERR_CONNECTION_REFUSED/);
  await api.pollsGive('COMPLETED', { output_file: 'result-1' });
  await fixGeometry.open('task-1');
  await fixGeometry.seesStatusButton('Download');
  const before = await site.textOf('main');
  for (const [fault, answer] of [['refused', { status: 503, body: { detail: 'Busy.' } }], ['unreachable', 'no connection']] as const) {
    await test.step(fault, async () => {
      await api.filesAnswer(answer);
      expect(await fixGeometry.savesNothing(() => fixGeometry.press('Download'))).toBe(true);
      expect(await site.textOf('main')).toBe(before);
      await fixGeometry.seesStatusButton('Download');
    });
  }
  await test.step('with a name', async () => {
    const asked = api.asked('GET', /files/).length;
    await api.filesAnswer({
      text: 'repaired',
      headers: { 'content-type': 'application/octet-stream', 'content-disposition': `attachment; filename="regiao-fixed.zip"; filename*=UTF-8''regi%C3%A3o-fixed.zip` },
    });
    const saved = await fixGeometry.save();
    expect(saved.name).toBe('região-fixed.zip');
    expect(saved.content.toString()).toBe('repaired');
    expect(api.asked('GET', /files/)[asked]?.path).toBe('/api/v1/tools/files/result-1');
  });
  await test.step('without a name', async () => {
    await api.filesAnswer({ text: 'repaired', headers: { 'content-type': 'application/octet-stream' } });
    expect((await fixGeometry.save()).name).toBe('downloaded-file');
  });
});

test('a cancellation that fails is reported, and the task continues; a task that was too fast to be cancelled shows its result', async ({ fixGeometry, api, watch }) => {
  watch.expects(/status of 500/);
  await api.repairEnds('RUNNING');
  await api.cancellationAnswers({ status: 500, body: { detail: 'Something went wrong on our side.' } });
  await fixGeometry.open();
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Processing');
  await fixGeometry.press('Cancel');
  await fixGeometry.hearsAlert('The repair could not be stopped. Something went wrong on the server. Try again in a few minutes.');
  await fixGeometry.seesStatusButton('Processing');
  await api.cancellationAnswers({ body: { progress_status: 'COMPLETED', output_file: 'result-1' } });
  await fixGeometry.press('Cancel');
  await fixGeometry.seesStatusButton('Download');
});

test('an upload shows its progress, and what the server does once all is sent, and can be stopped', async ({ fixGeometry, api }) => {
  await api.uploadsHang();
  await fixGeometry.open();
  await fixGeometry.choose(PARCELS);
  await fixGeometry.hears('Your files are being uploaded.');
  await fixGeometry.reads('The server is receiving and examining your files.');
  await fixGeometry.seesNoStatusButton();
  await fixGeometry.press('Stop the upload');
  await fixGeometry.hears('You stopped the upload. Choose files to begin again.');
  await fixGeometry.stateHasFocus();
  await fixGeometry.seesNoStatusButton();
  expect(api.asked('POST', /fix-geometry$/)).toEqual([]);
  await fixGeometry.choose(PARCELS);
  await fixGeometry.hears('Your files are being uploaded.');
});

test('a deletion that fails is reported; files that are deleted are removed from the address', async ({ fixGeometry, api, watch }) => {
  watch.expects(/ERR_CONNECTION_REFUSED/);
  await api.repairEnds('COMPLETED', COMPLETED_FIELDS);
  await api.deletionAnswers('no connection');
  await fixGeometry.open();
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Download');
  await fixGeometry.press('Delete my files now');
  await fixGeometry.press('Delete everything');
  await fixGeometry.hearsAlert('The files could not be deleted. The server could not be reached.');
  await fixGeometry.seesStatusButton('Download');
  const asked = api.asked('DELETE').length;
  await api.deletionAnswers({ status: 204 });
  await fixGeometry.press('Delete my files now');
  await fixGeometry.press('Delete everything');
  await fixGeometry.hears('Your files and the result were deleted from the server.');
  await fixGeometry.carriesTask(null);
  await fixGeometry.seesNoStatusButton();
  expect(api.asked('DELETE').slice(asked).map(({ path }) => path)).toEqual(['/api/v1/tools/files/upload-1']);
});

test('nothing is sent while a distance is not a number; then only options that were chosen are sent with the task', async ({ fixGeometry, api }) => {
  await api.repairEnds('READY');
  await fixGeometry.open();
  await fixGeometry.openOptions();
  await fixGeometry.setDistance('Snap distance', 'wide');
  await fixGeometry.keep('Gaps');
  await fixGeometry.choose(PARCELS);
  await fixGeometry.hearsAlert('Nothing was sent');
  expect(api.asked()).toEqual([]);
  await fixGeometry.setDistance('Snap distance', '0,5');
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Wainting');
  expect(JSON.parse(api.asked('POST', /fix-geometry$/)[0]?.body ?? '')).toEqual({ input_file: 'upload-1', options: { snapDistance: 0.5, gaps: 'keep' } });
});
