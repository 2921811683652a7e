import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { areaForGdal, featuresOf, hasGdal, invalidForGdal, ogr2ogr } from '../../../../testing/gdal.ts';
import { needs } from '../../../../testing/needs.ts';
import { NO_SHARED_FILES, sharedFile } from '../../../../testing/shared-data.ts';
import { blobOf, makeGeopackage, square as squareShape } from '../../../formats/src/geopackage/test/make-geopackage.ts';
import { chainsOf } from '../../test/chains.ts';
import { filesOf, problemOf, runTool } from '../../test/run-tool.ts';
import { merge } from './definition.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'merge-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const STATES = ['52', '53', '32'].map((state) => sharedFile('data', `geojs-${state}-mun.json`));
const newFile = (name: string): string => path.join(mkdtempSync(path.join(folder, 'files-')), name);

function geojson(name: string, features: readonly { readonly properties: object; readonly geometry: object | null }[]): string {
  const file = newFile(name);
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: features.map((feature) => ({ type: 'Feature', ...feature })) }));
  return file;
}

const point = (x: number): object => ({ type: 'Point', coordinates: [x, -15] });
const square = (x: number): object => ({ type: 'Polygon', coordinates: [[[x, -15], [x + 0.5, -15], [x + 0.5, -14.5], [x, -14.5], [x, -15]]] });

describe('three states in three formats and two systems', needs(hasGdal && STATES.every((state) => state !== null), hasGdal ? NO_SHARED_FILES : 'GDAL is not installed'), () => {
  const sources = (): string[] => {
    const goias = newFile('goias.shp');
    ogr2ogr('-t_srs', 'EPSG:31982', '-lco', 'ENCODING=UTF-8', goias, STATES[0] ?? '');
    const federal = newFile('federal.kml');
    ogr2ogr('-f', 'LIBKML', federal, STATES[1] ?? '');
    const espirito = newFile('espirito.geojson');
    copyFileSync(STATES[2] ?? '', espirito);
    return [goias, federal, espirito];
  };

  it('become one layer with all features and all land', async () => {
    const given = sources();
    const { result } = await runTool(merge, folder, filesOf(...given), { format: 'geopackage', crs: 'EPSG:4674', sourceField: 'arquivo' });
    const merged = featuresOf(result.output.path);
    const counts = given.map((file) => featuresOf(file).length);
    expect(merged.length).toBe(counts.reduce((sum, count) => sum + count, 0));
    expect(['goias.shp', 'federal.kml', 'espirito.geojson'].map((name) => merged.filter(({ properties }) => properties['arquivo'] === name).length)).toEqual(counts);
    const land = given.map(asGdalHasIt).reduce((sum, area) => sum + area, 0);
    expect(areaForGdal(result.output.path) / land).toBeCloseTo(1, 9);
    expect(merged.map(({ properties }) => properties['name'] ?? properties['Name'])).toContain('Abadiânia');
  });

  it('become three layers on request', async () => {
    const { result } = await runTool(merge, folder, filesOf(...sources()), { format: 'geopackage', layers: 'each' });
    const { outputs } = merge.reportSchema.parse(result.report);
    expect(outputs[0].layers.map(({ features }) => features)).toEqual([246, 1, 78]);
    expect(new Set(outputs[0].layers.map(({ crs }) => crs.name))).toEqual(new Set(['SIRGAS_2000_UTM_Zone_22S']));
  });
});

describe('layers with heights', needs(hasGdal, 'GDAL is not installed'), () => {
  it('are in the vertical system that all of them state, and otherwise in none', async () => {
    const source = geojson('a.geojson', [{ properties: {}, geometry: { type: 'Point', coordinates: [-50, -15, 7] } }]);
    const inSystem = (system: string): string => {
      const file = newFile('a.gpkg');
      ogr2ogr('-t_srs', 'EPSG:31982', '-a_srs', system, file, source);
      return file;
    };
    const heightsOf = async (...files: string[]): Promise<unknown> => {
      const { result } = await runTool(merge, folder, filesOf(...files), {});
      const { outputs, losses } = merge.reportSchema.parse(result.report);
      return [outputs[0].layers[0].crs.name, losses.map(({ text }) => text).filter((text) => text.includes('heights'))];
    };
    const lost = '"a" has a vertical reference system, "EGM96 height", which the result does not state; the heights themselves are unchanged.';
    expect(await heightsOf(inSystem('EPSG:31982+5773'), inSystem('EPSG:31982+5773'))).toEqual(['SIRGAS 2000 / UTM zone 22S + EGM96 height', []]);
    expect(await heightsOf(inSystem('EPSG:31982+5773'), inSystem('EPSG:31982'))).toEqual(['SIRGAS 2000 / UTM zone 22S', [lost]]);
    expect(await heightsOf(inSystem('EPSG:31982'), inSystem('EPSG:31982+5773'))).toEqual(['SIRGAS 2000 / UTM zone 22S', [lost]]);
  });
});

