import type { NoteCode } from '@geoinsights/contract';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobOf, makeGeopackage, ringOf, square } from '../../src/geopackage/test/make-geopackage.ts';
import { GEOJSON, GEOPACKAGE, KML, KMZ, SHP } from './seeds.ts';
import { zipOf } from './zip.ts';

/** Files that nobody should send, and how they must end. */
export interface GarbageCase {
  readonly title: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Allowed error codes; null if the files may also be accepted, because nothing in them is wrong for us. */
  readonly codes: readonly string[] | null;
  /** A note that is required if they are accepted. */
  readonly note?: NoteCode;
}

const MAIN = { '.shp': SHP, '.kml': KML, '.kmz': KMZ, '.gpkg': GEOPACKAGE, '.geojson': GEOJSON } as const;
const COMPANIONS = ['.shx', '.dbf', '.prj', '.cpg'] as const;

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), noise(3000)]);
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'), noise(3000)]);
const TEXT = Buffer.from('Dear registrar,\n\nplease find attached the farms.\n');
const HTML = Buffer.from('<!doctype html>\n<html><head><title>Sign in</title></head><body>Sign in</body></html>');
const ZEROS = Buffer.alloc(10_000);
const WRONG: Readonly<Record<string, Uint8Array>> = { 'a PNG': PNG, 'a PDF': PDF, 'random bytes': noise(10_000), text: TEXT, 'a web page': HTML, zeros: ZEROS, 'one byte': Buffer.from([0x7b]) };

/** Meaningless bytes, the same in every run. */
function noise(length: number): Buffer {
  let state = 0x9e3779b9;
  return Buffer.from(
    Array.from({ length }, () => {
      state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) ^ (state << 7);
      return state & 0xff;
    }),
  );
}

function empty(): GarbageCase[] {
  return [
    ...Object.keys(MAIN).map((extension) => ({ title: `an empty ${extension}`, files: { [`farm${extension}`]: Buffer.alloc(0) }, codes: ['file-empty'] })),
    ...COMPANIONS.map((extension) => ({ title: `an empty ${extension} beside its .shp`, files: { 'farm.shp': SHP, [`farm${extension}`]: Buffer.alloc(0) }, codes: null })),
    ...COMPANIONS.map((extension) => ({ title: `an empty ${extension} alone`, files: { [`farm${extension}`]: Buffer.alloc(0) }, codes: ['companion-without-shp', 'file-empty'] })),
  ];
}

const CUT_CODES: Readonly<Record<keyof typeof MAIN, readonly string[]>> = {
  '.shp': ['shapefile-truncated', 'shapefile-header-invalid', 'shapefile-record-invalid', 'file-unrecognised'],
  '.kml': ['xml-malformed', 'file-unrecognised', 'not-kml'],
  '.kmz': ['kmz-truncated', 'kmz-not-zip', 'kmz-damaged', 'file-unrecognised'],
  '.gpkg': ['geopackage-truncated', 'geopackage-not-sqlite', 'file-unrecognised'],
  '.geojson': ['json-truncated', 'json-syntax', 'file-unrecognised'],
};

function truncated(): GarbageCase[] {
  return (Object.keys(MAIN) as (keyof typeof MAIN)[]).flatMap((extension) => {
    const whole = MAIN[extension];
    const places = new Set([1, 2, 4, 8, 16, 30, 99, 100, 101, 107, 108, 120, 150, 236, ...[0.1, 0.25, 0.5, 0.75, 0.9].map((share) => Math.floor(whole.length * share)), whole.length - 22, whole.length - 2, whole.length - 1]);
    return [...places]
      .filter((place) => place > 0 && place < whole.length)
      .map((place) => ({ title: `a ${extension} cut at byte ${place} of ${whole.length}`, files: { [`farm${extension}`]: whole.subarray(0, place) }, codes: CUT_CODES[extension] }));
  });
}

