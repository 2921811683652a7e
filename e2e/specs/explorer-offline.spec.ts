import type { Page } from '@playwright/test';
import { GROUPS } from '../drivers/layer-groups.ts';
import { kmlOf, shapefileOf, square } from '../drivers/shapefile.ts';
import { expect, test } from '../drivers/test.ts';

/** Colours that differ by more than the compression of tiles. */
function differ(one: readonly number[], other: readonly number[]): boolean {
  return one.some((channel, index) => Math.abs(channel - (other[index] ?? 0)) > 12);
}

test('without a network the map shows land, countries and our own layers; the others show a warning, and the console has no errors', async ({ explorer, mapServices, watch }) => {
  watch.expects(/Failed to load resource|request to https/);
  await mapServices.networkIsCut();
  const sea = async () => {
    await explorer.open('?mapa=-15,-30,8');
    await expect(explorer.panel('Visualize os resultados').getByText('O mapa de ruas está fora de alcance.')).toBeVisible();
    return explorer.colourOfCenter();
  };
  const water = await sea();
  // Land with nothing on it, in the middle of Mato Grosso.
  await explorer.open('?mapa=-14,-54,9');
  await expect.poll(async () => differ(await explorer.colourOfCenter(), water)).toBe(true);
  const land = await explorer.colourOfCenter();
  // A sample property.
  await explorer.open('?mapa=-17.935,-51.11,14');
  await expect.poll(async () => differ(await explorer.colourOfCenter(), land)).toBe(true);
  for (const layer of ['PRODES Brasil', 'Biomas', 'Terras indígenas']) await explorer.checkbox(layer).click();
  await expect(explorer.layersPanel.getByText('O serviço desta camada não responde.')).toHaveCount(3);
  for (const name of ['Aproximar', 'Afastar', 'Afastar']) await explorer.button(name).click();
  for (const layer of ['Terras emersas', 'Países', 'Imóveis rurais (exemplo)']) expect(await explorer.isFailing(layer)).toBe(false);
  expect(mapServices.requests()).toBeLessThan(120);
  expect(watch.count(/^console/)).toBeLessThan(120);
});

/** What waits at least this long, in milliseconds, waits for longer than the test takes. */
async function pausesDoNotEnd(page: Page, from: number): Promise<void> {
  await page.addInitScript((shortest) => {
    const wait = globalThis.setTimeout;
    Object.assign(globalThis, { setTimeout: (work: () => void, milliseconds = 0) => wait(work, milliseconds >= shortest ? 2_000_000_000 : milliseconds) });
  }, from);
}

test('a list of layers that did not arrive is requested again when the network is back', async ({ explorer, api, page, watch }) => {
  watch.expects(/Failed to load resource/);
  await pausesDoNotEnd(page, 1000);
  await api.layerGroupsAnswer({ status: 502, body: {} }, { body: GROUPS });
  await explorer.open();
  await expect.poll(() => api.asked('GET', /layer_groups/).length).toBe(1);
  await explorer.seesInLayers('Carregando camadas...');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await explorer.seesInLayers('PRODES anual');
});

test('when the network is back the map asks again at once, and until then nobody claims that nothing is there', async ({ explorer, page, siteFiles, watch }) => {
  watch.expects(/Failed to load resource/);
  await pausesDoNotEnd(page, 10_000);
  await explorer.open('?mapa=-14,-54,9');
  const failing = explorer.layersPanel.getByText('O serviço desta camada não responde.');
  await explorer.restsAt({ latitude: -14, longitude: -54 });
  await siteFiles.networkIsGone();
  await explorer.searchCar('primavera');
  await explorer.pickCar('CAR - Fazenda Primavera');
  await expect(failing.first()).toBeVisible();
  await explorer.restsAt({ latitude: -17.93, longitude: -51.12 });
  await explorer.map.press('Enter');
  await expect(explorer.found.getByRole('heading', { level: 3 })).toHaveText('Nenhuma feição encontrada, mas faltam respostas');
  await siteFiles.networkIsBack();
  // The browser may say so a moment before it is true.
  const failingAfter = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    return failing.count();
  };
  await expect.poll(failingAfter).toBe(0);
});

const UTM = 'PROJCS["SIRGAS_2000_UTM_Zone_22S",GEOGCS["GCS_SIRGAS_2000",DATUM["D_SIRGAS_2000",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",-51.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
const KML = { name: 'talhao.kml', content: kmlOf('Talhão 7', square(-50, -10, 1)) };
const SHAPEFILE = [{ name: 'fazenda.shp', content: shapefileOf([square(490_000, 8_884_587.8, 20_000)]) }, { name: 'fazenda.prj', content: UTM }] as const;

for (const [kind, files, seen] of [
  ['a KML', [KML], [/desenhado: 1 feição/]],
  ['a shapefile in UTM', SHAPEFILE, [/desenhado: 1 feição; coordenadas em SIRGAS 2000/, /lido junto/]],
] as const) {
  test(`${kind} is read without a network, once the explorer is open`, async ({ explorer, api, siteFiles, watch }) => {
    watch.expects(/Failed to load resource/);
    await api.layerGroupsAnswer({ body: [] });
    await explorer.open();
    await explorer.isReadyToRead();
    await siteFiles.networkIsGone();
    await explorer.choose(...files);
    await explorer.seesFiles(...seen);
    await expect(explorer.alerts).toHaveCount(0);
  });
}

test('the code that reads files cannot be loaded: the message names the connection, not the file or the browser', async ({ explorer, api, watch }) => {
  watch.expects(/Failed to load resource|could not be|out of order/);
  await api.layerGroupsAnswer({ body: [] });
  await test.step('the worker itself', async () => {
    const restore = await explorer.workerFileIsLost();
    await explorer.open();
    await explorer.choose(KML);
    await explorer.seesFiles(/não lido: o programa que lê arquivos não pôde ser carregado\. Pode não haver conexão/);
    await expect(explorer.alerts).toContainText('Verifique a conexão e escolha-os de novo');
    expect(watch.seen(/console: The worker that reads files is out of order/)).toBe(true);
    await restore();
  });
  await test.step('the part for other reference systems', async () => {
    const restore = await explorer.projectionsAreLost();
    await explorer.open();
    await explorer.choose(...SHAPEFILE, KML);
    await explorer.seesFiles(/não lido: o programa/, /lido junto/, /desenhado/);
    await restore();
    await explorer.choose(...SHAPEFILE);
    await explorer.seesFiles(/desenhado/, /lido junto/);
  });
});
