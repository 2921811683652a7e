import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { groupDatasets, openDiskFile } from '@geoinsights/formats';
import { afterAll, describe, expect, it } from 'vitest';
import { writeArchive } from '../files/archive.ts';
import type { ToolContext, ToolFile } from '../tool.ts';
import { compress } from './definition.ts';
import type { CompressOptions } from './run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'compress-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KML = `<kml>${'<Placemark><name>farm</name></Placemark>'.repeat(500)}</kml>`;
const GEOJSON = `{"type":"FeatureCollection","features":[${Array.from({ length: 300 }, (_, i) => `{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[${i},1]}}`).join()}]}`;

let places = 0;
const newPlace = (): string => {
  const place = path.join(folder, String((places += 1)));
  mkdirSync(place);
  return place;
};

function given(files: Readonly<Record<string, string | Uint8Array>>, place = newPlace()): ToolFile[] {
  return Object.entries(files).map(([name, content]) => {
    writeFileSync(path.join(place, name), content);
    return { name, path: path.join(place, name), size: statSync(path.join(place, name)).size, folder: place };
  });
}

function contextOf(inputs: readonly ToolFile[], more: Partial<ToolContext<CompressOptions>> = {}): ToolContext<CompressOptions> {
  return { inputs, options: {}, workFolder: newPlace(), outputFolder: newPlace(), threads: 1, onProgress: () => undefined, ...more };
}

/** The files of the datasets in an archive, by name. */
async function unpacked(archive: string): Promise<Record<string, string>> {
  const file = await openDiskFile(archive);
  try {
    const { datasets, failures, close } = await groupDatasets([file]);
    expect(failures).toEqual([]);
    const files = datasets.flatMap((dataset) => dataset.files);
    const read = await Promise.all(files.map(async (each) => [each.name, Buffer.from(await each.read(0, each.size)).toString()] as const));
    await close();
    return Object.fromEntries<string>(read);
  } finally {
    await file.close();
  }
}

/** The report lines about files and their archive. */
async function saidOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<readonly string[]> {
  const { report } = await compress.run(contextOf(given(files)));
  return compress.summaryLines?.(report) ?? [];
}

