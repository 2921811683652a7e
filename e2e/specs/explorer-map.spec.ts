import { GROUPS } from '../drivers/layer-groups.ts';
import { kmlOf, shapefileOf, square } from '../drivers/shapefile.ts';
import { expect, test } from '../drivers/test.ts';

test.beforeEach(async ({ api }) => {
  await api.layerGroupsAnswer({ body: GROUPS });
});

test('the map when it opens: what it shows, and how keys, buttons and the wheel move it', async ({ explorer, mapServices, site }) => {
  await explorer.open();
  await test.step('the card has its title and the button 3, and shows South America at zoom 4.5 on street map tiles', async () => {
    await expect(explorer.panel('Visualize os resultados').getByRole('button', { name: '3', exact: true })).toBeVisible();
    // [-5982713, -1628766] in degrees.
    await explorer.restsAt({ latitude: -14.4717, longitude: -53.7434, zoom: 4.5 });
    await expect.poll(() => mapServices.streetTiles().length).toBeGreaterThan(3);
    expect(new Set(mapServices.streetTiles().map(({ zoom }) => zoom))).toEqual(new Set([5]));
    await expect(explorer.map.getByText(/km$/)).toBeVisible();
    await expect(explorer.panel('Visualize os resultados').getByRole('link', { name: 'OpenStreetMap contributors' })).toBeVisible();
  });
  await test.step('keys move and zoom the map, whose views are announced as long as it has the focus', async () => {
    await explorer.announcesViews(false);
    await explorer.map.focus();
    await explorer.announcesViews(true);
    await site.press('ArrowRight');
    await expect.poll(async () => (await explorer.view()).longitude).toBeGreaterThan(-53.7);
    await site.press('+');
    await explorer.restsAt({ zoom: 5.5 });
    await explorer.button('Afastar').click();
    await explorer.restsAt({ zoom: 4.5 });
    await explorer.announcesViews(true);
    await explorer.carField.focus();
    await explorer.announcesViews(false);
    await site.isAt(/mapa=/);
  });
  await test.step('the wheel zooms without a click before', async () => {
    await explorer.restsAt({ zoom: 4.5 });
    await explorer.map.hover();
    await site.turnsWheel(-300);
    await expect.poll(async () => (await explorer.view()).zoom).toBeGreaterThan(4.5);
  });
});

test('no street map tile beyond zoom 19 is requested', async ({ explorer, mapServices }) => {
  await explorer.open('?mapa=-15.5,-47.75,21');
  await expect.poll(() => mapServices.streetTiles().length).toBeGreaterThan(0);
  expect(Math.max(...mapServices.streetTiles().map(({ zoom }) => zoom))).toBe(19);
});

test('the map flies there through intermediate views, with a margin of 50 px on all sides', async ({ explorer }) => {
  await explorer.open();
  const noteScales = await explorer.noteScales();
  await explorer.choose({ name: 'wide.shp', content: shapefileOf([square(-50, -10, 1)]) });
  await explorer.restsAt({ latitude: -9.5, longitude: -49.5 });
  expect((await noteScales()).length).toBeGreaterThan(2);
  const { width, height } = await explorer.mapSize();
  const { zoom } = await explorer.view();
  // Pixels per degree of longitude; a degree of latitude has more, 9.5 degrees from the equator.
  const degree = (256 * 2 ** zoom) / 360;
  const stretch = 1 / Math.cos((9.5 * Math.PI) / 180);
  expect(Math.abs(Math.min(width - 100, (height - 100) / stretch) - degree)).toBeLessThan(4);
  // The buttons are within those 50 px, not on the areas.
  expect(await explorer.sideOf(explorer.button('Aproximar'))).toBeLessThanOrEqual(50);
});

