import { GROUPS } from '../drivers/layer-groups.ts';
import { kmlOf, square } from '../drivers/shapefile.ts';
import { expect, test } from '../drivers/test.ts';

/** Small things that used to mislead a visitor. */

test('a missing legend and a failing service are distinguished, and a legend appears when its service answers again', async ({ explorer, api, mapServices, watch }) => {
  watch.expects(/Failed to load resource/);
  await mapServices.legendsFail();
  await api.layerGroupsAnswer({ body: GROUPS });
  await explorer.open();
  await explorer.button('Opacidade e legenda: PRODES anual').click();
  await explorer.seesInLayers('Esta camada não tem legenda.');
  await mapServices.wmsFails();
  await explorer.open();
  await explorer.button('Opacidade e legenda: PRODES anual').click();
  await explorer.seesInLayers('A legenda não veio: o serviço está fora do ar.');
  await expect(explorer.layersPanel.getByText('Esta camada não tem legenda.')).toHaveCount(0);
  await mapServices.wmsRecovers();
  await expect(explorer.legend('PRODES anual')).toBeVisible({ timeout: 30_000 });
});

test('the time when a service last worked does not read as if we had verified it; beside it a layer that cannot be understood', async ({ explorer, api, watch }) => {
  watch.expects(/A layer of the catalogue could not be understood/);
  const [limits, group] = GROUPS;
  const [layer] = group.layers;
  const details = 'Funcionamento relatado por outro projeto público em 28/09/2026; ainda não verificado por nós.';
  await api.layerGroupsAnswer({ body: [{ ...limits, layers: [...limits.layers, { name: 'without a service' }] }, { ...group, layers: [{ ...layer, last_checked: '2026-09-28T00:00:00.000Z', layer_tasks: [{ provider_date: null, source_date: null, details }] }] }] });
  await explorer.open();
  await expect(explorer.checkbox('Municípios')).toBeVisible();
  expect(watch.seen(/A layer of the catalogue could not be understood/)).toBe(true);
  await explorer.describe(layer.name);
  await expect(explorer.modal).toContainText('ainda não verificado por nós');
  await expect(explorer.modal).not.toContainText(/verificado em/i);
  await expect(explorer.modal).toContainText('Último funcionamento conhecido28/09/2026 00:00:00');
});

test('the search for a property, and its outline', async ({ explorer, site, api }) => {
  await api.layerGroupsAnswer({ body: [] });
  await site.wantsLittleMotion();
  await explorer.open();
  await test.step('accents make no difference in the search, in the query or in the entry', async () => {
    for (const [query, entry] of [['sítio', 'CAR - Sitio Boa Vista'], ['CHÁCARA esperança', 'CAR - Chacara Esperanca'], ['área', 'CAR - Area Experimental Sul'], ['chacara', 'CAR - Chacara Esperanca']] as const) {
      await explorer.searchCar(query);
      expect(await explorer.carMatches()).toEqual([entry]);
    }
    await explorer.searchCar('sítio boa');
    await expect(explorer.carList.locator('mark')).toHaveText('Sitio Boa');
  });
  await test.step('a selected property is outlined and is part of the address, which shows it to others', async () => {
    await explorer.searchCar('santa clara');
    await explorer.pickCar('CAR - Fazenda Santa Clara');
    await explorer.restsAt({ latitude: -12.607, longitude: -55.831 });
    // Its westernmost corner, and the centre, which the drawing does not cover.
    await explorer.seesPropertyBorderAt([-55.858195, -12.6061533]);
    await explorer.seesNoPropertyBorderAt([-55.831, -12.607]);
    await site.isAt(/[?&]car=Fazenda(\+|%20)Santa(\+|%20)Clara/);
    const address = site.address();
    await site.open('/');
    await site.open(address);
    await expect(explorer.carField).toHaveValue('CAR - Fazenda Santa Clara');
    await explorer.seesPropertyBorderAt([-55.858195, -12.6061533]);
    // Without a view of its own the link leads to the property.
    await explorer.open('?car=Sitio+Boa+Vista');
    await expect(explorer.carField).toHaveValue('CAR - Sitio Boa Vista');
    await explorer.restsAt({ latitude: -18.47, longitude: -46.61 });
    await explorer.searchCar('');
    await expect.poll(() => site.address()).not.toContain('car=');
  });
});

test.describe('on a screen with two pixels per CSS pixel', () => {
  test.use({ deviceScaleFactor: 2 });

  test('tiles of our own server and of others are requested at its density, and arrive', async ({ explorer, site, api, mapServices }) => {
    const own = site.nextAnswer(/\/api\/v1\/wms\?.*REQUEST=GetMap/);
    await explorer.open();
    const { address, status } = await own;
    expect(status).toBe(200);
    expect(new URL(address).searchParams.get('WIDTH')).toBe('1024');
    await api.layerGroupsAnswer({ body: GROUPS });
    await explorer.open();
    await expect.poll(() => mapServices.wmsRequests('desmatamento:prodes').length).toBeGreaterThan(0);
    const [request] = mapServices.wmsRequests('desmatamento:prodes');
    expect([request.get('WIDTH'), request.get('HEIGHT'), request.get('FORMAT_OPTIONS')]).toEqual(['512', '512', 'dpi:180']);
  });
});

