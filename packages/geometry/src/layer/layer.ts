/**
 * A layer of features as flat arrays: the one shape in which geometry travels between file formats and the kernel.
 *
 * feature ─▶ parts ─▶ rings ─▶ vertices, each level an array of offsets into the next one.
 * A polygon part is a shell followed by its holes; a line part is one ring (a chain); a point part is one ring whose
 * vertices are the points. Rings stand as the file has them: closed when the file repeats the first vertex, open when not.
 */
export interface Layer {
  /** x0, y0, x1, y1 … in the layer's CRS; for geographic coordinates x is the longitude. May hold NaN and infinities. */
  readonly xy: Float64Array;
  /** One Z a vertex, NaN where the vertex has none; null when no vertex of the layer has one. */
  readonly z: Float64Array | null;
  /** One M a vertex, as `z`. */
  readonly m: Float64Array | null;
  /** First vertex of each ring, and the vertex count last: length rings + 1. */
  readonly ringOffsets: Int32Array;
  /** First ring of each part, and the ring count last: length parts + 1. */
  readonly partOffsets: Int32Array;
  /** First part of each feature, and the part count last: length features + 1. A feature without geometry has no part. */
  readonly featureOffsets: Int32Array;
  /** What each part is: a `PartKind`. One feature may mix kinds (a collection). */
  readonly partKinds: Uint8Array;
}

export const PartKind = { Point: 1, Line: 2, Polygon: 3 } as const;
export type PartKind = (typeof PartKind)[keyof typeof PartKind];

/**
 * The geometries that a repair changed, and nothing else. A format driver lays it over the original bytes.
 *
 * `geometry` holds the changed features in full, in the order of `features`; all rings of polygon parts are closed in it.
 * The three `source` arrays say where each piece comes from, so that a driver can copy bytes instead of writing anew.
 */
export interface Patch {
  /** Indices of the changed features in the layer, ascending. */
  readonly features: Int32Array;
  readonly geometry: Layer;
  /**
   * For each part of `geometry`: the part of the layer whose place it takes, or -1 for a part that did not exist.
   * No part of the layer is named twice. A part of a changed feature that is not named is gone.
   */
  readonly sourcePart: Int32Array;
  /** For each ring of `geometry`: the ring of the layer that it equals vertex by vertex (same start, same direction), or -1. */
  readonly sourceRing: Int32Array;
  /**
   * For each vertex of `geometry`: the vertex of the layer that it comes from, or -1 for a new one. When it was moved its
   * `xy` differs from that vertex's, while its other ordinates stay.
   */
  readonly sourceVertex: Int32Array;
}

/** Beyond this the products of exact orientation tests overflow; no CRS has such coordinates. */
const LARGEST_COORDINATE = 1e100;

/** Whether a vertex lies somewhere: its coordinates are numbers, and none too large. */
export function isPlace(x: number, y: number): boolean {
  return Math.abs(x) <= LARGEST_COORDINATE && Math.abs(y) <= LARGEST_COORDINATE;
}
