import { GROUPS } from '../drivers/layer-groups.ts';
import { kmlOf, shapefileOf, square } from '../drivers/shapefile.ts';
import { expect, test } from '../drivers/test.ts';

const ENTRIES = ['Fazenda Santa Clara', 'Sitio Boa Vista', 'Area Experimental Sul', 'Fazenda Primavera', 'Chacara Esperanca', 'Vale do Rio Verde'].map((name) => `CAR - ${name}`);

test.beforeEach(async ({ api }) => {
  await api.layerGroupsAnswer({ body: GROUPS });
});

test('three columns from left to right, each as tall as the window less 120 px', async ({ explorer, site }) => {
  await site.isSized(1440, 900);
  await explorer.open();
  for (const [title, step] of [['Escolha a regiao de interesse', '1'], ['Escolha as camadas', '2'], ['Visualize os resultados', '3']] as const) {
    await expect(explorer.panel(title).getByText(step, { exact: true }).first()).toBeVisible();
  }
  const boxes = await explorer.panelBoxes();
  expect(boxes.map(({ title }) => title)).toEqual(['Escolha a regiao de interesse', 'Escolha as camadas', 'Visualize os resultados']);
  expect(boxes.map(({ height }) => height)).toEqual([780, 780, 780]);
  expect(boxes.map(({ left }) => left)).toEqual(boxes.map(({ left }) => left).toSorted((one, other) => one - other));
  expect(boxes[0]?.width).toBeLessThan(boxes[1]?.width ?? 0);
  expect(boxes[1]?.width).toBeLessThan(boxes[2]?.width ?? 0);
});

test('the CAR search: its texts, what matches, and what choosing does', async ({ explorer, site }) => {
  await explorer.open();
  await test.step('its label and placeholder, and no matches for a blank query', async () => {
    await expect(explorer.carField).toHaveAttribute('placeholder', 'Digite para buscar no cadastro');
    await explorer.carField.focus();
    await expect(explorer.carList).toHaveCount(0);
    await explorer.searchCar('   ');
    await expect(explorer.carList).toHaveCount(0);
  });
  await test.step('matches are entries that contain the trimmed query, in upper or lower case', async () => {
    await explorer.searchCar('car');
    expect(await explorer.carMatches()).toEqual(ENTRIES);
    await explorer.searchCar('  FAZENDA ');
    expect(await explorer.carMatches()).toEqual(['CAR - Fazenda Santa Clara', 'CAR - Fazenda Primavera']);
    await explorer.searchCar('verde');
    expect(await explorer.carMatches()).toEqual(['CAR - Vale do Rio Verde']);
    await explorer.searchCar('fazenda clara');
    await expect(explorer.carList).toHaveCount(0);
    await explorer.searchCar('');
    await expect(explorer.carList).toHaveCount(0);
  });
  await test.step('the list is at most 150 px high and scrolls', async () => {
    await explorer.searchCar('car');
    const { height, scrolls } = await explorer.carList.evaluate((list) => ({ height: list.getBoundingClientRect().height, scrolls: list.scrollHeight > list.clientHeight }));
    expect(height).toBeLessThanOrEqual(150);
    expect(scrolls).toBe(true);
  });
  await test.step('choosing fills the field, closes the list and shows the property on the map', async () => {
    await explorer.searchCar('boa');
    await explorer.pickCar('CAR - Sitio Boa Vista');
    await expect(explorer.carField).toHaveValue('CAR - Sitio Boa Vista');
    await expect(explorer.carList).toHaveCount(0);
    await explorer.saysOfCar('Escolhido: CAR - Sitio Boa Vista. O mapa mostra onde fica.');
    await explorer.restsAt({ latitude: -18.47, longitude: -46.61 });
  });
  await test.step('a text that is not picked chooses nothing: when the field is left, it has the name of the chosen property again', async () => {
    const isBack = async () => {
      await expect(explorer.carField).toHaveValue('CAR - Sitio Boa Vista');
      await explorer.saysOfCar('Continua escolhido: CAR - Sitio Boa Vista.');
      await expect.poll(() => site.address()).toContain('car=Sitio');
    };
    for (const query of ['zzz', 'santa']) {
      await explorer.searchCar(query);
      await explorer.uploadControl.focus();
      await isBack();
    }
    await expect(explorer.carList).toHaveCount(0);
    await explorer.searchCar('primavera');
    await site.press('Escape');
    await expect(explorer.carField).toHaveValue('primavera');
    await site.press('Escape');
    await isBack();
  });
  await test.step('a text that matches nothing is still said to when the field is left, so that nothing below moves', async () => {
    await explorer.searchCar('');
    await explorer.searchCar('zzz');
    await explorer.saysOfCar('Nenhum imóvel encontrado.');
    const before = await explorer.uploadControl.boundingBox();
    await explorer.uploadControl.focus();
    await explorer.saysOfCar('Nenhum imóvel encontrado.');
    expect(await explorer.uploadControl.boundingBox()).toEqual(before);
    await explorer.searchCar('vale');
    await site.press('ArrowDown');
    await site.press('Enter');
  });
  await test.step('leaving the window changes no text, and an empty field chooses nothing', async () => {
    await explorer.searchCar('santa');
    await explorer.windowIsLeft();
    await expect(explorer.carList).toHaveCount(0);
    await expect(explorer.carField).toHaveValue('santa');
    await explorer.searchCar('');
    await explorer.uploadControl.focus();
    await expect(explorer.carField).toHaveValue('');
    await expect.poll(() => site.address()).not.toContain('car=');
  });
});

