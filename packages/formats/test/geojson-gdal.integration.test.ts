import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasGdal, ogr2ogr } from '../../../testing/gdal.ts';
import { needs } from '../../../testing/needs.ts';
import { diskFolder, openDiskFile } from '../src/files/disk.ts';
import { readGeoJson } from '../src/geojson/dataset.ts';
import { geojsonDriver } from '../src/geojson/index.ts';
import { partsOf, patchOf } from '../src/geojson/test/patching.ts';


const SOURCE = {
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', properties: { name: 'São "João"', n: 1.5 }, geometry: { type: 'Polygon', coordinates: [[[-47.123456789, -15.1], [-46, -15.25], [-46, -14], [-47.5, -14.000001], [-47.123456789, -15.1]], [[-46.9, -14.9], [-46.8, -14.9], [-46.8, -14.8], [-46.9, -14.9]]] } },
    { type: 'Feature', properties: { name: 'dois', n: null }, geometry: { type: 'MultiPolygon', coordinates: [[[[1, 1], [2, 1], [2, 2], [1, 1]]], [[[5, 5], [6, 5], [6, 6], [5, 5]]]] } },
    { type: 'Feature', properties: { name: null, n: 3 }, geometry: null },
    { type: 'Feature', properties: { name: 'z', n: 4 }, geometry: { type: 'Polygon', coordinates: [[[0, 0, 5], [1, 0, 6.5], [1, 1, 7], [0, 0, 5]]] } },
  ],
};

const WAYS: [string, string[]][] = [
  ['RFC 7946', ['-f', 'GeoJSON', '-lco', 'RFC7946=YES']],
  ['2008', ['-f', 'GeoJSON', '-lco', 'RFC7946=NO']],
  ['another CRS', ['-f', 'GeoJSON', '-t_srs', 'EPSG:5880']],
  ['SIRGAS 2000', ['-f', 'GeoJSON', '-t_srs', 'EPSG:4674']],
  ['bbox', ['-f', 'GeoJSON', '-lco', 'WRITE_BBOX=YES']],
  ['bbox, few digits', ['-f', 'GeoJSON', '-lco', 'WRITE_BBOX=YES', '-lco', 'COORDINATE_PRECISION=3']],
  ['17 significant figures', ['-f', 'GeoJSON', '-lco', 'SIGNIFICANT_FIGURES=17']],
  ['ids', ['-f', 'GeoJSON', '-lco', 'ID_FIELD=n']],
  ['generated ids', ['-f', 'GeoJSON', '-lco', 'ID_GENERATE=YES', '-lco', 'ID_TYPE=String']],
  ['a description and native data', ['-f', 'GeoJSON', '-lco', 'DESCRIPTION=um teste', '-lco', 'WRITE_NAME=NO']],
  ['a sequence', ['-f', 'GeoJSONSeq']],
  ['a sequence with record separators', ['-f', 'GeoJSONSeq', '-lco', 'RS=YES']],
];

const CODES = new Map([['another CRS', 'EPSG:5880'], ['SIRGAS 2000', 'EPSG:4674']]);

describe('GeoJSON written by GDAL', needs(hasGdal, 'GDAL is not installed'), () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'geojson-'));
    writeFileSync(join(folder, 'source.geojson'), JSON.stringify(SOURCE));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(WAYS)('%s: comes back untouched, and a patch changes one feature', async (way, options) => {
    const name = `${way.replaceAll(/\W/g, '-')}.geojson`;
    ogr2ogr(...options, join(folder, name), join(folder, 'source.geojson'));
    const file = await openDiskFile(join(folder, name));
    const dataset = { format: 'geojson', name: way, files: [file] } as const;
    const opened = await geojsonDriver.open(dataset);
    const { items } = await readGeoJson(dataset);
    const [{ geometry: layer, crs }] = opened.layers;
    expect(layer.featureOffsets.length - 1).toBe(4);
    expect(crs.code).toBe(CODES.get(way) ?? 'EPSG:4326');
    const before = readFileSync(join(folder, name));
    const results = diskFolder(mkdtempSync(join(folder, 'out-')));
    await opened.apply([null], results);
    expect(readFileSync(results.pathOf(name)).equals(before)).toBe(true);

    const parts = partsOf(layer, 1);
    const vertex = layer.ringOffsets[layer.partOffsets[layer.featureOffsets[1]]] + 1;
    const shift = way === 'another CRS' ? 1000 : 0.5;
    const moved = { from: vertex, at: [layer.xy[2 * vertex] + shift, layer.xy[2 * vertex + 1]] };
    const patch = patchOf(layer, new Map([[1, parts.map((part, index) => (index > 0 ? part : { ...part, rings: [{ vertices: part.rings[0].vertices.map((each) => (each.from === vertex ? moved : each)) }] }))]]));
    await opened.apply([patch], results);
    await file.close();
    const after = readFileSync(results.pathOf(name));
    const start = items.starts[1];
    const tail = before.length - items.ends[1];
    expect(after.subarray(0, start).equals(before.subarray(0, start))).toBe(true);
    expect(after.subarray(after.length - tail).equals(before.subarray(before.length - tail))).toBe(true);
    const length = (bytes: Buffer): number => bytes.length - start - tail;
    expect(Math.abs(length(after) - length(before))).toBeLessThan(40);

    // GDAL reads the same: only the second feature differs.
    const read = (path: string, as: string): string[] => {
      const table = join(folder, `${name}-${as}.csv`);
      ogr2ogr('-f', 'CSV', '-lco', 'GEOMETRY=AS_WKT', table, path);
      return readFileSync(table, 'utf8').trim().split('\n');
    };
    const [readBefore, readAfter] = [read(join(folder, name), 'before'), read(results.pathOf(name), 'after')];
    expect(readAfter.length).toBe(5);
    expect(readAfter.map((line, index) => line === readBefore[index])).toEqual([true, true, false, true, true]);
    expect(readAfter[2].startsWith('"MULTIPOLYGON')).toBe(true);
  });
});
