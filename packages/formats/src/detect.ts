import { ProblemError } from '@geoinsights/contract/errors';
import { detectText } from './detect-text.ts';
import type { Detected } from './detected.ts';
import type { InputFile } from './driver.ts';
import { formatOfExtension, splitName } from './file-names.ts';
import { readDirectory } from './kmz/zip-directory.ts';
import { isPackageOfArchives, zipWithoutDatasets } from './nested-archives.ts';
import { signatureOf } from './signatures.ts';

const HEAD_BYTES = 1 << 16;

/**
 * Detects what a file is. The content decides; the name counts only where the content is ambiguous.
 * `what` is for people: a phrase with an article, and advice where there is any.
 */
export async function detectContent(file: InputFile): Promise<Detected> {
  const head = await file.read(0, HEAD_BYTES);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const magic = head.length < 4 ? 0 : view.getUint32(0);
  if (magic === 9994) return detectShapefile(view, file.size);
  if (magic === 0x504b0304 || magic === 0x504b0506) return detectZip(file);
  if (startsWith(head, 'SQLite format 3\0')) return detectDatabase(file, view);
  const known = signatureOf(head);
  if (known !== null) return { format: null, what: known };
  const text = decodedText(head);
  if (text !== null) return detectNamedText(text, file.name);
  if (head.every((byte) => byte === 0)) return { format: null, what: 'nothing but zero bytes: it was not copied completely' };
  // A fully encrypted database looks like random bytes; the driver tells the difference.
  if (isGeopackageName(file.name) && file.size % SMALLEST_PAGE === 0) return { format: 'geopackage' };
  const zero = head.indexOf(0);
  if (zero > 0 && /^[<{[]/.test(new TextDecoder().decode(head.subarray(0, Math.min(zero, 1000))).trimStart())) {
    return { format: null, what: `text with zero bytes in it, the first at byte ${zero}; it is damaged or was not copied completely` };
  }
  return { format: null, what: 'binary data of an unknown kind' };
}

function isGeopackageName(name: string): boolean {
  return /\.gpkg$/i.test(name);
}

/** Text that only begins like JSON is hardly GeoJSON if its name promises another format. */
function detectNamedText(text: string, name: string): Detected {
  const detected = detectText(text);
  const promised = formatOfExtension(splitName(name).extension);
  if (detected.format !== 'geojson' || promised === null || promised === 'geojson' || text.includes('"type"')) return detected;
  return { format: null, what: 'text that begins like JSON but lacks the "type" of GeoJSON' };
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  for (let at = 0; at < text.length; at++) if (bytes[at] !== text.charCodeAt(at)) return false;
  return true;
}

/** A .shx begins like its .shp. Its first entry points to byte 100, where a .shp has a record number. */
function detectShapefile(view: DataView, size: number): Detected {
  const isIndex = view.byteLength >= 108 && (size - 100) % 8 === 0 && view.getInt32(100) === 50 && view.getInt32(24) * 2 === size;
  return isIndex ? { format: null, what: 'the index (.shx) of a shapefile' } : { format: 'shapefile' };
}

/** @throws ProblemError for an archive that is unsafe to open. */
async function detectZip(file: InputFile): Promise<Detected> {
  const names = await namesInZip(file);
  if (names === null) return { format: null, what: 'a ZIP archive that is incomplete; copy it again' };
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  if (has(/^\[Content_Types\]\.xml$/)) return { format: null, what: 'a Microsoft Office document' };
  if (names[0] === 'mimetype' && has(/^META-INF\//)) return { format: null, what: 'an OpenDocument or EPUB document' };
  const datasets = names.filter((name) => formatOfExtension(splitName(name).extension) !== null);
  // An archive named .zip is a package of files, unless it looks like one that Google Earth wrote.
  const isPackage = /\.zip$/i.test(file.name) ? !(datasets.length === 1 && datasets[0] === 'doc.kml') : !has(/\.kml$/i);
  if (datasets.length > 0) return isPackage ? { format: null, what: 'a ZIP archive; unpack it and send the files in it', archive: true } : { format: 'kmz' };
  if (/\.kmz$/i.test(file.name)) return { format: 'kmz' };
  return { format: null, what: zipWithoutDatasets(names), ...(isPackageOfArchives(names) ? { archive: true } : {}) };
}

/** Null for an archive without an end record, unless it is named KMZ: the driver then gives a better error. */
async function namesInZip(file: InputFile): Promise<string[] | null> {
  try {
    return (await readDirectory(file)).entries.map(({ name }) => name);
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'kmz-truncated' && !/\.kmz$/i.test(file.name)) return null;
    throw error;
  }
}

const SMALLEST_PAGE = 512;
const GEOPACKAGE_IDS = new Set([0x47504b47, 0x47503130, 0x47503131, 0x47503132]);

/** GeoPackages carry an application id. Early writers omitted it, but the schema has the standard's tables. */
async function detectDatabase(file: InputFile, view: DataView): Promise<Detected> {
  if (view.byteLength >= 100 && GEOPACKAGE_IDS.has(view.getUint32(68))) return { format: 'geopackage' };
  if (isCut(view, file.size)) {
    // Only the driver can say how many bytes are missing.
    return isGeopackageName(file.name) ? { format: 'geopackage' } : { format: null, what: 'an SQLite database that is incomplete; copy it again' };
  }
  const schema = new TextDecoder('latin1').decode(await file.read(0, 1 << 20));
  if (schema.includes('gpkg_contents')) return { format: 'geopackage' };
  if (schema.includes('geometry_columns')) return { format: null, what: 'a SpatiaLite database; save it as GeoPackage first' };
  if (schema.includes('zoom_level')) return { format: null, what: 'a map tile database (MBTiles)' };
  return { format: null, what: 'an SQLite database that is not a GeoPackage: the table gpkg_contents is missing' };
}

/** Whether a database is shorter than its header says (SQLite file format, section 1.3). */
function isCut(view: DataView, size: number): boolean {
  if (size < SMALLEST_PAGE) return true;
  const pageSize = view.getUint16(16) === 1 ? 65536 : view.getUint16(16);
  const headerHolds = view.getUint32(24) === view.getUint32(92);
  return headerHolds && view.getUint32(28) * pageSize > size;
}

/** Decodes text by its byte order mark or its appearance; null if the bytes are not text. */
function decodedText(bytes: Uint8Array): string | null {
  const isLittleEndian = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0x3c && bytes[1] === 0);
  const isBigEndian = (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0 && bytes[1] === 0x3c);
  // Drop half a character at the end: it would look like part of the last word.
  if (isLittleEndian || isBigEndian) return new TextDecoder(isLittleEndian ? 'utf-16le' : 'utf-16be').decode(bytes.subarray(0, bytes.length & ~1));
  const isText = bytes.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d || byte === 0x1e);
  if (isText) return new TextDecoder().decode(bytes);
  // Texts may contain line breaks of a spreadsheet and other control characters; the drivers report where.
  const text = bytes.includes(0) ? '' : new TextDecoder().decode(bytes);
  return /^\s*[<{]/.test(text) ? text : null;
}
