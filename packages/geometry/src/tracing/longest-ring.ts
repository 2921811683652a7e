import { comparePoints } from '../edges/predicates.ts';
import type { VertexTable } from '../edges/vertices.ts';

interface Extent {
  readonly minX: number;
  readonly minY: number;
  readonly length: number;
}

/** Index of the ring with the longest extent; ties go to the first by position. -1 if there are no rings. Independent of the order and direction of the rings. */
export function longestRing(vertices: VertexTable, rings: readonly Int32Array[]): number {
  let longest = -1;
  let most: Extent = { minX: 0, minY: 0, length: -1 };
  for (const [index, ring] of rings.entries()) {
    const extent = extentOf(vertices, ring);
    const isLonger = extent.length > most.length || (extent.length === most.length && comparePoints(extent.minX, extent.minY, most.minX, most.minY) < 0);
    if (isLonger) [longest, most] = [index, extent];
  }
  return longest;
}

function extentOf({ x, y }: VertexTable, ring: Int32Array): Extent {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const vertex of ring) {
    minX = Math.min(minX, x[vertex]);
    minY = Math.min(minY, y[vertex]);
    maxX = Math.max(maxX, x[vertex]);
    maxY = Math.max(maxY, y[vertex]);
  }
  return { minX, minY, length: Math.max(maxX - minX, maxY - minY) };
}
