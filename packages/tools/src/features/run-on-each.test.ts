import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ProblemError } from '@geoinsights/contract/errors';
import { TooTangledError } from '@geoinsights/geometry';
import { afterAll, expect, it } from 'vitest';
import { filesOf, problemOf, runTool } from '../../test/run-tool.ts';
import { convert } from '../convert/definition.ts';
import { extract } from '../extract/definition.ts';
import { merge } from '../merge/definition.ts';
import { reproject } from '../reproject/definition.ts';
import { split } from '../split/definition.ts';
import { runOnEach, withoutLayers } from './run-on-each.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'each-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(name: string, layer: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', name: layer, features: [{ type: 'Feature', properties: { list: [1] }, geometry: { type: 'Point', coordinates: [-50, -15] } }] }));
  return file;
}

it('names the file of each loss if layers of several files have the same name', async () => {
  const kml = await runTool(convert, folder, filesOf(fileOf('a.geojson', 'lots'), fileOf('b.geojson', 'lots'), fileOf('c.geojson', 'farms')), { to: 'kml' });
  const lost = 'The field "list" is written as text, because KML has no field type for values of several kinds, lists or objects.';
  expect(convert.reportSchema.parse(kml.result.report).losses.map(({ layer, text }) => [layer, text])).toEqual([['lots', `"a.geojson": ${lost}`], ['lots', `"b.geojson": ${lost}`], ['farms', lost]]);
});

it('refuses a file whose borders cross too often for the kernel, and says what to do', async () => {
  const place = (name: string): string => path.join(mkdtempSync(path.join(folder, 'tangled-')), name);
  const run = (own: { untangle?: string }) =>
    runOnEach({ inputs: filesOf(fileOf('tangled.geojson', 'lots')), workFolder: path.dirname(place('work')), outputFolder: path.dirname(place('output')), onProgress: () => undefined }, { tool: 'test', suffix: '', to: null, archiveName: 'all.zip', ...own, derive: () => Promise.reject(new TooTangledError(5_000_000)) }, {});
  const start = '"tangled.geojson" exceeds a limit of this tool: its features overlap in more than 5,000,000 different combinations; ';
  expect(await problemOf(run({}))).toEqual({ code: 'too-large', message: `${start}remove duplicate features, or split the layer.` });
  expect(await problemOf(run({ untangle: 'take another area' }))).toEqual({ code: 'too-large', message: `${start}take another area.` });
});

it('says what a file without a layer contains instead', async () => {
  const file = path.join(folder, 'car.kml');
  writeFileSync(file, '<kml xmlns="http://www.opengis.net/kml/2.2"><Document><NetworkLink><Link><href>https://example.org/car.kml</href></Link></NetworkLink></Document></kml>');
  const said = 'Nothing is left of "car.kml": it contains no features. Only the placemarks of this KML are read; one link to another file is not. Links are never followed: open it in Google Earth, and save there what it shows as KML.';
  expect((await problemOf(runTool(convert, folder, filesOf(file), { to: 'geojson' }))).message).toBe(said);
  expect((await problemOf(runTool(merge, folder, filesOf(file), {}))).message).toBe(said);
});

it('names a file without a layer beside others as one that could not be processed', async () => {
  const empty = path.join(folder, 'links.kml');
  writeFileSync(empty, '<kml xmlns="http://www.opengis.net/kml/2.2"><Document><NetworkLink><Link><href>https://example.org/car.kml</href></Link></NetworkLink></Document></kml>');
  for (const { result } of [await runTool(merge, folder, filesOf(empty, fileOf('d.geojson', 'lots')), {}), await runTool(convert, folder, filesOf(empty, fileOf('e.geojson', 'lots')), { to: 'kml' })]) {
    expect(result.report.failures.map(({ files, problem }) => [files, problem.code])).toEqual([[['links.kml'], 'nothing-left']]);
  }
});

it('of what a file without a layer contains, says only whole sentences', () => {
  const note = (text: string) => ({ code: 'kml-left-behind' as const, text });
  const { message } = withoutLayers('a.kmz', [note(`${'x'.repeat(300)}.`), note(`${'y'.repeat(100)}.`), note('Links are never followed.'), note('Links are never followed.')]);
  expect(message).toBe(`Nothing is left of "a.kmz": it contains no features. ${'x'.repeat(300)}. Links are never followed.`);
});

it('says what each of several files without a layer contains instead', async () => {
  const files = ['north.kml', 'south.kml'].map((name, links) => {
    const file = path.join(folder, name);
    writeFileSync(file, `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${'<NetworkLink><Link><href>https://example.org/car.kml</href></Link></NetworkLink>'.repeat(links + 1)}</Document></kml>`);
    return file;
  });
  const problem = await runTool(merge, folder, filesOf(...files), {}).then(() => null, (error: unknown) => error);
  if (!(problem instanceof ProblemError)) throw new Error('it is no problem for people', { cause: problem });
  expect(problem.toProblem()['failures']).toMatchObject([
    { files: ['north.kml'], problem: { detail: expect.stringContaining('one link to another file is not') as unknown } },
    { files: ['south.kml'], problem: { detail: expect.stringContaining('2 links to other files are not') as unknown } },
  ]);
});

