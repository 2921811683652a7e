import type { Loss } from '@geoinsights/contract';
import { heightSystemIn } from '@geoinsights/crs/well-known-text';
import type { LayerSchema } from './features/feature-dataset.ts';

/**
 * Reports that a result does not say what the heights of a layer are measured from, though its source does.
 * @param written the well-known text of the result; null if it has none
 */
export function heightSystemLosses({ name, crs: { wkt }, hasZ }: Pick<LayerSchema, 'name' | 'crs' | 'hasZ'>, written: string | null): Loss[] {
  const stated = wkt === undefined ? null : heightSystemIn(wkt);
  if (stated === null || (written !== null && heightSystemIn(written) === stated)) return [];
  const heights = hasZ ? '; the heights themselves stay as they are' : '';
  return [{ code: 'system-changed', layer: name, field: null, count: null, text: `"${name}" has a reference system for heights, "${stated}", which the result does not state${heights}.` }];
}
