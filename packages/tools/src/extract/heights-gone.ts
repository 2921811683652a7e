import type { Loss } from '@geoinsights/contract';
import type { Layer } from '@geoinsights/geometry/layer';

/**
 * The losses for features that had heights or measures and were cut so that none is left: a corner of the area inside a polygon is on none of its
 * edges, and an edge with a height at only one end offers nothing to interpolate.
 * @param after the same features in the same order
 */
export function heightsGone(layer: string, before: Layer, after: Layer): Loss[] {
  const lost = (values: 'z' | 'm'): number => {
    let count = 0;
    for (let feature = 0; feature < before.featureOffsets.length - 1; feature++) if (hasPart(after, feature) && hasAny(before, values, feature) && !hasAny(after, values, feature)) count++;
    return count;
  };
  const [heights, measures] = [lost('z'), lost('m')];
  const sentence = (count: number, what: string): string => `${count === 1 ? 'One feature' : `${String(count)} features`} in "${layer}" ${count === 1 ? 'has' : 'have'} no ${what} any more: no remaining vertex has one, and a vertex on a clipped edge gets one only if both ends of the edge have one.`;
  return [
    ...(heights === 0 ? [] : [{ code: 'z-left-out' as const, layer, field: null, count: heights, text: sentence(heights, 'heights') }]),
    ...(measures === 0 ? [] : [{ code: 'm-left-out' as const, layer, field: null, count: measures, text: sentence(measures, 'measures') }]),
  ];
}

function hasPart({ featureOffsets }: Layer, feature: number): boolean {
  return featureOffsets[feature + 1] > featureOffsets[feature];
}

function hasAny(layer: Layer, values: 'z' | 'm', feature: number): boolean {
  const { featureOffsets, partOffsets, ringOffsets } = layer;
  const [first, end] = [featureOffsets[feature], featureOffsets[feature + 1]].map((part) => ringOffsets[partOffsets[part]]);
  return layer[values]?.subarray(first, end).some((value) => !Number.isNaN(value)) ?? false;
}
