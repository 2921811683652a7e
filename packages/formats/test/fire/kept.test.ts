import { PartKind, repairNow } from '@geoinsights/geometry';
import type { Layer } from '@geoinsights/geometry';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diskFolder, fileOfBytes, groupDatasets, memoryFolder, namingArchive } from '../../src/index.ts';
import type { InputFile } from '../../src/index.ts';
import { geopackageDriver } from '../../src/geopackage/index.ts';
import type { Dataset } from '../../src/driver.ts';
import { blobOf, makeGeopackage } from '../../src/geopackage/test/make-geopackage.ts';
import type { Shape } from '../../src/geopackage/test/make-geopackage.ts';
import { kmlDriver } from '../../src/kml/index.ts';
import { createKmzDriver } from '../../src/kmz/index.ts';
import { shapefileDriver } from '../../src/shapefile/index.ts';
import { applyBytes, keepPart, openBytes, patchOf } from '../../src/kml/test/patching.ts';
import { openText } from '../../src/geojson/test/patching.ts';
import { KML, SHP } from '../garbage/seeds.ts';
import { zipOf } from '../garbage/zip.ts';

/** Bugs found by the mutants, each with the smallest file that shows it. */

it('GeoJSON: NaN and infinities as bare words are read wherever a value may stand, as Python writes them', async () => {
  const opened = await openText('{"a":[NaN,-NaN],"type":"Feature","properties":{"x":NaN,"y":-Infinity,"z":"NaN","n":[Infinity]},"geometry":{"type":"LineString","coordinates":[[0,-NaN],[1,1]]}}');
  const attributes = opened.attributes(0);
  expect(await attributes.at(0)).toEqual({ x: null, y: null, z: 'NaN', n: '[null]' });
  await attributes.close();
});

it('KML: the comma before a first tuple without X goes with that tuple', async () => {
  const ring = (text: string): string => `<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${text}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`;
  const opened = await openBytes(kmlDriver, Buffer.from(ring(' ,b 0,0 1,0 1,1 0,0')));
  const [{ geometry }] = opened.layers;
  expect([...geometry.xy.subarray(0, 4)]).toEqual([NaN, NaN, 0, 0]);
  const part = keepPart(geometry, 0);
  const without = { ...part, rings: [{ source: -1, vertices: part.rings[0].vertices.slice(1) }] };
  const written = await applyBytes(opened, [patchOf([{ feature: 0, parts: [without] }])]);
  expect(Buffer.from(written).toString()).toBe(ring(' 0,0 1,0 1,1 0,0'));
});

it('shapefile: an input that is a Buffer is neither misread nor written to', async () => {
  const pooled = Buffer.concat([Buffer.alloc(7), SHP]).subarray(7);
  const before = Buffer.from(pooled);
  const opened = await shapefileDriver.open({ format: 'shapefile', name: 'farm', files: [fileOfBytes('farm.shp', pooled)] });
  const [{ geometry }] = opened.layers;
  const patch = patchOf([{ feature: 0, parts: [] }]);
  const folder = memoryFolder();
  await opened.apply([patch], folder);
  expect(pooled.equals(before)).toBe(true);
  expect(geometry.featureOffsets.length - 1).toBe(3);
});

it('repair: a feature without Z gets none from a neighbour that has it, as its record has no room for one', () => {
  const square = (x: number): number[] => [x, 0, x + 1, 0, x + 1, 1, x, 1, x, 0];
  const layer: Layer = {
    xy: Float64Array.from([...square(0), ...square(0.9)]),
    z: Float64Array.from([NaN, NaN, NaN, NaN, NaN, 5, 5, 5, 5, 5]),
    m: null,
    ringOffsets: Int32Array.of(0, 5, 10),
    partOffsets: Int32Array.of(0, 1, 2),
    featureOffsets: Int32Array.of(0, 1, 2),
    partKinds: Uint8Array.of(PartKind.Polygon, PartKind.Polygon),
  };
  const { patch } = repairNow(layer, { units: { kind: 'planar' }, snapDistance: 0, maxGapWidth: 0, overlaps: 'fix', gaps: 'fix', shellWinding: 'counter-clockwise', threads: 1 });
  if (patch === null) throw new Error('the overlap was not found');
  const { geometry } = patch;
  for (const [entry, feature] of patch.features.entries()) {
    const [first, end] = [entry, entry + 1].map((at) => geometry.ringOffsets[geometry.partOffsets[geometry.featureOffsets[at]]]);
    const values = [...(geometry.z ?? [])].slice(first, end);
    expect(values.length).toBeGreaterThan(0);
    expect(values.every((value) => (feature === 0 ? Number.isNaN(value) : value === 5))).toBe(true);
  }
});

