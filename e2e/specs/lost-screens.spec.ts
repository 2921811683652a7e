import { expect, test } from '../drivers/test.ts';

/** Screens whose code does not arrive. The last of the messages comes from axe, which tries to read the stylesheets. */

const LOST = /Failed to (load resource|fetch dynamically)|This screen could not be shown|ERR_FAILED|ERR_INTERNET_DISCONNECTED|NotLoadedError|Couldn't load preload assets/;

// Some of these open the explorer.
test.beforeEach(({ mapServices }) => expect(mapServices.requests()).toBe(0));

for (const { screen, heading, lang, lost, again, still } of [
  { screen: 'GeoExplorer', heading: 'GeoExplorer', lang: 'pt-BR', lost: 'Esta página não pôde ser carregada', again: 'Tentar de novo', still: /^O servidor ainda não responde/ },
  { screen: 'Home', heading: 'Empowering Geospatial Insights', lang: 'en', lost: 'This page could not be loaded', again: 'Try again', still: /^The server still does not answer/ },
]) {
  test(`${screen}, opened without a network, says so in its language, and appears when the network returns`, async ({ site, siteFiles, watch }) => {
    watch.expects(LOST);
    await site.open('/geotools');
    await siteFiles.networkIsGone();
    await site.follow('header', screen);
    await site.seesHeading(lost);
    await site.headingHasFocus();
    expect(await site.language()).toBe(lang);
    expect(await site.title()).toBe(`${lost} – GeoInsights`);
    await site.seesText(lang === 'en' ? /connection may be down/ : /pode não haver conexão/);
    expect(await site.accessibilityFaults()).toEqual([]);
    await site.tabTo(again);
    await site.press('Enter');
    await site.seesText(still);
    expect(await site.focused()).toBe(again);
    await siteFiles.networkIsBack();
    await site.press('Enter');
    await site.seesHeading(heading);
  });
}

test('a screen whose own files do not arrive says so, between header and footer', async ({ site, siteFiles, watch }) => {
  watch.expects(LOST);
  await site.open('/geotools');
  await siteFiles.loseFiles(/fix-geometry-with-review.*\.js/);
  await site.follow('main', 'Fix geometry');
  await site.seesHeading('This page could not be loaded');
  expect(await site.linksIn('header')).toContain('GeoExplorer');
  expect(await site.linksIn('footer')).toContain('About');
  expect(await site.accessibilityFaults()).toEqual([]);
});

test('a screen of which files did not arrive is complete when it is opened again, without a reload', async ({ explorer, site, siteFiles, watch }) => {
  watch.expects(LOST);
  for (const files of [/explorer-page.*\.css/, /explorer-columns.*\.js/]) {
    await test.step(String(files), async () => {
      await site.open('/geotools');
      await siteFiles.loseFiles(files);
      await site.follow('header', 'GeoExplorer');
      await site.seesHeading('Esta página não pôde ser carregada');
      await siteFiles.findFiles(files);
      await site.follow('header', 'Home');
      await site.seesHeading('Empowering Geospatial Insights');
      await site.follow('header', 'GeoExplorer');
      await site.seesHeading('GeoExplorer');
      // Next to each other, as in its stylesheet.
      await expect.poll(async () => new Set((await explorer.panelBoxes()).map(({ left }) => left)).size).toBe(3);
    });
  }
});

test('the explorer, opened by its address without one of its files, says so in Portuguese', async ({ site, siteFiles, watch }) => {
  watch.expects(LOST);
  for (const files of [/explorer-page.*\.js/, /explorer-columns.*\.js/]) {
    await siteFiles.loseFiles(files);
    await site.open('/geoexplorer');
    await site.seesHeading('Esta página não pôde ser carregada');
    expect(await site.language()).toBe('pt-BR');
    await siteFiles.findFiles(files);
  }
});

test('a screen that fails while it is shown says so in its language', async ({ site, siteFiles, watch }) => {
  watch.expects(/./);
  await siteFiles.breakFile(/explorer-columns.*\.js/, 'Intl.NumberFormat = class { constructor() { throw new Error("broken on purpose"); } };');
  await site.open('/geoexplorer');
  await site.seesHeading('Algo deu errado');
  expect(await site.language()).toBe('pt-BR');
});