it('says that the given system was not used if all files state another', async () => {
  const notes = async (tool: typeof convert | typeof merge, options: object, ...files: readonly string[]) => (await runTool(tool, folder, filesOf(...files), options)).result.report.notes;
  const note = { code: 'crs-contradicted', text: 'SIRGAS 2000 / UTM zone 22S was given as the reference system of files that do not state theirs, but was not used: the files state WGS 84 (by the format).' };
  const file = fileOf('stated.geojson', 'lots');
  expect(await notes(convert, { to: 'geopackage', from: 'EPSG:31982' }, file)).toEqual([note]);
  expect(await notes(merge, { from: 'EPSG:31982' }, file)).toEqual([note]);
  expect(await notes(convert, { to: 'geopackage', from: 'EPSG:4326' }, file)).toEqual([]);
  expect(await notes(convert, { to: 'geopackage' }, file)).toEqual([]);
});

it('does not say so if one file needed the given system', async () => {
  const { result, folder: made } = await runTool(convert, folder, filesOf(fileOf('needy.geojson', 'lots')), { to: 'shapefile' });
  const place = path.join(made, result.output.name);
  rmSync(place.replace('.shp', '.prj'));
  expect((await runTool(convert, folder, filesOf(fileOf('stated.geojson', 'lots'), place), { to: 'geopackage', from: 'EPSG:31982' })).result.report.notes).toEqual([]);
});

it('reports metres in a file that states degrees, once however often the file is read', async () => {
  const file = path.join(folder, 'metres.geojson');
  const collection = (...positions: readonly (readonly number[])[]) => JSON.stringify({ type: 'FeatureCollection', crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::4674' } }, features: positions.map((coordinates) => ({ type: 'Feature', properties: { a: 1 }, geometry: { type: 'Point', coordinates } })) });
  const told = async (tool: typeof convert | typeof split | typeof merge, options: object, of = file) => convert.reportSchema.pick({ inputs: true }).parse((await runTool(tool, folder, filesOf(of), options)).result.report).inputs[0].notes;
  writeFileSync(file, collection([500_000, 8_300_000], [500_100, 8_300_000], [-50, -15]));
  const note = { code: 'crs-contradicted', text: 'The file says that the coordinates are degrees (EPSG:4674), but most of them go beyond ±180 and ±90. They were taken as they are, and the result says the same of them. Find out which system they are in, take away what the file says of it (of a shapefile: its .prj file), and give the right one as the reference system of your files (option "from").' };
  expect(await told(convert, { to: 'geopackage' })).toEqual([note]);
  expect(await told(split, { by: 'a', format: 'shapefile' })).toEqual([note]);
  writeFileSync(file, collection([500_000, 8_300_000], [-51, -15], [-50, -15]));
  const few = { code: 'position-beyond-degrees', text: 'One position cannot be degrees, being beyond ±360 in longitude or ±90 in latitude. It is in feature 1. A decimal point may be missing there, or longitude and latitude may be swapped.' };
  expect(await told(convert, { to: 'geopackage' })).toEqual([few]);
  expect(await told(merge, {})).toEqual([few]);
  const swapped = path.join(folder, 'swapped.kml');
  writeFileSync(swapped, '<kml><Placemark><Point><coordinates>-15,-100</coordinates></Point></Placemark></kml>');
  expect(await told(convert, { to: 'geopackage' }, swapped)).toEqual([{ code: 'crs-contradicted', text: 'In this format coordinates are degrees, but most of those go beyond ±180 and ±90. They were taken as they are, and the result says the same of them. Export the file again from its source, in WGS 84 and with the longitude first.' }]);
});

it('says nothing of what it did with a file that failed', async () => {
  const polar = path.join(folder, 'polar.geojson');
  writeFileSync(polar, JSON.stringify({ type: 'FeatureCollection', name: 'polar', features: [{ type: 'Feature', properties: { list: 1 }, geometry: { type: 'Point', coordinates: [0, 90] } }] }));
  const files = filesOf(fileOf('good.geojson', 'lots'), polar);
  const moved = reproject.reportSchema.parse((await runTool(reproject, folder, files, { to: 'EPSG:3857' })).result.report);
  expect(moved.failures.map(({ files: names }) => names)).toEqual([['polar.geojson']]);
  expect(moved.transformations.map(({ layer }) => layer)).toEqual(['lots']);
  const wrong = path.join(folder, 'wrong.geojson');
  writeFileSync(wrong, JSON.stringify({ type: 'FeatureCollection', name: 'wrong', features: [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [500_000, 8_000_000] } }] }));
  const chosen = extract.reportSchema.parse((await runTool(extract, folder, filesOf(fileOf('good.geojson', 'lots'), wrong), { bbox: '-51,-16,-49,-14', format: 'kml' })).result.report);
  expect(chosen.failures.map(({ files: names }) => names)).toEqual([['wrong.geojson']]);
  expect(chosen.chosen.map(({ layer }) => layer)).toEqual(['lots']);
  expect(chosen.notes).toEqual([]);
});

it('reports any number of losses: a file may have a hundred thousand layers', async () => {
  const work = mkdtempSync(path.join(folder, 'many-'));
  const output = mkdtempSync(path.join(folder, 'many-'));
  const losses = () => Array.from({ length: 200_000 }, (_, at) => ({ code: 'ids-left-out' as const, layer: String(at), field: null, count: null, text: 'The ids were left out.' }));
  const result = await runOnEach({ inputs: filesOf(fileOf('many.geojson', 'lots')), workFolder: work, outputFolder: output, onProgress: () => undefined }, { tool: 'test', suffix: '', to: null, archiveName: 'all.zip', derive: (dataset) => Promise.resolve([{ dataset, losses }]) }, {});
  expect(result.report.losses.length).toBe(200_000);
});
