import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { featuresReportSchema } from '@geoinsights/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { areaForGdal, featuresOf, featuresOfEach, hasGdal, ogr2ogr } from '../../../../testing/gdal.ts';
import { needs } from '../../../../testing/needs.ts';
import { NO_SHARED_FILES, sharedFile } from '../../../../testing/shared-data.ts';
import { filesOf, problemOf, runTool } from '../../test/run-tool.ts';
import { split } from './definition.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'split-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const newFile = (name: string): string => path.join(mkdtempSync(path.join(folder, 'files-')), name);
const GOIAS = sharedFile('data', 'geojs-52-mun.json');

function geojson(values: readonly unknown[], name = 'farm.geojson'): string {
  const file = newFile(name);
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: values.map((v, id) => ({ type: 'Feature', properties: { v, id }, geometry: { type: 'Point', coordinates: [-50 + id / 1000, -15] } })) }));
  return file;
}

const mains = (place: string): string[] => readdirSync(place).filter((name) => /\.(?:shp|kml|kmz|gpkg|geojson)$/.test(name)).map((name) => path.join(place, name));

describe('split', needs(hasGdal, 'GDAL is not installed'), () => {
  const long = 'ã'.repeat(150);
  const ODD = ['', null, 'a/b', 'a:b', '..', '.', '../../etc/passwd', 'CON', 'nul', 'São', 'são', 'SAO', 'Sa\u0303o', `${long}1`, `${long}2`, ' ', 'a\nb', 'x.shp', '-rf', '🌳', 'a'.repeat(300), 'no-value', 'empty', 'trailing. ', 'half\ud800', 'half\ud801', 'turned\u202egpj'];

  it.each(['geojson', 'shapefile', 'kml', 'geopackage'])('by a field with arbitrary values makes files of %s within the folder, each with its own value', async (format) => {
    const { folder: output, result } = await runTool(split, folder, filesOf(geojson([...ODD, ...ODD])), { by: 'v', format });
    expect(readdirSync(path.dirname(output)).sort()).toEqual(['output', 'work']);
    const files = mains(output);
    const { failures } = result.report;
    expect(failures).toEqual([]);
    const layerOf = (file: string): string => (format === 'shapefile' ? path.parse(file).name : 'farm');
    const perFile = featuresOfEach(files.map((file) => ({ file, layer: layerOf(file) }))).map((features) => features.map(({ properties }) => Number(properties['id'])).sort((one, other) => one - other));
    // Both features of each value, and no other; composed and decomposed letters are two values.
    expect(perFile.sort(([one], [other]) => one - other)).toEqual(ODD.map((_, id) => [id, id + ODD.length]));
    for (const file of readdirSync(output)) expect(Buffer.byteLength(file)).toBeLessThan(256);
    expect(new Set(readdirSync(output).map((name) => name.normalize('NFC').toLowerCase())).size).toBe(readdirSync(output).length);
  }, 300_000);

  it('shortens the file names made from a very long name', async () => {
    const source = geojson(['x'.repeat(300), 'y'.repeat(300)], `${'n'.repeat(240)}.geojson`);
    const { folder: output } = await runTool(split, folder, filesOf(source), { by: 'v', format: 'shapefile' });
    expect(mains(output).length).toBe(2);
  });

  it('by more values than the limit of files is refused, and nothing is written', async () => {
    const { code } = await problemOf(runTool(split, folder, filesOf(geojson(Array.from({ length: 1001 }, (_, index) => index))), { by: 'v' }));
    expect(code).toBe('too-many-parts');
    const count = await problemOf(runTool(split, folder, filesOf(geojson(Array.from({ length: 1001 }, (_, index) => index))), { by: 'count', count: 1 }));
    expect(count.code).toBe('too-many-parts');
  });

  it('by a field that does not exist lists the existing ones; an empty file has no parts', async () => {
    expect((await problemOf(runTool(split, folder, filesOf(geojson([1])), { by: 'w' }))).message).toContain('"v", "id"');
    expect((await problemOf(runTool(split, folder, filesOf(geojson([])), { by: 'count', count: 5 }))).code).toBe('nothing-left');
  });

  it('by count puts so many features into each part, in their order', async () => {
    const { folder: output } = await runTool(split, folder, filesOf(geojson(Array.from({ length: 5003 }, (_, index) => index))), { by: 'count', count: 2500 });
    const parts = mains(output).sort().map((file) => featuresOf(file).map(({ properties }) => properties['v']));
    expect(parts.map(({ length }) => length)).toEqual([2500, 2500, 3]);
    expect(parts.flat()).toEqual(Array.from({ length: 5003 }, (_, index) => index));
  });

  it('reports once what all parts lose, names the file of counted losses, and says which layers are empty', async () => {
    const source = newFile('layers.gpkg');
    ogr2ogr('-f', 'GPKG', '-nln', 'farms', source, geojson(['a', 'b', 'c'].flatMap((letter) => [letter, letter.repeat(300)]), 'farms.geojson'));
    ogr2ogr('-f', 'GPKG', '-update', '-append', '-nln', 'empty', '-where', 'id < 0', source, geojson(['x']));
    const { result } = await runTool(split, folder, filesOf(source), { by: 'v', format: 'shapefile' });
    const said = split.reportSchema.parse(result.report).losses.map(({ code, layer, count }) => [code, layer, count]);
    expect(said.filter(([, layer]) => layer === 'empty')).toEqual([['layer-left-out', 'empty', null]]);
    expect(said.filter(([code]) => code === 'ids-left-out')).toEqual([['ids-left-out', 'farms', null]]);
    const cut = split.reportSchema.parse(result.report).losses.filter(({ code }) => code === 'text-cut');
    expect(cut.map(({ text }) => text)).toEqual(['a', 'b', 'c'].map((letter) => expect.stringMatching(new RegExp(`^"layers-${letter}+\\.shp": One value `)) as unknown));
  });

  it('says which files have a loss if not all do', async () => {
    const { result } = await runTool(split, folder, filesOf(geojson(['a', null, 'b'])), { by: 'v' });
    const losses = featuresReportSchema.parse(result.report).losses.map(({ text }) => text);
    expect(losses).toEqual([]);
    const dates = await runTool(split, folder, filesOf(geojson(['2024-01-01', null, '2024-01-02'])), { by: 'v' });
    expect(featuresReportSchema.parse(dates.result.report).losses.map(({ text }) => text)).toEqual(['"farm-no-value.geojson": The field "v" has no values, and GeoJSON shows types only by values: it will be read back as text.']);
  });

  it('by layer puts each layer into a file of its own, whatever its name', async () => {
    const source = newFile('layers.gpkg');
    const names = ['a/b', 'a:b', 'a|b', 'São', 'CON'];
    for (const [index, name] of names.entries()) ogr2ogr('-f', 'GPKG', '-update', '-append', '-nln', name, source, geojson([index]));
    const { folder: output } = await runTool(split, folder, filesOf(source), { by: 'layer' });
    expect(mains(output).map((file) => featuresOf(file).map(({ properties }) => properties['v'])).flat().sort()).toEqual([0, 1, 2, 3, 4]);
    expect(mains(output).length).toBe(5);
  });

  it('by part makes a feature of each part, and of each point of a MultiPoint', async () => {
    const file = newFile('farm.geojson');
    const ring = (x: number) => [[[x, -15], [x + 0.5, -15], [x + 0.5, -14.5], [x, -14.5], [x, -15]]];
    const geometries = [
      { type: 'MultiPolygon', coordinates: [ring(-50), ring(-49)] },
      { type: 'MultiPoint', coordinates: [[-50, -15], [-49, -15], [-48, -15]] },
      null,
      { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [-50, -15] }, { type: 'LineString', coordinates: [[-50, -15], [-49, -14]] }] },
      { type: 'Polygon', coordinates: ring(-47) },
    ];
    writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: geometries.map((geometry, id) => ({ type: 'Feature', id, properties: { v: id }, geometry })) }));
    const { result } = await runTool(split, folder, filesOf(file), { by: 'part' });
    const types = featuresOf(result.output.path).map(({ properties, geometry }) => [properties['v'], typeof geometry === 'object' && geometry !== null && 'type' in geometry ? geometry.type : null]);
    expect(types).toEqual([[0, 'Polygon'], [0, 'Polygon'], [1, 'Point'], [1, 'Point'], [1, 'Point'], [2, null], [3, 'Point'], [3, 'LineString'], [4, 'Polygon']]);
    expect(JSON.stringify(result.report)).toContain('ids-left-out');
  });

  it('leaves nothing in a folder in which writing fails', async () => {
    const place = mkdtempSync(path.join(folder, 'closed-'));
    mkdirSync(path.join(place, 'work'));
    const work = split.run({ inputs: filesOf(geojson([1, 2])), options: split.optionsSchema.parse({ by: 'v' }), workFolder: path.join(place, 'work'), outputFolder: path.join(place, 'not-there'), threads: 1, unpacked: true, onProgress: () => undefined });
    await expect(work).rejects.toThrow(/ENOENT/);
    expect(readdirSync(place)).toEqual(['work']);
  });
});

describe('a state split into its municipalities', needs(hasGdal && GOIAS !== null, hasGdal ? NO_SHARED_FILES : 'GDAL is not installed'), () => {
  it('keeps all features and all land', async () => {
    const source = newFile('goias.geojson');
    copyFileSync(GOIAS ?? '', source);
    const { folder: output } = await runTool(split, folder, filesOf(source), { by: 'name' });
    const files = mains(output);
    expect(files.length).toBe(246);
    const abadia = files.filter((file) => path.basename(file).includes('Abadiânia'));
    expect(abadia.flatMap((file) => featuresOf(file).map(({ properties }) => properties['name']))).toEqual(['Abadiânia']);
    const parts = await runTool(split, folder, filesOf(source), { by: 'count', count: 50 });
    const land = mains(parts.folder).map(areaForGdal).reduce((sum, area) => sum + area, 0);
    expect(mains(parts.folder).length).toBe(5);
    expect(land / areaForGdal(source)).toBeCloseTo(1, 12);
  }, 300_000);
});
