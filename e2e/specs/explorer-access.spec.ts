import type { ExplorerDriver } from '../drivers/explorer.ts';
import { GROUPS } from '../drivers/layer-groups.ts';
import type { MapServices } from '../drivers/map-services.ts';
import { kmlOf, square } from '../drivers/shapefile.ts';
import type { SiteDriver } from '../drivers/site.ts';
import type { StubbedApi } from '../drivers/stubbed-api.ts';
import { expect, test } from '../drivers/test.ts';

interface Given {
  readonly explorer: ExplorerDriver;
  readonly site: SiteDriver;
  readonly api: StubbedApi;
  readonly mapServices: MapServices;
}

const PARCEL = { name: 'talhao.kml', content: kmlOf('Talhão 7', square(-50, -10, 1)) };

type Reach = (given: Given) => Promise<unknown>;

/** States of one page, each of which is reached from the one before. */
const ONE_AFTER_THE_OTHER: Record<string, Reach> = {
  'no match of the CAR search': async ({ explorer }) => {
    await explorer.open();
    await explorer.searchCar('xyz');
  },
  'matches of the CAR search': async ({ explorer, site }) => {
    await explorer.searchCar('car');
    await site.press('ArrowDown');
    await expect(explorer.carList).toBeVisible();
  },
  'nothing under a place': async ({ explorer, site }) => {
    await site.press('Escape');
    await explorer.map.press('Enter');
    await expect(explorer.found).toContainText('Nenhuma feição neste ponto');
  },
  'features under a place': async ({ explorer }) => {
    await explorer.choose(PARCEL);
    await explorer.restsAt({ latitude: -9.5 });
    await explorer.map.press('Enter');
    await expect(explorer.found).toContainText('Talhão 7');
  },
  'files in every state': async ({ explorer }) => {
    await explorer.choose(PARCEL, { name: 'broken.kml', content: '<kml' }, { name: 'notes.txt', content: 'x' });
    await explorer.seesFiles(/desenhado: \d/, /não desenhado/, /notes/);
  },
  'areas of a file that is not listed any more': async ({ explorer }) => {
    await explorer.choose({ ...PARCEL, name: 'um-nome-de-arquivo-que-nao-cabe-em-lugar-nenhum-da-coluna-estreita.kml' });
    await explorer.seesFiles(/desenhado/);
    await explorer.choose({ name: 'notes.txt', content: 'x' });
    await expect(explorer.button('Retirar do mapa')).toBeVisible();
  },
  'areas that a reload has dropped': async ({ explorer, site }) => {
    await site.reload();
    await explorer.saysOfLostAreas(/não estão mais no mapa/);
  },
  'layers, their options and a folded group': async ({ explorer }) => {
    // Beside another name, a title is read after it as a description, with the same words.
    for (const name of ['Aproximar', 'Opacidade e legenda: PRODES anual', 'Informações: PRODES anual']) await expect(explorer.button(name)).not.toHaveAttribute('aria-label');
    await explorer.button('Opacidade e legenda: PRODES anual').click();
    await explorer.button('Mostrar as camadas do grupo Limites').click();
  },
  'information of a layer': async ({ explorer }) => {
    await explorer.describe('PRODES anual');
    await expect(explorer.modal).toBeVisible();
  },
};

/** States that need a page of their own, with the specs' list of layers unless the state has its own. */
const STATES: Record<string, Reach> = {
  'no layers, and a place that is not told': async ({ explorer, api }) => {
    await api.layerGroupsAnswer({ body: [] });
    await explorer.standsAt('not told');
    await explorer.open();
    await explorer.seesInLayers('Nenhuma camada encontrada!');
    await explorer.button('Ir para a minha localização').click();
    await expect(explorer.message.filter({ hasText: 'A sua localização não pôde ser obtida.' })).toBeVisible();
  },
  'features of layers under a place, and one that does not answer for now': async ({ explorer, api }) => {
    await api.layerFeaturesAnswer({
      'layer-1': { body: { features: [{ label: null, attributes: [{ name: 'um-nome-de-atributo-que-nao-cabe-em-lugar-nenhum', value: 'um valor longo '.repeat(30) }, { name: 'vazio', value: '' }] }] } },
      'layer-3': { status: 503, headers: { 'retry-after': '5' }, body: {} },
    });
    await explorer.open();
    await explorer.checkbox('Municípios').click();
    await explorer.map.press('Enter');
    await expect(explorer.found).toContainText('Sem resposta: Municípios. O servidor não consegue responder agora: tente de novo em 5 segundos.');
  },
  'a layer below its smallest zoom, and one below the street map': async ({ explorer, api }) => {
    await api.layerGroupsAnswer({ body: GROUPS.map((group) => ({ ...group, layers: group.layers.map((layer, index) => ({ ...layer, is_visible: true, ...(index === 0 ? { minimum_zoom: 10 } : { style: 'background' }) })) })) });
    await explorer.open();
    await explorer.seesInLayers('Fica sob o mapa de ruas.');
  },
  'services out of reach': async ({ explorer, mapServices }) => {
    await mapServices.streetMapFails();
    await mapServices.wmsFails();
    await explorer.open();
    await explorer.seesInLayers('O serviço desta camada não responde.');
  },
};

