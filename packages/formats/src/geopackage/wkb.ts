/**
 * Well-known binary in a blob: where each geometry, ring and point lies. Nothing is copied here, so the same reading serves to
 * extract coordinates and to copy bytes when a changed geometry is written back.
 *
 * Source: OGC 06-103r4, section 8 (ISO type codes: +1000 Z, +2000 M, +3000 ZM) and the EWKB flag bits that older writers use
 * (0x80000000 Z, 0x40000000 M, 0x20000000 with an SRID after the type).
 */
export const WkbType = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
  GeometryCollection: 7,
} as const;
export type WkbType = (typeof WkbType)[keyof typeof WkbType];

/** A run of vertices: a ring, a chain or a single point. */
export interface WkbRun {
  /** Byte offset of the first vertex in the blob. */
  readonly offset: number;
  readonly count: number;
}

export interface WkbGeometry {
  readonly type: WkbType;
  /** The type code without its base type and the SRID flag: what to add for a sibling of another type. */
  readonly dimensionCode: number;
  readonly littleEndian: boolean;
  readonly hasZ: boolean;
  readonly hasM: boolean;
  /** The EWKB SRID, if this geometry has one. */
  readonly srid: number | null;
  /** Rings of a polygon; the one run of a line or a point. A point without coordinates has a run of 0 vertices. */
  readonly runs: readonly WkbRun[];
  /** Members of a collection, except those of a MultiPoint. */
  readonly members: readonly WkbGeometry[];
  /** Offsets of the members of a MultiPoint, since there are too many points for objects. Empty points are left out. */
  readonly points: readonly number[];
  /** Bytes [start, end) of the whole geometry in the blob. */
  readonly start: number;
  readonly end: number;
}

/** A geometry type that is never changed: curves, surfaces, TINs and whatever an extension defines. */
export class UnsupportedGeometry extends Error {}
/** Bytes that are not well-known binary. The message completes the sentence "the geometry cannot be read: …". */
export class MalformedGeometry extends Error {}

/** How deep collections may be nested. */
export const DEEPEST = 32;
const HEADER_BYTES = 5;
const FLAG_Z = 0x80000000;
const FLAG_M = 0x40000000;
const FLAG_SRID = 0x20000000;
const FIRST_CURVE_TYPE = 8;
const LAST_KNOWN_TYPE = 17;

/** Bytes of one vertex. */
export function strideOf(geometry: { readonly hasZ: boolean; readonly hasM: boolean }): number {
  return 16 + (geometry.hasZ ? 8 : 0) + (geometry.hasM ? 8 : 0);
}

/**
 * Reads the geometry that begins at `start`. Every count is checked against the available bytes before it is used, so the work
 * is proportional to the blob, whatever it claims.
 * @throws MalformedGeometry, UnsupportedGeometry
 */
export function readWkb(view: DataView, start: number, depth = 0): WkbGeometry {
  if (depth > DEEPEST) throw new MalformedGeometry(`collections are nested more than ${DEEPEST} levels deep`);
  const header = readHeader(view, start);
  const { type, littleEndian } = header;
  const stride = strideOf(header);
  let at = header.bodyStart;
  const runs: WkbRun[] = [];
  const members: WkbGeometry[] = [];
  const points: number[] = [];

  const readCount = (what: string, smallest: number): number => {
    need(view, at, 4);
    const count = view.getUint32(at, littleEndian);
    at += 4;
    if (count * smallest > view.byteLength - at) throw new MalformedGeometry(`it claims ${count} ${what} but only ${view.byteLength - at} bytes follow`);
    return count;
  };
  const readRun = (): void => {
    const count = readCount('vertices', stride);
    runs.push({ offset: at, count });
    at += count * stride;
  };

  switch (type) {
    case WkbType.Point:
      need(view, at, stride);
      runs.push({ offset: at, count: isEmptyPoint(view, at, littleEndian) ? 0 : 1 });
      at += stride;
      break;
    case WkbType.LineString:
      readRun();
      break;
    case WkbType.Polygon:
      for (let ring = readCount('rings', 4); ring > 0; ring--) readRun();
      break;
    case WkbType.MultiPoint:
      for (let point = readCount('points', HEADER_BYTES + 16); point > 0; point--) {
        const member = readHeader(view, at);
        if (member.type !== WkbType.Point) throw new MalformedGeometry(`a MultiPoint contains a geometry of type ${member.type}`);
        need(view, member.bodyStart, strideOf(member));
        if (!isEmptyPoint(view, member.bodyStart, member.littleEndian)) points.push(at);
        at = member.bodyStart + strideOf(member);
      }
      break;
    case WkbType.MultiLineString:
    case WkbType.MultiPolygon:
    case WkbType.GeometryCollection:
      for (let count = readCount('members', HEADER_BYTES + 4); count > 0; count--) {
        const member = readWkb(view, at, depth + 1);
        const expected = memberType(type);
        if (expected !== null && member.type !== expected) throw new MalformedGeometry(`a geometry of type ${type} contains one of type ${member.type}`);
        members.push(member);
        at = member.end;
      }
      break;
  }
  return { ...header, runs, members, points, start, end: at };
}

