import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { transformationBetween } from '@geoinsights/crs/transformation-between';
import { makeShapefile, recordContent } from '../../../formats/test/shapefile/make-shapefile.ts';
import { makeTable } from '../../../formats/test/shapefile/make-table.ts';
import { filesOf, problemOf, runTool } from '../../test/run-tool.ts';
import { convert } from '../convert/definition.ts';
import { systemCalled } from '../features/called-system.ts';
import { extract } from './definition.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'extract-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const farm = path.join(folder, 'farm.geojson');
const features = [{ type: 'Feature', properties: { dono: 'João' }, geometry: { type: 'Point', coordinates: [-50, -15] } }];
writeFileSync(farm, JSON.stringify({ type: 'FeatureCollection', features }));

it('an area file alone is refused, as there is no other file to extract from', async () => {
  const problem = await problemOf(runTool(extract, folder, filesOf(farm), { within: 'farm.geojson' }));
  expect(problem).toEqual({ code: 'invalid-options', message: 'The options are not valid: "farm.geojson" is the area, and there is no other file to extract features from' });
});

it('a text in double quotes, or in none, is answered with how to write texts', async () => {
  const work = (where: string) => problemOf(runTool(extract, folder, filesOf(farm), { where }));
  for (const where of ['dono = "João"', 'dono = João', 'dono LIKE João', "dono IN ('Zé', João)", '"João" = dono']) {
    expect((await work(where)).message).toBe('"farm.geojson" has no field "João". It has: "dono". A text is written in single quotes.');
  }
  expect((await work('area > 1')).message).toBe('"farm.geojson" has no field "area". It has: "dono".');
});

it('a field whose accents are composed differently is found', async () => {
  const file = path.join(folder, 'accents.geojson');
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: { 'a\u0301rea': 2 }, geometry: null }] }));
  const { result } = await runTool(extract, folder, filesOf(file), { where: '\u00e1rea > 1' });
  expect(extract.reportSchema.parse(result.report).chosen).toMatchObject([{ of: 1, chosen: 1 }]);
});

it('a condition that fits the fields of one layer only extracts from that layer, and says why not from the others', async () => {
  const file = path.join(folder, 'layers.kml');
  const schema = '<Schema id="s"><SimpleField name="dono" type="int"/></Schema>';
  const number = '<Folder><name>lots</name><Placemark><ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="dono">7</SimpleData></SchemaData></ExtendedData></Placemark></Folder>';
  const text = '<Folder><name>farms</name><Placemark><ExtendedData><Data name="dono"><value>João</value></Data></ExtendedData></Placemark></Folder>';
  const extracted = async (content: string, where: string) => {
    writeFileSync(file, `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${schema}${content}</Document></kml>`);
    const { chosen, notes } = extract.reportSchema.parse((await runTool(extract, folder, filesOf(file), { where })).result.report);
    return [chosen.map(({ layer, chosen: count }) => [layer, count]), notes.map(({ text: said }) => said)];
  };
  expect(await extracted(number + text, "dono = 'João'")).toEqual([[['lots', 0], ['farms', 1]], ['Nothing was extracted from layer "lots", because the condition does not fit it: the field "dono" is a number and "João" a text, which cannot be compared; texts are written in single quotes, numbers without.']]);
  expect(await extracted(number + text, 'dono = 7')).toEqual([[['lots', 1], ['farms', 0]], [expect.stringContaining('the condition does not fit it: the field "dono" is a text and 7 a number')]]);
  expect((await problemOf(extracted(number, "dono = 'João'"))).code).toBe('filter-invalid');
});

it('the edges of an area in another system are straight in that system, however long they are', async () => {
  // 100 km of the northern edge in UTM, which bends by 80 m from a straight line in degrees.
  const area = path.join(folder, 'area.geojson');
  const [west, east, south, north] = [400000, 700000, 6500000, 6700000];
  writeFileSync(area, JSON.stringify({ type: 'FeatureCollection', crs: { type: 'name', properties: { name: 'EPSG:31982' } }, features: [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]] } }] }));
  const metres = systemCalled('EPSG:31982');
  const beside = Float64Array.of(...[-40, -1, 1, 40].flatMap((away) => [550000, north + away]));
  transformationBetween(metres, systemCalled('EPSG:4326'), 'points').apply(beside);
  const points = path.join(folder, 'points.geojson');
  writeFileSync(points, JSON.stringify({ type: 'FeatureCollection', features: [0, 1, 2, 3].map((index) => ({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [...beside.subarray(2 * index, 2 * index + 2)] } })) }));
  const { result } = await runTool(extract, folder, filesOf(points, area), { within: 'area.geojson' });
  expect(extract.reportSchema.parse(result.report).chosen).toMatchObject([{ of: 4, chosen: 2 }]);
});

it('a polygon clipped to a rectangle inside it loses its heights, with a loss', async () => {
  const file = path.join(folder, 'heights.geojson');
  const ring = [[0, 0, 10], [4, 0, 20], [4, 4, 30], [0, 4, 40], [0, 0, 10]];
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }] }));
  const lossesOf = async (bbox: string) => extract.reportSchema.parse((await runTool(extract, folder, filesOf(file), { bbox, clip: true })).result.report).losses.map(({ code, count }) => [code, count]);
  expect(await lossesOf('1,1,3,3')).toEqual([['z-left-out', 1]]);
  expect(await lossesOf('1,1,5,3')).toEqual([]);
});

