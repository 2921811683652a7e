/**
 * A layer of features as flat arrays: the one format in which geometry travels between file formats and the kernel.
 *
 * feature ─▶ parts ─▶ rings ─▶ vertices, each level an array of offsets into the next one.
 * A polygon part is a shell followed by its holes; a line part is one ring (a chain); a point part is one ring whose
 * vertices are the points. Rings are as in the file: closed if the file repeats the first vertex, else open.
 */
export interface Layer {
  /** x0, y0, x1, y1 … in the layer's CRS; for geographic coordinates x is the longitude. May contain NaN and infinities. */
  readonly xy: Float64Array;
  /** One Z per vertex, NaN for a vertex without one; null if no vertex of the layer has one. */
  readonly z: Float64Array | null;
  /** One M per vertex, like `z`. */
  readonly m: Float64Array | null;
  /** First vertex of each ring, then the vertex count: length rings + 1. */
  readonly ringOffsets: Int32Array;
  /** First ring of each part, then the ring count: length parts + 1. */
  readonly partOffsets: Int32Array;
  /** First part of each feature, then the part count: length features + 1. A feature without geometry has no part. */
  readonly featureOffsets: Int32Array;
  /** The kind of each part: a `PartKind`. One feature may mix kinds (a collection). */
  readonly partKinds: Uint8Array;
}

export const PartKind = { Point: 1, Line: 2, Polygon: 3 } as const;
export type PartKind = (typeof PartKind)[keyof typeof PartKind];

/** The kind of a part that is gone although its vertices are still there; see `withoutGeometry`. No format and no result has such parts. */
export const NO_KIND = 0;

/**
 * The geometries that a repair changed, and nothing else. A format driver lays it over the original bytes.
 *
 * `geometry` holds the changed features in full, in the order of `features`; all rings of its polygon parts are closed.
 * The three `source` arrays say where each piece comes from, so that a driver can copy bytes instead of writing them
 * again.
 */
export interface Patch {
  /** Indices of the changed features in the layer, ascending. */
  readonly features: Int32Array;
  readonly geometry: Layer;
  /**
   * For each part of `geometry`: the part of the layer that it replaces, or -1 for a part that did not exist. No
   * part of the layer is named twice. A part of a changed feature that is not named was removed.
   */
  readonly sourcePart: Int32Array;
  /** For each ring of `geometry`: the ring of the layer that it equals vertex by vertex (same start, same direction), or -1. */
  readonly sourceRing: Int32Array;
  /**
   * For each vertex of `geometry`: the vertex of the layer that it comes from, or -1 for a new one. If it was moved, its
   * `xy` differs from that vertex's, while its other ordinates stay.
   */
  readonly sourceVertex: Int32Array;
}

/** Beyond this, the products in exact orientation tests overflow. No CRS has such coordinates. */
const LARGEST_COORDINATE = 1e100;

/** Whether x and y are a place, that is valid coordinates: both are numbers, and neither is too large. */
export function isPlace(x: number, y: number): boolean {
  return Math.abs(x) <= LARGEST_COORDINATE && Math.abs(y) <= LARGEST_COORDINATE;
}

/** Whether a feature has polygons, beside whatever else. */
export function hasPolygons({ featureOffsets, partKinds }: Pick<Layer, 'featureOffsets' | 'partKinds'>, feature: number): boolean {
  return partKinds.subarray(featureOffsets[feature], featureOffsets[feature + 1]).includes(PartKind.Polygon);
}

/** Whether two vertices have the same height, or both none. Programs that count heights take a ring whose ends differ in them for an open one. */
export function isSameHeight({ z }: Pick<Layer, 'z'>, vertex: number, other: number): boolean {
  return z === null || z[vertex] === z[other] || (Number.isNaN(z[vertex]) && Number.isNaN(z[other]));
}
