import type { ToWgs84 } from '@geoinsights/crs/transformation';
import { PartKind } from '@geoinsights/geometry';
import type { Layer } from '@geoinsights/geometry';

const ROUND = 360;

/**
 * Lines and rings that cross the 180th meridian, in place: a transformation gives every longitude within half a turn, so that an edge there would go round the
 * whole Earth. They continue past the meridian instead, as the map draws them. An edge that really goes round, such as that of a map's frame, stays.
 * @param degrees the positions of the layer after the transformation
 */
export function keepTogether({ xy, ringOffsets, partOffsets, partKinds }: Layer, degrees: Float64Array, toWgs84: NonNullable<ToWgs84>): void {
  for (const [part, kind] of partKinds.entries()) {
    if (kind === PartKind.Point) continue;
    for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
      let turns = 0;
      for (let vertex = ringOffsets[ring] + 1; vertex < ringOffsets[ring + 1]; vertex++) {
        const at = 2 * vertex;
        const step = degrees[at] - (degrees[at - 2] - turns);
        if (Math.abs(step) > ROUND / 2 && isShortWay(toWgs84((xy[at] + xy[at - 2]) / 2, (xy[at + 1] + xy[at - 1]) / 2)[0], degrees[at], step)) turns -= Math.sign(step) * ROUND;
        degrees[at] += turns;
      }
    }
  }
}

/** Whether the middle of an edge lies on the short way between its ends, across the meridian. */
function isShortWay(middle: number, end: number, step: number): boolean {
  const short = ROUND - Math.abs(step);
  const away = Math.abs(middle - end);
  return Math.min(away, ROUND - away) <= short;
}
