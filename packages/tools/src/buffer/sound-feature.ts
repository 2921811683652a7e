import { repairNow, type CoordinateUnits, type Layer } from '@geoinsights/geometry';
import { sliceLayer } from '../features/slice-layer.ts';
import { GeosScope } from '../geos.ts';

/**
 * A feature as a layer of its own, repaired as by Fix geometry, if one of its polygons is invalid; null if none is, or if a repair would leave nothing. GEOS would drop parts of the land of
 * an invalid polygon from its zone without an error: one lobe of a border that crosses itself, or everything near a hole outside its shell.
 */
export function repairedUnlessSound(layer: Layer, feature: number, units: CoordinateUnits): Layer | null {
  const own = sliceLayer(layer, feature, feature + 1);
  if (GeosScope.with((scope) => scope.isSound(own, 0))) return null;
  const { layer: repaired } = repairNow(own, { units, snapDistance: 0, maxGapWidth: 0, overlaps: 'fix', gaps: 'keep', shellWinding: 'counter-clockwise', threads: 1 });
  // A polygon without an area is repaired to nothing, and still has a border to draw a zone around.
  return repaired.partKinds.length === 0 ? null : repaired;
}