it('KMZ: KML that exceeds the memory limit is expanded in the work folder until it is closed, and a damaged entry leaves nothing there', async () => {
  const work = mkdtempSync(join(tmpdir(), 'spill-'));
  try {
    const archive = zipOf([{ name: 'doc.kml', content: KML }, { name: 'layers/a.kml', content: KML }, { name: 'b.png', content: Buffer.from('no picture') }]);
    const results: Uint8Array[] = [];
    for (const most of [0, KML.length, 2 * KML.length]) {
      const driver = createKmzDriver(most);
      const opened = await driver.open({ format: 'kmz', name: 'farm', files: [fileOfBytes('farm.kmz', archive)] }, { workFolder: work });
      expect(readdirSync(work)).toHaveLength(2 - most / KML.length);
      expect(opened.layers.map(({ name }) => name)).toEqual(['farm', 'a']);
      expect(Buffer.from(await applyBytes(opened, [null, null])).equals(archive)).toBe(true);
      const attributes = opened.attributes(1);
      expect(await attributes.at(2)).toMatchObject({ name: 'farm 4' });
      await attributes.close();
      results.push(await applyBytes(opened, [null, patchOf([{ feature: 1, parts: [] }])]));
      await opened.close();
      expect(readdirSync(work)).toEqual([]);
    }
    expect(results.every((bytes) => Buffer.from(bytes).equals(results[0]))).toBe(true);

    const damaged = zipOf([{ name: 'doc.kml', content: KML }, { name: 'a.kml', content: KML, claimedSize: KML.length - 1 }]);
    await expect(createKmzDriver(0).open({ format: 'kmz', name: 'farm', files: [fileOfBytes('farm.kmz', damaged)] }, { workFolder: work })).rejects.toMatchObject({ code: 'kmz-damaged' });
    expect(readdirSync(work)).toEqual([]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});

it('KMZ: an entry that overlaps the header of the next one is refused', async () => {
  const one = { name: 'doc.kml', content: KML };
  const packed = zipOf([one]).readUInt32LE(18);
  const archive = zipOf([{ ...one, claimedCompressedSize: packed + 1 }, { name: 'b.kml', content: KML }]);
  await expect(openBytes(createKmzDriver(), archive, 'farm.kmz')).rejects.toMatchObject({ code: 'kmz-bomb', message: expect.stringContaining('"doc.kml" shares its bytes') as string });
});

it('KMZ: a fault in one of several documents names that document', async () => {
  const archive = zipOf([{ name: 'doc.kml', content: KML }, { name: 'layers/a.kml', content: Buffer.from('<kml>\n<Placemark>') }]);
  await expect(openBytes(createKmzDriver(), archive, 'farm.kmz')).rejects.toMatchObject({ code: 'xml-malformed', details: { file: 'layers/a.kml in farm.kmz', line: 2 } });
});

it('shapefile: a null shape that claims two gigabytes is not read, and a repair that would exceed them is refused', async () => {
  const polygon = SHP.subarray(100, 100 + 136);
  const most = 2 ** 31 - 2;
  const hollow = Buffer.alloc(12);
  hollow.writeInt32BE(2, 0);
  hollow.writeInt32BE((most - 100 - polygon.length - 8) / 2, 4);
  const head = Buffer.concat([SHP.subarray(0, 100), polygon, hollow]);
  head.writeInt32BE(most / 2, 24);
  let largest = 0;
  const file: InputFile = {
    name: 'farm.shp',
    size: most,
    read: (start, end) => {
      largest = Math.max(largest, end - start);
      const bytes = new Uint8Array(Math.max(0, Math.min(end, most) - start));
      bytes.set(head.subarray(start, Math.min(end, head.length)));
      return Promise.resolve(bytes);
    },
  };
  const opened = await shapefileDriver.open({ format: 'shapefile', name: 'farm', files: [file] });
  const [{ geometry }] = opened.layers;
  expect([...geometry.featureOffsets]).toEqual([0, 1, 1]);
  expect(largest).toBeLessThan(1 << 23);
  const part = keepPart(geometry, 0);
  const longer = { ...part, rings: [{ source: -1, vertices: [...part.rings[0].vertices.slice(0, -1), [0.5, 0.5, -1] as const, part.rings[0].vertices[0]] }] };
  const folder = memoryFolder();
  await expect(opened.apply([patchOf([{ feature: 0, parts: [longer] }])], folder)).rejects.toMatchObject({ code: 'too-large' });
  expect(folder.files.size).toBe(0);
});

const square = (x: number): Shape => ({ type: 'Polygon', at: [[[x, 0], [x + 1, 0], [x + 1, 1], [x, 1], [x, 0]]] });

async function openGeopackage(bytes: Uint8Array): Promise<Dataset> {
  return geopackageDriver.open({ format: 'geopackage', name: 'farm', files: [fileOfBytes('farm.gpkg', bytes)] });
}

function geopackage(rows: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'fire-kept-'));
  try {
    const path = join(folder, 'a.gpkg');
    makeGeopackage(path, [{ name: 'farms', rows: Array.from({ length: rows }, (_, row) => blobOf(square(2 * row))) }]);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('GeoPackage: a schema page that cannot be written is reported as damaged', async () => {
  const bytes = geopackage(2);
  // The first free block of the page, far beyond its end. Before the schema is written, the pages are only read.
  bytes.writeUInt16BE(0x8000, 101);
  const opened = await openGeopackage(bytes);
  const part = keepPart(opened.layers[0].geometry, 0);
  const folder = memoryFolder();
  // Two parts where one was declared, so the declaration changes, too.
  await expect(opened.apply([patchOf([{ feature: 0, parts: [part, part] }])], folder)).rejects.toMatchObject({ code: 'geopackage-damaged' });
  expect(folder.files.size).toBe(0);
  await opened.close();
});

it('GeoPackage: rows whose keys do not ascend are a damaged table', async () => {
  const bytes = geopackage(3);
  // The leaf page of the table: its cell pointers in another order.
  const pageSize = bytes.readUInt16BE(16);
  const page = Array.from({ length: bytes.length / pageSize }, (_, index) => index * pageSize).find((at) => at > 0 && bytes[at] === 13 && bytes.readUInt16BE(at + 3) === 3 && bytes.subarray(at, at + pageSize).includes('GP\0'));
  if (page === undefined) throw new Error('there is no page of three geometries');
  const [first, second] = [bytes.readUInt16BE(page + 8), bytes.readUInt16BE(page + 10)];
  bytes.writeUInt16BE(second, page + 8);
  bytes.writeUInt16BE(first, page + 10);
  await expect(openGeopackage(bytes)).rejects.toMatchObject({ code: 'geopackage-damaged', message: expect.stringContaining('table "farms"') as string });
});

it('names as long as archives allow are shortened in sentences, and the archive is named', async () => {
  const archive = zipOf([{ name: `${'x'.repeat(3000)}.kml`, content: Buffer.from('no KML') }]);
  const error: unknown = await groupDatasets([fileOfBytes('farm.zip', archive)]).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'file-unrecognised', message: expect.stringMatching(/"x{100,340}…x+\.kml in farm\.zip" is none of them: /) as string });
});

it('an error in a file of an archive names that file', async () => {
  const grouped = await groupDatasets([fileOfBytes('farm.zip', zipOf([{ name: 'a/b.kml', content: Buffer.from('<kml><Placemark>') }]))]);
  const [dataset] = grouped.datasets;
  await expect(namingArchive(dataset.archive, () => kmlDriver.open(dataset))).rejects.toMatchObject({ code: 'xml-malformed', details: { file: 'b.kml in farm.zip' } });
  await grouped.close();
});

it('XML of another kind is described by the name of its root only', async () => {
  await expect(groupDatasets([fileOfBytes('farm.kml', Buffer.from('<?xml version="1.0"?><gpx"?>'))])).rejects.toMatchObject({ message: expect.not.stringContaining('gpx"') as string });
});

it('disk: a result whose name is longer than file systems allow is refused with a sentence', async () => {
  await expect(diskFolder(tmpdir()).create(`${'x'.repeat(252)}.kml`)).rejects.toMatchObject({ code: 'file-name-too-long', details: { limit: 255 } });
});
