import { EdgeTable } from '../edges/edges.ts';
import { EdgeGrid } from '../edges/grid.ts';
import { hasIntersection } from '../edges/intersections.ts';
import { comparePoints } from '../edges/predicates.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import { halfEdgeToTheLeft } from '../edges/ray.ts';
import { VertexTable } from '../edges/vertices.ts';
import { livingEdges } from '../noding/noding.ts';

/** Like `markComplexFeatures`, for a feature of any size: whether its rings meet nowhere, not even in a vertex, and are nested correctly. */
export function isLargeFeatureSimple(prepared: PreparedLayer, firstRing: number, endRing: number): boolean {
  const { layer: { xy, ringOffsets }, next, ringFirst, ringOfVertex, partOfRing, isShell, reversed } = prepared;
  const segmentCount = ringOffsets[endRing] - ringOffsets[firstRing];
  const vertices = new VertexTable(segmentCount, xy.subarray(2 * ringOffsets[firstRing], 2 * ringOffsets[endRing]));
  const edges = new EdgeTable(segmentCount);
  /** For each ring its first vertex by x, then y. */
  const outermost: number[] = [];
  const rings: number[] = [];
  let count = 0;
  for (let ring = firstRing; ring < endRing; ring++) {
    const first = ringFirst[ring];
    if (first < 0) continue;
    let i = first;
    let vertex = vertices.intern(xy[2 * i], xy[2 * i + 1]);
    let best = vertex;
    do {
      const j = next[i];
      const end = vertices.intern(xy[2 * j], xy[2 * j + 1]);
      if (reversed[ring] === 1) edges.addSegment(end, vertex, i);
      else edges.addSegment(vertex, end, i);
      count++;
      if (comparePoints(vertices.x[end], vertices.y[end], vertices.x[best], vertices.y[best]) < 0) best = end;
      vertex = end;
      i = j;
    } while (i !== first);
    outermost.push(best);
    rings.push(ring);
  }
  if (vertices.count < count) return false;
  const grid = new EdgeGrid(vertices, edges, livingEdges(edges));
  // The first edge to the left decides whether a ring is nested correctly, provided that all rings farther left are.
  return !hasIntersection(vertices, edges, grid) && rings.every((ring, k) => {
    const half = halfEdgeToTheLeft(vertices, edges, grid, outermost[k]);
    const code = half < 0 ? -1 : edges.useCode[edges.firstUse[half >> 1]];
    const isInLand = half >= 0 && (code & 1) === (half & 1);
    if (isShell[ring] === 1) return !isInLand;
    return isInLand && partOfRing[ringOfVertex[code >> 1]] === partOfRing[ring];
  });
}
