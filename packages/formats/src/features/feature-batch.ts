import type { Layer } from '@geoinsights/geometry';
import type { FieldValue } from './field.ts';

/** Geometry types of a feature, with the numbers of well-known binary; 0 is none. */
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

/** An id that the file gives a feature apart from its fields. */
export type FeatureId = string | number | bigint | null;

/**
 * Consecutive features of a layer, as readers produce and writers take them. A feature is never split, so a batch holds
 * at least one; beyond that it holds about `BATCH_VERTICES` vertices and at most `BATCH_FEATURES` features. The receiver
 * owns its arrays, and the reader does not reuse them.
 */
export interface FeatureBatch {
  /** Index of the first feature in its layer. */
  readonly first: number;
  /** The geometries, one feature each. Polygon rings are closed; a `Point` or `MultiPoint` is one part of kind point. */
  readonly geometry: Layer;
  /** The `GeometryType` of each feature. A type without parts is an empty geometry such as `POLYGON EMPTY`. */
  readonly types: Uint8Array;
  /** The values of each feature, in the order of the layer's fields. */
  readonly rows: readonly (readonly FieldValue[])[];
  /** The id of each feature; null if the layer has none. */
  readonly ids: readonly FeatureId[] | null;
}

export const BATCH_VERTICES = 1 << 15;
export const BATCH_FEATURES = 1 << 11;