it('a line whose only height is clipped off is reported without mentioning an area', async () => {
  const file = path.join(folder, 'ramp.geojson');
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: [[0, 0], [1, 0, 5]] } }] }));
  const { losses } = extract.reportSchema.parse((await runTool(extract, folder, filesOf(file), { bbox: '0,0,0.5,0.5', clip: true })).result.report);
  expect(losses.map(({ text }) => text)).toEqual(['One feature in "ramp" has no heights any more: no remaining vertex has one, and a vertex on a clipped edge gets one only if both ends of the edge have one.']);
});

const polygon = (x: number, y: number, size: number): object => ({ type: 'Polygon', coordinates: [[[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]] });

function fileOf(name: string, ...geometries: readonly object[]): string {
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })) }));
  return file;
}

it('if the system of a file is missing, an area in a known system asks for it, and the option supplies it', async () => {
  // Metres without a stated system, at 51° W and 15° S.
  const metres = fileOf('metres.geojson', polygon(499_900, 8_341_600, 100), polygon(600_000, 8_341_600, 100));
  const area = fileOf('area.geojson', polygon(-51.1, -15.1, 0.2));
  const options = { within: 'area.geojson', format: 'geopackage' };
  expect(await problemOf(runTool(extract, folder, filesOf(metres, area), options))).toMatchObject({ code: 'crs-needed', message: expect.stringContaining('"metres.geojson"') as string });
  const { result } = await runTool(extract, folder, filesOf(metres, area), { ...options, from: 'EPSG:31982' });
  const report = extract.reportSchema.parse(result.report);
  expect(report.chosen).toMatchObject([{ of: 2, chosen: 1 }]);
  expect(report.inputs[0].notes.map(({ text }) => text)).toEqual([expect.stringMatching(/read as SIRGAS 2000 \/ UTM zone 22S, which was given as the reference system of the files\.$/)]);
});

it('the option also supplies the system of an area without one', async () => {
  const places = fileOf('places.geojson', polygon(-51.001, -15.001, 0.001), polygon(-50, -15, 0.001));
  const area = fileOf('metres-area.geojson', polygon(499_000, 8_340_000, 3000));
  const { result } = await runTool(extract, folder, filesOf(places, area), { within: 'metres-area.geojson', from: 'EPSG:31982' });
  expect(extract.reportSchema.parse(result.report).chosen).toMatchObject([{ of: 2, chosen: 1 }]);
});

it('an area takes the polygons of features that also have a point, such as the label of a placemark', async () => {
  const places = fileOf('labelled.geojson', { type: 'Point', coordinates: [1, 1] }, { type: 'Point', coordinates: [5, 5] });
  const area = fileOf('labels.geojson', { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [5, 5] }, polygon(0, 0, 2)] });
  for (const clip of [false, true]) {
    const { result } = await runTool(extract, folder, filesOf(places, area), { within: 'labels.geojson', clip });
    expect(extract.reportSchema.parse(result.report).chosen).toMatchObject([{ of: 2, chosen: 1 }]);
  }
});

it('the report says why nothing was selected, and where the layer lies if the rectangle is outside it', async () => {
  const places = fileOf('here.geojson', polygon(-50, -15, 0.001), polygon(-49, -14, 0.001));
  const notesOf = async (options: Record<string, unknown>) => extract.reportSchema.parse((await runTool(extract, folder, filesOf(places), options)).result.report).notes.map(({ text }) => text);
  expect(await notesOf({ bbox: '10,10,20,20' })).toEqual([
    'Nothing was extracted from layer "here": none of its 2 features meets the rectangle. Its extent, in WGS 84 (by the format), is from -50,-15 to -48.999,-13.999; the rectangle is outside it.',
  ]);
  expect(await notesOf({ bbox: '-49.6,-14.6,-49.5,-14.5' })).toEqual(['Nothing was extracted from layer "here": none of its 2 features meets the rectangle.']);
  expect(await notesOf({ bbox: '-51,-16,-49.5,-14.5' })).toEqual([]);
  const metres = fileOf('in-metres.geojson', polygon(499_900, 8_341_600, 100));
  const { result } = await runTool(extract, folder, filesOf(metres), { bbox: '-51,-16,-49,-14', from: 'EPSG:31982', format: 'geopackage' });
  expect(extract.reportSchema.parse(result.report).notes.map(({ text }) => text)).toEqual([
    'Nothing was extracted from layer "in-metres": its one feature does not meet the rectangle. Its extent, in SIRGAS 2000 / UTM zone 22S, is from 499900,8341600 to 500000,8341700; the rectangle is outside it. The rectangle looks like degrees, but must be in the coordinates of the file.',
  ]);
});

it('the report says that no feature meets a condition', async () => {
  const { result } = await runTool(extract, folder, filesOf(farm), { where: "dono = 'Maria'" });
  expect(extract.reportSchema.parse(result.report).notes.map(({ text }) => text)).toEqual(['Nothing was extracted from layer "farm": its one feature does not meet the condition.']);
});