describe('compress', () => {
  it('says why an archive is larger than its content', async () => {
    const small = '{"type":"Point","coordinates":[1,2]}';
    expect((await saidOf({ 'a.geojson': small })).at(-1)).toMatch(/^The archive is larger than the file: the file is packed already, or too small to become smaller, and an archive needs some 1\d\d bytes of its own for each file\.$/);
    const repeated = `{"type":"MultiPoint","coordinates":[${'[1,1],'.repeat(12)}[1,1]]}`;
    expect((await saidOf({ 'a.geojson': repeated, 'b.geojson': repeated })).at(-1)).toMatch(/^The archive is larger than the files: an archive needs some 1\d\d bytes of its own for each file, more than is saved where they are so small\.$/);
    expect((await saidOf({ 'farm.kml': KML })).join()).not.toContain('larger');
  });

  it('packs files unchanged, and says how much less room they take', async () => {
    const shares: number[] = [];
    const { output, report, reportFile } = await compress.run(contextOf(given({ 'farm.kml': KML, 'points.geojson': GEOJSON }), { onProgress: (share) => shares.push(share) }));
    expect(output.name).toBe('compressed-files.zip');
    expect(await unpacked(output.path)).toEqual({ 'farm.kml': KML, 'points.geojson': GEOJSON });
    expect(report.files.map(({ name, bytes }) => [name, bytes])).toEqual([['farm.kml', KML.length], ['points.geojson', GEOJSON.length]]);
    expect(report.bytes).toBe(KML.length + GEOJSON.length);
    expect(report.packed_bytes).toBe(statSync(output.path).size);
    const packed = report.files.reduce((sum, file) => sum + file.packed_bytes, 0);
    expect(packed).toBeLessThan(report.bytes / 10);
    expect(report.packed_bytes - packed).toBeGreaterThan(0);
    expect(compress.reportSchema.parse(JSON.parse(readFileSync(reportFile.path, 'utf8')))).toEqual(report);
    expect(compress.summaryLines?.(report)).toEqual([expect.stringMatching(/^2 files: [\d,]+ bytes, packed [\d,]+ \(\d %\)$/), expect.stringMatching(/^ {2}farm\.kml: /), expect.stringMatching(/^ {2}points/)]);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  it('gives the same bytes for the same files, and fewer than a usual archive', async () => {
    const text = `<kml>${Array.from({ length: 20_000 }, (_, i) => (180 * Math.sin(i)).toFixed(3)).join(' ')}</kml>`;
    const inputs = given({ 'farm.kml': text });
    const [one, other] = [await compress.run(contextOf(inputs)), await compress.run(contextOf(inputs))];
    expect(readFileSync(one.output.path).equals(readFileSync(other.output.path))).toBe(true);
    const [usual, strongest] = [6, 9].map((level) => deflateRawSync(text, { level }).length);
    expect(strongest).toBeLessThan(usual);
    expect(one.report.files.map((file) => file.packed_bytes)).toEqual([strongest]);
    expect(one.output.name).toBe('farm.zip');
  });

  it('repacks the content of an archive', async () => {
    const zip = path.join(newPlace(), 'sent.zip');
    await writeArchive(zip, given({ 'farm.kml': KML, 'readme.txt': 'read me' }), { level: 0 });
    const { output, report } = await compress.run(contextOf(given({ 'sent.zip': readFileSync(zip) })));
    expect(await unpacked(output.path)).toEqual({ 'farm.kml': KML });
    expect(report.notes).toEqual([{ code: 'archive-unpacked', text: '"sent.zip" was unpacked. Left out: "readme.txt".' }]);
    expect(output.size).toBeLessThan(KML.length / 10);
  });

  it('rounds coordinates on request, keeps all the rest of the file, and does not touch photographs', async () => {
    const kml = (coordinates: string) =>
      `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Style id="green"/><Placemark><name>farm</name><styleUrl>#green</styleUrl><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`;
    const photograph = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3);
    const { output, report } = await compress.run(contextOf(given({ 'farm.kml': kml('-50.1234567,-15 -50.113451,-15.00000051 -50.11346,-14.99 -50.1234567,-15'), 'photo.jpg': photograph }), { options: { decimals: 4 } }));
    expect(await unpacked(output.path)).toEqual({ 'farm.kml': kml('-50.1235,-15 -50.1135,-15 -50.1135,-14.99 -50.1235,-15') });
    expect(report.losses.map(({ code, count }) => [code, count])).toEqual([['coordinates-rounded', 1]]);
    expect(report.files.map(({ name }) => name)).toEqual(['farm.kml', 'photo.jpg']);
  });

  it('removes vertices of KML lines that rounding makes equal, and leaves out lines that become too short', async () => {
    const line = (coordinates: string, id = '') => `<LineString${id}><coordinates>${coordinates}</coordinates></LineString>`;
    const kml = (...geometries: string[]) => `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${geometries.map((geometry) => `<Placemark>${geometry}</Placemark>`).join('')}</Document></kml>`;
    const area = '<Polygon><outerBoundaryIs><LinearRing><coordinates>-50,-15 -49,-15 -49,-14 -50,-15</coordinates></LinearRing></outerBoundaryIs></Polygon>';
    const short = line('-50,-15 -50.0001,-15', ' id="short"');
    const given0 = kml(line('-50,-15,100 -50.0001,-15,101 -50.0002,-15.0001,102 -51,-16,103'), short, `<MultiGeometry>${short}${line('-50,-15 -50.0001,-15 -52,-16', ' id="long"')}${area}</MultiGeometry>`);
    const { output, report } = await compress.run(contextOf(given({ 'farm.kml': given0 }), { options: { decimals: 3 } }));
    expect(await unpacked(output.path)).toEqual({ 'farm.kml': kml(line('-50,-15,100 -51,-16,103'), '', `<MultiGeometry>${line('-50,-15 -52,-16', ' id="long"')}${area}</MultiGeometry>`) });
    expect(report.losses.map(({ code, count }) => [code, count])).toEqual([['coordinates-rounded', 3], ['empty-geometry-left-out', 1], ['parts-left-out', 1]]);
  });

  it('changes nothing if no coordinate has more decimals, also where a corner touches the border of a neighbour', async () => {
    const square = (x: number, y: number, size: number) => ({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [[[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]] } });
    const text = JSON.stringify({ type: 'FeatureCollection', features: [square(0, 0, 2.125), square(2.125, 0.5, 1)] });
    const { output, report } = await compress.run(contextOf(given({ 'lots.geojson': text }), { options: { decimals: 3 } }));
    expect([await unpacked(output.path), report.losses]).toEqual([{ 'lots.geojson': text }, []]);
  });

  it('says which features keep all digits, and which small parts disappeared', async () => {
    const feature = (geometry: object) => ({ type: 'Feature', properties: {}, geometry });
    const square = (x: number, size: number, y = 0) => [[x, y, 1.23456], [x + size, y, 1], [x + size, y + size, 1], [x, y + size, 1], [x, y, 1.23456]];
    const layer = { type: 'FeatureCollection', features: [
      feature({ type: 'Point', coordinates: [1.23456, 2.34567, 3.45678] }),
      feature({ type: 'MultiPolygon', coordinates: [[square(1, 0.5), square(1.2, 0.0004, 0.2).toReversed()], [square(2, 0.0004)]] }),
    ] };
    const { output, report } = await compress.run(contextOf(given({ 'lots.geojson': JSON.stringify(layer) }), { options: { decimals: 2 } }));
    expect(report.losses.map(({ code, text }) => [code, text])).toEqual([
      ['coordinates-rounded', 'Coordinates of lines and polygons in "lots" were rounded to 2 decimal places. Heights and measures keep all their digits.'],
      ['coordinates-rounded', 'One feature in "lots" with points keeps all digits: only lines and polygons are rounded here. To round points as well, convert the file to KML or GeoJSON with a number of decimal places.'],
      ['parts-left-out', '1 small part and 1 small hole of one feature in "lots" were left out: too small at 2 decimal places.'],
    ]);
    const written = (await unpacked(output.path))['lots.geojson'];
    expect(written).toContain('[1.23456,2.34567,3.45678]');
    expect(written).not.toContain('0.0004');
  });

  it('keeps files of the same name apart, and those of one set together', async () => {
    const [north, south] = [newPlace(), newPlace()];
    const { output, report } = await compress.run(contextOf([...given({ 'a.geojson': GEOJSON, 'a.kml': KML }, north), ...given({ 'a.geojson': GEOJSON, 'A.qml': '<qgis/>' }, south)]));
    expect(report.files.map(({ name }) => name)).toEqual(['a.geojson', 'a.kml', 'a (2).geojson', 'A (2).qml']);
    expect(report.notes).toEqual([{ code: 'result-renamed', text: `"a.geojson" of folder "${path.basename(south)}" is named "a (2).geojson" in the result, because its own name was taken or is not allowed.` }]);
    expect(Object.keys(await unpacked(output.path)).sort()).toEqual(['a (2).geojson', 'a.geojson', 'a.kml']);
  });

  it('gives no file a name that contains a path', async () => {
    const [file] = given({ 'c.kml': KML });
    const { report } = await compress.run(contextOf([{ ...file, name: '..\\c.kml' }, { ...file, name: 'C:d.kml' }]));
    expect(report.files.map(({ name }) => name)).toEqual(['.._c.kml', '_:d.kml']);
  });

  it('names what it could not read, and fails only if nothing else is left', async () => {
    const lost: ToolFile = { name: 'lost.kml', path: path.join(folder, 'nowhere'), size: 1 };
    const { report } = await compress.run(contextOf([lost, ...given({ 'farm.kml': KML })]));
    expect(report.failures).toMatchObject([{ files: ['lost.kml'], problem: { code: 'input-unreadable' } }]);
    await expect(compress.run(contextOf([lost]))).rejects.toThrow(/lost\.kml/);
    const [damaged] = given({ 'damaged.zip': 'PK\x03\x04 and no more' });
    await expect(compress.run(contextOf([damaged]))).rejects.toThrow(/damaged\.zip/);
  });

  it('fails with the error of a file that cannot be read to its end', async () => {
    const broken = { name: 'farm.kml', size: KML.length, read: () => Promise.reject(new Error('the disk is broken')) };
    await expect(writeArchive(path.join(newPlace(), 'a.zip'), [{ name: 'farm.kml', file: broken }])).rejects.toThrow('the disk is broken');
  });

  it('delivers its one file when unpacked files are requested', async () => {
    const { output, files } = await compress.run(contextOf(given({ 'farm.kml': KML }), { unpacked: true }));
    expect(files).toEqual([output]);
  });
});
