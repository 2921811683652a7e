/**
 * Finds which of a few known names a range of bytes spells, without making a string of it. JSON escapes are undone:
 * the name "\u0074ype" is "type".
 */
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

  /** @returns the index of the name that stands in [start, end), which excludes the quotes; -1 for every other one. */
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

/** The text of a JSON string that was found to be well-formed, given without its quotes. */
export function unescaped(bytes: Uint8Array, start: number, end: number): string {
  const text: unknown = JSON.parse(`"${new TextDecoder().decode(bytes.subarray(start, end))}"`);
  return String(text);
}

/** The types of RFC 7946. A geometry's value is the index here. */
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
/** A type that is none of the above, no text at all, or missing. */
export const UNKNOWN = -1;

export const TYPE_NAMES = new NameTable([...GEOMETRY_TYPES, 'Feature', 'FeatureCollection', 'Topology']);

/** How deep the brackets of a position lie in `coordinates`: [x, y] is 1, a polygon's 3. 0 for what has no coordinates. */
export function nestingOf(type: number): number {
  return type >= POINT && type <= MULTI_POLYGON ? NESTING[type] : 0;
}
const NESTING = [1, 2, 2, 3, 3, 4];

export const MEMBER_NAMES = new NameTable([
  'type', 'coordinates', 'geometries', 'geometry', 'features', 'properties', 'id', 'bbox', 'crs',
  // What JSON of ESRI's programs has and GeoJSON has not.
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
  /** This and everything above is a sign of ESRI JSON. */
  Esri: 9,
} as const;
