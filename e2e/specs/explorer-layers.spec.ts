import type { ExplorerDriver } from '../drivers/explorer.ts';
import { GROUPS } from '../drivers/layer-groups.ts';
import type { SiteDriver } from '../drivers/site.ts';
import { expect, test } from '../drivers/test.ts';

test('if the list fails, the panel stays in the loading state and requests it until it arrives', async ({ explorer, api, watch }) => {
  watch.expects(/Failed to load resource/);
  await api.layerGroupsAnswer('no connection', { status: 500, body: {} }, { body: GROUPS });
  await explorer.open();
  await explorer.seesInLayers('Carregando camadas...');
  await expect(explorer.checkbox('Limites')).toBeVisible();
  expect(api.asked('GET', /layer_groups$/).length).toBeGreaterThanOrEqual(3);
});

test('groups and layers: their order, their initial state, and how they are switched', async ({ explorer, api, mapServices }) => {
  await api.layerGroupsAnswer({ body: GROUPS });
  await explorer.open();
  await test.step('the call carries a JSON content type', async () => {
    await expect(explorer.checkbox('Limites')).toBeVisible();
    expect(api.asked('GET', /layer_groups$/)[0]?.contentType).toBe('application/json');
  });
  await test.step('they are ordered by position, every group expanded', async () => {
    await expect(explorer.checkbox('Limites')).toBeVisible();
    expect(await explorer.checkboxNames()).toEqual(['Desmatamento', 'PRODES anual', 'Alertas', 'Limites', 'Municípios']);
    await explorer.button('Mostrar as camadas do grupo Desmatamento').click();
    await expect(explorer.checkbox('Alertas')).toBeHidden();
    await expect(explorer.checkbox('Municípios')).toBeVisible();
    await explorer.button('Mostrar as camadas do grupo Desmatamento').click();
    await expect(explorer.checkbox('Alertas')).toBeVisible();
  });
  await test.step('they begin as the catalogue says, show their colour, and are requested from the WMS when shown', async () => {
    await expect(explorer.checkbox('Desmatamento')).toBeChecked();
    await expect(explorer.checkbox('PRODES anual')).toBeChecked();
    await expect(explorer.checkbox('Alertas')).not.toBeChecked();
    expect(await explorer.colourOf('PRODES anual')).toBe('rgb(215, 48, 31)');
    expect(await explorer.isActive('PRODES anual')).toBe(true);
    expect(await explorer.isActive('Alertas')).toBe(false);
    await expect.poll(() => mapServices.wmsRequests('desmatamento:prodes').length).toBeGreaterThan(0);
    const [request] = mapServices.wmsRequests('desmatamento:prodes');
    expect(Object.fromEntries(request)).toMatchObject({ SERVICE: 'WMS', REQUEST: 'GetMap', TILED: 'true', CRS: 'EPSG:3857', WIDTH: '256', HEIGHT: '256' });
    expect(mapServices.wmsRequests('desmatamento:alertas')).toEqual([]);
    await explorer.checkbox('Alertas').click();
    await expect.poll(() => mapServices.wmsRequests('desmatamento:alertas').length).toBeGreaterThan(0);
    expect(await explorer.isActive('Alertas')).toBe(true);
  });
  await test.step('a group is switched with all its layers', async () => {
    await explorer.checkbox('Desmatamento').click();
    for (const name of ['Desmatamento', 'PRODES anual', 'Alertas']) await expect(explorer.checkbox(name)).not.toBeChecked();
    await explorer.checkbox('Desmatamento').click();
    for (const name of ['Desmatamento', 'PRODES anual', 'Alertas']) await expect(explorer.checkbox(name)).toBeChecked();
    await explorer.checkbox('Alertas').click();
    await expect(explorer.checkbox('Desmatamento')).toBeChecked();
    await expect(explorer.checkbox('PRODES anual')).toBeChecked();
  });
});

const WAYS: Record<string, (given: { explorer: ExplorerDriver; site: SiteDriver }) => Promise<void>> = {
  'the cross': ({ explorer }) => explorer.button('Fechar janela').click(),
  'the button': ({ explorer }) => explorer.button('Fechar').click(),
  Escape: ({ site }) => site.press('Escape'),
  'a click beside it': ({ explorer }) => explorer.clickBesideModal(),
};

