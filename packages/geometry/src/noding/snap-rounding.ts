import Flatbush from 'flatbush';
import { Int32List, markedIndices } from '../arrays/growable.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { EdgeGrid } from '../edges/grid.ts';
import { forEachIntersection } from '../edges/intersections.ts';
import { orient2d } from '../edges/predicates.ts';
import type { MatchedTopology } from '../edges/topology.ts';
import type { VertexTable } from '../edges/vertices.ts';
import { TooTangledError } from '../tangled.ts';
import type { NodedTopology } from './node-borders.ts';
import { livingEdges, MOST_CROSSINGS } from './noding.ts';

/**
 * The largest coordinate is this power of two in pixels, so half a pixel is still exact. With coordinates of millions of metres, a pixel is
 * 0.03 µm.
 */
const PIXELS_BITS = 48;
/** A long edge is searched along in this many pieces, so that not everything in its bounding box has to be examined. */
const PIECES_OF_EDGE = 32;

/**
 * Snap rounding: all vertices move to the centres of the pixels of a grid. Every edge is routed through the centre of each pixel that it
 * touches and that contains a vertex or a crossing (a hot pixel). Afterwards edges intersect in common ends only.
 *
 * The proof is by Guibas and Marimont (Rounding arrangements dynamically, 1998) and Hobby (Practical segment intersection with finite
 * precision output, 1999): while edges are pulled into the centres of their hot pixels, none is pulled over a vertex, so no two come to
 * cross. One pass is enough for any layer. It must be known exactly in which pixel two edges cross, and which pixels an edge touches. The
 * former is computed in integers of any size, the latter by exact predicates.
 *
 * Used for a topology for which the other noding was given up. The other noding moves nothing where borders do not intersect.
 */
export function snapRound(matched: MatchedTopology): NodedTopology {
  const { vertices, edges, inserted } = matched;
  const rounding = new SnapRounding(matched);
  rounding.roundVertices();
  const crossings = rounding.findCrossings();
  rounding.routeThroughHotPixels(crossings);
  const isInserted = new Uint8Array(vertices.count);
  for (let i = 0; i < inserted.length; i++) isInserted[inserted.data[i]] = 1;
  return { ...matched, noding: { grid: new EdgeGrid(vertices, edges, livingEdges(edges)), crossings, isInserted, unresolved: new Int32Array(0) } };
}

/** The steps of snap rounding, in order. */
class SnapRounding {
  private readonly matched: MatchedTopology;
  /** The side of a pixel. */
  private readonly pixel: number;

  constructor(matched: MatchedTopology) {
    this.matched = matched;
    this.pixel = pixelOf(matched.vertices);
  }

  /** Moves all vertices to the centres of their pixels. */
  roundVertices(): void {
    const { pixel, matched: { vertices, edges, moves } } = this;
    const count = vertices.count;
    for (let vertex = 0; vertex < count; vertex++) {
      const [x, y] = [vertices.x[vertex], vertices.y[vertex]];
      const centre = vertices.intern(Math.round(x / pixel) * pixel, Math.round(y / pixel) * pixel);
      if (centre === vertex || edges.firstHalfEdge(vertex) < 0) continue;
      edges.mergeVertex(vertex, centre, () => undefined);
      moves.move(vertex, centre);
    }
  }

  /** Proper crossings in threes, as in `Noding`. The centres of their pixels become vertices. */
  findCrossings(): Int32List {
    const { pixel, matched: { vertices, edges } } = this;
    const found = new Int32List();
    const seen = new Set<number>();
    forEachIntersection(vertices, edges, new EdgeGrid(vertices, edges, livingEdges(edges)), (edge, other) => {
      const key = Math.min(edge, other) * edges.count + Math.max(edge, other);
      if (seen.has(key)) return;
      seen.add(key);
      if (found.length > 3 * MOST_CROSSINGS) throw new TooTangledError(MOST_CROSSINGS);
      const centre = crossingPixel(vertices, edges, edge, other, pixel);
      if (centre === null) return;
      found.push(edges.firstUse[edge]);
      found.push(edges.firstUse[other]);
      found.push(vertices.intern(centre[0], centre[1]));
    });
    return found;
  }

  routeThroughHotPixels(crossings: Int32List): void {
    const { vertices: { x, y, count }, edges, inserted } = this.matched;
    const isHot = new Uint8Array(count);
    const members = livingEdges(edges);
    for (const edge of members) isHot[edges.a[edge]] = isHot[edges.b[edge]] = 1;
    for (let i = 2; i < crossings.length; i += 3) isHot[crossings.data[i]] = 1;
    const hot = markedIndices(isHot);
    if (hot.length === 0) return;
    const index = new Flatbush(hot.length);
    for (const vertex of hot) index.add(x[vertex], y[vertex], x[vertex], y[vertex]);
    index.finish();
    const chains: { readonly edge: number; readonly first: number; readonly chain: Int32Array }[] = [];
    for (const edge of members) {
      const chain = this.hotPixelsOf(edge, hot, index);
      if (chain.length > 0) chains.push({ edge, first: edges.kill(edge), chain });
    }
    // All edges are removed before any piece is added, as in `applySplits`.
    for (const { edge, first, chain } of chains) {
      for (const vertex of chain) inserted.push(vertex);
      edges.putChain(edge, first, chain, chain.length, () => undefined);
    }
  }

  /** The hot pixels that an edge touches between its ends, from `a` to `b`. @param index of the vertices in `hot`. */
  private hotPixelsOf(edge: number, hot: Int32Array, index: Flatbush): Int32Array {
    const { pixel, matched: { vertices: { x, y }, edges } } = this;
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
    // Along a line, neither x nor y ever goes back from one pixel to the next.
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
 * Whether a segment touches a pixel. A pixel owns its left and lower sides; the others belong to its neighbours, so that every point lies
 * in exactly one pixel. It is treated as if it ended just before its right and upper sides, which also decides segments through a corner.
 *
 * @param half half the side of a pixel.
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

/** The centre of the pixel in which two edges cross; null if they do not cross or only overlap. Computed exactly, in whole pixels. */
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
