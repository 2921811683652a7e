import type { Layer } from '../layer/layer.ts';
import { countMeetings } from './meetings.ts';
import { meanDepth } from './depth.ts';
import { polygonSegments } from './polygon-segments.ts';

/** What it takes to arrange a layer, told without arranging it. */
export interface WorkEstimate {
  readonly vertices: number;
  /** Places in which borders cross or touch elsewhere than in common ends; each becomes a node, and about as many faces come to be. */
  readonly meetings: number;
  /** On how many rings such a place lies, on average: a face keeps the names of all that lie over each other in it. */
  readonly depth: number;
}

/** Below so many meetings it makes no difference what lies over them. */
const FEWEST_MEETINGS = 10_000;

/**
 * Counts what a repair of a layer will have to node: all of it where the layer is small, by a sample of the pairs of segments
 * that lie near each other where it is large, so that this takes a small and bounded share of the time that the repair of the
 * most harmless layer takes. It is the layer as it came: a repair that matches near borders may find fewer.
 */
export function estimateWork(layer: Layer): WorkEstimate {
  const segments = polygonSegments(layer);
  const { count: meetings, places } = countMeetings(layer.xy, segments);
  return { vertices: layer.xy.length / 2, meetings, depth: meetings < FEWEST_MEETINGS ? 1 : meanDepth(layer.xy, segments, places) };
}
