import type { Layer } from '@geoinsights/geometry';

export type AttributeValue = string | number | boolean | null;
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** What a local layer is made from. */
export interface LocalLayerSource {
  /** Longitude and latitude on WGS 84, in degrees. Vertices that are not finite are left out. */
  readonly geometry: Layer;
  /** The attributes of a feature, asked for once each, in order. */
  readonly attributes: (feature: number) => Attributes;
  /** What to call a feature when someone points at it; without it, or where it is null, the feature goes by its number. */
  readonly label?: (feature: number) => string | null;
}

/** West, south, east, north, in degrees. */
export type GeographicExtent = readonly [number, number, number, number];
