import { GROUPS } from '../drivers/layer-groups.ts';
import { kmlOf, square } from '../drivers/shapefile.ts';
import { expect, test } from '../drivers/test.ts';

const PRODES = { body: { features: [{ label: 'Polígono 12', attributes: [{ name: 'ano', value: '2023' }, { name: 'área', value: '12,5 ha' }] }] } };

test('a click queries the visible layers, by uuid and place, and shows their attributes below those of uploaded areas; a layer that cannot answer is named', async ({ explorer, api, watch }) => {
  watch.expects(/status of 502/);
  await api.layerGroupsAnswer({ body: GROUPS });
  await api.layerFeaturesAnswer({ 'layer-1': PRODES, 'layer-3': { status: 502, body: { code: 'layer-service-unavailable', detail: 'x' } } });
  await explorer.open();
  await explorer.choose({ name: 'talhao.kml', content: kmlOf('Talhão 7', square(-50, -10, 1)) });
  await explorer.restsAt({ latitude: -9.5, longitude: -49.5 });
  await explorer.map.click();
  await expect(explorer.found.getByRole('heading', { level: 3 })).toHaveText('2 feições neste ponto');
  expect(await explorer.found.getByRole('heading', { level: 4 }).allInnerTexts()).toEqual(['Talhão 7', 'Polígono 12']);
  for (const text of ['PRODES anual', 'ano', '2023', '12,5 ha']) await expect(explorer.found.getByText(text, { exact: true })).toBeVisible();
  const asked = api.asked('GET', /\/features$/);
  expect(asked.map(({ path }) => path)).toEqual(['/api/v1/layers/layer-1/features']);
  await explorer.checkbox('Municípios').click();
  await explorer.map.press('Enter');
  await expect(explorer.found).toContainText('Sem resposta: Municípios. Tente mais tarde.');
  await expect(explorer.found).toContainText('2 feições neste ponto');
});

test('more features and attributes than are listed are told, of a layer and of the visitor’s own areas, and how to see them', async ({ explorer, api }) => {
  await api.layerGroupsAnswer({ body: GROUPS });
  await api.layerFeaturesAnswer({ 'layer-1': { body: { features: PRODES.body.features.map((feature) => ({ ...feature, more_attributes: 400 })), has_more: true } } });
  await explorer.open();
  await explorer.choose({ name: 'talhoes.kml', content: kmlOf('Talhão', square(-50, -10, 1)).replace(/<Placemark>.*<\/Placemark>/, (placemark) => placemark.repeat(25)) });
  await explorer.restsAt({ latitude: -9.5, longitude: -49.5 });
  await explorer.map.click();
  await expect(explorer.found.getByRole('heading', { level: 3 })).toHaveText('Mais de 21 feições neste ponto');
  await expect(explorer.found).toContainText('Há mais feições das suas áreas neste ponto: só as 20 primeiras estão na lista. Aproxime o mapa e consulte o ponto de novo; todas estão nos seus arquivos.');
  await expect(explorer.found).toContainText('Há mais feições de PRODES anual neste ponto: só a primeira está na lista. Aproxime o mapa e consulte o ponto de novo, ou abra a camada em um programa como o QGIS, pelo serviço WMS https://');
  await expect(explorer.found).toContainText('Só os 2 primeiros atributos estão na lista: faltam 400.');
});

test('our own layers answer what lies at a place', async ({ explorer }) => {
  await explorer.open();
  await explorer.searchCar('primavera');
  await explorer.pickCar('CAR - Fazenda Primavera');
  await explorer.restsAt({ latitude: -17.93, longitude: -51.12 });
  await explorer.map.press('Enter');
  const names = explorer.found.getByRole('heading', { level: 4 });
  // The page's own property is listed at once, layers when they have answered.
  await expect(names.last()).toHaveText('Brasil');
  expect(await names.allInnerTexts()).toContain('CAR - Fazenda Primavera');
});

test('the found features are shown only as long as the map is the one that was queried', async ({ explorer, api, site }) => {
  await site.wantsLittleMotion();
  await api.layerGroupsAnswer({ body: GROUPS });
  await api.layerFeaturesAnswer({ 'layer-1': PRODES });
  await explorer.open();
  const ask = async () => {
    await explorer.map.press('Enter');
    await expect(explorer.found.getByRole('heading', { level: 4 })).toHaveText(['Talhão 7', 'Polígono 12']);
  };
  await explorer.choose({ name: 'talhao.kml', content: kmlOf('Talhão 7', square(-50, -10, 1)) });
  await explorer.restsAt({ latitude: -9.5, longitude: -49.5 });
  await test.step('a layer with nothing at the place is shown and hidden: they stay', async () => {
    await explorer.checkbox('Municípios').click();
    await ask();
    await explorer.checkbox('Municípios').click();
    await explorer.checkbox('Alertas').click();
    await expect(explorer.checkbox('Alertas')).toBeChecked();
    await expect(explorer.found).toContainText('2 feições neste ponto');
  });
  await test.step('one of their layers is hidden', async () => {
    await explorer.checkbox('PRODES anual').click();
    await expect(explorer.found).toHaveCount(0);
    await explorer.checkbox('PRODES anual').click();
    await expect(explorer.checkbox('PRODES anual')).toBeChecked();
    await expect(explorer.found).toHaveCount(0);
  });
  await test.step('another property is chosen', async () => {
    await ask();
    await explorer.searchCar('primavera');
    await explorer.pickCar('CAR - Fazenda Primavera');
    await expect(explorer.found).toHaveCount(0);
    await explorer.button('Ir para as áreas enviadas').click();
    await explorer.restsAt({ latitude: -9.5, longitude: -49.5 });
  });
  await test.step('the areas are replaced by others', async () => {
    await ask();
    await explorer.choose({ name: 'outro.kml', content: kmlOf('Talhão 8', square(-55, -12, 1)) });
    await explorer.seesFiles(/desenhado/);
    await expect(explorer.found).toHaveCount(0);
  });
});

test('below its minimum zoom a layer is not requested, and says so; at that zoom it is', async ({ explorer, api, mapServices }) => {
  const [limits] = GROUPS;
  await api.layerGroupsAnswer({ body: [{ ...limits, layers: limits.layers.map((layer) => ({ ...layer, minimum_zoom: 10, is_visible: true })) }] });
  await explorer.open('?mapa=-15.5,-47.75,9.5');
  await explorer.seesInLayers('Aproxime o mapa: aparece a partir do zoom 10.');
  await expect.poll(() => mapServices.streetTiles().length).toBeGreaterThan(0);
  await explorer.map.press('Enter');
  await expect(explorer.found).toContainText('Nenhuma feição');
  expect(mapServices.wmsRequests('limites:municipios')).toEqual([]);
  expect(api.asked('GET', /\/features$/)).toEqual([]);
  await explorer.open('?mapa=-15.5,-47.75,10');
  await expect.poll(() => mapServices.wmsRequests('limites:municipios').length).toBeGreaterThan(0);
  await expect(explorer.layersPanel.getByText(/Aproxime o mapa/)).toHaveCount(0);
});
