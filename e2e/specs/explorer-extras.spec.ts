import { GROUPS } from '../drivers/layer-groups.ts';
import { expect, test } from '../drivers/test.ts';

test.beforeEach(async ({ api }) => {
  await api.layerGroupsAnswer({ body: GROUPS });
});

test('the legend of a layer is the one that its service draws', async ({ explorer }) => {
  await explorer.open();
  await explorer.button('Opacidade e legenda: PRODES anual').click();
  await expect(explorer.legend('PRODES anual')).toBeVisible();
  await explorer.seesInLayers('Legenda');
  const address = new URL((await explorer.legend('PRODES anual').getAttribute('src')) ?? '');
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ REQUEST: 'GetLegendGraphic', LAYER: 'desmatamento:prodes' });
});

test('a layer without a legend says so', async ({ explorer, mapServices, watch }) => {
  watch.expects(/Failed to load resource/);
  await mapServices.legendsFail();
  await explorer.open();
  await explorer.button('Opacidade e legenda: PRODES anual').click();
  await explorer.seesInLayers('Esta camada não tem legenda.');
});

test('opacity changes the picture', async ({ explorer, mapServices }) => {
  await explorer.open();
  await expect.poll(() => mapServices.wmsRequests('desmatamento:prodes').length).toBeGreaterThan(0);
  const redness = async () => {
    const [red = 0, green = 0] = await explorer.colourOfCenter();
    return red - green;
  };
  await expect.poll(redness).toBeGreaterThan(20);
  await explorer.button('Opacidade e legenda: PRODES anual').click();
  await explorer.layersPanel.getByRole('slider', { name: 'Opacidade' }).fill('0');
  await expect.poll(redness).toBeLessThan(10);
});

test('a layer that is switched off, by itself or with its group, disappears from the map', async ({ explorer }) => {
  const redness = async () => {
    const [red = 0, green = 0] = await explorer.colourOfCenter();
    return red - green;
  };
  await explorer.open();
  await expect.poll(redness).toBeGreaterThan(20);
  await explorer.checkbox('PRODES anual').click();
  await expect.poll(redness).toBeLessThan(10);
  await explorer.checkbox('PRODES anual').click();
  await expect.poll(redness).toBeGreaterThan(20);
  await explorer.checkbox('Desmatamento').click();
  await expect.poll(redness).toBeLessThan(10);
});

test('a background lies below the street map', async ({ explorer, api, mapServices }) => {
  const [limits] = GROUPS;
  await api.layerGroupsAnswer({ body: [{ ...limits, layers: limits.layers.map((layer) => ({ ...layer, is_visible: true, style: 'background' })) }] });
  await explorer.open();
  await expect.poll(() => mapServices.wmsRequests('limites:municipios').length).toBeGreaterThan(0);
  await explorer.seesInLayers('Fica sob o mapa de ruas.');
  await expect.poll(async () => (await explorer.colourOfCenter()).join()).toBe('226,232,222');
});

test('the street map and the visible layers are named as sources', async ({ explorer, api }) => {
  await api.layerGroupsAnswer({ body: GROUPS.map((group) => ({ ...group, layers: group.layers.map((layer) => ({ ...layer, attribution: `© ${layer.name}` })) })) });
  await explorer.open();
  const card = explorer.panel('Visualize os resultados');
  await expect(card.getByText('© PRODES anual')).toBeVisible();
  await expect(card.getByText('© Municípios')).toHaveCount(0);
  await explorer.checkbox('Municípios').click();
  await expect(card.getByText('© Municípios')).toBeVisible();
});

test('a visitor who shares a location is shown there', async ({ explorer }) => {
  await explorer.standsAt({ latitude: -22.9, longitude: -47.06 });
  await explorer.open();
  await explorer.button('Ir para a minha localização').click();
  await explorer.restsAt({ latitude: -22.9, longitude: -47.06 });
});

test('a location that is not shared is reported', async ({ explorer }) => {
  await explorer.standsAt('not told');
  await explorer.open();
  await explorer.button('Ir para a minha localização').click();
  await expect(explorer.message.filter({ hasText: 'A sua localização não pôde ser obtida.' })).toBeVisible();
  await explorer.restsAt({ zoom: 4.5 });
});

test('the map fills the screen and returns to its place', async ({ explorer }) => {
  await explorer.open();
  await explorer.button('Tela cheia').click();
  await expect(explorer.button('Sair da tela cheia')).toBeVisible();
  expect(await explorer.isFullScreen()).toBe(true);
  await explorer.button('Sair da tela cheia').click();
  await expect(explorer.button('Tela cheia')).toBeVisible();
  expect(await explorer.isFullScreen()).toBe(false);
});