/** The land of a file, which may differ between a shapefile and its source: rings that are not holes become polygons. */
function asGdalHasIt(file: string): number {
  const same = newFile('same.gpkg');
  ogr2ogr('-t_srs', 'EPSG:4674', '-nlt', 'PROMOTE_TO_MULTI', same, file);
  return areaForGdal(same);
}

describe('merge', needs(hasGdal, 'GDAL is not installed'), () => {
  it('unites fields by name, with types that hold the values of all', async () => {
    const one = geojson('one.geojson', [{ properties: { nome: 'a', area: 1, dia: '2026-11-23', n: 5 }, geometry: point(-50) }]);
    const two = geojson('two.geojson', [{ properties: { NOME: 'b', area: 2.5, dia: 'ontem', outro: true }, geometry: point(-49) }]);
    const { result } = await runTool(merge, folder, filesOf(one, two), { sourceField: 'nome' });
    expect(featuresOf(result.output.path).map(({ properties }) => properties)).toEqual([
      { nome: 'a', area: 1, dia: '2026-11-23', n: 5, outro: null, nome_2: 'one.geojson' },
      { nome: 'b', area: 2.5, dia: 'ontem', n: null, outro: true, nome_2: 'two.geojson' },
    ]);
    expect(merge.reportSchema.parse(result.report).losses.filter(({ code }) => code === 'field-type-changed').map(({ layer, text }) => [layer, text])).toEqual([
      ['one', 'The field "area" of "one.geojson" was integer and is real now, as other layers have other values in it.'],
      ['one', 'The field "dia" of "one.geojson" was date and is text now, as other layers have other values in it.'],
    ]);
    expect(merge.reportSchema.parse(result.report).losses).toContainEqual(expect.objectContaining({ code: 'field-renamed', field: 'nome', text: 'The field with the source of each feature is called "nome_2", since there is a field "nome" already.' }));
  });

  it('unites sheets of one system on a datum whose place is not known: nothing is transformed', async () => {
    const sheet = (x: number): string => {
      const file = newFile(`sheet${x}.shp`);
      ogr2ogr('-a_srs', 'EPSG:26767', file, geojson('sheet.geojson', [{ properties: { x }, geometry: { type: 'Point', coordinates: [x, 7] } }]));
      return file;
    };
    const { result } = await runTool(merge, folder, filesOf(sheet(5), sheet(6)), { format: 'geopackage' });
    expect(featuresOf(result.output.path).map(({ geometry }) => geometry)).toEqual([5, 6].map((x) => ({ type: 'Point', coordinates: [x, 7] })));
    expect(merge.reportSchema.parse(result.report).losses).toEqual([]);
  });

  it('counts the whole numbers that are rounded because another file has fractions in their field', async () => {
    const file = (name: string, values: readonly string[]): string => {
      const made = newFile(name);
      writeFileSync(made, `{"type":"FeatureCollection","features":[${values.map((value) => `{"type":"Feature","properties":{"n":${value}},"geometry":null}`).join()}]}`);
      return made;
    };
    const { result } = await runTool(merge, folder, filesOf(file('long.geojson', ['9007199254740993', '7', '-9007199254740993']), file('short.geojson', ['0.5'])), {});
    expect(merge.reportSchema.parse(result.report).losses).toContainEqual({ code: 'number-rounded', layer: 'long', field: 'n', count: 2, text: 'In "n" of "long.geojson", 2 whole numbers have more digits than a real keeps, and were rounded: other layers have fractions in it.' });
  });

  it('keeps numbers if another file has the field without any value', async () => {
    const some = geojson('some.geojson', [{ properties: { area: 1.5, dia: '2026-11-23', nome: null }, geometry: point(-50) }]);
    const none = geojson('none.geojson', [{ properties: { area: null, dia: null, nome: null }, geometry: point(-49) }]);
    for (const files of [[some, none], [none, some]]) {
      const { result } = await runTool(merge, folder, filesOf(...files), { format: 'geopackage' });
      expect(featuresOf(result.output.path).map(({ properties }) => properties['area']).toSorted()).toEqual([1.5, null]);
      expect(merge.reportSchema.parse(result.report).losses.filter(({ code }) => code === 'field-type-changed')).toEqual([]);
    }
  });

  it('distinguishes files of the same name by their folders', async () => {
    const files = ['north', 'south'].map((name) => {
      const place = path.join(folder, 'same', name);
      mkdirSync(place, { recursive: true });
      writeFileSync(path.join(place, 'x.geojson'), JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: point(-50) }] }));
      return { ...filesOf(path.join(place, 'x.geojson'))[0], folder: place };
    });
    const { result } = await runTool(merge, folder, files, { sourceField: 'file' });
    expect(featuresOf(result.output.path).map(({ properties }) => properties['file'])).toEqual(['north/x.geojson', 'south/x.geojson']);
  });

  it('writes points and polygons to one shapefile each, and says so', async () => {
    const { result, folder: output } = await runTool(merge, folder, filesOf(geojson('p.geojson', [{ properties: { a: 1 }, geometry: point(-50) }]), geojson('q.geojson', [{ properties: { a: 2 }, geometry: square(-49) }])), { format: 'shapefile' });
    const files = readdirSync(output).filter((name) => name.endsWith('.shp')).sort();
    expect(files.length).toBe(2);
    expect(files.flatMap((name) => featuresOf(path.join(output, name)).map(({ properties }) => properties['a'])).sort()).toEqual([1, 2]);
    expect(JSON.stringify(result.report)).toMatch(/"losses":\[\{/);
  });

  it('transforms to the fixed system of the target format in one step, and to no other system', async () => {
    const inZone = (system: string): string => {
      const file = newFile('a.gpkg');
      ogr2ogr('-t_srs', system, file, geojson('a.geojson', [{ properties: {}, geometry: point(-50) }]));
      return file;
    };
    const files = filesOf(inZone('EPSG:31982'), inZone('EPSG:31983'), geojson('b.geojson', [{ properties: {}, geometry: point(-50) }]));
    const { result } = await runTool(merge, folder, files, { format: 'kml' });
    const losses = merge.reportSchema.parse(result.report).losses.filter(({ code }) => code === 'system-changed');
    expect(losses.map(({ text }) => text)).toEqual(['22S', '23S'].map((zone) => `The coordinates of "a" in "a.gpkg" were transformed. From SIRGAS 2000 / UTM zone ${zone} to WGS 84; SIRGAS 2000 and WGS 84 are treated as the same, accurate to about 1 m.`));
    for (const feature of featuresOf(result.output.path)) expect(feature.geometry).toMatchObject({ coordinates: [expect.closeTo(-50, 9), expect.closeTo(-15, 9)] });
    // Where no format is asked for, that of the first file gives way to the system that is.
    const first = geojson('c.geojson', [{ properties: {}, geometry: point(-50) }]);
    const formatOf = async (crs: string) => merge.reportSchema.parse((await runTool(merge, folder, filesOf(first, ...files.slice(0, 1).map(({ path }) => path)), { crs })).result.report).outputs[0].format;
    expect([await formatOf('EPSG:31982'), await formatOf('EPSG:4326')]).toEqual(['geopackage', 'geojson']);
    expect(await problemOf(runTool(merge, folder, files, { format: 'kml', crs: 'EPSG:31982' }))).toEqual({ code: 'format-has-own-system', message: '"merged" cannot be written as KML in SIRGAS 2000 / UTM zone 22S: this format is always in WGS 84. Choose GeoPackage or shapefile for another system.' });
  });

  it('says once of many layers how they were transformed', async () => {
    const inZone = (name: string, system: string): string => {
      const file = newFile(`${name}.gpkg`);
      ogr2ogr('-t_srs', system, file, geojson(`${name}.geojson`, [{ properties: {}, geometry: point(-50) }]));
      return file;
    };
    const files = filesOf(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => inZone(name, name === 'c' ? 'EPSG:31983' : 'EPSG:31982')));
    const { result } = await runTool(merge, folder, files, { crs: 'EPSG:4674' });
    const losses = merge.reportSchema.parse(result.report).losses.filter(({ code }) => code === 'system-changed');
    expect(losses.map(({ layer, text }) => [layer, text])).toEqual([
      ['merged', 'The coordinates of 6 layers in "a.gpkg", "b.gpkg", "d.gpkg", "e.gpkg", "f.gpkg" and 1 more were transformed. From SIRGAS 2000 / UTM zone 22S to SIRGAS 2000; the datum is the same.'],
      ['c', 'The coordinates of "c" in "c.gpkg" were transformed. From SIRGAS 2000 / UTM zone 23S to SIRGAS 2000; the datum is the same.'],
    ]);
  });

  it('takes thirty files, two layers of the same name among them', async () => {
    const files = Array.from({ length: 30 }, (_, index) => geojson(index < 2 ? 'same.geojson' : `farm ${String(index)}.geojson`, [{ properties: { index }, geometry: square(-60 + 0.6 * index) }]));
    const { result } = await runTool(merge, folder, filesOf(...files), { format: 'geopackage' });
    expect(featuresOf(result.output.path).map(({ properties }) => properties['index'])).toEqual(files.map((_, index) => index));
    expect(invalidForGdal([result.output.path])).toEqual([]);
    for (const format of ['geopackage', 'kml', 'geojson', 'shapefile']) {
      const { result: each } = await runTool(merge, folder, filesOf(...files), { format, layers: 'each' });
      const { outputs } = merge.reportSchema.parse(each.report);
      expect([format, outputs.flatMap(({ layers }) => layers.map(({ features }) => features))]).toEqual([format, files.map(() => 1)]);
      const names = outputs.flatMap(({ layers }) => layers.map(({ name }) => name));
      expect(names.slice(0, 2)).toEqual(['same', 'same_2']);
      expect(new Set(names).size).toBe(files.length);
      expect(merge.reportSchema.parse(each.report).losses.find(({ code }) => code === 'layer-renamed')?.text).toMatch(/^Layer "same" of ".*same\.geojson(?: \(2\))?" is called "same_2": a file before it has a layer of that name\.$/);
      expect(new Set(outputs.flatMap((output) => output.files)).size).toBe(outputs.flatMap((output) => output.files).length);
    }
  });

  it('delivers the good files and names the damaged one', async () => {
    const broken = newFile('broken.geojson');
    writeFileSync(broken, '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,');
    const { result } = await runTool(merge, folder, filesOf(geojson('p.geojson', [{ properties: { a: 1 }, geometry: point(-50) }]), broken), {});
    expect(featuresOf(result.output.path).length).toBe(1);
    expect(result.report.failures.map(({ files, problem }) => [files, problem.code])).toEqual([[['broken.geojson'], 'json-truncated']]);
  });

  it('refuses files of which one states no system, and writes nothing', async () => {
    const known = newFile('known.gpkg');
    ogr2ogr('-t_srs', 'EPSG:31982', known, geojson('p.geojson', [{ properties: { a: 1 }, geometry: square(-50) }]));
    const unknown = newFile('unknown.shp');
    ogr2ogr('-t_srs', 'EPSG:31983', unknown, geojson('q.geojson', [{ properties: { a: 1 }, geometry: square(-50) }]));
    rmSync(unknown.replace(/shp$/, 'prj'));
    expect((await problemOf(runTool(merge, folder, filesOf(known, unknown), {}))).code).toBe('crs-needed');
    const { result } = await runTool(merge, folder, filesOf(known, unknown), { from: 'EPSG:31983' });
    const [one, two] = featuresOf(result.output.path).map(({ geometry }) => chainsOf(geometry)[0][0]);
    expect(Math.hypot(one[0] - two[0], one[1] - two[1])).toBeLessThan(0.001);
  });

  it('refuses degrees and metres together where both files claim degrees of an unknown system', async () => {
    const [degrees, metres] = [[-50, -15], [500_000, 8_000_000]].map(([x, y]) => {
      const file = newFile(`from-${String(x)}.gpkg`);
      makeGeopackage(file, [{ name: 't', rows: [blobOf(squareShape(x, y))], srsId: 0 }]);
      return file;
    });
    for (const files of [[degrees, metres], [metres, degrees]]) {
      const { code, message } = await problemOf(runTool(merge, folder, filesOf(...files), {}));
      expect([code, message.startsWith('"from-500000.gpkg" does not state')]).toEqual(['crs-needed', true]);
    }
  });

  it('says for files without any layer that nothing is left', async () => {
    const empty = newFile('empty.kml');
    writeFileSync(empty, '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document></Document></kml>');
    expect((await problemOf(runTool(merge, folder, filesOf(empty), {}))).code).toBe('nothing-left');
  });
});
