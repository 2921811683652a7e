import { readSides } from './edge-sides.ts';
import { EdgeTable } from './edges.ts';
import { EdgeGrid } from './grid.ts';
import type { Ground } from './ground.ts';
import { markNearBorders } from './near-borders.ts';
import { livingEdges } from './noding.ts';
import type { Tolerances } from './options.ts';
import type { BorderSegments } from './border-segments.ts';
import { halfEdgeToTheLeft } from './ray.ts';
import { examineStars } from './stars.ts';
import { VertexTable } from './vertices.ts';
import { VoidFaces } from './void-faces.ts';

/**
 * The features around the gaps of a clean layer, and on request those with open borders near each other, told from the open
 * borders alone: a void ends where somebody's land begins, and a border between two features is neither part of a void's nor open.
 * So a void is seen whole that lies between the features of many pieces.
 *
 * @param borders each open segment of the layer once.
 * @returns for each feature whether it may be at fault: also where a border does not come back to where it began.
 */
export function findBorderFaults(borders: readonly BorderSegments[], featureCount: number, ground: Ground, tolerances: Tolerances, isNearAsked: boolean): Uint8Array {
  const isMarked = new Uint8Array(featureCount);
  const count = borders.reduce((sum, { feature }) => sum + feature.length, 0);
  if (count === 0) return isMarked;
  const places = new Float64Array(4 * count);
  const ringOfVertex = new Int32Array(count);
  let segment = 0;
  for (const { ends, feature } of borders) {
    places.set(ends, 4 * segment);
    ringOfVertex.set(feature, segment);
    segment += feature.length;
  }
  const vertices = new VertexTable(count, places);
  const edges = new EdgeTable(count);
  for (let i = 0; i < count; i++) {
    const from = vertices.intern(places[4 * i], places[4 * i + 1]);
    const to = vertices.intern(places[4 * i + 2], places[4 * i + 3]);
    edges.addSegment(to, from, i);
  }
  // Each segment counts as a vertex, and each feature as a ring.
  const prepared = { ringOfVertex, featureOfRing: Int32Array.from({ length: featureCount }, (_, feature) => feature) };
  const sides = readSides(prepared, vertices, edges, isMarked);
  if (isNearAsked) markNearBorders(vertices, edges, sides, ground, tolerances.snapDistance, isMarked, () => false);
  // Land of different features between two open borders is no fault here.
  const stars = examineStars(prepared, vertices, edges, sides, new Uint8Array(featureCount));
  const voids = new VoidFaces(prepared, vertices, edges, sides, stars, ground, isMarked);
  const grid = new EdgeGrid(vertices, edges, livingEdges(edges));
  voids.nestByDirection((vertex) => halfEdgeToTheLeft(vertices, edges, grid, vertex));
  voids.markGaps(tolerances.maxGapWidth, isMarked);
  return isMarked;
}
