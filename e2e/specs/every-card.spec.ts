import { readFileSync, writeFileSync } from 'node:fs';
import { featuresOf, hasGdal, ogr2ogr, summaryOf } from '../../testing/gdal.ts';
import type { FixGeometryDriver } from '../drivers/fix-geometry.ts';
import type { NextStepDriver } from '../drivers/next-step.ts';
import type { SiteDriver } from '../drivers/site.ts';
import { expect, test } from '../drivers/test.ts';

/** Uses every card of the tools list on the real server as a visitor would, and opens the saved files with GDAL. */

const TASK_TIME = 60_000;
const UTM_22 = 31982;
const SIRGAS = 4674;
const WGS84 = 4326;

interface Visitor {
  readonly site: SiteDriver;
  readonly fixGeometry: FixGeometryDriver;
  readonly nextStep: NextStepDriver;
}

/** A card, or a choice in the list "Then", and its expected result. */
interface Use {
  readonly card?: string;
  readonly then?: string;
  /** Changes to the initial contents of the form. */
  readonly set?: (nextStep: NextStepDriver) => Promise<void>;
  readonly files: readonly string[];
  /** Without and with a repair before it. */
  readonly saved: readonly [alone: string, repaired: string];
  /** What GDAL opens: the file, or one in an archive. */
  readonly inside?: readonly [alone: string, repaired: string];
  readonly driver: string;
  readonly features: number;
  readonly system: number;
}

const PARCELS = { files: ['parcels.gpkg'], features: 5, system: UTM_22 };
const GPKG = { ...PARCELS, driver: 'GPKG' };

const CONVERSIONS: readonly Use[] = [
  { ...PARCELS, card: 'Convert to Shapefile', saved: ['parcels.zip', 'parcels-fixed.zip'], inside: ['parcels.shp', 'parcels-fixed.shp'], driver: 'ESRI Shapefile' },
  { ...PARCELS, card: 'Convert to KML', saved: ['parcels.kml', 'parcels-fixed.kml'], driver: 'LIBKML', system: WGS84 },
  { ...PARCELS, card: 'Convert to GeoJSON', set: (nextStep) => nextStep.write('Decimals of coordinates', '7'), saved: ['parcels.geojson', 'parcels-fixed.geojson'], driver: 'GeoJSON', system: WGS84 },
  { ...GPKG, card: 'Convert to Geopackage', files: ['north.geojson'], saved: ['north.gpkg', 'north-fixed.gpkg'], features: 3, system: WGS84 },
];

const CHANGES: readonly Use[] = [
  { ...GPKG, card: 'Reproject file', set: (nextStep) => nextStep.write('Densify, in metres', '1'), saved: ['parcels-reprojected.gpkg', 'parcels-fixed-reprojected.gpkg'], system: SIRGAS },
  { ...GPKG, card: 'Simplify geometry', set: (nextStep) => nextStep.choiceOf('How far', 'To a share of the vertices'), saved: ['parcels-simplified.gpkg', 'parcels-fixed-simplified.gpkg'] },
  { ...GPKG, card: 'Buffer geometry', set: (nextStep) => nextStep.tick('Join zones that overlap'), saved: ['parcels-buffered.gpkg', 'parcels-fixed-buffered.gpkg'], features: 1 },
];

const FILES: readonly Use[] = [
  { ...GPKG, card: 'Merge files', files: ['parcels.gpkg', 'north.geojson'], set: (nextStep) => nextStep.select('Format of the result', 'GeoPackage'), saved: ['merged.gpkg', 'merged.gpkg'], features: 8 },
  { ...GPKG, card: 'Compress file', saved: ['parcels.zip', 'parcels-fixed.zip'], inside: ['parcels.gpkg', 'parcels-fixed.gpkg'] },
];

const CHOICES: readonly Use[] = [
  {
    ...GPKG,
    then: 'Split',
    set: async (nextStep) => {
      await nextStep.select('Split by', 'Value of a field');
      await nextStep.write('Field', 'owner');
    },
    saved: ['split-files.zip', 'split-files.zip'],
    inside: ['parcels-Ana.gpkg', 'parcels-fixed-Ana.gpkg'],
    features: 3,
  },
  {
    ...GPKG,
    then: 'Extract',
    set: (nextStep) => nextStep.write('Attributes', "owner = 'Rui' AND area_ha > 2"),
    saved: ['parcels-extract.gpkg', 'parcels-fixed-extract.gpkg'],
    features: 1,
  },
];

const GROUPS = { 'the cards that convert': CONVERSIONS, 'the cards that change geometry': CHANGES, 'the cards that merge and compress': FILES, 'what the list "Then" has beside the cards': CHOICES };

for (const [group, uses] of Object.entries(GROUPS)) {
  test(`${group}: the result is as requested, with a repair and without`, async ({ site, fixGeometry, nextStep }) => {
    needsGdal(uses.length);
    givenFiles();
    const visitor = { site, fixGeometry, nextStep };
    for (const [place, use] of uses.entries()) {
      await goTo(use, visitor);
      await use.set?.(nextStep);
      const name = use.card ?? use.then;
      const expected = { driver: use.driver, features: use.features, system: use.system };
      // The first card is used both ways, the others of a group in turn: the server's tests cover repairs before a tool.
      const ways: readonly (0 | 1)[] = use === CONVERSIONS[0] ? [1, 0] : [place % 2 === 0 ? 1 : 0];
      for (const way of ways) {
        if (way === 0) await nextStep.tick('Repair the geometry first', false);
        expect([name, await comesBack(use, way, visitor)]).toEqual([name, { saved: use.saved[way], ...expected }]);
        if (use === CONVERSIONS[0] && way === 0) await saysWhatItLost(visitor);
      }
    }
  });
}

