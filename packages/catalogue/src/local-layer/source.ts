import type { Layer } from '@geoinsights/geometry';

export type AttributeValue = string | number | boolean | null;
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** The input for a local layer. */
export interface LocalLayerSource {
  /** Longitude and latitude on WGS 84, in degrees. Vertices that are not finite are left out. */
  readonly geometry: Layer;
  /** The attributes of a feature, requested once each, in order. */
  readonly attributes: (feature: number) => Attributes;
  /** The name shown when someone points at a feature; without it, or if it is null, its number is shown. */
  readonly label?: (feature: number) => string | null;
}

/** West, south, east, north, in degrees. */
export type GeographicExtent = readonly [number, number, number, number];