/** Set it to a folder to save a picture of every state at three widths. */
const pictures = process.env['E2E_PICTURES'];

/** @param isFirst of a page; in later states axe has seen the same column at 320 px, or sees another one. Each column at 360 px has a test of its own. */
async function looksWell(site: SiteDriver, state: string, isFirst = true): Promise<void> {
  expect(await site.accessibilityFaults()).toEqual([]);
  expect(await site.liesBeyondThePage()).toEqual([]);
  if (pictures !== undefined) {
    for (const width of [1440, 1024, 360]) {
      await site.isSized(width);
      await site.screenshot(`${pictures}/explorer-${state.replace(/\W+/g, '-')}-${String(width)}.png`);
    }
  }
  if (!isFirst) return;
  await site.isSized(320, 256);
  expect(await site.accessibilityFaults()).toEqual([]);
}

test('explorer, what a visitor does on one page: axe finds nothing, and nothing overflows the page at any width, in any font', async ({ explorer, site, api, mapServices, watch }) => {
  watch.expects(/Failed to load resource/);
  await api.layerGroupsAnswer({ body: GROUPS });
  for (const [place, [state, reach]] of Object.entries(ONE_AFTER_THE_OTHER).entries()) {
    await test.step(state, async () => {
      await site.isSized(1280);
      await reach({ explorer, site, api, mapServices });
      await looksWell(site, state, place === 0);
    });
  }
});

for (const [state, reach] of Object.entries(STATES)) {
  test(`explorer, ${state}: axe finds nothing, and nothing overflows the page at any width, in any font`, async ({ explorer, site, api, mapServices, watch }) => {
    watch.expects(/Failed to load resource/);
    await api.layerGroupsAnswer({ body: GROUPS });
    await reach({ explorer, site, api, mapServices });
    await looksWell(site, state);
  });
}

test('magnified four times: no words on the map cover its buttons or each other, and the found features are shown whole', async ({ explorer, site, api, mapServices, watch }) => {
  watch.expects(/Failed to load resource/);
  await api.layerGroupsAnswer({ body: GROUPS });
  await api.layerFeaturesAnswer({ 'layer-1': { body: { features: [{ label: 'Polígono 12', attributes: [{ name: 'ano', value: '2023' }] }] } } });
  await mapServices.streetMapFails();
  for (const height of [256, 156]) {
    await site.isSized(320, height);
    await explorer.open();
    await explorer.choose({ name: 'talhao.kml', content: kmlOf('Talhão 7', square(-50, -10, 1)) });
    await expect(explorer.map).toBeVisible();
    const panel = explorer.panel('Visualize os resultados');
    const sign = panel.getByText('O mapa de ruas está fora de alcance.');
    await expect(sign).toBeVisible();
    const parts = [sign, panel.getByText(/OpenStreetMap/).last(), ...['Aproximar', 'Afastar', 'Ir para as áreas enviadas', 'Tela cheia'].map((name) => explorer.button(name))];
    const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }));
    const covering = boxes.flatMap((one, index) => boxes.slice(index + 1).filter((other) => one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height).map((other) => [one, other]));
    expect(covering).toEqual([]);
    await explorer.map.press('Enter');
    await expect(explorer.found).toContainText('Polígono 12');
    const [map, found] = await Promise.all([explorer.map.boundingBox(), explorer.found.boundingBox()]);
    expect(found?.y ?? 0).toBeGreaterThanOrEqual(map?.y ?? Infinity);
    await test.step('the map is not higher than the window: a finger on it moves the map and not the page', () => {
      expect(map?.height).toBeLessThan(height);
    });
  }
});

