import { PartKind } from '../layer/layer.ts';
import { twiceSignedArea } from '../rings.ts';
import type { KeptPlaces } from './kept-places.ts';

const NONE = -1;

/**
 * Restores places so that something of every feature stays, like `keep-shapes` in mapshaper: the largest shell of its
 * polygons keeps at least three corners, and a feature of lines keeps the length of its longest one.
 */
export function keepFeatures(kept: KeptPlaces): void {
  const { featureOffsets } = kept.paths.layer;
  for (let feature = 0; feature + 1 < featureOffsets.length; feature++) {
    const ring = largestPath(kept, feature);
    if (ring === NONE) continue;
    while (kept.isCollapsed(ring)) {
      const place = lastGoneOf(kept, ring);
      if (place === NONE) break;
      kept.restore(place);
    }
  }
}

/** The shell of the largest part of a feature; for a feature without polygons its longest line; -1 if it has neither. */
function largestPath({ paths: { layer, firstOf } }: KeptPlaces, feature: number): number {
  const { xy, ringOffsets, partOffsets, featureOffsets, partKinds } = layer;
  let [largest, most, kind] = [NONE, -1, 0];
  for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
    const ring = partOffsets[part];
    if (partKinds[part] === PartKind.Point || partKinds[part] < kind || ring === partOffsets[part + 1] || firstOf[ring] < 0) continue;
    const [first, end] = [ringOffsets[ring], ringOffsets[ring + 1]];
    const size = partKinds[part] === PartKind.Polygon ? Math.abs(twiceSignedArea(xy, first, end)) : lengthOf(xy, first, end);
    if (partKinds[part] === kind && size <= most) continue;
    [largest, most, kind] = [ring, size, partKinds[part]];
  }
  return largest;
}

function lengthOf(xy: Float64Array, first: number, end: number): number {
  let length = 0;
  for (let i = first + 1; i < end; i++) {
    const step = Math.hypot(xy[2 * i] - xy[2 * i - 2], xy[2 * i + 1] - xy[2 * i - 1]);
    if (Number.isFinite(step)) length += step;
  }
  return length;
}

function lastGoneOf(kept: KeptPlaces, ring: number): number {
  const { placeOf, firstOf, layer } = kept.paths;
  let last = NONE;
  for (let i = firstOf[ring]; i < layer.ringOffsets[ring + 1]; i++) {
    const place = placeOf[i];
    if (place >= 0 && !kept.has(place) && kept.goesAfter(place, last)) last = place;
  }
  return last;
}
