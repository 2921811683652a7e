import type { Loss } from '@geoinsights/contract';
import { ELLIPSOIDAL_HEIGHT, heightSystemIn } from '@geoinsights/crs/well-known-text';
import type { CoordinateReferenceSystem } from './driver.ts';
import type { LayerSchema } from './features/feature-dataset.ts';

/** Systems of three dimensions that a file may state by their code alone. */
const WITH_HEIGHTS = new Set(['EPSG:4979', 'EPSG:4989']);

/** The name of the system of the heights; null if there is none. */
export function heightSystemOf({ code, wkt }: Pick<CoordinateReferenceSystem, 'code' | 'wkt'>): string | null {
  if (wkt !== undefined) return heightSystemIn(wkt);
  return code !== null && WITH_HEIGHTS.has(code) ? ELLIPSOIDAL_HEIGHT : null;
}

/**
 * Reports that a result does not say what the heights of a layer are measured from, though its source does.
 * @param written the name of the system of heights that the result states; null if it states none
 */
export function heightSystemLosses({ name, crs, hasZ }: Pick<LayerSchema, 'name' | 'crs' | 'hasZ'>, written: string | null): Loss[] {
  const stated = heightSystemOf(crs);
  if (stated === null || written === stated) return [];
  const heights = hasZ ? '; the heights themselves are unchanged' : '';
  return [{ code: 'system-changed', layer: name, field: null, count: null, text: `"${name}" has a vertical reference system, "${stated}", which the result does not state${heights}.` }];
}
