import Flatbush from 'flatbush';
import { Int32List } from '../arrays/growable.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { EdgeGrid } from '../edges/grid.ts';
import { forEachIntersection } from '../edges/intersections.ts';
import { orient2d } from '../edges/predicates.ts';
import type { MatchedTopology } from '../edges/topology.ts';
import type { VertexTable } from '../edges/vertices.ts';
import { TooTangledError } from '../tangled.ts';
import type { NodedTopology } from './node-borders.ts';
import { livingEdges } from './noding.ts';

/** The largest coordinate is so many pixels, as a power of two: half a pixel is still told exactly. Millions of metres have pixels of 0.03 µm. */
const PIXELS_BITS = 48;
/** As for other noding. */
const MOST_CROSSINGS = 5_000_000;
/** A long edge is looked along in so many pieces, so that not all is looked at that its box holds. */
const PIECES_OF_EDGE = 32;

/**
 * Snap rounding: all vertices are put in the middle of the pixels of a grid, and every edge is led through the middle of each pixel that it
 * touches and in which there is a vertex or a crossing (a hot one). Afterwards edges meet in common ends only.
 *
 * The proof is that of Guibas and Marimont (Rounding arrangements dynamically, 1998) and Hobby (Practical segment
 * intersection with finite precision output, 1999): while edges are drawn into the middles of their hot pixels none is drawn over
 * a vertex, so none comes to cross another. It is done once and ends, whatever the layer. It needs to be known exactly in which pixel
 * two edges cross, and which pixels an edge touches: the one is computed in whole numbers of any size, the other by exact predicates.
 *
 * For a topology for which other noding was given up; that one moves nothing where borders do not meet.
 */
export function snapRound(matched: MatchedTopology): NodedTopology {
  const { vertices, edges, moves, inserted } = matched;
  const pixel = pixelOf(vertices);
  roundVertices();
  const crossings = findCrossings();
  leadThroughHotPixels();
  const isInserted = new Uint8Array(vertices.count);
  for (let i = 0; i < inserted.length; i++) isInserted[inserted.data[i]] = 1;
  return { ...matched, noding: { grid: new EdgeGrid(vertices, edges, livingEdges(edges)), crossings, isInserted, unresolved: new Int32Array(0) } };

  function roundVertices(): void {
    const count = vertices.count;
    for (let vertex = 0; vertex < count; vertex++) {
      const [x, y] = [vertices.x[vertex], vertices.y[vertex]];
      const middle = vertices.intern(Math.round(x / pixel) * pixel, Math.round(y / pixel) * pixel);
      if (middle === vertex || edges.firstHalfEdge(vertex) < 0) continue;
      edges.mergeVertex(vertex, middle, () => undefined);
      moves.move(vertex, middle);
    }
  }

  /** Proper crossings in threes, as `Noding` has them; their pixels are vertices afterwards. */
  function findCrossings(): Int32List {
    const found = new Int32List();
    const seen = new Set<number>();
    forEachIntersection(vertices, edges, new EdgeGrid(vertices, edges, livingEdges(edges)), (edge, other) => {
      const key = Math.min(edge, other) * edges.count + Math.max(edge, other);
      if (seen.has(key)) return;
      seen.add(key);
      if (found.length > 3 * MOST_CROSSINGS) throw new TooTangledError(MOST_CROSSINGS);
      const place = crossingPixel(vertices, edges, edge, other, pixel);
      if (place === null) return;
      found.push(edges.firstUse[edge]);
      found.push(edges.firstUse[other]);
      found.push(vertices.intern(place[0], place[1]));
    });
    return found;
  }

  function leadThroughHotPixels(): void {
    const { x, y } = vertices;
    const isHot = new Uint8Array(vertices.count);
    const members = livingEdges(edges);
    for (const edge of members) isHot[edges.a[edge]] = isHot[edges.b[edge]] = 1;
    for (let i = 2; i < crossings.length; i += 3) isHot[crossings.data[i]] = 1;
    const hot = Int32Array.from(isHot.keys()).filter((vertex) => isHot[vertex] === 1);
    if (hot.length === 0) return;
    const index = new Flatbush(hot.length);
    for (const vertex of hot) index.add(x[vertex], y[vertex], x[vertex], y[vertex]);
    index.finish();
    const chains: { readonly edge: number; readonly first: number; readonly chain: Int32Array }[] = [];
    for (const edge of members) {
      const chain = hotPixelsOf(edge, hot, index);
      if (chain.length > 0) chains.push({ edge, first: edges.kill(edge), chain });
    }
    // All edges go before any piece comes, as in `applySplits`.
    for (const { edge, first, chain } of chains) {
      for (const vertex of chain) inserted.push(vertex);
      edges.putChain(edge, first, chain, chain.length, () => undefined);
    }
  }

  /** The hot pixels that an edge touches between its ends, from `a` to `b`. */
  function hotPixelsOf(edge: number, hot: Int32Array, index: Flatbush): Int32Array {
    const { x, y } = vertices;
    const [a, b] = [edges.a[edge], edges.b[edge]];
    const [dx, dy] = [x[b] - x[a], y[b] - y[a]];
    const pieces = Math.max(Math.abs(dx), Math.abs(dy)) > PIECES_OF_EDGE * pixel ? PIECES_OF_EDGE : 1;
    const touched = new Set<number>();
    for (let piece = 0; piece < pieces; piece++) {
      const [from, to] = [piece / pieces, (piece + 1) / pieces];
      const [fromX, toX, fromY, toY] = [x[a] + from * dx, x[a] + to * dx, y[a] + from * dy, y[a] + to * dy];
      for (const item of index.search(Math.min(fromX, toX) - pixel, Math.min(fromY, toY) - pixel, Math.max(fromX, toX) + pixel, Math.max(fromY, toY) + pixel)) {
        const vertex = hot[item];
        if (vertex !== a && vertex !== b && touchesPixel(x[a], y[a], x[b], y[b], x[vertex], y[vertex], pixel / 2)) touched.add(vertex);
      }
    }
    // A line comes to pixels with neither x nor y ever going back.
    const [right, up] = [Math.sign(dx), Math.sign(dy)];
    return Int32Array.from([...touched].sort((p, q) => right * (x[p] - x[q]) || up * (y[p] - y[q])));
  }
}

