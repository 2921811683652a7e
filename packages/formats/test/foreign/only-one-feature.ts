import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inflateRawSync } from 'node:zlib';
import { differences } from '../../src/geopackage/test/comparison.ts';

/** One file of a dataset before and after. */
export interface Change {
  readonly before: Buffer;
  readonly after: Buffer;
}

/** Differences that must not exist, in words. None of these functions uses code of the drivers. */
export type Findings = string[];

/**
 * Shapefile: the record, its length, the index offsets of later records, lengths and ranges of both headers may differ.
 * @param record index of the changed record.
 */
export function beyondOneRecord(shp: Change, shx: Change, record: number): Findings {
  const found: Findings = [];
  const entry = (index: Buffer, at: number): [number, number] => [2 * index.readInt32BE(100 + 8 * at), 2 * index.readInt32BE(104 + 8 * at)];
  const headerOf = (bytes: Buffer): Buffer => Buffer.concat([bytes.subarray(0, 24), bytes.subarray(28, 36)]);
  for (const [name, { before, after }] of [['.shp', shp], ['.shx', shx]] as const) {
    if (!headerOf(before).equals(headerOf(after))) found.push(`the header of the ${name} differs beyond length and ranges`);
    if (after.readInt32BE(24) * 2 !== after.length) found.push(`the header of the ${name} tells ${after.readInt32BE(24) * 2} bytes of ${after.length}`);
  }
  if (shx.before.length !== shx.after.length) return [...found, 'the index has another number of records'];
  const [start, length] = entry(shx.before, record);
  const [newStart, newLength] = entry(shx.after, record);
  if (start !== newStart) found.push('the changed record moved');
  if (!shp.before.subarray(100, start + 4).equals(shp.after.subarray(100, start + 4))) found.push('bytes before the changed record differ');
  if (!shp.before.subarray(start + 8 + length).equals(shp.after.subarray(start + 8 + newLength))) found.push('bytes behind the changed record differ');
  if (shp.after.readInt32BE(start + 4) * 2 !== newLength) found.push('the changed record tells another length than the index');
  for (let other = 0; other < (shx.before.length - 100) / 8; other++) {
    const [at, size] = entry(shx.before, other);
    const [newAt, newSize] = entry(shx.after, other);
    if (other !== record && (newSize !== size || newAt !== at + (at > start ? newLength - length : 0))) found.push(`record ${other + 1} is told to be elsewhere`);
  }
  return found;
}

/** A text with one character per byte; UTF-16, identified by its mark, is decoded. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le');
  return bytes[0] === 0xfe && bytes[1] === 0xff ? Buffer.from(bytes).swap16().toString('utf16le') : bytes.toString('latin1');
}

/** The part between the common beginning and the common end. */
function hunk(before: string, after: string): { start: number; removed: string; added: string } {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { start, removed: before.slice(start, before.length - end), added: after.slice(start, after.length - end) };
}

/** Points and lines may be between polygons of a collection. */
const KML_TAGS = /<\/?(?:\w+:)?(?:MultiGeometry|Point|LineString|Polygon|outerBoundaryIs|innerBoundaryIs|LinearRing|coordinates|extrude|tessellate|altitudeMode)(?: id="\w+")?>/g;
/** Comments and sections around coordinates, and the no-break space as the two bytes of UTF-8. */
const AROUND = /<!--.*?-->|<!\[CDATA\[|\]\]>|\u00c2\u00a0/g;
const ALTITUDE_MODES = /clampToGround|relativeToGround|absolute/g;

/** KML: numbers, and geometry elements where parts were added or removed, inside the one placemark at the place of the fault. */
export function beyondOnePlacemark(change: Change, isAtFault: (placemark: string) => boolean): Findings {
  const text = textOf(change.before);
  const { start, removed, added } = hunk(text, textOf(change.after));
  const found: Findings = [];
  // The hunk may begin or end within the name of an element that is on both sides of it.
  const within = (piece: string): string => piece.replaceAll(AROUND, '').replace(/^[^<>]*>/, '').replace(/<[^<>]*$/, '').replaceAll(KML_TAGS, '').replaceAll(ALTITUDE_MODES, '');
  for (const piece of [removed, added]) if (/[^\s\d.,eE+-]/.test(within(piece))) found.push(`this is no geometry: ${within(piece).slice(0, 200)}`);
  const opening = text.lastIndexOf('<Placemark', start);
  const closing = text.indexOf('</Placemark>', opening);
  if (opening < 0 || closing < start + removed.length) found.push('the change reaches beyond one placemark');
  if (!isAtFault(text.slice(opening, closing))) found.push('another placemark was changed');
  return found;
}