test('on a phone the scale has its place beside the attribution, also where its line is longest', async ({ explorer, site, api }) => {
  await api.layerGroupsAnswer({ body: GROUPS });
  await site.isSized(360, 740);
  // A line of 500 km is just shorter than 160 px at the first zoom, and than 140 px at the second.
  for (const zoom of [5.57, 5.39]) {
    await explorer.open(`?mapa=-15,-50,${String(zoom)}`);
    await explorer.showsColumn('Mapa');
    const scale = explorer.map.locator('.ol-scale-line');
    await expect(scale).toHaveText(/km/);
    const [line, words] = await Promise.all([scale.boundingBox(), explorer.panel('Visualize os resultados').getByText(/OpenStreetMap/).last().locator('..').boundingBox()]);
    if (line === null || words === null) throw new Error('The scale or the attribution has no box.');
    expect(line.x + line.width, `zoom ${String(zoom)}`).toBeLessThan(words.x);
  }
});

test('magnified twice: what was found leaves the place in sight that was asked', async ({ explorer, site, api }) => {
  await api.layerGroupsAnswer({ body: GROUPS });
  await api.layerFeaturesAnswer({ 'layer-1': { body: { features: [{ label: 'Polígono 12', attributes: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => ({ name: `campo ${String(number)}`, value: String(number) })) }] } } });
  for (const [width, height] of [[720, 450], [640, 320], [360, 740]] as const) {
    await site.isSized(width, height);
    await explorer.open();
    await explorer.showsColumn('Mapa');
    await explorer.map.press('Enter');
    await expect(explorer.found).toContainText('campo 8');
    const [map, found] = await Promise.all([explorer.map.boundingBox(), explorer.found.boundingBox()]);
    if (map === null || found === null) throw new Error('The map or what was found has no box.');
    const [x, y] = [map.x + map.width / 2, map.y + map.height / 2];
    expect(found.x < x && x < found.x + found.width && found.y < y && y < found.y + found.height, `${String(width)} × ${String(height)}`).toBe(false);
  }
});

test('magnified on a phone: nothing lies beside the page, and a list is whole instead of scrolling by itself', async ({ explorer, site, api }) => {
  await api.layerGroupsAnswer({ body: GROUPS });
  for (const [width, height] of [[320, 160], [180, 320]] as const) {
    await site.isSized(width, height);
    await explorer.open();
    for (const column of ['Região', 'Camadas', 'Mapa'] as const) {
      await explorer.showsColumn(column);
      expect(await explorer.button(column).evaluate(() => document.documentElement.scrollWidth - innerWidth), `${column}, ${String(width)}`).toBe(0);
    }
    await explorer.showsColumn('Camadas');
    await explorer.checkbox('Municípios').scrollIntoViewIfNeeded();
    expect(await explorer.checkbox('Municípios').evaluate((box) => {
      const panel = box.closest('section')?.getBoundingClientRect();
      return panel !== undefined && panel.height > innerHeight;
    })).toBe(true);
  }
});

test('on a narrow screen: the columns, and the windows above them', async ({ explorer, site, api }) => {
  await api.layerGroupsAnswer({ body: GROUPS });
  await api.layerFeaturesAnswer({ 'layer-1': { body: { features: [{ label: 'Polígono 12', attributes: [{ name: 'ano', value: '2023' }] }] } } });
  await site.isSized(360, 740);
  await explorer.open();
  await test.step('one column is shown at a time, and the map is usable', async () => {
    await expect(explorer.carField).toBeVisible();
    await expect(explorer.map).toBeHidden();
    await explorer.showsColumn('Camadas');
    await expect(explorer.checkbox('Limites')).toBeVisible();
    await expect(explorer.carField).toBeHidden();
    await explorer.showsColumn('Mapa');
    await expect(explorer.map).toBeVisible();
    await explorer.button('Aproximar').click();
    await explorer.restsAt({ zoom: 5.5 });
    expect(await site.accessibilityFaults()).toEqual([]);
  });
  await test.step('axe finds nothing in any column, nor in the window and the box above them', async () => {
    await explorer.showsColumn('Região');
    await explorer.searchCar('car');
    expect(await site.accessibilityFaults()).toEqual([]);
    await explorer.showsColumn('Camadas');
    await explorer.button('Opacidade e legenda: PRODES anual').click();
    expect(await site.accessibilityFaults()).toEqual([]);
    await explorer.describe('PRODES anual');
    expect(await site.accessibilityFaults()).toEqual([]);
    await explorer.button('Fechar').click();
    await explorer.showsColumn('Mapa');
    await explorer.map.press('Enter');
    await expect(explorer.found).toContainText('Polígono 12');
    expect(await site.accessibilityFaults()).toEqual([]);
    await expect(explorer.button('Aproximar')).toBeInViewport();
    await expect(explorer.button('Fechar as feições')).toBeInViewport();
  });
});