it('a whole number of 20 digits is found in a .dbf', async () => {
  const places = [0, 1].map((x) => recordContent({ type: 1, rings: [[[x, 0]]] }));
  const { shp, shx } = makeShapefile(1, places);
  const dbf = makeTable([{ name: 'processo', type: 'N', length: 20 }], [['12345678920248260001'], ['12345678920248260002']]);
  for (const [extension, bytes] of Object.entries({ shp, shx, dbf })) writeFileSync(path.join(folder, `cases.${extension}`), bytes);
  const files = filesOf(path.join(folder, 'cases.shp'));
  const { result } = await runTool(extract, folder, files, { where: 'processo = 12345678920248260001' });
  expect(extract.reportSchema.parse(result.report).chosen).toMatchObject([{ of: 2, chosen: 1 }]);
});

it('a rectangle relies neither on the index of a GeoPackage nor on the envelopes stored with its geometries', async () => {
  const source = path.join(folder, 'lots.geojson');
  const square = (x: number) => ({ type: 'Polygon', coordinates: [[[x, 0], [x + 1, 0], [x + 1, 1], [x, 1], [x, 0]]] });
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: [0, 1, 2, 3].map((id) => ({ type: 'Feature', properties: { id }, geometry: square(10 * id) })) }));
  const { result: { output } } = await runTool(convert, folder, filesOf(source), { to: 'geopackage' });
  const file = path.join(folder, 'lots.gpkg');
  copyFileSync(output.path, file);
  const database = new DatabaseSync(file);
  const triggers = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'lots'").all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER "${String(name)}"`);
  // The second lot is not in the index; the header of the third states an extent elsewhere, and that of the fourth an extent without numbers.
  database.exec('DELETE FROM rtree_lots_geom WHERE id = 2');
  const writeExtent = (row: number, bounds: readonly number[]) => {
    const geometry: unknown = database.prepare('SELECT geom FROM lots WHERE fid = ?').get(row)?.['geom'];
    if (!(geometry instanceof Uint8Array)) throw new Error('no geometry');
    expect([geometry[3] & 0x0f, new DataView(geometry.buffer, geometry.byteOffset).getFloat64(8, true)]).toEqual([3, 10 * (row - 1)]);
    bounds.forEach((bound, position) => { new DataView(geometry.buffer, geometry.byteOffset).setFloat64(8 + 8 * position, bound, true); });
    database.prepare('UPDATE lots SET geom = ? WHERE fid = ?').run(geometry, row);
  };
  writeExtent(3, [-50, -49, -50, -49]);
  writeExtent(4, [NaN, NaN, NaN, NaN]);
  database.close();
  const chosen = async (options: object) => extract.reportSchema.parse((await runTool(extract, folder, filesOf(file), options)).result.report).chosen.map((each) => each.chosen);
  expect(await chosen({ bbox: '5,0,35,1' })).toEqual([3]);
  expect(await chosen({ bbox: '5,0,30.5,1', clip: true })).toEqual([3]);
});

it('counts a feature that the rectangle and the area clip once, and none that the area leaves out', async () => {
  const square = (x: number): unknown => ({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [[[x, 0], [x + 2, 0], [x + 2, 2], [x, 2], [x, 0]]] } });
  const [source, area] = ['squares.geojson', 'round.geojson'].map((name) => path.join(folder, name));
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: [square(0), square(3), square(6)] }));
  writeFileSync(area, JSON.stringify({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [[[1, -1], [5.5, -1], [5.5, 3], [1, 3], [1, -1]]] } }));
  const { chosen } = extract.reportSchema.parse((await runTool(extract, folder, filesOf(source, area), { bbox: '-1,-1,9,1', within: 'round.geojson', clip: true })).result.report);
  expect(chosen).toMatchObject([{ of: 3, chosen: 2, cut: 2 }]);
});

it('says so if the area is torn apart by the 180th meridian in the system of the features', async () => {
  const [source, area] = ['islands.geojson', 'zone.geojson'].map((name) => path.join(folder, name));
  const collection = (geometry: unknown, crs?: string): string => JSON.stringify({ type: 'FeatureCollection', ...(crs === undefined ? {} : { crs: { type: 'name', properties: { name: crs } } }), features: [{ type: 'Feature', properties: {}, geometry }] });
  writeFileSync(source, collection({ type: 'Point', coordinates: [0, -18] }));
  writeFileSync(area, collection({ type: 'Polygon', coordinates: [[[700_000, 7_900_000], [900_000, 7_900_000], [900_000, 8_100_000], [700_000, 8_100_000], [700_000, 7_900_000]]] }, 'urn:ogc:def:crs:EPSG::32760'));
  const { losses } = extract.reportSchema.parse((await runTool(extract, folder, filesOf(source, area), { within: 'zone.geojson' })).result.report);
  expect(losses.map(({ code, text }) => [code, text])).toEqual([['across-180', expect.stringMatching(/^Area "zone\.geojson": One feature lies across the 180th meridian, /)]]);
});
