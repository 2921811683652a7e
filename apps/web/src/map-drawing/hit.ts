import { PartKind } from '@geoinsights/geometry';
import type { ProjectedLayer } from './projected-layer.ts';

/** Features of the layer at a position, by index. */
export function featuresAt(layer: ProjectedLayer, x: number, y: number, tolerance: number, most: number): number[] {
  const found: number[] = [];
  const { boxes } = layer;
  for (let feature = 0; feature < layer.features && found.length < most; feature += 1) {
    const at = feature * 4;
    const isNear =
      (boxes[at] ?? NaN) - tolerance <= x && (boxes[at + 2] ?? NaN) + tolerance >= x && (boxes[at + 1] ?? NaN) - tolerance <= y && (boxes[at + 3] ?? NaN) + tolerance >= y;
    // What is smaller than a fingertip on a map is marked by a dot.
    const isDot = Math.max((boxes[at + 2] ?? NaN) - (boxes[at] ?? NaN), (boxes[at + 3] ?? NaN) - (boxes[at + 1] ?? NaN)) < tolerance;
    if (isNear && (isDot || isAt(layer, feature, x, y, tolerance))) found.push(feature);
  }
  return found;
}

function isAt({ source }: ProjectedLayer, feature: number, x: number, y: number, tolerance: number): boolean {
  const { xy, featureOffsets, partOffsets, ringOffsets, partKinds } = source.geometry;
  const endPart = featureOffsets[feature + 1] ?? 0;
  for (let part = featureOffsets[feature] ?? 0; part < endPart; part += 1) {
    const kind = partKinds[part];
    let isInside = false;
    for (let ring = partOffsets[part] ?? 0; ring < (partOffsets[part + 1] ?? 0); ring += 1) {
      const start = (ringOffsets[ring] ?? 0) * 2;
      const end = (ringOffsets[ring + 1] ?? 0) * 2;
      if (kind === PartKind.Polygon) {
        if (crossings(xy, start, end, x, y)) isInside = !isInside;
      } else if (isNearChain(xy, start, end, x, y, tolerance, kind === PartKind.Line)) return true;
    }
    if (isInside) return true;
  }
  return false;
}

/** Whether a ray to the right crosses the ring an odd number of times. */
function crossings(xy: Float64Array, start: number, end: number, x: number, y: number): boolean {
  let isOdd = false;
  let beforeX = xy[end - 2] ?? 0;
  let beforeY = xy[end - 1] ?? 0;
  for (let at = start; at < end; at += 2) {
    const hereX = xy[at] ?? 0;
    const hereY = xy[at + 1] ?? 0;
    if (hereY > y !== beforeY > y && x < ((beforeX - hereX) * (y - hereY)) / (beforeY - hereY) + hereX) isOdd = !isOdd;
    beforeX = hereX;
    beforeY = hereY;
  }
  return isOdd;
}

function isNearChain(xy: Float64Array, start: number, end: number, x: number, y: number, tolerance: number, isLine: boolean): boolean {
  for (let at = start; at < end; at += 2) {
    const hereX = xy[at] ?? 0;
    const hereY = xy[at + 1] ?? 0;
    if (Math.hypot(hereX - x, hereY - y) <= tolerance) return true;
    if (isLine && at > start && distanceToSegment(xy[at - 2] ?? 0, xy[at - 1] ?? 0, hereX, hereY, x, y) <= tolerance) return true;
  }
  return false;
}

function distanceToSegment(x1: number, y1: number, x2: number, y2: number, x: number, y: number): number {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x1 + share * dx - x, y1 + share * dy - y);
}
