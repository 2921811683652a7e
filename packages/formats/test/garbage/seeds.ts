import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobOf, makeGeopackage, ringOf, square } from '../../src/geopackage/test/make-geopackage.ts';
import { zipOf } from './zip.ts';

/** A small valid file of each format, to be damaged in many ways. */
export const GEOJSON = Buffer.from(
  JSON.stringify({
    type: 'FeatureCollection',
    features: [0, 2, 4].map((x) => ({ type: 'Feature', properties: { name: `São ${x}` }, geometry: { type: 'Polygon', coordinates: [ringOf(x, 0)] } })),
  }),
);

const placemark = (x: number): string =>
  `<Placemark><name>farm ${x}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${ringOf(x, 0).map((position) => position.join(',')).join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;

export const KML = Buffer.from(
  `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${[0, 2, 4].map(placemark).join('')}</Document></kml>`,
);

export const KMZ = zipOf([{ name: 'doc.kml', content: KML }]);

export const GEOPACKAGE = geopackage();

function geopackage(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'garbage-seed-'));
  try {
    const path = join(folder, 'seed.gpkg');
    makeGeopackage(path, [{ name: 'farms', rows: [0, 2, 4].map((x) => blobOf(square(x, 0))), rtree: true }]);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A polygon shapefile by the ESRI specification: shells clockwise. */
export const SHP = shapefile();

function shapefile(): Buffer {
  const records = [0, 2, 4].map((x, index) => {
    const ring = ringOf(x, 0).toReversed();
    const content = Buffer.alloc(48 + ring.length * 16);
    content.writeInt32LE(5, 0);
    for (const [position, value] of [x, 0, x + 1, 1].entries()) content.writeDoubleLE(value, 4 + position * 8);
    content.writeInt32LE(1, 36);
    content.writeInt32LE(ring.length, 40);
    for (const [position, value] of ring.flat().entries()) content.writeDoubleLE(value, 48 + position * 8);
    const head = Buffer.alloc(8);
    head.writeInt32BE(index + 1, 0);
    head.writeInt32BE(content.length / 2, 4);
    return Buffer.concat([head, content]);
  });
  return Buffer.concat([mainHeader(records), ...records]);
}

function mainHeader(records: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((100 + records.reduce((sum, record) => sum + record.length, 0)) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(5, 32);
  for (const [index, value] of [0, 0, 5, 1].entries()) header.writeDoubleLE(value, 36 + index * 8);
  return header;
}
