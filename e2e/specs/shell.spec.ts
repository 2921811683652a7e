import { expect, test } from '../drivers/test.ts';

// Some of these open the explorer.
test.beforeEach(({ mapServices }) => expect(mapServices.requests()).toBe(0));

const SCREENS = [
  { address: '/', heading: 'Empowering Geospatial Insights', lang: 'en', words: [/^Advanced tools/] },
  { address: '/geotools', heading: 'All your geoprocessing tools in one place', lang: 'en', words: [/^Merge, split/] },
  { address: '/geotools/fix-geometry', heading: 'Fix geometry', lang: 'en', words: [/^Repairs overlaps/] },
  { address: '/geoexplorer', heading: 'GeoExplorer', lang: 'pt-BR', words: [] },
];
/** No inline script or style, no data: image and no eval: stricter than what the server sends. */
const STRICT = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https://tile.openstreetmap.org; connect-src 'self'; font-src 'self'; base-uri 'none'";

for (const { address, heading, lang, words } of SCREENS) {
  test(`${address} has its heading, title and language, its first words before any script has arrived, which do not move, and then header and footer of the site; all of it without inline scripts`, async ({ site, siteFiles }) => {
    siteFiles.isServedUnder(STRICT);
    for (const width of [360, 1280]) {
      await site.isSized(width);
      const release = await siteFiles.holdScripts();
      await site.openWithoutScripts(address);
      const isItself = async () => {
        await site.seesHeading(heading);
        expect(await site.title()).toBe(`${heading} – GeoInsights`);
        expect(await site.language()).toBe(lang);
      };
      await isItself();
      const before = await site.firstWords();
      expect(before.map((part) => part.words)).toEqual([expect.stringContaining('GeoExplorer'), heading, ...words.map((begin): unknown => expect.stringMatching(begin))]);
      release();
      // The footer comes with the script.
      await site.seesText('© 2024-2025');
      expect(await site.firstWords()).toEqual(before);
      await isItself();
    }
    expect(await site.linksIn('header')).toEqual(['GeoInsights', 'Home', 'GeoExplorer']);
    expect(await site.targetsIn('header')).toEqual(['/', '/', '/geoexplorer']);
    expect(await site.linksIn('footer')).toEqual(['Home', 'Features', 'Pricing', 'FAQs', 'About']);
  });
}

test('any other address is not found, with placeholder text only', async ({ site, watch }) => {
  watch.expects(/status of 404/);
  for (const address of ['/geotools/no-such-tool', '/GeoTools', '/home.html']) {
    expect([address, await site.open(address)]).toEqual([address, 404]);
    await site.seesHeading('Page not found');
    expect((await site.textOf('main')).trim()).toBe('Page not found');
    expect(await site.title()).toBe('Page not found – GeoInsights');
  }
});

test('the header navigates the site, and the focus moves to the heading', async ({ site }) => {
  await site.open('/geotools');
  await site.follow('header', 'GeoExplorer');
  await site.isAt('/geoexplorer');
  await site.headingHasFocus();
  expect(await site.language()).toBe('pt-BR');
  await site.follow('header', 'Home');
  await site.seesHeading('Empowering Geospatial Insights');
  await site.headingHasFocus();
  expect(await site.language()).toBe('en');
  await site.follow('main', 'GeoTools');
  await site.isAt('/geotools');
  await site.follow('header', 'GeoInsights');
  await site.isAt(/^\/$/);
});

test('a page that is loaded by its address begins at its top, and going back returns to the scroll position', async ({ site }) => {
  await site.isSized(360, 740);
  await site.open('/geotools');
  await site.scrollsTo(900);
  await site.open('/');
  expect(await site.scrolled()).toBe(0);
  await site.open('/geotools');
  expect(await site.scrolled()).toBe(0);
  await site.scrollsTo(900);
  await site.open('/geotools/fix-geometry');
  await site.goBack();
  await expect.poll(() => site.scrolled()).toBe(900);
  await site.reload();
  await expect.poll(() => site.scrolled()).toBe(900);
  await site.follow('main', 'Convert to GeoJSON');
  await site.seesHeading('Fix geometry');
  expect(await site.scrolled()).toBe(0);
  await site.goBack();
  await site.seesHeading('All your geoprocessing tools in one place');
  await expect.poll(() => site.scrolled()).toBeGreaterThan(500);
});