/** What a shapefile cannot hold is on the page, and the values are under the name that it gives. */
async function saysWhatItLost({ nextStep }: Visitor): Promise<void> {
  expect(await nextStep.losses()).toEqual({ 'Layer parcels': [expect.stringMatching(/“registration_number” is named “registrati” in the shapefile/)] });
  expect(featuresOf(`/vsizip/${inFolder('parcels.zip')}/parcels.shp`).map(({ properties }) => properties['registrati'])).toEqual(['GO-0', 'GO-1', 'GO-2', 'GO-3', 'GO-4']);
}

test('a file without a reference system is refused with the name of the field for it, and read in the system entered there', async ({ site, fixGeometry, nextStep }) => {
  needsGdal(2);
  givenFiles();
  ogr2ogr('-f', 'ESRI Shapefile', inFolder('unnamed.shp'), inFolder('parcels.gpkg'));
  const files = ['shp', 'shx', 'dbf'].map((extension) => inFolder(`unnamed.${extension}`));
  await goTo({ ...CONVERSIONS[0], card: 'Convert to GeoJSON' }, { site, fixGeometry, nextStep });
  await nextStep.tick('Repair the geometry first', false);
  await fixGeometry.choose(...files);
  await fixGeometry.seesStatusButton('Processing failed', TASK_TIME);
  await fixGeometry.hears(/does not state the reference system of its coordinates, or not in a way that is understood here\. Give the reference system of your files /);
  await nextStep.write('Reference system of your files', String(UTM_22));
  await fixGeometry.choose(...files);
  await fixGeometry.seesStatusButton('Download', TASK_TIME);
  const { name, content } = await fixGeometry.save();
  writeFileSync(inFolder(name), content);
  ogr2ogr('-f', 'GeoJSON', '-t_srs', 'EPSG:4326', inFolder('expected.geojson'), inFolder('parcels.gpkg'));
  const west = (file: string) => Math.min(...JSON.stringify(featuresOf(inFolder(file)).map(({ geometry }) => geometry)).match(/-5\d\.\d+/g)?.map(Number) ?? []);
  expect(west(name)).toBeCloseTo(west('expected.geojson'), 7);
});

/** A use has at most two tasks, each within this spec's time limit for a task. */
function needsGdal(uses: number): void {
  test.skip(!hasGdal, 'GDAL is not installed');
  test.setTimeout(uses * 2 * TASK_TIME);
}

/** Every test has its own folder. */
const inFolder = (name: string) => test.info().outputPath(name);

async function goTo({ card, then }: Use, { site, fixGeometry, nextStep }: Visitor): Promise<void> {
  if (card === undefined) {
    await fixGeometry.open();
    await nextStep.unfold('Then do something else with the result');
    await nextStep.choose(then ?? '');
  } else {
    await site.open('/geotools');
    await site.follow('main', card);
  }
}

/** Chooses the files, waits for the result and saves it. @param way 0 without a repair, 1 with one */
async function comesBack({ files, inside }: Use, way: 0 | 1, { fixGeometry }: Visitor) {
  const before = fixGeometry.task();
  await fixGeometry.choose(...files.map(inFolder));
  // The previous task's result stays until the next task has begun.
  await expect.poll(() => fixGeometry.task(), { timeout: TASK_TIME }).not.toBe(before);
  await fixGeometry.seesStatusButton('Download', TASK_TIME);
  const { name, content } = await fixGeometry.save();
  writeFileSync(inFolder(name), content);
  const readable = inside === undefined ? inFolder(name) : `/vsizip/${inFolder(name)}/${inside[way]}`;
  return { saved: name, ...summaryOf(readable) };
}

/** Five parcels in metres of a UTM zone, and three in degrees. */
function givenFiles(): void {
  writeFileSync(inFolder('north.geojson'), JSON.stringify(north()));
  writeFileSync(inFolder('source.geojson'), JSON.stringify(parcels(5, -16)));
  ogr2ogr('-f', 'GPKG', '-t_srs', `EPSG:${UTM_22}`, inFolder('parcels.gpkg'), inFolder('source.geojson'), '-nln', 'parcels');
  expect(readFileSync(inFolder('parcels.gpkg')).length).toBeGreaterThan(0);
}

const north = () => parcels(3, -15);

function parcels(count: number, south: number) {
  const features = Array.from({ length: count }, (_, index) => {
    const west = -50 + index * 0.001;
    const ring = [[west, south], [west + 0.001, south], [west + 0.001, south + 0.001], [west, south + 0.001], [west, south]];
    return { type: 'Feature', properties: { owner: index % 2 === 0 ? 'Ana' : 'Rui', registration_number: `GO-${index}`, area_ha: index + 0.5 }, geometry: { type: 'Polygon', coordinates: [ring] } };
  });
  return { type: 'FeatureCollection', features };
}