function wrongContent(): GarbageCase[] {
  const mains = Object.keys(MAIN).flatMap((extension) =>
    Object.entries(WRONG).map(([title, bytes]) => ({ title: `${title} called ${extension}`, files: { [`farm${extension}`]: bytes }, codes: ['file-unrecognised', ...WRONG_CODES] })),
  );
  const companions = COMPANIONS.flatMap((extension) =>
    Object.entries(WRONG).map(([title, bytes]) => ({ title: `${title} called ${extension} beside a .shp`, files: { 'farm.shp': SHP, [`farm${extension}`]: bytes }, codes: null })),
  );
  const others = Object.keys(MAIN).flatMap((extension) =>
    Object.entries(MAIN)
      .filter(([own]) => own !== extension)
      .map(([own, bytes]) => ({ title: `a ${own} called ${extension}`, files: { [`farm${extension}`]: bytes }, codes: null })),
  );
  return [...mains, ...companions, ...others];
}

const WRONG_CODES = ['not-kml', 'kmz-not-zip', 'json-not-json', 'json-syntax', 'json-truncated', 'geopackage-not-sqlite', 'geopackage-encrypted', 'shapefile-header-invalid', 'xml-doctype', 'xml-malformed'];

const ENTITIES = `<!DOCTYPE kml [<!ENTITY a "aaaaaaaaaaaaaaaa">${'bcdefghij'.split('').map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghi'.charAt(index)};`.repeat(10)}">`).join('')}]>`;
const xml = (body: string): Buffer => Buffer.from(`<?xml version="1.0"?>${body}`);
const kml = (body: string): Buffer => xml(`<kml xmlns="http://www.opengis.net/kml/2.2">${body}</kml>`);
const LEVELS = 100_000;