test('the information about a layer: its content, how it closes, and where it is placed', async ({ explorer, site, api }) => {
  const [limits, cleared] = GROUPS;
  const [alerts, ...others] = cleared.layers;
  await api.layerGroupsAnswer({ body: [limits, { ...cleared, layers: [{ ...alerts, description: 'Muito texto.\n'.repeat(200) }, ...others] }] });
  await explorer.open();
  await test.step('its texts and a row for each task', async () => {
    await explorer.describe('PRODES anual');
    await expect(explorer.modal).toHaveAccessibleName('PRODES anual');
    for (const text of ['Descrição:', 'Supressão anual da vegetação nativa.', 'Fontes:', 'INPE', 'Detalhes da Data do Dado:']) await expect(explorer.modal.getByText(text, { exact: true })).toBeVisible();
    expect(await explorer.modal.getByRole('columnheader').allInnerTexts()).toEqual(['Data do Dado', 'Data de Download', 'Detalhes']);
    // Unconverted without a zone; with one, in the visitor's own, which is UTC here.
    expect(await explorer.modal.getByRole('cell').allInnerTexts()).toEqual(['31/07/2024 14:05:09', '06/11/2024 23:59:58', 'Consolidado de 2024', '31/07/2023 00:00:00', '', 'Consolidado de 2023']);
    await explorer.button('Fechar').click();
  });
  await test.step('it closes in four ways, and the focus returns', async () => {
    for (const [way, close] of Object.entries(WAYS)) {
      await test.step(way, async () => {
        await explorer.describe('Municípios');
        await expect(explorer.modal).toBeVisible();
        await close({ explorer, site });
        await expect(explorer.modal).toHaveCount(0);
        await expect(explorer.button('Informações: Municípios')).toBeFocused();
      });
    }
  });
  await test.step('long information scrolls within the window', async () => {
    await explorer.describe('Alertas');
    await expect(explorer.button('Fechar')).toBeInViewport();
    await expect(explorer.button('Fechar janela')).toBeInViewport();
    expect(await explorer.modalScrolls()).toBe(true);
    await explorer.button('Fechar').click();
  });
  await test.step('it stays in view when the window becomes narrow', async () => {
    await explorer.describe('Municípios');
    await site.isSized(360, 740);
    await expect(explorer.button('Fechar')).toBeInViewport();
    await explorer.button('Fechar').click();
    await expect(explorer.modal).toHaveCount(0);
  });
});

test('on a phone all information about a layer is in sight, without scrolling sideways, and ordinary words are not broken', async ({ explorer, api, site }) => {
  const [group] = GROUPS;
  const [layer] = group.layers;
  const details = 'Lida diretamente do serviço WMS (INPE); nada é copiado. Funcionamento relatado por https://exemplo.org/um-endereco-muito-longo-que-nao-se-quebra/28092026';
  const task = { provider_date: '2024-07-31T14:05:09', source_date: '2024-11-06T23:59:58Z' };
  const other = { ...layer, uuid: 'layer-9', name: 'Distritos', layer_tasks: [{ ...task, details }] };
  await api.layerGroupsAnswer({ body: [{ ...group, layers: [{ ...layer, layer_tasks: [{ ...task, details: 'Consolidado de 2024' }] }, other] }] });
  await site.isSized(360, 740);
  await explorer.open();
  await explorer.showsColumn('Camadas');
  await explorer.describe('Municípios');
  expect(await explorer.modalLinesOf('Consolidado')).toBe(1);
  await explorer.button('Fechar').click();
  await explorer.describe('Distritos');
  await expect(explorer.modal).toBeVisible();
  expect(await explorer.modalHides()).toBe(0);
});

