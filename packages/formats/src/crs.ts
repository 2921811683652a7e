import { isWebMercator } from '@geoinsights/crs/web-mercator';
import { horizontalPart, isGeographic, isLocal, numberOf, parseWkt, textOf } from '@geoinsights/crs/well-known-text';
import type { WktNode } from '@geoinsights/crs/well-known-text';
import type { CoordinateReferenceSystem, DatasetNote } from './driver.ts';
import type { Extent } from './extent.ts';
import { FOOT, GEOGRAPHIC, includesCode, OTHER_UNIT, US_SURVEY_FOOT } from './crs-epsg.ts';

/** The system of formats that fix it (KML, and GeoJSON without a `crs` member). */
export const WGS84_BY_FORMAT: CoordinateReferenceSystem = {
  name: 'WGS 84 (by the format)',
  code: 'EPSG:4326',
  units: { kind: 'geographic' },
  metresPerUnit: null,
};

const DEGREE_IN_RADIANS = Math.PI / 180;

/**
 * Reads a CRS from well-known text, WKT 1 or WKT 2, as in a `.prj` file or a GeoPackage's `definition`.
 * @returns null if the text is not a CRS that we understand.
 */
export function crsFromWkt(wkt: string): CoordinateReferenceSystem | null {
  const root = parseWkt(wkt);
  const horizontal = root === null ? null : horizontalPart(root);
  if (horizontal === null || isPlaceholder(horizontal)) return null;
  const name = textOf(horizontal, 0) ?? 'unnamed';
  const code = authorityCode(horizontal);
  const angle = isGeographic(horizontal) ? angularUnit(horizontal) : null;
  if (angle !== null) {
    const inDegrees = Math.abs(angle / DEGREE_IN_RADIANS - 1) < 1e-6;
    return { name, code, units: { kind: inDegrees ? 'geographic' : 'planar' }, metresPerUnit: null };
  }
  return { name, code, units: { kind: 'planar' }, metresPerUnit: linearUnit(horizontal) };
}

/** GDAL from version 3.9 on writes `Undefined SRS`, a plane without a place on the ground, for layers that have no system. */
function isPlaceholder(node: WktNode): boolean {
  return isLocal(node) && /^undefined\b/i.test(textOf(node, 0) ?? '');
}

/**
 * The reference system with an EPSG code. A code that is not in the tables of geographic systems and other units counts as projected, in metres.
 * @returns null for a number outside the range of the register's codes
 */
export function crsFromEpsg(code: number): CoordinateReferenceSystem | null {
  if (!Number.isInteger(code) || code < 1024 || code > 32767) return null;
  const named = { name: `EPSG:${code}`, code: `EPSG:${code}` };
  if (includesCode(GEOGRAPHIC, code)) return { ...named, units: { kind: 'geographic' }, metresPerUnit: null };
  return { ...named, units: { kind: 'planar' }, metresPerUnit: metresOfProjected(code) };
}

function metresOfProjected(code: number): number | null {
  if (includesCode(US_SURVEY_FOOT, code)) return 1200 / 3937;
  if (includesCode(FOOT, code)) return 0.3048;
  return includesCode(OTHER_UNIT, code) ? null : 1;
}

/**
 * Reads a CRS from its name: `EPSG:4674`, `urn:ogc:def:crs:EPSG::4674`, `urn:ogc:def:crs:OGC:1.3:CRS84`, `http://www.opengis.net/def/crs/EPSG/0/4674`. It looks
 * nothing up: the name of a system of EPSG is its code.
 * @returns null for any other name.
 */
export function crsFromName(name: string): CoordinateReferenceSystem | null {
  const ofOgc = /\bCRS:?(84h?|83|27)$/i.exec(name)?.[1].toLowerCase();
  if (ofOgc !== undefined) return systemOfOgc(ofOgc);
  // The last of two codes (`EPSG:31982+5773`) is that of the heights.
  const number = /\b(?:EPSG|ESRI)\b[^+,]*?(\d{4,6})$/i.exec(name)?.[1];
  if (number === undefined) return null;
  if (isWebMercator(Number(number))) return crsFromEpsg(3857);
  return /\bEPSG\b/i.test(name) ? crsFromEpsg(Number(number)) : systemOfArcGis(number);
}

/** The Lambert and Albers cones of South America have codes of ArcGIS only: QGIS and GDAL name them so in GeoJSON. Other numbers may have any unit. */
const ARCGIS_IN_METRES = new Set(['102015', '102033']);

