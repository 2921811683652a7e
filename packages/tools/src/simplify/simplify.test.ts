import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { featureFormat, openDiskFile } from '@geoinsights/formats';
import { afterAll, expect, it } from 'vitest';
import { filesOf, runTool } from '../../test/run-tool.ts';
import { simplify } from './definition.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'simplify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A line whose vertices are up to 5 m off its straight course. */
const METRES = Array.from({ length: 200 }, (_, step) => [600_000 + 10 * step, 150_000 + 5 * Math.sin(step * 1.7) * Math.sin(step / 9)]);

/** Which vertices of the line stay if its coordinates are in this system, whose unit has this many metres. */
async function kept(system: string | null, metresPerUnit: number, options: object): Promise<{ readonly vertices: number[]; readonly distance: number | null }> {
  const coordinates = METRES.map((position) => position.map((metres) => metres / metresPerUnit));
  const source = path.join(mkdtempSync(path.join(folder, 'files-')), 'road.geojson');
  const crs = system === null ? {} : { crs: { type: 'name', properties: { name: system } } };
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', ...crs, features: [{ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } }] }));
  const { result } = await runTool(simplify, folder, filesOf(source), { ...options, format: 'geopackage' });
  const file = await openDiskFile(result.output.path);
  const dataset = await (await featureFormat('geopackage')).openFeatures({ format: 'geopackage', name: 'road', files: [file] }, { workFolder: folder });
  const vertices: number[] = [];
  for await (const { geometry } of dataset.layers[0].read()) for (let at = 0; at < geometry.xy.length; at += 2) vertices.push(coordinates.findIndex(([x]) => x === geometry.xy[at]));
  await dataset.close();
  await file.close();
  return { vertices, distance: simplify.reportSchema.parse(result.report).simplified[0].distance };
}

const US_SURVEY_FOOT = 1200 / 3937;

it.each(['visvalingam', 'douglas-peucker'])('%s with a distance in metres keeps the same vertices, whatever the unit of the coordinates', async (method) => {
  const inMetres = await kept('EPSG:32119', 1, { distance: 3, method });
  const inFeet = await kept('EPSG:2264', US_SURVEY_FOOT, { distance: 3, method });
  expect(inMetres.vertices.length).toBeGreaterThan(5);
  expect(inMetres.vertices.length).toBeLessThan(METRES.length - 20);
  expect(inFeet).toEqual(inMetres);
});

it('a share is reported with its distance in metres', async () => {
  const inMetres = await kept('EPSG:32119', 1, { share: 0.3 });
  const inFeet = await kept('EPSG:2264', US_SURVEY_FOOT, { share: 0.3 });
  expect(inFeet.distance).toBeCloseTo(inMetres.distance ?? 0, 6);
});

it('a distance is taken in coordinate units if their length is unknown', async () => {
  expect((await kept(null, 1, { distance: 3 })).vertices).toEqual((await kept('EPSG:32119', 1, { distance: 3 })).vertices);
});

it('parts that disappeared are reported as smaller than the distance', async () => {
  const square = (x: number, size: number) => [[[x, -15], [x + size, -15], [x + size, -15 + size], [x, -15 + size], [x, -15]]];
  const source = path.join(mkdtempSync(path.join(folder, 'files-')), 'lots.geojson');
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates: [square(-50, 1), square(-48, 0.001)] } }] }));
  const told = async (options: object): Promise<string[]> => simplify.reportSchema.parse((await runTool(simplify, folder, filesOf(source), options)).result.report).losses.map(({ text }) => text);
  expect(await told({ distance: 5000 })).toEqual(['1 small part of one feature in "lots" was left out: smaller than the distance.']);
  expect(await told({ share: 0.01 })).toEqual(['1 small part of one feature in "lots" was left out: smaller than the distance for that share.']);
});

it('the summary says how many vertices are left, and how many of them only for the sake of the borders', async () => {
  const source = path.join(mkdtempSync(path.join(folder, 'files-')), 'roads.geojson');
  const wordsFor = async (...lines: readonly unknown[]) => {
    writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: lines.map((coordinates) => ({ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } })) }));
    return simplify.summaryLines?.(simplify.reportSchema.parse((await runTool(simplify, folder, filesOf(source), { distance: 50_000 })).result.report));
  };
  const bend = [[-50, -15], [-49.9, -14.9], [-49.8, -15]];
  expect(await wordsFor(bend)).toEqual(['roads: 2 of 3 vertices left']);
  expect(await wordsFor([[-50, -15]])).toEqual(['roads: 1 of 1 vertex left']);
  // Straight, it would run on the other side of this one.
  expect(await wordsFor(bend, [[-49.92, -14.98], [-49.88, -14.98]])).toEqual(['roads: 5 of 5 vertices left; 1 of them stays because lines or borders would cross, or features vanish, without it']);
  expect(await wordsFor(bend, bend.map(([x, y]) => [x, y - 0.03]), [[-49.92, -14.98], [-49.88, -14.98]])).toEqual(['roads: 8 of 8 vertices left; 2 of them stay because lines or borders would cross, or features vanish, without them']);
});

it('tells large numbers of vertices in a way that can be read', () => {
  const simplified = { dataset: 'a', layer: 'a', vertices_before: 1_234_567, vertices_after: 23_456, vertices_restored: 0, distance: 1, vanished_features: 0 };
  expect(simplify.summaryLines?.({ tool: 'simplify', failures: [], notes: [], inputs: [], outputs: [], losses: [], simplified: [simplified] })).toEqual(['a: 23,456 of 1,234,567 vertices left']);
});