test('on a narrow screen a property or an upload switches to the map, which has the focus then, and fits although it had no size before', async ({ explorer, site, api }) => {
  await api.layerGroupsAnswer({ body: GROUPS });
  await site.isSized(360, 740);
  await explorer.open();
  await site.tabTo('Buscar CAR');
  await site.type('verde');
  await site.press('ArrowDown', 'Enter');
  await expect(explorer.map).toBeFocused();
  await explorer.showsColumn('Região');
  await site.tabTo('Faca upload de areas (SHP ou KML)');
  await explorer.chooseByKeyboard(PARCEL);
  await expect(explorer.map).toBeFocused();
  await explorer.restsAt({ latitude: -9.5, longitude: -49.5 });
  await explorer.seesBorderAt([-50, -9.5]);
});

test('on a narrow screen a reload that drops areas leads to where files are chosen, although the address has a view', async ({ explorer, site, api }) => {
  await api.layerGroupsAnswer({ body: GROUPS });
  await site.isSized(360, 740);
  await explorer.open();
  await explorer.choose(PARCEL);
  await expect.poll(() => site.address()).toContain('mapa=');
  await site.reload();
  await expect(explorer.uploadControl).toBeVisible();
  await explorer.saysOfLostAreas(/^As áreas de talhao.kml não estão mais no mapa/);
  await test.step('it is said once, and then the view comes first', async () => {
    await site.reload();
    await expect(explorer.map).toBeVisible();
    await expect(explorer.uploadControl).toBeHidden();
  });
});

test('the whole flow with the keyboard only', async ({ explorer, site, api }) => {
  await api.layerGroupsAnswer({ body: GROUPS });
  await explorer.open();
  await expect(explorer.checkbox('Limites')).toBeVisible();
  await site.tabTo('Buscar CAR');
  expect(await site.focusIsVisible()).toBe(true);
  await site.type('verde');
  await site.press('ArrowDown', 'Enter');
  await expect(explorer.carField).toHaveValue('CAR - Vale do Rio Verde');
  await expect(explorer.carList).toHaveCount(0);
  await explorer.restsAt({ latitude: -3.12, longitude: -47.49 });
  await site.press('Tab');
  expect(await site.focused()).toBe('Faca upload de areas (SHP ou KML)');
  await explorer.chooseByKeyboard(PARCEL);
  await explorer.seesFiles(/desenhado/);
  await site.tabTo('Desmatamento');
  expect(await site.focusIsVisible()).toBe(true);
  await site.press('Space');
  await expect(explorer.checkbox('PRODES anual')).not.toBeChecked();
  await site.tabTo('Municípios');
  await site.press('Space');
  await expect(explorer.checkbox('Municípios')).toBeChecked();
  await site.press('Tab', 'Tab', 'Enter');
  await expect(explorer.modal).toHaveAccessibleName('Municípios');
  await site.press('Escape');
  await expect(explorer.button('Informações: Municípios')).toBeFocused();
  await site.press('Tab', 'Tab');
  await expect(explorer.map).toBeFocused();
  expect(await site.focusIsVisible()).toBe(true);
  await explorer.restsAt({ latitude: -9.5, longitude: -49.5 });
  await explorer.seesBorderAt([-50, -9.5]);
  await site.press('Enter');
  await expect(explorer.found).toContainText('Talhão 7');
  await site.press('Escape');
  await expect(explorer.found).toHaveCount(0);
  await site.press('Tab');
  await expect(explorer.button('Aproximar')).toBeFocused();
});
