import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFeatures, openLocalLayer } from '../local-layer.ts';
import { publishFile } from './publish-file.ts';
import type { PublishedData } from './publish-file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'publish-file-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const layersFolder = () => path.join(folder, 'layers');

async function publish(name: string, content: string, crs: string | null = null): Promise<PublishedData> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return publishFile({ paths: [file], layer: null, crs, layersFolder: layersFolder() });
}

async function extentOf({ data }: PublishedData): Promise<readonly number[]> {
  const layer = await openLocalLayer(path.join(layersFolder(), data));
  const extent = layer.extent ?? [];
  layer.close();
  return extent.map((degree) => Number(degree.toFixed(3)));
}

const collection = (geometries: readonly (object | null)[], members: object = {}) => JSON.stringify({ type: 'FeatureCollection', ...members, features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })) });
const UTM_POINT = { type: 'Point', coordinates: [600_000, 8_000_000] };
const POINT = { type: 'Point', coordinates: [-50, -15] };
const DEGREES = { crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::4674' } } };

const KML_TRACK = '<gx:Track><gx:coord>-50 -15 3</gx:coord><gx:coord>-50.1 -15.1 3</gx:coord></gx:Track>';
const KML_POINT = '<Point><coordinates>-50,-15</coordinates></Point>';
const kml = (...geometries: string[]) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${geometries.map((geometry) => `<Placemark>${geometry}</Placemark>`).join('')}</Document></kml>`;
const KINDS = 'of a kind that is not drawn, such as arcs or tracks. "geotools convert" makes ordinary lines and areas of arcs and tracks; publish its result to have them.';

test('features that are not on the map are said not to be', async () => {
  const none = await publish('none.geojson', collection([UTM_POINT, null, null]), 'EPSG:31982');
  expect(none.features).toBe(3);
  expect(none.notes).toEqual(['2 of 3 features are not on the map: they have no geometry.']);
  expect((await publish('all.geojson', collection([POINT]))).notes).toEqual([]);
});

test('a geometry that is not drawn is said not to be, in words of the map and not of a repair', async () => {
  expect((await publish('way.kml', kml(KML_POINT, KML_TRACK))).notes).toEqual([`1 of 2 features is not on the map: it has no geometry, or one ${KINDS}`]);
  await expect(publish('ways.kml', kml(KML_TRACK))).rejects.toMatchObject({ code: 'layer-kinds-not-drawn' });
  await expect(publish('empty.geojson', collection([null]))).rejects.toMatchObject({ code: 'layer-without-features' });
});

test('a system is given by its code, its number, a name or a definition', async () => {
  for (const crs of ['EPSG:31982', '31982', 'SIRGAS 2000 / UTM zone 22S', 'sirgas 2000 utm 22s', '+proj=utm +zone=22 +south +ellps=GRS80 +units=m']) {
    expect([crs, await extentOf(await publish('utm.geojson', collection([UTM_POINT]), crs))]).toEqual([crs, [-50.055, -18.086, -50.055, -18.086]]);
  }
  for (const crs of ['SIRGAS 2000', 'EPSG:999999', 'utm']) await expect(publish('utm.geojson', collection([UTM_POINT]), crs)).rejects.toMatchObject({ code: expect.stringMatching(/^layer-c/) as string });
});

test('a system other than the one that the file states is said to have been used', async () => {
  const stated = collection([POINT], DEGREES);
  expect((await publish('stated.geojson', stated, 'EPSG:4674')).notes).toEqual([]);
  expect((await publish('stated.geojson', stated, 'sirgas 2000 utm 22s')).notes).toEqual([expect.stringMatching(/^The file states .*4674.*, but its coordinates were read as EPSG:31982, as --crs says\. /)]);
});

test('metres that are stated to be degrees are called so, and nothing else is said once their system is given', async () => {
  const content = collection([UTM_POINT], DEGREES);
  await expect(publish('metres.geojson', content)).rejects.toMatchObject({ code: 'layer-crs-contradicted' });
  expect((await publish('metres.geojson', content, 'EPSG:31982')).notes).toEqual([]);
});

test('a polygon across the 180th meridian is drawn there and not around the whole Earth', async () => {
  const { data } = await publish('islands.geojson', collection([{ type: 'Polygon', coordinates: [[[700_000, 8_000_000], [900_000, 8_000_000], [900_000, 8_200_000], [700_000, 8_200_000], [700_000, 8_000_000]]] }]), 'EPSG:32760');
  const layer = await openLocalLayer(path.join(layersFolder(), data));
  const isThere = (longitude: number): boolean => findFeatures(layer, { width: 100, height: 100, plane: 'geographic', west: longitude - 0.01, south: -17.01, east: longitude + 0.01, north: -16.99 }, 50, 50, 1).length === 1;
  expect([179.5, 180.5, -179.5, 0, 170, -178].map(isThere)).toEqual([true, true, true, false, false, false]);
  layer.close();
});
