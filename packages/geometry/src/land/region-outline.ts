import type { Marks } from '../arrays/marks.ts';
import { originOf } from '../edges/half-edges.ts';
import { forEachHalfEdge } from '../faces/arrangement.ts';
import type { ClaimedTopology } from '../faces/regions.ts';
import type { VertexTable } from '../edges/vertices.ts';
import type { Frame } from '../segment-index.ts';

/** A ring as vertices of the arrangement; the first is not repeated. */
export type VertexRing = readonly number[];

/**
 * The outline of connected faces as the rings of one polygon: the shell first, counter-clockwise, then its holes, clockwise. A ring that
 * returns to a vertex is cut there, so that holes may touch the shell in a vertex, as in valid polygons.
 *
 * @param isIn for each face whether it is one of them.
 * @param walked used here, for half-edges; what is marked does not matter.
 */
export function regionOutline(faces: ClaimedTopology, region: readonly number[], isIn: (face: number) => boolean, walked: Marks): VertexRing[] {
  const { arrangement, arrangement: { next, faceOfHalfEdge }, edges, vertices } = faces;
  const isBorder = (half: number): boolean => !isIn(faceOfHalfEdge[half ^ 1]);
  walked.removeAll();
  const rings: { ring: VertexRing; area: number }[] = [];
  for (const face of region) {
    forEachHalfEdge(arrangement, face, (half) => {
      if (isBorder(half) && !walked.has(half)) for (const ring of simpleRings(walk(half))) rings.push({ ring, area: twiceAreaOf(vertices, ring) });
    });
  }
  return rings.sort((p, q) => q.area - p.area).map(({ ring }) => ring);

  function walk(start: number): number[] {
    const ring: number[] = [];
    let half = start;
    do {
      walked.add(half);
      ring.push(originOf(edges, half));
      half = next[half];
      while (!isBorder(half)) half = next[half ^ 1];
    } while (half !== start);
    return ring;
  }
}

/** The segments of rings in metres: x0, y0, x1, y1 of each. */
export function segmentsOfRings({ x, y }: VertexTable, rings: readonly VertexRing[], { originX, originY, scaleX, scaleY }: Frame): Float64Array {
  const segments = new Float64Array(4 * rings.reduce((sum, ring) => sum + ring.length, 0));
  let at = 0;
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i++) {
      for (const vertex of [ring[i], ring[i + 1 === ring.length ? 0 : i + 1]]) {
        segments[at++] = (x[vertex] - originX) * scaleX;
        segments[at++] = (y[vertex] - originY) * scaleY;
      }
    }
  }
  return segments;
}

/** A closed walk, cut into rings wherever it returns to a vertex. */
function simpleRings(walk: readonly number[]): VertexRing[] {
  const rings: VertexRing[] = [];
  const path: number[] = [];
  /** For each vertex of the path its index there. */
  const indexOf = new Map<number, number>();
  for (const vertex of walk) {
    const known = indexOf.get(vertex);
    if (known !== undefined) {
      const ring = path.splice(known);
      for (const gone of ring) indexOf.delete(gone);
      if (ring.length > 2) rings.push(ring);
    }
    indexOf.set(vertex, path.length);
    path.push(vertex);
  }
  if (path.length > 2) rings.push(path);
  return rings;
}

/** Twice the signed area of a ring in coordinate units, positive if counter-clockwise. */
function twiceAreaOf({ x, y }: VertexTable, ring: readonly number[]): number {
  const [originX, originY] = [x[ring[0]], y[ring[0]]];
  let area = 0;
  for (let i = 0; i < ring.length; i++) {
    const [a, b] = [ring[i], ring[i + 1 === ring.length ? 0 : i + 1]];
    area += (x[a] - originX) * (y[b] - originY) - (x[b] - originX) * (y[a] - originY);
  }
  return area;
}
