import type { PreparedLayer } from '../edges/prepare.ts';
import { Int32List } from '../arrays/growable.ts';
import { extentOf } from '../layer/part-extents.ts';
import { vertexRange } from '../layer/vertex-range.ts';
import { segmentsAt } from './border-segments.ts';
import type { BorderSegments } from './border-segments.ts';

/** Segments in a window, if they were spread evenly. Borders are not, so there are some twenty times as many where there is one. */
const SEGMENTS_IN_WINDOW = 64;
/** Most windows along one side of the extent. */
const MOST_ALONG = 1024;
/** About as many windows are chosen. */
const WINDOWS = 256;

/**
 * A sample of the borders of a layer with few features, of which each has many vertices: all segments with their middle in one of some
 * windows, each at a vertex in the middle of a feature. A segment and the one that runs over it have the same middle, so both are in the
 * sample or neither is.
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
    // As `windowAt` has it, which takes longer than all else here where numbers are handed to it.
    const column = Math.min(along - 1, Math.floor(((xy[2 * i] + xy[2 * j]) / 2 - minX) * columns));
    const row = Math.min(along - 1, Math.floor(((xy[2 * i + 1] + xy[2 * j + 1]) / 2 - minY) * rows));
    if (isChosen[row * along + column] === 1) chosen.push(i);
  }
  return segmentsAt(prepared, chosen);
}
