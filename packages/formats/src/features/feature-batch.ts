import type { Layer } from '@geoinsights/geometry';
import type { FieldValue } from './field.ts';

/** What the geometry of a feature is called; the numbers are those of well-known binary, and 0 is for none. */
export const GeometryType = {
  None: 0,
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
  GeometryCollection: 7,
} as const;
export type GeometryType = (typeof GeometryType)[keyof typeof GeometryType];

/** An id that the file gives a feature beside its fields. */
export type FeatureId = string | number | bigint | null;

/**
 * Some features of a layer, one behind the other: what readers give and writers take. A feature is never divided, so that a
 * batch holds one at least; beyond that about `BATCH_VERTICES` vertices and no more than `BATCH_FEATURES` features. Its arrays
 * belong to who was given it, and the reader does not use them again.
 */
export interface FeatureBatch {
  /** The place of the first feature in its layer. */
  readonly first: number;
  /** The geometries, a feature each. Rings of polygons are closed; a `Point` or `MultiPoint` is one part of kind point. */
  readonly geometry: Layer;
  /** For each feature its `GeometryType`. A type with no part is an empty geometry, as `POLYGON EMPTY`. */
  readonly types: Uint8Array;
  /** For each feature its values, in the order of the layer's fields. */
  readonly rows: readonly (readonly FieldValue[])[];
  /** For each feature its id; null where the layer has none. */
  readonly ids: readonly FeatureId[] | null;
}

export const BATCH_VERTICES = 1 << 15;
export const BATCH_FEATURES = 1 << 11;
