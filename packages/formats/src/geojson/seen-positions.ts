import type { Layer } from '@geoinsights/geometry';
import { isBeyondDegrees } from '../crs.ts';
import { extentOf, type Extent } from '../extent.ts';
import { featureOfVertex } from '../feature-of-vertex.ts';

/** What the positions of a file say about their units. */
export interface SeenPositions {
  readonly extent: Extent;
  /** How many there are, without those that are no numbers. */
  readonly all: number;
  /** How many of them are beyond ±180 and ±90, and the feature of the first one; -1 if there is none. */
  readonly beyond: number;
  readonly firstFeature: number;
}

/** The positions of a whole layer. */
export function seenPositions(layer: Layer): SeenPositions {
  const { xy } = layer;
  let [all, beyond, first] = [0, 0, -1];
  for (let at = 0; at + 1 < xy.length; at += 2) {
    if (!Number.isFinite(xy[at]) || !Number.isFinite(xy[at + 1])) continue;
    all++;
    if (isBeyondDegrees(xy[at], xy[at + 1]) && beyond++ === 0) first = at / 2;
  }
  return { extent: extentOf(xy), all, beyond, firstFeature: first < 0 ? -1 : featureOfVertex(layer, first) };
}
