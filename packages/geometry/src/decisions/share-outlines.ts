import { addTo } from '../arrays/multimap.ts';
import type { Point } from './more-features.ts';

/** The middle may be straightened by this share of its distance from the borders: what it wavers by is due to the triangulation. */
const MOST_STRAIGHTENED = 1 / 50;
/** Points are this close to a line if only rounding keeps them off it, as a share of their coordinates. */
const ROUNDING = 32 * Number.EPSILON;

/** Where a point occurs in the outline of a share. */
interface Occurrence {
  readonly before: string;
  readonly after: string;
}

/** Pieces of divided land, by the feature that gets them: open rings that all run the same way. Neighbouring ones have whole edges in common. */
type Pieces = ReadonlyMap<number, readonly (readonly Point[])[]>;

/**
 * Unites the pieces of each feature, and leaves out the points of the middle that a straight border does not need, on both of its sides. Otherwise the
 * border between two straight borders would have dozens of vertices.
 *
 * @param isVertex whether a point is a vertex of the layer, which stays.
 * @param widthAt how far a point of the middle is from the borders on its sides; 0 for all others.
 * @returns null if a share is no area with one border around it.
 */
export function outlinesOf(pieces: Pieces, isVertex: (point: Point) => boolean, widthAt: (point: Point) => number): Map<number, Point[][]> | null {
  const outlines = new Map<number, Point[][]>();
  const occurrences = new Map<string, Occurrence[]>();
  for (const [feature, own] of pieces) {
    const rings = united(own);
    if (rings === null) return null;
    outlines.set(feature, rings);
    for (const ring of rings) ring.forEach((point, i) => addTo(occurrences, keyOf(point), { before: keyOf(at(ring, i - 1)), after: keyOf(at(ring, i + 1)) }));
  }
  const isFree = (point: Point): boolean => !isVertex(point) && isBetween(occurrences.get(keyOf(point)) ?? []);
  const needless = new Set<string>();
  for (const rings of outlines.values()) {
    for (const ring of rings) for (const chain of chainsOf(ring, isFree)) for (const point of straightened(chain, widthAt)) needless.add(keyOf(point));
  }
  for (const [feature, rings] of outlines) {
    const straight = rings.map((ring) => ring.filter((point) => !needless.has(keyOf(point))));
    if (straight.some(({ length }) => length < 3)) return null;
    outlines.set(feature, straight);
  }
  return outlines;
}

/** Whether a point is inside one border, or inside the border between two shares, which both have it with the same neighbours. */
function isBetween(occurrences: readonly Occurrence[]): boolean {
  if (occurrences.length !== 2) return occurrences.length === 1;
  const [first, second] = occurrences;
  return first.before === second.after && first.after === second.before;
}

/** The rings around pieces: edges that two of them have in common are left out. Null if one of them is a hole. */
function united(pieces: readonly (readonly Point[])[]): Point[][] | null {
  const edges = new Map<string, (readonly [from: Point, to: Point])[]>();
  for (const ring of pieces) {
    ring.forEach((from, i) => {
      const to = at(ring, i + 1);
      const back = edges.get(keyOf(to));
      const common = back?.findIndex(([, end]) => keyOf(end) === keyOf(from)) ?? -1;
      if (back !== undefined && common >= 0) back.splice(common, 1);
      else addTo(edges, keyOf(from), [from, to]);
    });
  }
  const direction = Math.sign(pieces.reduce((sum, ring) => sum + areaOf(ring), 0));
  const rings: Point[][] = [];
  for (const leaving of edges.values()) {
    for (let edge = leaving.pop(); edge !== undefined; edge = leaving.pop()) {
      const [start] = edge;
      const ring = [start];
      for (let [, point] = edge; keyOf(point) !== keyOf(start); ) {
        const following = edges.get(keyOf(point))?.pop();
        if (following === undefined) return null;
        ring.push(point);
        [, point] = following;
      }
      if (Math.sign(areaOf(ring)) !== direction) return null;
      rings.push(ring);
    }
  }
  return rings;
}

/** Runs of points that may go, with the point before and the point after. A ring of such points only has none. */
function chainsOf(ring: readonly Point[], isFree: (point: Point) => boolean): Point[][] {
  const free = ring.map(isFree);
  const first = free.indexOf(false);
  const chains: Point[][] = [];
  for (let step = 0; first >= 0 && step < ring.length; ) {
    let length = 1;
    while (free[(first + step + length) % ring.length]) length++;
    if (length > 1) chains.push(Array.from({ length: length + 1 }, (_, i) => at(ring, first + step + i)));
    step += length;
  }
  return chains;
}

/** The points of a chain that it does not need (Douglas-Peucker): the same from either end, since two shares have it. */
function straightened(chain: readonly Point[], widthAt: (point: Point) => number): Point[] {
  const points = isAscending(chain) ? chain : chain.toReversed();
  const needless: Point[] = [];
  const stretches: [from: number, to: number][] = [[0, points.length - 1]];
  for (let stretch = stretches.pop(); stretch !== undefined; stretch = stretches.pop()) {
    const [from, to] = stretch;
    let [farthest, most] = [-1, 1];
    for (let i = from + 1; i < to; i++) {
      const share = distanceTo(points[from], points[to], points[i]) / Math.max(MOST_STRAIGHTENED * widthAt(points[i]), ROUNDING * Math.max(Math.abs(points[i][0]), Math.abs(points[i][1])));
      if (share > most) [farthest, most] = [i, share];
    }
    if (farthest < 0) needless.push(...points.slice(from + 1, to));
    else stretches.push([from, farthest], [farthest, to]);
  }
  return needless;
}

function isAscending(chain: readonly Point[]): boolean {
  for (let [i, j] = [0, chain.length - 1]; i < j; i++, j--) {
    const difference = chain[i][0] - chain[j][0] || chain[i][1] - chain[j][1];
    if (difference !== 0) return difference < 0;
  }
  return true;
}

function distanceTo([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = Math.hypot(dx, dy);
  return length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs((x - ax) * dy - (y - ay) * dx) / length;
}

/** Twice the area of an open ring. */
function areaOf(ring: readonly Point[]): number {
  const [[fromX, fromY]] = ring;
  return ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = at(ring, i + 1);
    return sum + (x - fromX) * (nextY - fromY) - (nextX - fromX) * (y - fromY);
  }, 0);
}

/** A point of an open ring, of which there is no end. */
function at(ring: readonly Point[], i: number): Point {
  return ring[(i + ring.length) % ring.length];
}

export function keyOf([x, y]: Point): string {
  return `${x} ${y}`;
}