test('whoever scrolls through the first words before the script arrives stays there', async ({ site, siteFiles }) => {
  await site.isSized(360, 740);
  const release = await siteFiles.holdScripts();
  await site.openWithoutScripts('/geotools');
  await site.seesHeading('All your geoprocessing tools in one place');
  await site.firstWords();
  await site.scrollsTo(300);
  release();
  // The footer comes with the script.
  await site.seesText('© 2024-2025');
  expect(await site.scrolled()).toBe(300);
});

test('the placeholder links of the footer lead nowhere', async ({ site }) => {
  await site.open('/geotools/fix-geometry');
  for (const name of await site.linksIn('footer')) {
    await site.follow('footer', name);
    await site.isAt('/geotools/fix-geometry');
  }
});

test('the first Tab reaches a link that skips to the main part', async ({ site }) => {
  await site.open('/geotools');
  await site.press('Tab');
  expect(await site.focused()).toBe('Skip to the main part');
  await site.press('Enter');
  await site.mainHasFocus();
});

test('the text is set in the font of the site, with figures of one width; without it, in a fallback', async ({ site, siteFiles, watch }) => {
  watch.expects(/Failed to load resource/);
  await site.open('/geoexplorer');
  const own = await site.widthOf('Região de interesse');
  expect(await site.widthOf('1111111111')).toBe(await site.widthOf('0000000000'));
  await siteFiles.losesItsFace();
  await site.reload();
  await site.seesHeading('GeoExplorer');
  expect(await site.widthOf('Região de interesse')).not.toBe(own);
});

test('the cards of the tools are shown before any script has arrived, and become links when their tool is loaded', async ({ site, siteFiles }) => {
  const release = await siteFiles.holdScripts();
  await site.openWithoutScripts('/geotools');
  await site.seesText('Convert to KML');
  expect(await site.linksIn('main')).toEqual(['Fix geometry']);
  release();
  await site.follow('main', 'Convert to KML');
  await site.isAt(/tool=convert-to-kml/);
});

test('the home page has working links before any script has arrived', async ({ site, siteFiles }) => {
  const release = await siteFiles.holdScripts();
  await site.openWithoutScripts('/');
  await site.follow('main', 'GeoTools');
  await site.seesHeading('All your geoprocessing tools in one place');
  release();
});

test('the explorer shows its columns at once, whether opened by its address or by a link, while the map is loading', async ({ site, siteFiles, explorer }) => {
  const columns = /explorer-columns.*\.js/;
  for (const way of ['address', 'link'] as const) {
    const release = await siteFiles.holdScripts(columns);
    await site.open(way === 'address' ? '/geoexplorer' : '/');
    if (way === 'link') {
      await site.follow('header', 'GeoExplorer');
      await site.headingHasFocus();
    }
    await site.seesHeading('GeoExplorer');
    expect(await site.subheadings()).toEqual(['Escolha a regiao de interesse', 'Escolha as camadas', 'Visualize os resultados']);
    await explorer.seesInLayers('Carregando camadas...');
    await site.seesText('Carregando o mapa...');
    expect(await site.accessibilityFaults()).toEqual([]);
    expect(await site.faultsAtEachWidth('the explorer before its map')).toEqual([]);
    await site.isSized(1280);
    release();
    await expect(explorer.map).toBeVisible();
    await expect(explorer.carField).toBeVisible();
    if (way === 'link') await site.headingHasFocus();
  }
});

test('a link whose screen takes long shows that it was followed, and leads there', async ({ site, siteFiles }) => {
  await site.open('/geotools');
  const release = await siteFiles.holdScripts(/fix-geometry-with-review.*\.js/);
  await site.follow('main', 'Fix geometry');
  await site.seesHeading('All your geoprocessing tools in one place');
  await site.hears('The page is being loaded.');
  expect(await site.accessibilityFaults()).toEqual([]);
  release();
  await site.seesHeading('Fix geometry');
  await site.headingHasFocus();
  await site.hears('');
});

test('a page says after a while, in a visible place and in its language, that its script has not arrived', async ({ site, siteFiles, watch }) => {
  watch.expects(/ERR_FAILED/);
  await siteFiles.loseFiles(/index-.*\.js/);
  for (const [address, sentence] of [['/geotools/fix-geometry', /^GeoInsights is still loading/], ['/geoexplorer', /^O GeoInsights ainda está carregando/]] as const) {
    await site.openWithoutWaiting(address);
    await site.seesInView(sentence);
  }
});

test('a failure to start is logged and reported', async ({ site, siteFiles, watch }) => {
  watch.expects(/./);
  await siteFiles.breakStart();
  await site.openWithoutWaiting('/');
  await site.seesText('GeoInsights could not start.');
  expect(watch.seen(/^console: GeoInsights could not start:/)).toBe(true);
});
