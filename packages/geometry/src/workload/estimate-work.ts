import type { Layer } from '../layer/layer.ts';
import { countIntersections } from './count-intersections.ts';
import { meanDepth } from './depth.ts';
import { polygonSegments } from './polygon-segments.ts';
import { nestedRings, stackedParts } from './stacked-parts.ts';

/** The work of arranging a layer, estimated without arranging it. */
export interface WorkEstimate {
  readonly vertices: number;
  /** Number of points where borders cross or touch other than in common ends. Each becomes a node and adds about one face. */
  readonly intersections: number;
  /** The mean number of rings that such a point lies in: a face stores the names of all features that cover it. */
  readonly depth: number;
  /** How many polygons of other features the middle of a polygon lies in, summed over all: features on top of each other need not cross anywhere. */
  readonly stacked: number;
  /** How many other rings of its feature the middle of a ring lies in, summed over all: faces keep the names of all rings around them. */
  readonly nested: number;
}

/** With fewer intersections, it does not matter how many rings cover them. */
const FEWEST_INTERSECTIONS = 10_000;
/**
 * Counts the intersections, and the polygons on top of each other, that a repair of a layer will have to node. In a small layer all are counted, in a large one a
 * sample of the pairs of segments that are near each other, so that this takes a small and bounded share of the time of even
 * the simplest repair. It counts in the original layer; a repair that matches near borders may find fewer.
 */
export function estimateWork(layer: Layer): WorkEstimate {
  const segments = polygonSegments(layer);
  const { count: intersections, points } = countIntersections(layer.xy, segments);
  const depth = intersections < FEWEST_INTERSECTIONS ? 1 : meanDepth(layer.xy, segments, points);
  return { vertices: layer.xy.length / 2, intersections, depth, stacked: stackedParts(layer.xy, segments), nested: nestedRings(layer.xy, segments) };
}
