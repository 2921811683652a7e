import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { featureFormat, groupDatasets, openDiskFile } from '@geoinsights/formats';
import { afterAll, expect, it } from 'vitest';
import { filesOf, problemOf, runTool } from '../../test/run-tool.ts';
import { buffer } from './definition.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'date-line-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const box = (x: number, y: number, width: number, height: number): unknown => ({ type: 'Polygon', coordinates: [[[x, y], [x + width, y], [x + width, y + height], [x, y + height], [x, y]]] });
const line = (...coordinates: readonly (readonly [number, number])[]): unknown => ({ type: 'LineString', coordinates });

/** The polygons of the zones around geometries in a system: where each begins and ends from west to east, and their area together. */
async function zonesAround(code: string, geometries: readonly unknown[], options: Readonly<Record<string, unknown>> = {}): Promise<{ spans: number[][]; area: number }> {
  const source = path.join(mkdtempSync(path.join(folder, 'files-')), 'farm.geojson');
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', crs: { type: 'name', properties: { name: code } }, features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })) }));
  const { result } = await runTool(buffer, folder, filesOf(source), { distance: 1000, format: 'geopackage', ...options });
  const file = await openDiskFile(result.output.path);
  const { datasets, close } = await groupDatasets([file], { workFolder: folder });
  const dataset = await (await featureFormat('geopackage')).openFeatures(datasets[0], { workFolder: folder });
  const spans: number[][] = [];
  let twice = 0;
  for await (const { geometry: { xy, ringOffsets } } of dataset.layers[0].read()) {
    for (let ring = 0; ring + 1 < ringOffsets.length; ring++) {
      const [first, end] = [ringOffsets[ring], ringOffsets[ring + 1]];
      const east = Array.from(xy.subarray(2 * first, 2 * end)).filter((_, at) => at % 2 === 0);
      spans.push([Math.min(...east), Math.max(...east)].map((x) => Math.round(x / 100)));
      for (let at = 2 * first; at + 3 < 2 * end; at += 2) twice += (xy[at] - xy[2 * first]) * (xy[at + 3] - xy[at + 1]) - (xy[at + 1] - xy[2 * first + 1]) * (xy[at + 2] - xy[at]);
    }
  }
  await dataset.close();
  await close();
  await file.close();
  return { spans: spans.sort(([one], [other]) => one - other), area: Math.abs(twice) / 2 };
}

const UTM_60S = 'urn:ogc:def:crs:EPSG::32760';
const LONGITUDE_LATITUDE = 'urn:ogc:def:crs:OGC:1.3:CRS84';
const WEB_MERCATOR = 'urn:ogc:def:crs:EPSG::3857';

it('a zone across the 180th meridian is one piece in a system that has both sides of it', async () => {
  const across = await zonesAround(UTM_60S, [line([810_000, 8_100_000], [830_000, 8_100_000])]);
  expect(across.spans).toEqual([[8090, 8310]]);
  expect(across.area / (2000 * 20_000 + Math.PI * 1000 ** 2)).toBeCloseTo(1, 2);
  const square = await zonesAround(UTM_60S, [box(819_000, 8_100_000, 3000, 3000)]);
  expect(square.spans).toEqual([[8180, 8230]]);
});

it('zones on both sides of the 180th meridian are dissolved into one', async () => {
  expect((await zonesAround(UTM_60S, [box(818_000, 8_100_000, 1500, 1000), box(820_500, 8_100_000, 1500, 1000)], { dissolve: true })).spans).toEqual([[8170, 8230]]);
});

it('a zone across the edge of a map of the world is cut there', async () => {
  const away = await zonesAround(WEB_MERCATOR, [box(10_036_000, -1_900_000, 1000, 3000)]);
  for (const x of [20_036_000, 20_037_000, -20_037_000]) {
    for (const dissolve of [false, true]) {
      const { spans, area } = await zonesAround(WEB_MERCATOR, [box(x, -1_900_000, 1000, 3000)], { dissolve });
      expect(spans.map(([west, east]) => [west === -200_375, east === 200_375])).toEqual([[true, false], [false, true]]);
      expect(area / away.area).toBeCloseTo(1, 6);
    }
  }
});

it('zones of two parts that meet at the 180th meridian are one zone, cut there: each reaches across to the other', async () => {
  const land = (...parts: readonly number[]): unknown => ({ type: 'GeometryCollection', geometries: parts.map((west) => box(west, -17, 1, 1)) });
  const away = await zonesAround(LONGITUDE_LATITUDE, [land(169, 170)]);
  const across = await zonesAround(LONGITUDE_LATITUDE, [land(179, -180)]);
  expect([away.spans.length, across.spans.length]).toEqual([1, 2]);
  expect(across.area / away.area).toBeCloseTo(1, 6);
});

it('a zone across the edge of another map is refused', async () => {
  // A map around the meridian of 43 degrees west ends at 137 degrees east.
  const parallel = (2 * Math.PI) / 180;
  const edge = 5_000_000 + (Math.PI * 6_378_137 * Math.cos(parallel)) / Math.sqrt(1 - 0.00669438 * Math.sin(parallel) ** 2);
  const drawn = (x: number) => zonesAround('urn:ogc:def:crs:EPSG::5641', [box(x, 10_000_000, 1000, 1000)]);
  expect((await drawn(edge - 2100)).spans.length).toBe(1);
  expect(await problemOf(drawn(edge - 1100))).toMatchObject({ code: 'coordinates-outside-system', message: expect.stringContaining('first in feature 1.') as unknown });
});