function xmlBombs(): GarbageCase[] {
  const bomb = xml(`${ENTITIES}<kml><Document><name>&j;</name></Document></kml>`);
  const external = xml('<!DOCTYPE kml SYSTEM "file:///etc/passwd"><kml/>');
  const doctype = ['xml-doctype'];
  const deep = ['xml-malformed', 'too-large', 'not-kml'];
  return [
    { title: 'an XML bomb', files: { 'farm.kml': bomb }, codes: doctype },
    { title: 'an XML bomb in a KMZ', files: { 'farm.kmz': zipOf([{ name: 'doc.kml', content: bomb }]) }, codes: doctype },
    { title: 'an external entity', files: { 'farm.kml': external }, codes: doctype },
    { title: 'an entity that was never declared', files: { 'farm.kml': kml('<Document><name>&j;</name></Document>') }, codes: null },
    { title: '100,000 folders in each other', files: { 'farm.kml': kml('<Folder>'.repeat(LEVELS) + '</Folder>'.repeat(LEVELS)) }, codes: null },
    { title: '100,000 folders that never end', files: { 'farm.kml': xml(`<kml>${'<Folder>'.repeat(LEVELS)}`) }, codes: deep },
    { title: '100,000 geometries in each other', files: { 'farm.kml': kml(`<Placemark>${'<MultiGeometry>'.repeat(LEVELS)}${'</MultiGeometry>'.repeat(LEVELS)}</Placemark>`) }, codes: null },
    { title: '100,000 attributes', files: { 'farm.kml': kml(`<Folder ${Array.from({ length: LEVELS }, (_, index) => `a${index}=""`).join(' ')}/>`) }, codes: null },
    { title: 'a name of a million letters', files: { 'farm.kml': kml(`<${'a'.repeat(1e6)}/>`) }, codes: null },
    { title: 'a comment that never ends', files: { 'farm.kml': kml(`<!-- ${'-'.repeat(1e6)}`) }, codes: ['xml-malformed'] },
    { title: 'coordinates of a million commas', files: { 'farm.kml': kml(`<Placemark><Point><coordinates>${','.repeat(1e6)}</coordinates></Point></Placemark>`) }, codes: null },
    { title: 'a number of a million digits', files: { 'farm.kml': kml(`<Placemark><Point><coordinates>${'1'.repeat(1e6)},2</coordinates></Point></Placemark>`) }, codes: null },
    { title: 'an unknown encoding', files: { 'farm.kml': Buffer.from('<?xml version="1.0" encoding="klingon"?><kml/>') }, codes: ['encoding-unsupported'] },
    { title: 'half a UTF-16 file', files: { 'farm.kml': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<kml', 'utf16le'), Buffer.from([0x3e])]) }, codes: ['xml-malformed', 'file-unrecognised'] },
  ];
}

function archives(): GarbageCase[] {
  const unsafe = (name: string): GarbageCase => ({
    title: `a KMZ with the entry ${JSON.stringify(name)}`,
    files: { 'farm.kmz': zipOf([{ name: 'doc.kml', content: KML }, { name, content: KML }]) },
    codes: ['kmz-unsafe-name'],
  });
  const zeros = Buffer.alloc(200_000_000);
  const bomb = zipOf([{ name: 'doc.kml', content: zeros }]);
  const liar = zipOf([{ name: 'doc.kml', content: zeros.subarray(0, 50_000_000), claimedSize: 1000 }]);
  const members = Array.from({ length: 60_000 }, (_, index) => ({ name: `${index}.kml`, content: KML, ...(index > 0 ? { offsetOf: 0 } : {}) }));
  const bombCodes = ['kmz-bomb', 'too-large', 'kmz-damaged'];
  const damaged = ['kmz-damaged', 'kmz-truncated', 'kmz-bomb', 'too-large'];
  const spoilt = (change: (bytes: Buffer) => void): Buffer => {
    const bytes = Buffer.from(KMZ);
    change(bytes);
    return bytes;
  };
  return [
    ...['../evil.kml', '../../etc/cron.d/x', '/etc/passwd', 'C:\\windows\\x.kml', '..\\..\\x.kml', 'a/../../x'].map(unsafe),
    { title: 'a ZIP bomb', files: { 'farm.kmz': bomb }, codes: bombCodes },
    { title: 'a ZIP bomb called .kml', files: { 'farm.kml': bomb }, codes: bombCodes },
    { title: 'a ZIP bomb in a .zip', files: { 'farm.zip': zipOf([{ name: 'farm.geojson', content: zeros }]) }, codes: bombCodes },
    { title: 'a KMZ that lies about its size', files: { 'farm.kmz': liar }, codes: bombCodes },
    { title: 'a KMZ of entries that lie on each other', files: { 'farm.kmz': zipOf(members) }, codes: damaged },
    { title: 'a KMZ in a KMZ', files: { 'farm.kmz': zipOf([{ name: 'inner.kmz', content: KMZ }]) }, codes: null },
    { title: 'a KMZ without KML', files: { 'farm.kmz': zipOf([{ name: 'a.png', content: PNG }]) }, codes: ['kmz-without-kml'] },
    { title: 'a KMZ without anything', files: { 'farm.kmz': zipOf([]) }, codes: ['kmz-without-kml', 'kmz-damaged'] },
    { title: 'a KMZ with an encrypted entry', files: { 'farm.kmz': zipOf([{ name: 'doc.kml', content: KML, flags: 1 }]) }, codes: ['kmz-encrypted'] },
    { title: 'a KMZ with an unknown method', files: { 'farm.kmz': zipOf([{ name: 'doc.kml', content: KML, method: 99 }]) }, codes: ['kmz-compression', 'kmz-encrypted'] },
    { title: 'a KMZ that claims 65,534 entries', files: { 'farm.kmz': zipOf([{ name: 'doc.kml', content: KML }], 65_534) }, codes: damaged },
    { title: 'a KMZ whose entry claims 4 GiB', files: { 'farm.kmz': zipOf([{ name: 'doc.kml', content: KML, claimedSize: 0xfffffffe, claimedCompressedSize: 0xfffffffe }]) }, codes: damaged },
    { title: 'a KMZ with spoilt data', files: { 'farm.kmz': spoilt((bytes) => bytes.fill(0xff, 60, 80)) }, codes: damaged },
    { title: 'a KMZ with a wrong checksum', files: { 'farm.kmz': spoilt((bytes) => bytes.fill(0x11, bytes.indexOf('PK\x01\x02') + 16, bytes.indexOf('PK\x01\x02') + 20)) }, codes: damaged },
    { title: 'a KMZ whose directory lies outside', files: { 'farm.kmz': spoilt((bytes) => bytes.writeUInt32LE(0xfffffff0, bytes.length - 6)) }, codes: damaged },
    { title: 'two entries of one name', files: { 'farm.kmz': zipOf([{ name: 'doc.kml', content: KML }, { name: 'doc.kml', content: KML }]) }, codes: null },
  ];
}

const nested = (open: string, inner: string, close: string): Buffer => Buffer.from(open.repeat(LEVELS) + inner + close.repeat(LEVELS));
const feature = (geometry: string, more = ''): Buffer => Buffer.from(`{"type":"Feature",${more}"properties":null,"geometry":${geometry}}`);

function json(): GarbageCase[] {
  const broken = ['json-syntax', 'json-truncated', 'json-not-json', 'geojson-geometry', 'geojson-not-geojson', 'too-large', 'file-unrecognised'];
  const geometry = (title: string, text: string): GarbageCase => ({ title, files: { 'farm.geojson': feature(text) }, codes: ['geojson-geometry', 'geojson-not-geojson'] });
  return [
    { title: '100,000 brackets', files: { 'farm.geojson': nested('[', '', ']') }, codes: broken },
    { title: '100,000 brackets that never end', files: { 'farm.geojson': Buffer.from('['.repeat(LEVELS)) }, codes: broken },
    { title: '100,000 braces', files: { 'farm.geojson': nested('{"a":', '1', '}') }, codes: broken },
    { title: 'coordinates 100,000 deep', files: { 'farm.geojson': feature(`{"type":"Polygon","coordinates":${nested('[', '', ']').toString()}}`) }, codes: broken },
    { title: 'coordinates 100,000 deep that never end', files: { 'farm.geojson': Buffer.from(`{"type":"Polygon","coordinates":${'['.repeat(LEVELS)}`) }, codes: broken },
    { title: 'collections 100,000 deep', files: { 'farm.geojson': feature(nested('{"type":"GeometryCollection","geometries":[', '', ']}').toString()) }, codes: broken },
    { title: 'a foreign member 100,000 deep', files: { 'farm.geojson': feature('null', `"foreign":${nested('[', '', ']').toString()},`) }, codes: null },
    { title: 'a million closing brackets', files: { 'farm.geojson': Buffer.from(`{"type":"FeatureCollection","features":[]}${']'.repeat(1e6)}`) }, codes: broken },
    { title: 'a number of a million digits', files: { 'farm.geojson': feature(`{"type":"Point","coordinates":[${'9'.repeat(1e6)},0]}`) }, codes: null },
    { title: 'a string of a million backslashes', files: { 'farm.geojson': feature('null', `"id":"${'\\\\'.repeat(5e5)}",`) }, codes: null },
    { title: 'a string that never ends', files: { 'farm.geojson': Buffer.from(`{"type":"FeatureCollection","name":"${'a'.repeat(1e6)}`) }, codes: broken },
    { title: 'bytes that are no UTF-8', files: { 'farm.geojson': Buffer.concat([Buffer.from('{"type":"Feature","properties":{"a":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"},"geometry":null}')]) }, codes: null },
    { title: 'TopoJSON', files: { 'farm.geojson': Buffer.from('{"type":"Topology","objects":{},"arcs":[]}') }, codes: ['geojson-topojson', 'file-unrecognised'] },
    { title: 'other JSON', files: { 'farm.geojson': Buffer.from('{"name":"farm","version":"1.0.0"}') }, codes: broken },
    { title: 'a JSON string', files: { 'farm.geojson': Buffer.from('"POLYGON ((0 0))"') }, codes: broken },
    { title: 'null', files: { 'farm.geojson': Buffer.from('null') }, codes: broken },
    { title: '__proto__ as a member', files: { 'farm.geojson': feature('{"type":"Point","coordinates":[0,0],"__proto__":{"type":"Polygon"}}') }, codes: null },
    { title: 'an unknown type', files: { 'farm.geojson': feature('{"type":"Banana","coordinates":[]}') }, codes: null },
    { title: 'a position of words', files: { 'farm.geojson': feature('{"type":"Point","coordinates":["a","b"]}') }, codes: null, note: 'position-unreadable' },
    { title: 'a position of one number', files: { 'farm.geojson': feature('{"type":"Point","coordinates":[1]}') }, codes: null, note: 'position-unreadable' },
    { title: 'a line with a position of words', files: { 'farm.geojson': feature('{"type":"LineString","coordinates":[[0,0],["a","b"]]}') }, codes: null, note: 'position-unreadable' },
    geometry('a polygon of points', '{"type":"Polygon","coordinates":[[1,2],[3,4]]}'),
    geometry('no coordinates', '{"type":"Polygon"}'),
    geometry('coordinates of an object', '{"type":"Polygon","coordinates":{"0":[]}}'),
  ];
}

function shapefiles(): GarbageCase[] {
  const codes = ['shapefile-header-invalid', 'shapefile-record-invalid', 'shapefile-truncated', 'too-large', 'file-unrecognised'];
  const spoilt = (title: string, at: number, value: number, littleEndian: boolean, expected: readonly string[] | null = codes): GarbageCase => {
    const bytes = Buffer.from(SHP);
    if (littleEndian) bytes.writeInt32LE(value, at);
    else bytes.writeInt32BE(value, at);
    return { title: `a .shp with ${title}`, files: { 'farm.shp': bytes }, codes: expected };
  };
  const shx = Buffer.from(SHP.subarray(0, 100));
  const header = Buffer.from(shx);
  header.writeInt32BE(50, 24);
  return [
    spoilt('2,147,483,647 parts', 108 + 36, 0x7fffffff, true),
    spoilt('-1 parts', 108 + 36, -1, true),
    spoilt('2,147,483,647 points', 108 + 40, 0x7fffffff, true),
    spoilt('-1 points', 108 + 40, -1, true),
    spoilt('a part that begins past its points', 108 + 44, 99, true),
    spoilt('a part that begins before its points', 108 + 44, -5, true),
    spoilt('a record of 4 GiB', 104, 0x7fffffff, false),
    spoilt('a record of -1 words', 104, -1, false),
    spoilt('a record of 0 words', 104, 0, false),
    spoilt('an unknown shape type in its header', 32, 77, true),
    spoilt('an unknown shape type in a record', 108, 77, true),
    spoilt('a length of 4 GiB in its header', 24, 0x7fffffff, false, null),
    spoilt('a length of -1 in its header', 24, -1, false, null),
    spoilt('a wrong version', 28, 7, true, null),
    { title: 'a .shp of nothing but a header', files: { 'farm.shp': header }, codes: null },
    { title: 'a .shx of noise', files: { 'farm.shp': SHP, 'farm.shx': Buffer.concat([shx, noise(800)]) }, codes: null },
    { title: 'a .dbf that claims 4 thousand million records', files: { 'farm.shp': SHP, 'farm.dbf': Buffer.concat([Buffer.from('03180101ffffffff41000b00', 'hex'), Buffer.alloc(20)]) }, codes: null },
    { title: 'a .prj of a hundred thousand brackets', files: { 'farm.shp': SHP, 'farm.prj': Buffer.from('GEOGCS['.repeat(LEVELS)) }, codes: null },
    { title: 'a .prj of 5 MB', files: { 'farm.shp': SHP, 'farm.prj': Buffer.from(`PROJCS["${'x'.repeat(5e6)}"]`) }, codes: null },
    { title: 'two files of one name', files: { 'farm.shp': SHP, 'FARM.SHP': SHP }, codes: ['duplicate-file-name'] },
    { title: 'companions without .shp', files: { 'farm.dbf': ZEROS, 'farm.shx': ZEROS }, codes: ['companion-without-shp'] },
  ];
}

function geopackages(): GarbageCase[] {
  const spoilt = (title: string, codes: readonly string[] | null, change: (bytes: Buffer) => void): GarbageCase => {
    const bytes = Buffer.from(GEOPACKAGE);
    change(bytes);
    return { title: `a .gpkg with ${title}`, files: { 'farm.gpkg': bytes }, codes };
  };
  const damaged = ['geopackage-damaged', 'geopackage-truncated', 'geopackage-tables-missing', 'geopackage-metadata-invalid', 'file-unrecognised'];
  return [
    spoilt('a page size of 3', damaged, (bytes) => bytes.writeUInt16BE(3, 16)),
    spoilt('4 thousand million pages', ['geopackage-truncated'], (bytes) => bytes.writeUInt32BE(0xffffffff, 28)),
    spoilt('a schema of noise', damaged, (bytes) => noise(3900).copy(bytes, 110)),
    spoilt('its last page of noise', null, (bytes) => noise(4096).copy(bytes, bytes.length - 4096)),
    spoilt('zeros after its header', damaged, (bytes) => bytes.fill(0, 100)),
    ...[0x00, 0xff, 0x80].map((byte) => spoilt(`every page after the first full of ${byte}`, damaged, (bytes) => bytes.fill(byte, 4096))),
    { title: 'a .gpkg with a log of noise', files: { 'farm.gpkg': GEOPACKAGE, 'farm.gpkg-wal': noise(5000) }, codes: ['geopackage-damaged'] },
    ...wkb().map(([title, blob]) => ({ title: `a .gpkg with ${title}`, files: { 'farm.gpkg': withBlob(blob) }, codes: ['geopackage-geometry-invalid'] })),
  ];
}

function wkb(): [string, Buffer][] {
  const good = blobOf(square(0, 0), { envelope: 0 });
  const claimed = (at: number): Buffer => {
    const bytes = Buffer.from(good);
    bytes.writeUInt32LE(0xffffffff, at);
    return bytes;
  };
  const head = good.subarray(0, 8);
  const level = Buffer.from('010700000001000000', 'hex');
  const many = Buffer.concat([head, Buffer.from('0106000000', 'hex'), Buffer.from('ffffffff', 'hex'), blobOf({ type: 'Polygon', at: [ringOf(0, 0)] }).subarray(40)]);
  return [
    ['4 thousand million rings', claimed(13)],
    ['4 thousand million points', claimed(17)],
    ['4 thousand million members', many],
    ['collections 100,000 deep', Buffer.concat([head, ...Array.from({ length: LEVELS }, () => level)])],
    ['a cut geometry', good.subarray(0, -3)],
  ];
}

function withBlob(blob: Uint8Array): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'garbage-blob-'));
  try {
    const path = join(folder, 'blob.gpkg');
    makeGeopackage(path, [{ name: 'farms', rows: [blob] }]);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One of each kind for each extension: enough to show that an application passes on what the formats say. */
export function exemplaryGarbage(): GarbageCase[] {
  const wanted = /^(an empty \.(shp|kml|kmz|gpkg|geojson)|(a PNG|text) called \.(shp|kml|kmz|gpkg|geojson)|a ZIP bomb|companions without \.shp|TopoJSON)$|bomb|laughs|DOCTYPE|entry "\.\.\//i;
  const cut = /^a \.(shp|kml|kmz|gpkg|geojson) cut at byte 120 /;
  return garbageCases().filter(({ title, codes }) => codes !== null && (wanted.test(title) || cut.test(title)));
}

export function garbageCases(): GarbageCase[] {
  return [...empty(), ...truncated(), ...wrongContent(), ...xmlBombs(), ...archives(), ...json(), ...shapefiles(), ...geopackages()];
}
