import type { PreparedLayer } from '../edges/prepare.ts';
import { Int32List } from '../arrays/growable.ts';
import { extentOf } from '../layer/part-extents.ts';
import { vertexRange } from '../layer/vertex-range.ts';
import { segmentsAt } from './border-segments.ts';
import type { BorderSegments } from './border-segments.ts';

/** The number of segments in a window if they were evenly spread. They are not: a window with a border has about twenty times as many. */
const SEGMENTS_IN_WINDOW = 64;
/** The maximum number of windows along one side of the extent. */
const MOST_ALONG = 1024;
/** About this many windows are chosen. */
const WINDOWS = 256;

/**
 * A sample of the borders of a layer with few features that have many vertices each: all segments with their midpoint in one of several
 * windows, each of which is around the middle vertex of a feature. A segment and the one that runs over it have the same midpoint, so either both
 * are in the sample or neither is.
 */
export function bordersInWindows(prepared: PreparedLayer): BorderSegments {
  const { layer, layer: { xy, featureOffsets }, next, segmentCount } = prepared;
  const [minX, minY, maxX, maxY] = extentOf(layer);
  const along = Math.max(1, Math.min(MOST_ALONG, Math.round(Math.sqrt(segmentCount / SEGMENTS_IN_WINDOW))));
  const [columns, rows] = [along / (maxX - minX || 1), along / (maxY - minY || 1)];
  const windowAt = (x: number, y: number): number => Math.min(along - 1, Math.floor((y - minY) * rows)) * along + Math.min(along - 1, Math.floor((x - minX) * columns));
  const isChosen = new Uint8Array(along * along);
  const featureCount = featureOffsets.length - 1;
  for (let feature = 0; feature < featureCount; feature += Math.ceil(featureCount / WINDOWS)) {
    const [first, end] = vertexRange(layer, feature);
    const middle = (first + end) >> 1;
    if (first < end && next[middle] >= 0) isChosen[windowAt(xy[2 * middle], xy[2 * middle + 1])] = 1;
  }
  const chosen = new Int32List();
  for (let i = 0; i < next.length; i++) {
    const j = next[i];
    if (j < 0) continue;
    // The same as `windowAt`. Calling that for each segment would take longer than everything else here.
    const column = Math.min(along - 1, Math.floor(((xy[2 * i] + xy[2 * j]) / 2 - minX) * columns));
    const row = Math.min(along - 1, Math.floor(((xy[2 * i + 1] + xy[2 * j + 1]) / 2 - minY) * rows));
    if (isChosen[row * along + column] === 1) chosen.push(i);
  }
  return segmentsAt(prepared, chosen);
}
