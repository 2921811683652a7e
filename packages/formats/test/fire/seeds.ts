import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { blobOf, GEOGRAPHIC_WKT, makeGeopackage, square } from '../../src/geopackage/test/make-geopackage.ts';
import type { Shape } from '../../src/geopackage/test/make-geopackage.ts';
import { GEOJSON, KML } from '../garbage/seeds.ts';
import { makeShapefile, recordContent } from '../shapefile/make-shapefile.ts';
import type { RecordSpecification, Vertex } from '../shapefile/make-shapefile.ts';
import type { ShapefileBytes } from './shapefile-mutations.ts';

/** Small valid files of every format, each with different features of it, to be damaged. */

const HOLED = '[[[0,0],[9,0],[9,9],[0,9],[0,0]],[[1,1],[1,2],[2,2],[2,1],[1,1]]]';
const MULTI = '[[[[20,0,1.50],[25,0,2],[25,5,3],[20,0,1.50]]],[[[30,0,1],[35,0,2],[35,5,3],[30,0,1]],[[31,1,1],[33,1,1],[33,2,1],[31,1,1]]]]';
export const JSON_SEEDS: readonly string[] = [
  GEOJSON.toString(),
  `{"type":"FeatureCollection","name":"é","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::4674"}},"bbox":[0,0,35,9],"features":[
  {"type":"Feature","id":"a","bbox":[0,0,9,9],"properties":{"name":"\\u00e9\\n","n":[1,{"x":null}]},"geometry":{"type":"Polygon","coordinates":${HOLED}}},
  {"geometry":{"coordinates":${MULTI},"type":"MultiPolygon"},"type":"Feature","id":12,"properties":null,"foreign":{"type":"Point"}},
  {"type":"Feature","properties":{},"geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"Polygon","coordinates":${HOLED}},{"type":"MultiLineString","coordinates":[[[0,0],[1e0,1.0]],[[2,2],[2,2],[3,3]]]}]}},
  {"type":"Feature","properties":{},"geometry":null},{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[0.1,0.2,1,2],[0.30000000000000004,4E-1,1,2,3]]}}]}`,
  `\x1e{"type":"Feature","properties":{"a":1},"geometry":{"type":"Polygon","coordinates":${HOLED}}}\n\x1e{"type":"Feature","properties":{"a":2},"geometry":{"type":"Point","coordinates":[-1.5,2.25]}}\n`,
  `\ufeff{"type":"MultiPolygon","coordinates":${MULTI}}`,
  `{"type":"Feature","properties":{"a":1},"geometry":{"type":"MultiPoint","coordinates":[[1,2],[NaN,2],[null,3],[]]}}\n{"type":"Feature","properties":{"a":1},"geometry":{"type":"Polygon","coordinates":[]}}`,
];

const ring = (x: number, altitude = ''): string => [[x, 0], [x + 1, 0], [x + 1, 1], [x, 1], [x, 0]].map(([a, b]) => `${a}.50,${b}${altitude}`).join(' ');
const boundary = (side: string, coordinates: string): string => `<${side}BoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></${side}BoundaryIs>`;
const GOOGLE = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2" xmlns:kml="http://www.opengis.net/kml/2.2" xmlns:atom="http://www.w3.org/2005/Atom">
<Document><name>Fazenda &amp; Cia.kml</name><Style id="s"><LineStyle><width>2</width></LineStyle></Style><StyleMap id="m"><Pair><key>normal</key><styleUrl>#s</styleUrl></Pair></StyleMap>
<Folder><name>Área</name><open>1</open>
<Placemark id="p1"><name>um</name><description><![CDATA[<b>x</b>]]></description><styleUrl>#m</styleUrl><ExtendedData><Data name="a"><value>1</value></Data></ExtendedData><Polygon><tessellate>1</tessellate>${boundary('outer', `
  ${ring(0, ',0')}
 `)}${boundary('inner', '0.6,0.2,0 0.7,0.2,0 0.7,0.3,0 0.6,0.2,0')}</Polygon></Placemark>
<Placemark><MultiGeometry><Polygon>${boundary('outer', ring(3))}</Polygon><MultiGeometry><LineString><coordinates>1,2 1,2 3,4</coordinates></LineString><Point><coordinates> 1,2,3 </coordinates></Point></MultiGeometry><Polygon>${boundary('outer', ring(5))}${boundary('inner', '5.6,0.2 5.7,0.2 5.7,0.3 5.6,0.2')}</Polygon></MultiGeometry></Placemark>
</Folder><Placemark><name/><gx:Track><gx:coord>1 2 3</gx:coord></gx:Track></Placemark><Placemark><name>nada</name></Placemark><!-- end --></Document></kml>`;
const ODD = `<kml:kml xmlns:kml="http://earth.google.com/kml/2.1"><kml:Placemark><kml:Polygon><kml:outerBoundaryIs><kml:LinearRing><kml:coordinates>0, 0,
 1, 0,
 1,1 <!-- c --> <![CDATA[0,1]]> 0,&#48;</kml:coordinates></kml:LinearRing></kml:outerBoundaryIs></kml:Polygon></kml:Placemark></kml:kml>`;