test('for visitors who prefer reduced motion: one upload after another, and the way back to them', async ({ explorer, site }) => {
  await site.wantsLittleMotion();
  await explorer.open();
  await test.step('the map jumps', async () => {
    const noteScales = await explorer.noteScales();
    await explorer.choose({ name: 'wide.shp', content: shapefileOf([square(-50, -10, 1)]) });
    await explorer.restsAt({ latitude: -9.5, longitude: -49.5 });
    expect((await noteScales()).length).toBeLessThanOrEqual(2);
  });
  await test.step('an added layer replaces the one before', async () => {
    await explorer.choose({ name: 'one.kml', content: kmlOf('um', square(-50, -10, 1)) });
    await explorer.seesFiles(/one\.kml.*desenhado/);
    await explorer.restsAt({ latitude: -9.5, longitude: -49.5 });
    await explorer.choose({ name: 'two.kml', content: kmlOf('dois', square(-50, -10, 1)) });
    await explorer.seesFiles(/two\.kml.*desenhado/);
    await expect
      .poll(async () => {
        await explorer.map.press('Enter');
        return explorer.found.innerText();
      })
      .toContain('dois');
    await explorer.seesBorderAt([-50, -9.5]);
    await expect(explorer.found).not.toContainText('um');
  });
  await test.step('a button leads back to the uploaded layer', async () => {
    await explorer.restsAt({ latitude: -9.5, longitude: -49.5 });
    await explorer.searchCar('boa');
    await explorer.pickCar('CAR - Sitio Boa Vista');
    await explorer.restsAt({ latitude: -18.47, longitude: -46.61 });
    await explorer.button('Ir para as áreas enviadas').click();
    await explorer.restsAt({ latitude: -9.5, longitude: -49.5 });
    await explorer.seesBorderAt([-50, -9.5]);
  });
});

test('a service that never answers keeps no other layer waiting, is said to be slow, and after a minute not to answer', async ({ explorer, mapServices, page, watch }) => {
  watch.expects(/Failed to load resource/);
  await page.clock.install();
  await mapServices.wmsHangs();
  await explorer.open();
  await explorer.checkbox('Alertas').click();
  await expect.poll(() => mapServices.wmsRequests('desmatamento:prodes').length).toBeGreaterThan(0);
  await test.step('the street map goes on', async () => {
    await explorer.button('Aproximar').click();
    await explorer.restsAt({ zoom: 5.5 });
    await expect.poll(() => mapServices.streetTiles().filter(({ zoom }) => zoom === 6).length).toBeGreaterThan(3);
  });
  await test.step('the list of layers says what is going on', async () => {
    await expect(explorer.layersPanel.getByText('Carregando...').first()).toBeVisible();
    await page.clock.fastForward(61_000);
    await expect.poll(() => explorer.isFailing('PRODES anual')).toBe(true);
  });
});

test('a street map that cannot be reached is reported once, without repeated requests', async ({ explorer, mapServices, watch }) => {
  watch.expects(/Failed to load resource/);
  await mapServices.streetMapFails();
  await explorer.open();
  const sign = explorer.panel('Visualize os resultados').getByText('O mapa de ruas está fora de alcance.');
  await expect(sign).toBeVisible();
  // Screen readers speak what comes into a status, and often not a status that comes with its words.
  await expect(sign.locator('..')).toHaveRole('status');
  expect(mapServices.streetTiles().length).toBeLessThan(30);
});

test('on a phone a link to a view opens with the map, and in landscape no button covers another part of it', async ({ explorer, site, page }) => {
  await site.isSized(740, 360);
  await explorer.open('?mapa=-15.5,-47.75,9');
  const buttons = page.getByRole('group', { name: 'Controles do mapa' }).getByRole('button');
  await expect(buttons.first()).toBeVisible();
  const sources = await page.getByText('OpenStreetMap').last().locator('xpath=ancestor-or-self::*[contains(@class, "attribution")]').boundingBox();
  const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()));
  expect(boxes.length).toBeGreaterThanOrEqual(4);
  for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 });
  for (const box of boxes) expect((box?.y ?? NaN) + (box?.height ?? NaN)).toBeLessThanOrEqual(sources?.y ?? NaN);
});
