import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { filesOf, runTool } from '../../test/run-tool.ts';
import { reproject } from '../reproject/definition.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'torn-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const box = (west: number, south: number, east: number, north: number): unknown => ({ type: 'Polygon', coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]] });

/** How many features a report says to be torn apart. */
async function torn(code: string, geometries: readonly unknown[], options: Readonly<Record<string, unknown>>): Promise<{ count: number | null; text: string }[]> {
  const source = path.join(mkdtempSync(path.join(folder, 'files-')), 'farm.geojson');
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', crs: { type: 'name', properties: { name: `urn:ogc:def:crs:EPSG::${code}` } }, features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })) }));
  const { losses } = reproject.reportSchema.parse((await runTool(reproject, folder, filesOf(source), { format: 'geopackage', ...options })).result.report);
  return losses.filter((loss) => loss.code === 'across-180').map(({ count, text }) => ({ count, text }));
}

const MAP = 'One feature goes across the edge of the map of this reference system, where its coordinates jump from one side to the other: programs draw its edges across the whole map. Cut it there before, or choose another system.';

it('tells of features that a map of the world tears apart, whatever system they come from', async () => {
  expect(await torn('4618', [box(179, -17, 181, -16), box(178, -17, 179, -16)], { to: 'EPSG:3857' })).toEqual([{ count: 1, text: MAP }]);
  expect(await torn('32760', [box(700_000, 8_000_000, 900_000, 8_100_000), box(700_000, 8_000_000, 710_000, 8_100_000)], { to: 'EPSG:3857' })).toEqual([{ count: 1, text: MAP }]);
  // A map around the meridian of 43 degrees west ends at 137 degrees east.
  expect(await torn('4618', [box(136, -17, 138, -16), box(136, -17, 138, -16)], { to: 'EPSG:5641' })).toMatchObject([{ count: 2, text: expect.stringMatching(/^2 features go across .* their coordinates .* Cut them there/) as unknown }]);
  expect(await torn('4618', [box(179, -17, 181, -16)], { to: 'EPSG:3857', densify: 10 })).toEqual([{ count: 1, text: MAP }]);
});

it('tells of features past the 180th meridian that another datum puts on its other side', async () => {
  expect(await torn('4618', [box(179, -17, 181, -16), box(178, -17, 179, -16)], { to: 'EPSG:4674' })).toMatchObject([{ count: 1, text: expect.stringContaining('lies across the 180th meridian') as unknown }]);
});

it('says nothing of edges that are as long in the file, or of long ones that are whole', async () => {
  expect(await torn('4618', [box(-180, -80, 180, 80), box(-60, -30, -20, 5)], { to: 'EPSG:3857' })).toEqual([]);
  expect(await torn('3857', [box(-6_000_000, -3_000_000, -4_000_000, 0)], { to: 'EPSG:5880' })).toEqual([]);
  expect(await torn('5524', [box(-54, -30, -30, 0)], { to: 'EPSG:5536' })).toEqual([]);
});