export const KML_SEEDS: readonly string[] = [KML.toString(), GOOGLE, ODD];

/** Ways to encode a KML text, including ones that lie. */
export const KML_ENCODINGS: readonly ((text: string) => Buffer)[] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1'),
  (text) => Buffer.from(text.replace('UTF-8', 'windows-1252'), 'latin1'),
  (text) => Buffer.from(text, 'latin1'),
  (text) => Buffer.from(text.replace('UTF-8', 'UTF-16')),
  (text) => Buffer.from(text.replace('UTF-8', 'Shift_JIS')),
  (text) => Buffer.from(text.replace('UTF-8', 'gb18030')),
  (text) => Buffer.from(text.replace('UTF-8', 'EBCDIC-US')),
];

const clockwise = (x: number, ...more: number[]): Vertex[] => [[x, 0, ...more], [x, 1, ...more], [x + 1, 1, ...more], [x + 1, 0, ...more], [x, 0, ...more]];
const hole = (x: number, ...more: number[]): Vertex[] => [[x + 0.2, 0.2, ...more], [x + 0.4, 0.2, ...more], [x + 0.4, 0.4, ...more], [x + 0.2, 0.4, ...more], [x + 0.2, 0.2, ...more]];
const SHAPES: readonly (readonly [type: number, records: readonly RecordSpecification[]])[] = [
  [5, [{ type: 5, rings: [clockwise(0), hole(0)] }, { type: 5, rings: [clockwise(3), clockwise(5), hole(5)] }, { type: 0 }]],
  [15, [{ type: 15, rings: [clockwise(0, 7, 8), hole(0, 7, -1e39)] }, { type: 15, rings: [clockwise(3, 1, 2)], withoutM: true }]],
  [25, [{ type: 25, rings: [clockwise(0, 4)] }, { type: 25, rings: [clockwise(2, 5), hole(2, 6)], withoutM: true }]],
  [3, [{ type: 3, rings: [[[0, 0], [1, 1], [1, 1]], [[3, 3], [4, 4]]] }]],
  [13, [{ type: 13, rings: [[[0, 0, 1, 2], [1, 1, 3, 4]]] }]],
  [8, [{ type: 8, rings: [[[0, 0], [1, 1], [2, 2]]] }]],
  [18, [{ type: 18, rings: [[[0, 0, 1, 2], [1, 1, 3, 4]]] }]],
  [1, [{ type: 1, rings: [[[1, 2]]] }, { type: 0 }, { type: 1, rings: [[[3, 4]]] }]],
  [11, [{ type: 11, rings: [[[1, 2, 3, 4]]] }]],
  [21, [{ type: 21, rings: [[[1, 2, 3]]], withoutM: true }]],
];

/** A table of one text column with a row for each record, one of them deleted. */
function table(rows: number): Buffer {
  const head = Buffer.alloc(65);
  head[0] = 3;
  head.writeUInt32LE(rows, 4);
  head.writeUInt16LE(65, 8);
  head.writeUInt16LE(11, 10);
  head.write('NAME\0\0\0\0\0\0\0C', 32, 'latin1');
  head[48] = 10;
  head[64] = 0x0d;
  return Buffer.concat([head, ...Array.from({ length: rows }, (_, row) => Buffer.from(`${row === 1 ? '*' : ' '}${`row ${row}`.padEnd(10)}`)), Buffer.of(0x1a)]);
}

export const SHAPEFILE_SEEDS: readonly ShapefileBytes[] = SHAPES.map(([type, records]) => {
  const { shp, shx } = makeShapefile(type, records.map(recordContent));
  return { shp: Buffer.from(shp), shx: Buffer.from(shx), dbf: table(records.length), prj: Buffer.from(GEOGRAPHIC_WKT), cpg: Buffer.from('UTF-8') };
});

