import { expect, test } from '../drivers/test.ts';

const LISTED_TITLES = [
  'Convert to Shapefile',
  'Reproject file',
  'Compress file',
  'Simplify geometry',
  'Buffer geometry',
  'Merge files',
  'OCR PDF',
  'Convert to KML',
  'Convert to GeoJSON',
  'Convert to Geopackage',
];

test('home mentions its three subjects and has two cards with the same description', async ({ site }) => {
  await site.open('/');
  const text = await site.textOf('main');
  for (const subject of [/advanced tools for geospatial analysis/i, /satellite/i, /data.*deci/i]) expect(text).toMatch(subject);
  expect(await site.subheadings()).toEqual(['GeoExplorer', 'GeoTools']);
  expect(await site.targetsIn('main')).toEqual(['/geoexplorer', '/geotools']);
  const description = /Work with land.*install\./g;
  expect(text.match(description)).toHaveLength(2);
});

test('the tools list: its titles, its images, its columns, and where its cards lead', async ({ site, toolCards }) => {
  await site.open('/geotools');
  await test.step('the titles of the specification, several of them twice', async () => {
    const titles = await toolCards.titles();
    expect([...new Set(titles)].sort()).toEqual([...LISTED_TITLES].sort());
    expect(titles.length - new Set(titles).size).toBeGreaterThan(2);
    const text = await site.textOf('main');
    for (const word of ['merge', 'split', 'compress', 'convert', 'reproject', 'extract', 'free']) expect(text.toLowerCase()).toContain(word);
  });
  await test.step('every card shows an image, as wide as the card and 150 high', async () => {
    for (const image of await toolCards.images()) {
      expect(image.loaded).toBe(true);
      expect(image.height).toBe(150);
      expect(image.width).toBeCloseTo(image.cardWidth, 0);
    }
  });
  await test.step('it has as many columns as fit the width', async () => {
    for (const [width, columns] of [[360, 1], [600, 2], [800, 3], [1024, 4], [1280, 5], [1440, 6], [1920, 6]] as const) {
      await site.isSized(width);
      expect([width, await toolCards.columns()]).toEqual([width, columns]);
    }
    // At the width at which six columns begin, they are narrowest.
    await site.isSized(1400);
    expect(await toolCards.columns()).toBe(6);
    expect(await toolCards.cutDrawings(6)).toEqual([]);
  });
  await test.step('every card leads to the right tool', async () => {
    expect(new Set(await toolCards.targets())).toEqual(new Set(['/geotools/fix-geometry']));
    await site.follow('main', 'OCR PDF');
    await site.seesHeading('Fix geometry');
  });
});

test('a hyphen between spaces keeps them: names of layers and properties contain such hyphens', async ({ site }) => {
  await site.open('/geotools');
  const [apart, together, hyphen, space] = [await site.widthOf('CAR - Goiás'), await site.widthOf('CARGoiás'), await site.widthOf('x-x') - await site.widthOf('xx'), await site.widthOf('x x') - await site.widthOf('xx')];
  expect(apart - together).toBeGreaterThan(0.95 * (hyphen + 2 * space));
});