test('with the list as it comes: the size of tiles, and groups whose layers differ', async ({ explorer, api, mapServices }) => {
  await api.layerGroupsAnswer({ body: GROUPS });
  await explorer.open();
  await test.step('tiles are requested at their own size on an ordinary screen', async () => {
    await expect.poll(() => mapServices.wmsRequests('desmatamento:prodes').length).toBeGreaterThan(0);
    const [request] = mapServices.wmsRequests('desmatamento:prodes');
    expect([request.get('WIDTH'), request.has('FORMAT_OPTIONS')]).toEqual(['256', false]);
  });
  await test.step('a group whose layers differ is neither on nor off', async () => {
    await expect(explorer.checkbox('Desmatamento')).toBeChecked({ indeterminate: true });
    await expect(explorer.checkbox('Limites')).not.toBeChecked();
    await explorer.checkbox('Alertas').click();
    await expect(explorer.checkbox('Desmatamento')).toBeChecked({ indeterminate: false });
    await explorer.checkbox('Municípios').click();
    // The group itself was not toggled and has both states: "on" would be as wrong as "off".
    await expect(explorer.checkbox('Limites')).toBeChecked({ indeterminate: true });
    await explorer.checkbox('Desmatamento').click();
    for (const name of ['Desmatamento', 'PRODES anual', 'Alertas']) await expect(explorer.checkbox(name)).not.toBeChecked();
    await explorer.checkbox('PRODES anual').click();
    await expect(explorer.checkbox('Desmatamento')).toBeChecked({ indeterminate: true });
  });
});

test('the skip links of the Portuguese page are Portuguese, and one leads to the map', async ({ explorer, site, api }) => {
  await api.layerGroupsAnswer({ body: GROUPS });
  await explorer.open();
  await site.press('Tab');
  expect(await site.focused()).toBe('Ir para o conteúdo');
  expect(await site.languageOfFocused()).toBe('pt-BR');
  await site.press('Tab');
  expect(await site.focused()).toBe('Ir para o mapa');
  expect(await site.accessibilityFaults()).toEqual([]);
  await site.press('Enter');
  await expect(explorer.map).toBeFocused();
  // On a narrow screen the map is in a hidden column.
  await site.isSized(360, 740);
  await explorer.open();
  await expect(explorer.map).toBeHidden();
  await site.press('Tab', 'Tab', 'Enter');
  await expect(explorer.map).toBeFocused();
  await site.open('/geotools');
  await site.press('Tab');
  expect(await site.focused()).toBe('Skip to the main part');
  expect(await site.languageOfFocused()).toBe('en');
});

test('on paper of any width the map comes first, then the visible layers and the files, and no controls; the whole map of the screen is drawn for it, and afterwards it is as before', async ({ api, explorer, page, site }) => {
  await api.layerGroupsAnswer({ body: GROUPS });
  await explorer.open();
  await test.step('the whole map is drawn', async () => {
    const canvas = explorer.map.locator('canvas').first();
    const size = () => canvas.evaluate((drawn) => (drawn instanceof HTMLCanvasElement ? [drawn.width, drawn.height].map((side) => Math.round(side / devicePixelRatio)) : []));
    const scale = explorer.map.locator('.ol-scale-line-inner');
    await expect(scale).not.toBeEmpty();
    const [before, words] = [await size(), await scale.innerText()];
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await size()).toEqual([672, 576]);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect.poll(size).toEqual(before);
    await expect(scale).toHaveText(words);
  });
  const panels = ['Visualize os resultados', 'Escolha as camadas'].map((title) => explorer.panel(title));
  for (const [width, height] of [[794, 1123], [1123, 794]] as const) {
    await site.isSized(width, height);
    await page.emulateMedia({ media: 'print' });
    await expect(explorer.panel('Escolha a regiao de interesse')).toBeHidden();
    const boxes = await Promise.all(panels.map(async (panel) => (await panel.boundingBox({ timeout: 5000 })) ?? { y: 0, height: 0, width: 0 }));
    expect(boxes.map(({ y }) => y)).toEqual(boxes.map(({ y }) => y).sort((a, b) => a - b));
    for (const box of boxes) expect(box.width).toBeGreaterThan(0.9 * width);
    await expect(page.getByText('PRODES anual', { exact: true })).toBeVisible();
    // Browsers leave out backgrounds, and then no layer would have its colour.
    await expect(page.getByText('PRODES anual', { exact: true }).locator('xpath=preceding-sibling::span').last()).toHaveCSS('print-color-adjust', 'exact');
    await expect(page.getByRole('checkbox', { checked: false }).filter({ visible: true })).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
  }
  await explorer.choose({ name: 'talhao.kml', content: kmlOf('Talhão 7', square(-50, -10, 1)) });
  await explorer.seesFiles(/desenhado: 1 feição/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('talhao.kml', { exact: true })).toBeVisible();
  await expect(page.getByText('Formatos aceitos: .shp, .kml')).toBeHidden();
});