function pixelOf({ x, y, count }: VertexTable): number {
  let most = 0;
  for (let vertex = 0; vertex < count; vertex++) most = Math.max(most, Math.abs(x[vertex]), Math.abs(y[vertex]));
  return 2 ** (Math.ceil(Math.log2(most > 0 ? most : 1)) - PIXELS_BITS);
}

/**
 * Whether a segment comes into a pixel. Of its sides the left and the lower one belong to a pixel, the others to those beside it, so that
 * every place lies in one: as if it ended just before its right and its upper side. What lies on a corner is told by that.
 *
 * @param half half of the side of a pixel.
 */
export function touchesPixel(ax: number, ay: number, bx: number, by: number, px: number, py: number, half: number): boolean {
  const [left, right, low, high] = [px - half, px + half, py - half, py + half];
  if (Math.max(ax, bx) < left || Math.min(ax, bx) >= right || Math.max(ay, by) < low || Math.min(ay, by) >= high) return false;
  const [dx, dy] = [bx - ax, by - ay];
  const sides = [
    orient2d(ax, ay, bx, by, left, low),
    orient2d(ax, ay, bx, by, right, low) || dy,
    orient2d(ax, ay, bx, by, right, high) || dy - dx,
    orient2d(ax, ay, bx, by, left, high) || -dx,
  ];
  return !sides.every((side) => side > 0) && !sides.every((side) => side < 0);
}

/** The middle of the pixel in which two edges cross; null where they do not cross, or only along each other. Computed in whole pixels, exactly. */
function crossingPixel({ x, y }: VertexTable, edges: EdgeTable, edge: number, other: number, pixel: number): [number, number] | null {
  const whole = (value: number): bigint => BigInt(Math.round(value / pixel));
  const [a, b, c, d] = [edges.a[edge], edges.b[edge], edges.a[other], edges.b[other]];
  const [ax, ay, cx, cy] = [whole(x[a]), whole(y[a]), whole(x[c]), whole(y[c])];
  const [ux, uy, vx, vy] = [whole(x[b]) - ax, whole(y[b]) - ay, whole(x[d]) - cx, whole(y[d]) - cy];
  const across = ux * vy - uy * vx;
  if (across === 0n) return null;
  const sign = across < 0n ? -1n : 1n;
  const length = sign * across;
  const along = sign * ((cx - ax) * vy - (cy - ay) * vx);
  const alongOther = sign * ((cx - ax) * uy - (cy - ay) * ux);
  if (along < 0n || along > length || alongOther < 0n || alongOther > length) return null;
  const middle = (from: bigint, step: bigint): number => Number(floorOf(2n * (from * length + along * step) + length, 2n * length)) * pixel;
  return [middle(ax, ux), middle(ay, uy)];
}

function floorOf(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return value < 0n && quotient * divisor !== value ? quotient - 1n : quotient;
}
