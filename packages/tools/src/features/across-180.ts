import type { Loss } from '@geoinsights/contract';
import type { Layer } from '@geoinsights/geometry';
import { PartKind } from '@geoinsights/geometry/layer';

/** No edge of a map's plane is so long in degrees of longitude: one that seems so crosses the 180th meridian. */
const HALF_ROUND = 180;

/** How many features have an edge whose longitude jumps from one side of the 180th meridian to the other. */
export function featuresAcross180({ xy, ringOffsets, partOffsets, featureOffsets, partKinds }: Layer): number {
  let count = 0;
  for (let feature = 0; feature + 1 < featureOffsets.length; feature++) if (isAcross(feature)) count++;
  return count;

  function isAcross(feature: number): boolean {
    for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
      if (partKinds[part] === PartKind.Point) continue;
      for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
        for (let vertex = ringOffsets[ring] + 1; vertex < ringOffsets[ring + 1]; vertex++) if (Math.abs(xy[2 * vertex] - xy[2 * vertex - 2]) > HALF_ROUND) return true;
      }
    }
    return false;
  }
}

export function across180Losses(layer: string, count: number): Loss[] {
  if (count === 0) return [];
  const [lies, its] = count === 1 ? ['One feature lies', 'its'] : [`${String(count)} features lie`, 'their'];
  return [{ code: 'across-180', layer, field: null, count, text: `${lies} across the 180th meridian, where ${its} longitudes jump from one side of the map to the other: most programs draw ${its} edges around the whole Earth. Cut ${count === 1 ? 'it' : 'them'} at the meridian before.` }];
}