/** GeoJSON: numbers and brackets, the type where it had to change, and bounding boxes. */
export function beyondOneGeometry({ before, after }: Change): Findings {
  const masked = (bytes: Buffer): string => textOf(bytes).replaceAll(/"bbox"\s*:\s*\[[^\]]*\]/g, '"bbox"');
  const { removed, added } = hunk(masked(before), masked(after));
  const rest = (text: string): string => text.replaceAll(/"?(?:Multi)?Polygon"|(?:Multi)?(?="?Polygon)|Multi$|"coordinates"|"type"|:/g, '');
  return [removed, added].filter((text) => /[^\s\d.,eE+\-[\]]/.test(rest(text))).map((text) => `this is no geometry: ${rest(text).slice(0, 200)}`);
}

/** GeoPackage, table by table: one geometry cell, index rows, the contents' extent and time, and the declared type. */
export function beyondOneCell(change: Change): Findings {
  const folder = mkdtempSync(join(tmpdir(), 'cells-'));
  try {
    const paths = [join(folder, 'before'), join(folder, 'after')];
    writeFileSync(paths[0], change.before);
    writeFileSync(paths[1], change.after);
    const found = differences(paths[0], paths[1]);
    // A computed column follows from the others.
    const computed = new Set(computedColumns(paths[0]));
    const cells = found.filter(({ table, column, before }) => !/^(rtree_|gpkg_|sqlite_schema|pragma)/.test(table) && column !== 'row key' && before instanceof Uint8Array);
    const widened = found.some(({ table, column }) => table === 'gpkg_geometry_columns' && column === 'geometry_type_name');
    const isMeant = (difference: (typeof found)[number]): boolean => {
      const { table, column } = difference;
      if (cells.includes(difference) || computed.has(`${table}.${column}`)) return true;
      if (table === 'gpkg_contents') return ['last_change', 'min_x', 'min_y', 'max_x', 'max_y'].includes(column);
      if (table.startsWith('rtree_')) return true;
      return widened && ((table === 'gpkg_geometry_columns' && column === 'geometry_type_name') || (table === 'sqlite_schema' && column === 'sql'));
    };
    const wrong = found.filter((difference) => !isMeant(difference)).map(({ table, row, column }) => `${table}, row ${row}, column ${column} differs`);
    return cells.length === 1 ? wrong : [...wrong, `${cells.length} cells differ`];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function computedColumns(path: string): string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = database.prepare("SELECT t.name AS t, c.name AS c FROM sqlite_schema t, pragma_table_xinfo(t.name) c WHERE t.type = 'table' AND c.hidden IN (2, 3)").all();
    return rows.map(({ t, c }) => `${String(t)}.${String(c)}`);
  } finally {
    database.close();
  }
}

/** Every entry of an archive by its directory: name, times and attributes as written, and the packed bytes. */
function entriesOf(bytes: Buffer): { name: string; fixed: string; packed: Buffer; content: Buffer }[] {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  let at = bytes.readUInt32LE(end + 16);
  return Array.from({ length: bytes.readUInt16LE(end + 10) }, () => {
    const nameLength = bytes.readUInt16LE(at + 28);
    const local = bytes.readUInt32LE(at + 42);
    const data = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(data, data + bytes.readUInt32LE(at + 20));
    const entry = {
      name: bytes.toString('latin1', at + 46, at + 46 + nameLength),
      fixed: bytes.toString('hex', at + 12, at + 16) + bytes.toString('hex', at + 34, at + 42),
      packed,
      content: bytes.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed),
    };
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    return entry;
  });
}

/** KMZ: the entry with the one placemark; order, names and times of all, and the packed bytes of all others, stay. */
export function beyondOneEntry({ before, after }: Change, isAtFault: (placemark: string) => boolean): Findings {
  const [old, now] = [entriesOf(before), entriesOf(after)];
  if (old.map(({ name, fixed }) => name + fixed).join() !== now.map(({ name, fixed }) => name + fixed).join()) return ['names, order, times or attributes of the entries differ'];
  const changed = old.flatMap((entry, at) => (entry.packed.equals(now[at].packed) ? [] : [at]));
  if (changed.length !== 1) return [`${changed.length} entries differ`];
  const [at] = changed;
  return beyondOnePlacemark({ before: old[at].content, after: now[at].content }, isAtFault);
}

/** The KML texts of an archive. */
export function kmlTextsIn(archive: Buffer): string[] {
  return entriesOf(archive).filter(({ name }) => /\.kml$/i.test(name)).map(({ content }) => kmlText(content));
}

/** A KML text as an XML reader gets it: decoded, without its mark. */
export function kmlText(bytes: Buffer): string {
  const marked = bytes[0] === 0xff || bytes[0] === 0xfe;
  const declared = /encoding="([^"]+)"/.exec(bytes.toString('latin1', 0, 100))?.[1] ?? 'utf-8';
  return marked ? textOf(bytes).slice(1) : new TextDecoder(declared).decode(bytes);
}
