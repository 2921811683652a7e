import type { Loss } from '@geoinsights/contract';
import type { Layer } from '@geoinsights/geometry';
import { PartKind } from '@geoinsights/geometry/layer';

/** How many features have an edge that is torn apart: it jumps from one side of the map to the other. @param isTorn asked for the ordinate at which an edge begins */
export function featuresTorn({ ringOffsets, partOffsets, featureOffsets, partKinds }: Layer, isTorn: (at: number) => boolean): number {
  let count = 0;
  for (let feature = 0; feature + 1 < featureOffsets.length; feature++) if (hasTornEdge(feature)) count++;
  return count;

  function hasTornEdge(feature: number): boolean {
    for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
      if (partKinds[part] === PartKind.Point) continue;
      for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
        for (let vertex = ringOffsets[ring] + 1; vertex < ringOffsets[ring + 1]; vertex++) if (isTorn(2 * vertex - 2)) return true;
      }
    }
    return false;
  }
}

/** @param isPlanar whether they are in a plane now, whose edge may be another meridian than that of 180 degrees */
export function across180Losses(layer: string, count: number, isPlanar: boolean): Loss[] {
  if (count === 0) return [];
  if (isPlanar) {
    const [goes, their, cut] = count === 1 ? ['One feature goes', 'its', 'it'] : [`${String(count)} features go`, 'their', 'them'];
    return [{ code: 'across-180', layer, field: null, count, text: `${goes} across the edge of the map of this reference system, where ${their} coordinates jump from one side to the other: programs draw ${their} edges across the whole map. Cut ${cut} there before, or choose another system.` }];
  }
  const [lies, its] = count === 1 ? ['One feature lies', 'its'] : [`${String(count)} features lie`, 'their'];
  return [{ code: 'across-180', layer, field: null, count, text: `${lies} across the 180th meridian, where ${its} longitudes jump from one side of the map to the other: most programs draw ${its} edges around the whole Earth. Cut ${count === 1 ? 'it' : 'them'} at the meridian before.` }];
}