test('the upload area: its texts, and files that are only listed', async ({ explorer }) => {
  await explorer.open();
  await test.step('its texts; it accepts several .shp and .kml files', async () => {
    await expect(explorer.uploadControl).toHaveAttribute('accept', '.shp,.kml');
    await expect(explorer.uploadControl).toHaveAttribute('multiple');
    await expect(explorer.panel('Escolha a regiao de interesse').getByText('Formatos aceitos: .shp, .kml')).toBeVisible();
  });
  await test.step('sizes are kilobytes of 1024 bytes with two decimals, and a new choice replaces the list', async () => {
    await explorer.choose({ name: 'a.txt', content: 'x'.repeat(1536) }, { name: 'b.dbf', content: 'x' });
    await explorer.seesFiles(/^a\.txt1,50 KB(?!\d)/, /^b\.dbf0,00 KB(?!\d)/);
    await explorer.choose({ name: 'c.prj', content: 'x'.repeat(1024) });
    await explorer.seesFiles(/^c\.prj1,00 KB(?!\d)/);
  });
  await test.step('dropped files are only listed', async () => {
    const before = await explorer.view();
    await explorer.drop({ name: 'dropped.kml', content: kmlOf('x', square(-50, -10, 1)) }, { name: 'other.zip', content: 'xx' });
    await explorer.seesFiles(/^dropped\.kml\d,\d\d KBArquivos soltos aqui são só listados\./, /^other\.zip0,00 KBZIP não é lido aqui\. Descompacte-o/);
    expect(await explorer.view()).toEqual(before);
    await expect(explorer.button('Ir para as áreas enviadas')).toHaveCount(0);
  });
});

test('chosen files are read, drawn and can be queried', async ({ explorer, api }) => {
  await explorer.open();
  await test.step('files chosen together are one layer: the map goes to all of them, and nothing is sent', async () => {
    await explorer.choose({ name: 'norte.KML', content: kmlOf('Talhão 7', square(-52, -10, 1)) }, { name: 'sul.Shp', content: shapefileOf([square(-48, -14, 1), square(-49, -14, 0.5)]) });
    await explorer.seesFiles(/^norte\.KML\d+,\d\d KBdesenhado: 1 feição$/, 'sul.Shp0,36 KBdesenhado: 2 feições');
    await explorer.restsAt({ latitude: -11.53, longitude: -49.5 });
    for (const place of [[-52, -9.5], [-47, -13.5], [-49, -13.75]] as const) await explorer.seesBorderAt(place);
    expect(api.asked('POST')).toEqual([]);
  });
  await test.step('a file that cannot be read says why, and the others of the same choice are drawn', async () => {
    await explorer.choose(
      { name: 'broken.kml', content: '<kml><Placemark>' },
      { name: 'empty.shp', content: '' },
      { name: 'metres.shp', content: shapefileOf([square(500_000, 8_000_000, 1000)]) },
      { name: 'good.shp', content: shapefileOf([square(-50, -10, 1)]) },
    );
    await explorer.seesFiles(/não desenhado: o XML está malformado na linha 1/, /não desenhado: o arquivo está vazio/, /à espera: as coordenadas não são graus, e falta o arquivo \.prj/, /desenhado: 1 feição/);
    await explorer.restsAt({ latitude: -9.5, longitude: -49.5 });
    await explorer.seesBorderAt([-50, -9.5]);
  });
  await test.step('features without geometry are counted beside the drawn ones', async () => {
    await explorer.choose({ name: 'sitio.kml', content: kmlOf('Talhão 7', square(-50, -10, 1)).replace('</Document>', '<Placemark><name>Sede</name></Placemark></Document>') });
    await explorer.seesFiles(/desenhado: 1 feição; 1 feição sem geometria que possa ser desenhada$/);
  });
  await test.step('areas beyond the edge of the map are cut there and counted', async () => {
    await explorer.choose({ name: 'antarctica.shp', content: shapefileOf([square(-60, -90, 20), square(1000, 0, 1)]) });
    await explorer.seesFiles(/desenhado: 1 feição; 1 feição fora: as coordenadas não são graus; 3 vértices cortados no limite do mapa/);
    await explorer.restsAt({ longitude: -50 });
    await explorer.seesBorderAt([-60, -82]);
  });
  await test.step('a click on a drawn area shows its attributes, and so does Enter for the middle of the map', async () => {
    await explorer.choose({ name: 'talhao.kml', content: kmlOf('Talhão 7', square(-50, -10, 1)) });
    await explorer.restsAt({ latitude: -9.5, longitude: -49.5 });
    await explorer.map.click();
    await expect(explorer.found).toContainText('1 feição neste ponto');
    await expect(explorer.found).toContainText('Talhão 7');
    await expect(explorer.found).toContainText('Maria');
    await explorer.button('Fechar as feições').click();
    await expect(explorer.found).toHaveCount(0);
    await expect(explorer.map).toBeFocused();
    await explorer.map.press('Enter');
    await expect(explorer.found).toContainText('talhao.kml');
    await explorer.found.getByRole('region', { name: 'Atributos' }).press('Escape');
    await expect(explorer.found).toHaveCount(0);
    await expect(explorer.map).toBeFocused();
  });
});

