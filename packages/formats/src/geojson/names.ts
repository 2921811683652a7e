import { likelyText } from '../utf8-text.ts';

/** Looks up a range of bytes among a few known names without making a string. JSON escapes are resolved: "\u0074ype" is "type". */
export class NameTable {
  readonly #byLength: { bytes: Uint8Array; index: number }[][] = [];
  readonly #names: readonly string[];

  constructor(names: readonly string[]) {
    this.#names = names;
    names.forEach((name, index) => {
      const bytes = new TextEncoder().encode(name);
      (this.#byLength[bytes.length] ??= []).push({ bytes, index });
    });
  }

  /** @returns the index of the name in [start, end), which excludes the quotes; -1 for any other name. */
  find(bytes: Uint8Array, start: number, end: number, escaped: boolean): number {
    if (escaped) return this.#names.indexOf(unescaped(bytes, start, end));
    const candidates = end - start < this.#byLength.length ? this.#byLength[end - start] : undefined;
    if (candidates === undefined) return -1;
    for (const candidate of candidates) {
      let at = 0;
      while (at < candidate.bytes.length && candidate.bytes[at] === bytes[start + at]) at++;
      if (at === candidate.bytes.length) return candidate.index;
    }
    return -1;
  }
}

/** The text of a well-formed JSON string, given without its quotes. */
export function unescaped(bytes: Uint8Array, start: number, end: number): string {
  const text: unknown = JSON.parse(`"${likelyText(bytes.subarray(start, end))}"`);
  return String(text);
}

/** The types of RFC 7946. A geometry's `type` is an index into this list. */
export const GEOMETRY_TYPES = ['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon', 'GeometryCollection'] as const;
export const POINT = 0;
export const MULTI_POINT = 1;
export const LINE_STRING = 2;
export const MULTI_LINE_STRING = 3;
export const POLYGON = 4;
export const MULTI_POLYGON = 5;
export const GEOMETRY_COLLECTION = 6;
export const FEATURE = 7;
export const FEATURE_COLLECTION = 8;
export const TOPOLOGY = 9;
/** The type is not in the list, not a string, or missing. */
export const UNKNOWN = -1;

/** Whether geometries of a type are made of several parts; several points are one. */
export function isGroup(type: number): boolean {
  return type === MULTI_LINE_STRING || type === MULTI_POLYGON || type === GEOMETRY_COLLECTION;
}

export const TYPE_NAMES = new NameTable([...GEOMETRY_TYPES, 'Feature', 'FeatureCollection', 'Topology']);

/** The bracket depth of a position in `coordinates`: [x, y] has 1, a polygon's 3. 0 for types without coordinates. */
export function nestingOf(type: number): number {
  return type >= POINT && type <= MULTI_POLYGON ? NESTING[type] : 0;
}
const NESTING = [1, 2, 2, 3, 3, 4];

export const MEMBER_NAMES = new NameTable([
  'type', 'coordinates', 'geometries', 'geometry', 'features', 'properties', 'id', 'bbox', 'crs', 'name',
  // Members of Esri JSON that GeoJSON does not have.
  'attributes', 'rings', 'paths', 'geometryType', 'spatialReference', 'displayFieldName', 'fieldAliases',
]);
export const Member = {
  Type: 0,
  Coordinates: 1,
  Geometries: 2,
  Geometry: 3,
  Features: 4,
  Properties: 5,
  Id: 6,
  Bbox: 7,
  Crs: 8,
  Name: 9,
  /** From here on, every member is a sign of Esri JSON. */
  Esri: 10,
} as const;
