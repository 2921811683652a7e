import type { Layer } from '../layer/layer.ts';
import { hasPolygons } from '../layer/layer.ts';
import { Area } from './area.ts';
import type { ClipOptions } from './clip.ts';
import { overlay } from './overlay.ts';
import { INSIDE, OUTSIDE, placeByExtents } from './placement.ts';
import { LinesAndPoints } from './place-features.ts';

/**
 * Finds the features that lie in the polygons of an area, without cutting any. The border of the area belongs to it.
 *
 * @param relation `intersects`: some of the feature does, even if only a point of its border; `within`: all of it does.
 * @returns 1 for each of them.
 * @throws TooTangledError like `clip`.
 */
export function selectWithin(layer: Layer, area: Layer, relation: 'intersects' | 'within', { units }: ClipOptions): Uint8Array {
  const selectingArea = new Area(area, units);
  const { bits, undecided } = placeByExtents(layer, selectingArea);
  const polygonal = undecided.filter((feature) => hasPolygons(layer, feature));
  if (polygonal.length > 0) {
    const overlaid = overlay(layer, polygonal, area, units);
    polygonal.forEach((feature, member) => { bits[feature] |= overlaid.bits[member]; });
  }
  const lines = new LinesAndPoints(selectingArea, layer, null);
  for (const feature of undecided) bits[feature] |= lines.take(feature);
  return bits.map((all) => (relation === 'within' ? (all & INSIDE) !== 0 && (all & OUTSIDE) === 0 : all !== 0 && all !== OUTSIDE) ? 1 : 0);
}
