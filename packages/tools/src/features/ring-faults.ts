import type { ToolReport } from '@geoinsights/contract';
import type { FeatureLayer } from '@geoinsights/formats';
import { invalidFeatures } from '@geoinsights/geometry';
import type { Layer } from '@geoinsights/geometry';

/**
 * A note on the polygons that are not valid in what was made of a layer without a repair before; none if all are.
 *
 * @param geometry what was made of it
 */
export function ringFaultNotes({ name, crs: { units } }: FeatureLayer, geometry: Layer): ToolReport['notes'][number][] {
  const invalid = invalidFeatures(geometry, units);
  if (invalid.length === 0) return [];
  const [has, first] = invalid.length === 1 ? ['one feature has', 'it is'] : [`${invalid.length} features have`, 'the first one is'];
  return [{ code: 'geometry-left-alone', text: `In layer "${name}", ${has} rings that cross, or a hole outside its shell, as in the file; ${first} feature ${invalid[0] + 1}. Other programs may refuse that: repair the file with Fix geometry first.` }];
}