test('areas stay on the map until others replace them: the list shows their files, and they can be removed', async ({ explorer, site }) => {
  await site.wantsLittleMotion();
  await explorer.open();
  const BORDER = [-50, -9.5] as const;
  const draw = async (...names: string[]) => {
    await explorer.choose(...names.map((name, index) => ({ name, content: kmlOf('Talhão', square(-50 + 2 * index, -10, 1)) })));
    await explorer.seesFiles(...names.map(() => /desenhado/));
    await explorer.saysOfEarlierAreas('');
    await expect(explorer.button('Retirar do mapa')).toHaveCount(0);
  };
  await draw('fazenda.kml');
  const after: Record<string, () => Promise<void>> = {
    'a file that cannot be read': () => explorer.choose({ name: 'empty.kml', content: '' }),
    'a file that is only listed': () => explorer.choose({ name: 'notes.txt', content: 'x' }),
    'a file that waits for its system': () => explorer.choose({ name: 'metres.shp', content: shapefileOf([square(500_000, 8_000_000, 1000)]) }),
    'a dropped file': () => explorer.drop({ name: 'dropped.kml', content: kmlOf('x', square(-50, -10, 1)) }),
  };
  for (const [name, act] of Object.entries(after)) {
    await test.step(name, async () => {
      await act();
      await explorer.saysOfEarlierAreas('No mapa ainda estão as áreas de fazenda.kml.');
      await explorer.seesBorderAt(BORDER);
    });
  }
  await test.step('when removed they disappear from the map, and the file control gets the focus', async () => {
    await explorer.map.press('Enter');
    await expect(explorer.found).toContainText('fazenda.kml');
    expect(await site.accessibilityFaults()).toEqual([]);
    await explorer.button('Retirar do mapa').click();
    await explorer.saysOfEarlierAreas('As áreas de fazenda.kml foram retiradas do mapa.');
    await expect(explorer.uploadControl).toBeFocused();
    await explorer.seesNoAreaAt(BORDER);
    await expect(explorer.found).toHaveCount(0);
    for (const button of ['Retirar do mapa', 'Ir para as áreas enviadas']) await expect(explorer.button(button)).toHaveCount(0);
    await explorer.seesFiles(/dropped/);
  });
  await test.step('of several files the first is named', async () => {
    await draw('norte.kml', 'sul.kml', 'leste.kml');
    await explorer.choose({ name: 'notes.txt', content: 'x' });
    await explorer.saysOfEarlierAreas('No mapa ainda estão as áreas de norte.kml e de mais 2 arquivos.');
    await draw('fazenda.kml');
  });
  await test.step('a reload, or another page, drops them, and it is said once which', async () => {
    await site.reload();
    await explorer.saysOfLostAreas('As áreas de fazenda.kml não estão mais no mapa: elas ficam só nesta página, até ela ser recarregada ou deixada. Para vê-las, escolha o arquivo de novo.');
    await draw('norte.kml', 'sul.kml');
    await explorer.homeAndBack();
    await explorer.saysOfLostAreas(/^As áreas de norte.kml e de mais 1 arquivo não estão mais no mapa: .* escolha os arquivos de novo\.$/);
    await site.reload();
    await expect(explorer.uploadControl).toBeVisible();
    await explorer.saysOfLostAreas('');
  });
  await test.step('nothing is said of areas that were removed before', async () => {
    await draw('fazenda.kml');
    await explorer.choose({ name: 'notes.txt', content: 'x' });
    await explorer.button('Retirar do mapa').click();
    await site.reload();
    await expect(explorer.uploadControl).toBeVisible();
    await explorer.saysOfLostAreas('');
  });
});
