import type { View } from '@geoinsights/catalogue/local-layer';
import type { WmsVersion } from './versions.ts';

export interface ReferenceSystem {
  /** Its name in requests, in capitals. */
  readonly name: string;
  readonly plane: View['plane'];
  /** In WMS 1.3.0 the first axis of a BBOX is the first one in the system's own definition; in earlier versions it was always x. */
  readonly latitudeFirst: boolean;
  readonly aliases: readonly string[];
  readonly versions: readonly WmsVersion[];
}

/** SIRGAS 2000 and WGS 84 differ by centimetres: for a picture they are the same. */
export const REFERENCE_SYSTEMS: readonly ReferenceSystem[] = [
  { name: 'EPSG:3857', plane: 'mercator', latitudeFirst: false, aliases: ['EPSG:900913', 'EPSG:3785', 'EPSG:102100', 'OSGEO:41001'], versions: ['1.1.1', '1.3.0'] },
  { name: 'EPSG:4326', plane: 'geographic', latitudeFirst: true, aliases: [], versions: ['1.1.1', '1.3.0'] },
  { name: 'EPSG:4674', plane: 'geographic', latitudeFirst: true, aliases: [], versions: ['1.1.1', '1.3.0'] },
  { name: 'CRS:84', plane: 'geographic', latitudeFirst: false, aliases: [], versions: ['1.3.0'] },
];

/** Null for a system that we do not serve. Version 1.1.1 does not have CRS:84, but answering does no harm. */
export function referenceSystemOf(asked: string): ReferenceSystem | null {
  const name = asked.toUpperCase();
  return REFERENCE_SYSTEMS.find((system) => system.name === name || system.aliases.includes(name)) ?? null;
}