const HOLED_SHAPE: Shape = { type: 'Polygon', at: [[[0, 0, 1, 2], [9, 0, 1, 2], [9, 9, 1, 2], [0, 0, 1, 2]], [[4, 1, 1, 2], [5, 1, 1, 2], [5, 2, 1, 2], [4, 1, 1, 2]]] };
const COLLECTION: Shape = { type: 'GeometryCollection', members: [{ type: 'Point', at: [1, 2, 3, 4] }, HOLED_SHAPE, { type: 'MultiLineString', members: [{ type: 'LineString', at: [[0, 0, 1, 1], [1, 1, 1, 1]] }] }] };
const MULTI_SHAPE: Shape = { type: 'MultiPolygon', members: [square(0, 0), square(4, 0)] };
export const BLOB_SEEDS: readonly Buffer[] = [
  blobOf(square(0, 0)),
  blobOf(square(3, 3), { littleEndian: false, envelope: 0 }),
  blobOf(MULTI_SHAPE, { envelope: 1 }),
  blobOf(HOLED_SHAPE, { dimensions: 'XYZM', envelope: 4 }),
  blobOf(COLLECTION, { dimensions: 'XYZM', envelope: 2, littleEndian: false }),
  blobOf(HOLED_SHAPE, { dimensions: 'XYZ', ewkb: true, envelope: 3 }),
  blobOf({ type: 'MultiPoint', members: [{ type: 'Point', at: [1, 2] }, { type: 'Point', at: [3, 4] }] }),
];

export const GEOPACKAGE_SEEDS: readonly Buffer[] = geopackages();
/** A GeoPackage whose last changes are in a write-ahead log. */
export const LOGGED_SEED: Readonly<Record<'gpkg' | 'wal', Buffer>> = loggedGeopackage();

/** A GeoPackage whose last change was interrupted, and the journal for undoing it. */
export const BROKEN_OFF_SEED: Readonly<Record<'gpkg' | 'journal', Buffer>> = brokenOffGeopackage();

function geopackages(): Buffer[] {
  return inFolder((folder) => [
    made(join(folder, 'a.gpkg'), [{ name: 'farms', rows: BLOB_SEEDS.slice(0, 3), rtree: true, type: 'GEOMETRY', extent: [0, 0, 9, 9] }]),
    made(join(folder, 'b.gpkg'), [{ name: 'farms', rows: BLOB_SEEDS, type: 'POLYGON', extent: [-5, -5, 20, 20] }, { name: 'Área 2', rows: [BLOB_SEEDS[0], null, BLOB_SEEDS[1]], rtree: true }], [
      'CREATE TABLE counts (n)', 'CREATE TRIGGER counts AFTER UPDATE ON farms BEGIN INSERT INTO counts VALUES (1); END', 'CREATE VIEW seen AS SELECT * FROM farms', 'CREATE INDEX by_name ON farms (name)',
    ]),
    made(join(folder, 'c.gpkg'), [{ name: 'farms', createTable: 'CREATE TABLE farms (fid INTEGER PRIMARY KEY, name TEXT, geom POLYGON NOT NULL)', rows: BLOB_SEEDS.slice(0, 2) }], ['PRAGMA page_size = 512', 'VACUUM']),
  ]);
}

function made(path: string, ...arguments_: Parameters<typeof makeGeopackage> extends [string, ...infer Rest] ? Rest : never): Buffer {
  makeGeopackage(path, ...arguments_);
  return readFileSync(path);
}

function loggedGeopackage(): Record<'gpkg' | 'wal', Buffer> {
  return inFolder((folder) => {
    const path = join(folder, 'a.gpkg');
    makeGeopackage(path, [{ name: 'farms', rows: BLOB_SEEDS.slice(0, 3) }], ['PRAGMA journal_mode = WAL']);
    const database = new DatabaseSync(path);
    database.exec("PRAGMA wal_autocheckpoint = 0; UPDATE farms SET name = 'new'; INSERT INTO farms (geom, name) SELECT geom, name FROM farms");
    const files = { gpkg: readFileSync(path), wal: readFileSync(`${path}-wal`) };
    database.close();
    return files;
  });
}

function brokenOffGeopackage(): Record<'gpkg' | 'journal', Buffer> {
  return inFolder((folder) => {
    const path = join(folder, 'a.gpkg');
    makeGeopackage(path, [{ name: 'farms', rows: BLOB_SEEDS.slice(0, 3) }], ['CREATE TABLE filler (a)', 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20) INSERT INTO filler SELECT zeroblob(3000) FROM n']);
    const database = new DatabaseSync(path);
    // A cache so small that changed pages are written before the end.
    database.exec("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 5; PRAGMA cache_spill = 1; BEGIN; DELETE FROM farms WHERE fid = 1; UPDATE filler SET a = x'01' || a");
    const files = { gpkg: readFileSync(path), journal: readFileSync(`${path}-journal`) };
    database.exec('ROLLBACK');
    database.close();
    return files;
  });
}

function inFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'fire-seeds-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
