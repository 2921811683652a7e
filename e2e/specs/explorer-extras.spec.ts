import { GROUPS } from '../drivers/layer-groups.ts';
import { expect, test } from '../drivers/test.ts';

test.beforeEach(async ({ api }) => {
  await api.layerGroupsAnswer({ body: GROUPS });
});

test('one layer and its map: the legend that its service draws, opacity, being switched off, the full screen, and the location of a visitor', async ({ explorer, mapServices }) => {
  const redness = async () => {
    const [red = 0, green = 0] = await explorer.colourOfCenter();
    return red - green;
  };
  await explorer.standsAt('not told');
  await explorer.open();
  await expect.poll(() => mapServices.wmsRequests('desmatamento:prodes').length).toBeGreaterThan(0);
  await expect.poll(redness).toBeGreaterThan(20);
  await test.step('switched off, by itself or with its group, it disappears from the map', async () => {
    await explorer.checkbox('PRODES anual').click();
    await expect.poll(redness).toBeLessThan(10);
    await explorer.checkbox('PRODES anual').click();
    await expect.poll(redness).toBeGreaterThan(20);
    await explorer.checkbox('Desmatamento').click();
    await expect.poll(redness).toBeLessThan(10);
    await explorer.checkbox('PRODES anual').click();
    await expect.poll(redness).toBeGreaterThan(20);
  });
  await test.step('the legend is the one that its service draws', async () => {
    await explorer.button('Opacidade e legenda: PRODES anual').click();
    await expect(explorer.legend('PRODES anual')).toBeVisible();
    await explorer.seesInLayers('Legenda');
    const address = new URL((await explorer.legend('PRODES anual').getAttribute('src')) ?? '');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ REQUEST: 'GetLegendGraphic', LAYER: 'desmatamento:prodes' });
  });
  await test.step('opacity changes the picture', async () => {
    await explorer.layersPanel.getByRole('slider', { name: 'Opacidade' }).fill('0');
    await expect.poll(redness).toBeLessThan(10);
  });
  await test.step('the map fills the screen and returns to its place', async () => {
    await explorer.button('Tela cheia').click();
    await expect(explorer.button('Sair da tela cheia')).toBeVisible();
    expect(await explorer.isFullScreen()).toBe(true);
    await explorer.button('Sair da tela cheia').click();
    await expect(explorer.button('Tela cheia')).toBeVisible();
    expect(await explorer.isFullScreen()).toBe(false);
  });
  await test.step('a location that is not shared is reported, and one that is shared is shown', async () => {
    await explorer.button('Ir para a minha localização').click();
    await expect(explorer.message.filter({ hasText: 'A sua localização não pôde ser obtida.' })).toBeVisible();
    await explorer.restsAt({ zoom: 4.5 });
    await explorer.standsAt({ latitude: -22.9, longitude: -47.06 });
    await explorer.button('Ir para a minha localização').click();
    await explorer.restsAt({ latitude: -22.9, longitude: -47.06 });
  });
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