/** The required type of a Multi type's members; null if any type is allowed. */
export function memberType(type: WkbType): WkbType | null {
  switch (type) {
    case WkbType.MultiPoint:
      return WkbType.Point;
    case WkbType.MultiLineString:
      return WkbType.LineString;
    case WkbType.MultiPolygon:
      return WkbType.Polygon;
    case WkbType.Point:
    case WkbType.LineString:
    case WkbType.Polygon:
    case WkbType.GeometryCollection:
      return null;
  }
}

export interface WkbHeader {
  readonly type: WkbType;
  readonly dimensionCode: number;
  readonly littleEndian: boolean;
  readonly hasZ: boolean;
  readonly hasM: boolean;
  readonly srid: number | null;
  readonly bodyStart: number;
}

/** Byte order, type and, in EWKB, the SRID. @throws MalformedGeometry, UnsupportedGeometry */
export function readHeader(view: DataView, start: number): WkbHeader {
  const { base, dimensionCode, littleEndian, hasZ, hasM, srid, bodyStart } = readAnyHeader(view, start);
  if (base === 0 || base >= FIRST_CURVE_TYPE) throw unsupported(base);
  // Member by member: a spread is many times slower, and this runs for every geometry.
  return { type: wkbTypeOf(base), dimensionCode, littleEndian, hasZ, hasM, srid, bodyStart };
}

export function unsupported(base: number): UnsupportedGeometry {
  return new UnsupportedGeometry(NAMES[base] ?? 'Geometry');
}

/** That of a geometry of any type, a curve too. @throws MalformedGeometry */
export function readAnyHeader(view: DataView, start: number): Omit<WkbHeader, 'type'> & { readonly base: number } {
  need(view, start, HEADER_BYTES);
  const order = view.getUint8(start);
  if (order > 1) throw new MalformedGeometry(`its byte order is ${order}, not 0 or 1`);
  const littleEndian = order === 1;
  const code = view.getUint32(start + 1, littleEndian);
  const isoCode = code % FLAG_SRID;
  const base = isoCode % 1000;
  const dimensions = (isoCode - base) / 1000;
  if (dimensions > 3 || base > LAST_KNOWN_TYPE) throw new MalformedGeometry(`it has the unknown geometry type ${code}`);
  const hasSrid = (code & FLAG_SRID) !== 0;
  const bodyStart = start + HEADER_BYTES + (hasSrid ? 4 : 0);
  if (hasSrid) need(view, start + HEADER_BYTES, 4);
  return {
    base,
    dimensionCode: code - base - (hasSrid ? FLAG_SRID : 0),
    littleEndian,
    hasZ: dimensions === 1 || dimensions === 3 || (code & FLAG_Z) !== 0,
    hasM: dimensions >= 2 || (code & FLAG_M) !== 0,
    srid: hasSrid ? view.getUint32(start + HEADER_BYTES, littleEndian) : null,
    bodyStart,
  };
}

/** In the order of their numbers. */
const TYPES: readonly WkbType[] = Object.values(WkbType);
const NAMES = [
  'Geometry', 'Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon', 'GeometryCollection', 'CircularString',
  'CompoundCurve', 'CurvePolygon', 'MultiCurve', 'MultiSurface', 'Curve', 'Surface', 'PolyhedralSurface', 'TIN', 'Triangle',
] as const;

/** Whether geometries of a type, by its name, may be made of arcs. */
export function isCurve(name: string): boolean {
  return ['CircularString', 'CompoundCurve', 'CurvePolygon', 'MultiCurve', 'MultiSurface'].includes(name);
}

function wkbTypeOf(base: number): WkbType {
  const type = TYPES.at(base - 1);
  if (type !== base) throw new MalformedGeometry(`it has the unknown geometry type ${base}`);
  return type;
}

/** The type as GeoPackage spells it in gpkg_geometry_columns. */
export function geometryTypeName(type: WkbType): string {
  return NAMES[type].toUpperCase();
}

/** Well-known binary writes an empty point as NaN NaN. */
function isEmptyPoint(view: DataView, offset: number, littleEndian: boolean): boolean {
  return Number.isNaN(view.getFloat64(offset, littleEndian)) && Number.isNaN(view.getFloat64(offset + 8, littleEndian));
}

/** Some writers pad with trailing bytes, which readers ignore; only missing bytes are faults. */
function need(view: DataView, at: number, bytes: number): void {
  if (at + bytes > view.byteLength) throw new MalformedGeometry('it ends too early');
}
