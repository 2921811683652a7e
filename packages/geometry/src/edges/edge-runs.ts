import type { EdgeTable } from './edges.ts';
import type { VertexTable } from './vertices.ts';

/** Edges in a run at most: with so many, looking for crossings inside one costs no more than looking for its neighbours. */
const LONGEST_RUN = 8;
/** A run is ended before its box is wider or higher than this many times that of an evenly spread one. */
const LARGEST_BOX = 3;

/**
 * Runs of edges of which each begins where the one before ends. Edges are named in the order in which rings are walked, so
 * that a run is a stretch of consecutive names, and a border of many edges has an eighth as many boxes.
 */
export interface EdgeRuns {
  readonly count: number;
  /** The first edge of each run, and after the last run the number of edges; longer than it need be, as is `boxes`. */
  readonly firstEdge: Int32Array;
  /** minX, minY, maxX, maxY of each run. */
  readonly boxes: Float64Array;
}

/** Cuts all edges of a table, none of them dead, into runs. */
export function edgeRuns(vertices: VertexTable, edges: EdgeTable): EdgeRuns {
  const { x, y } = vertices;
  const { a, b, count: edgeCount } = edges;
  const largest = largestBox(vertices, edgeCount);
  const firstEdge = new Int32Array(edgeCount + 1);
  const boxes = new Float64Array(4 * edgeCount);
  let count = 0;
  let [start, lastA, lastB] = [0, -1, -1];
  let [minX, minY, maxX, maxY] = [0, 0, 0, 0];
  for (let edge = 0; edge < edgeCount; edge++) {
    const p = a[edge], q = b[edge];
    const px = x[p], py = y[p], qx = x[q], qy = y[q];
    const left = px < qx ? px : qx, right = px < qx ? qx : px, low = py < qy ? py : qy, high = py < qy ? qy : py;
    const nextMinX = left < minX ? left : minX, nextMinY = low < minY ? low : minY;
    const nextMaxX = right > maxX ? right : maxX, nextMaxY = high > maxY ? high : maxY;
    const goesOn = edge > start && edge - start < LONGEST_RUN && (p === lastA || p === lastB || q === lastA || q === lastB);
    if (goesOn && nextMaxX - nextMinX <= largest && nextMaxY - nextMinY <= largest) {
      minX = nextMinX;
      minY = nextMinY;
      maxX = nextMaxX;
      maxY = nextMaxY;
    } else {
      if (edge > 0) count++;
      start = edge;
      firstEdge[count] = edge;
      minX = left;
      minY = low;
      maxX = right;
      maxY = high;
    }
    // Written each time: the last edge of the run leaves its box as it is.
    boxes[4 * count] = minX;
    boxes[4 * count + 1] = minY;
    boxes[4 * count + 2] = maxX;
    boxes[4 * count + 3] = maxY;
    lastA = p;
    lastB = q;
  }
  if (edgeCount > 0) count++;
  firstEdge[count] = edgeCount;
  return { count, firstEdge, boxes };
}

/** How wide a run may be so that it lies in a few cells only where all are spread evenly over the extent. */
function largestBox({ x, y, count: vertexCount }: VertexTable, edgeCount: number): number {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    if (x[vertex] < minX) minX = x[vertex];
    if (x[vertex] > maxX) maxX = x[vertex];
    if (y[vertex] < minY) minY = y[vertex];
    if (y[vertex] > maxY) maxY = y[vertex];
  }
  return LARGEST_BOX * Math.sqrt(((maxX - minX) * (maxY - minY) * LONGEST_RUN) / Math.max(1, edgeCount));
}