function systemOfArcGis(number: string): CoordinateReferenceSystem | null {
  if (!ARCGIS_IN_METRES.has(number)) return null;
  return { name: `ESRI:${number}`, code: `ESRI:${number}`, units: { kind: 'planar' }, metresPerUnit: 1 };
}

/** The systems of the Web Map Service, longitude first. */
function systemOfOgc(number: string): CoordinateReferenceSystem | null {
  const inDegrees = { units: { kind: 'geographic' }, metresPerUnit: null } as const;
  if (number === '83') return { name: 'NAD83', code: 'EPSG:4269', ...inDegrees };
  if (number === '27') return { name: 'NAD27', code: 'EPSG:4267', ...inDegrees };
  return { name: 'WGS 84', code: 'OGC:CRS84', ...inDegrees };
}

/** How far rounding may carry a longitude of 180 or a latitude of 90: a tenth of a millimetre. Natural Earth has 180.00000000000014. */
const ROUNDING = 1e-9;

/** Whether all coordinates fit ±180/±90, but for rounding; true if there are none. */
export function areDegrees({ minX, minY, maxX, maxY }: Extent): boolean {
  return Math.max(-minX, maxX) <= 180 + ROUNDING && Math.max(-minY, maxY) <= 90 + ROUNDING;
}

/** Whether a position is beyond ±180/±90, by more than rounding; not if a number is NaN. */
export function isBeyondDegrees(x: number, y: number): boolean {
  return Math.max(Math.abs(x) - 180, Math.abs(y) - 90) > ROUNDING;
}

/** Why a CRS is unknown where a file says nothing about it. */
const NOT_STATED = 'The file does not say which coordinate reference system it uses.';
/** The last sentence of every note with the code `crs-missing` begins so. */
const READ_AS = 'Its coordinates were read as';

/** What the coordinates of a file without a stated CRS were taken for, as the last sentence of a note. */
function readAs(assumed: string): string {
  return `${READ_AS} ${assumed}.`;
}

/** Notes on a file without a stated CRS, once its owner has stated one: why it is unknown stays, what was assumed goes. */
export function notesAsStated(notes: readonly DatasetNote[], name: string): DatasetNote[] {
  return notes.map((note) => (note.code === 'crs-missing' ? { ...note, text: `${note.text.split(READ_AS, 1).join('').trimEnd()} ${readAs(`${name}, which was given as the reference system of the files`)}` } : note));
}

/**
 * The assumption for coordinates without a stated CRS: degrees if all of them fit ±180/±90, else plain units.
 * The note says so; add it to the dataset's notes.
 * @param why the sentence that says why it is unknown
 */
export function unknownCrs(extent: Extent, why: string = NOT_STATED): { crs: CoordinateReferenceSystem; note: DatasetNote } {
  const empty = extent.minX > extent.maxX;
  const kind = areDegrees(extent) && !empty ? 'geographic' : 'planar';
  const assumed = kind === 'geographic' ? 'degrees, because all of them are within ±180 and ±90' : 'plain units of unknown length';
  return {
    crs: { name: 'unknown', code: null, units: { kind }, metresPerUnit: null },
    note: { code: 'crs-missing', text: `${why} ${readAs(assumed)}` },
  };
}

function angularUnit(node: WktNode): number {
  return unitFactor(node, 'ANGLEUNIT') ?? DEGREE_IN_RADIANS;
}

function linearUnit(node: WktNode): number | null {
  const factor = unitFactor(node, 'LENGTHUNIT');
  return factor !== null && factor > 0 && Number.isFinite(factor) ? factor : null;
}

/** The unit of the node itself, else of its first axis. WKT 1 knows only UNIT. */
function unitFactor(node: WktNode, keyword: string): number | null {
  const own = node.children.find((child) => child.keyword === keyword || child.keyword === 'UNIT');
  if (own !== undefined) return numberOf(own, 1);
  for (const axis of node.children.filter((child) => child.keyword === 'AXIS')) {
    const unit = axis.children.find((child) => child.keyword === keyword || child.keyword === 'UNIT');
    if (unit !== undefined) return numberOf(unit, 1);
  }
  return null;
}

function authorityCode(node: WktNode): string | null {
  const authority = node.children.find(({ keyword }) => keyword === 'AUTHORITY' || keyword === 'ID');
  const name = authority === undefined ? null : textOf(authority, 0);
  const code = authority === undefined ? null : textOf(authority, 1);
  return name === null || code === null ? null : `${name.toUpperCase()}:${code}`;
}