test('a layer whose service is down says so, no more tiles are tried than a view has, and the warning disappears when it answers', async ({ explorer, api, mapServices, watch }) => {
  watch.expects(/Failed to load resource/);
  await mapServices.wmsFails();
  await api.layerGroupsAnswer({ body: GROUPS });
  await explorer.open();
  await explorer.seesInLayers('O serviço desta camada não responde.');
  // A view of this size has five by five of them.
  expect(mapServices.wmsRequests('desmatamento:prodes').length).toBeLessThanOrEqual(25);
  const region = await explorer.layersPanel.getByText('O serviço desta camada não responde.').first().elementHandle();
  await mapServices.wmsRecovers();
  await expect(explorer.layersPanel.getByText('O serviço desta camada não responde.')).toHaveCount(0, { timeout: 30_000 });
  // Many screen readers announce only what changes in a region that was there before.
  expect(await region.evaluate(({ isConnected, textContent }) => [isConnected, textContent])).toEqual([true, '']);
});

test('where tiles of a layer do not arrive, those of a near zoom replace them, and none of a distant one', async ({ explorer, api, mapServices, site, watch }) => {
  watch.expects(/Failed to load resource/);
  await site.wantsLittleMotion();
  await api.layerGroupsAnswer({ body: GROUPS });
  // Red of the layer over the street map, and the street map alone.
  const isLayer = ([red = 0, green = 0]: number[]) => red - green > 30;
  const isBare = ([red = 0, green = 0]: number[]) => Math.abs(red - green) < 15;
  await explorer.open('?mapa=-15.5,-49.5,5');
  await expect.poll(async () => isLayer(await explorer.colourOfCenter())).toBe(true);
  await mapServices.wmsFails();
  await explorer.searchCar('primavera');
  await explorer.pickCar('CAR - Fazenda Primavera');
  await explorer.restsAt({ latitude: -17.93, longitude: -51.12 });
  await expect.poll(() => explorer.isFailing('PRODES anual')).toBe(true);
  // Before the layer is requested again, which discards its tiles.
  await expect.poll(async () => isBare(await explorer.colourOfCenter()), { timeout: 5000 }).toBe(true);
  await mapServices.wmsRecovers();
  await explorer.open('?mapa=-15.5,-49.5,5');
  await expect.poll(async () => isLayer(await explorer.colourOfCenter())).toBe(true);
  await mapServices.wmsFails();
  await explorer.button('Aproximar').click();
  await explorer.restsAt({ zoom: 6 });
  await expect.poll(() => explorer.isFailing('PRODES anual')).toBe(true);
  expect(isLayer(await explorer.colourOfCenter())).toBe(true);
});

test('opacity is set by a slider and kept in the address, which shows the same to others', async ({ explorer, site, api }) => {
  await api.layerGroupsAnswer({ body: GROUPS });
  await explorer.open();
  await explorer.checkbox('Municípios').click();
  await explorer.button('Opacidade e legenda: PRODES anual').click();
  await explorer.layersPanel.getByRole('slider', { name: 'Opacidade: PRODES anual' }).fill('40');
  // The slider says it; a status with the same words would say it again.
  await expect(explorer.layersPanel.getByText('40%')).toBeVisible();
  await expect(explorer.layersPanel.getByRole('status').filter({ hasText: '40%' })).toHaveCount(0);
  await expect.poll(() => decodeURIComponent(site.address())).toContain('camadas=layer-1~40,layer-3');
  await explorer.open('?mapa=-15.5,-47.75,9&camadas=layer-2');
  await expect(explorer.checkbox('Alertas')).toBeChecked();
  await expect(explorer.checkbox('PRODES anual')).not.toBeChecked();
  await explorer.restsAt({ latitude: -15.5, longitude: -47.75, zoom: 9 });
});

test('our own service is asked for large pictures, so that a slow connection has few requests to wait for', async ({ explorer, page }) => {
  const asked: URL[] = [];
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (address.searchParams.get('LAYERS') === 'terras-emersas') asked.push(address);
  });
  await explorer.open();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  expect([...new Set(asked.map(({ searchParams }) => `${searchParams.get('WIDTH') ?? ''} × ${searchParams.get('HEIGHT') ?? ''}`))]).toEqual(['512 × 512']);
  // For some 600 × 700 pixels of map.
  expect(asked.length).toBeLessThanOrEqual(12);
});
