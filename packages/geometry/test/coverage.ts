import { orient2d } from 'robust-predicates';
import { coverageFaults, insidesMeet } from './geos.ts';
import { at, polygonParts } from './layers.ts';
import type { Position, Shape } from './layers.ts';

/** Features that overlap another, or whose borders do not match another's vertex by vertex. Asks GEOS, then verifies. */
export function brokenCoverage(shapes: readonly Shape[]): number[] {
  const suspects = coverageFaults(shapes.map(polygonParts)).flatMap((fault, i) => (fault ? [i] : []));
  return suspects.filter((i) => shapes.some((other, k) => k !== i && disagree(at(shapes, i), other)));
}

type Edge = readonly [Position, Position];

/** Whether two valid shapes overlap, cross, or touch where one of them has no vertex. Exact except for the last resort. */
export function disagree(a: Shape, b: Shape): boolean {
  const [first, second] = [edgesOf(a), edgesOf(b)];
  return first.some((p) => second.some((q) => edgesDisagree(p, q))) || insidesMeet(a, b);
}

function edgesOf(shape: Shape): Edge[] {
  return polygonParts(shape).flatMap((part) => part.rings.flatMap((ring) => ring.slice(1).map((to, i): Edge => [at(ring, i), to])));
}

function edgesDisagree([a, b]: Edge, [c, d]: Edge): boolean {
  if (areApart(a, b, c, d, 0) || areApart(a, b, c, d, 1)) return false;
  return onInside(a, c, d) || onInside(b, c, d) || onInside(c, a, b) || onInside(d, a, b) || crosses(a, b, c, d);
}

/** Whether one edge ends before the other starts on an axis, so that they cannot meet. */
function areApart(a: Position, b: Position, c: Position, d: Position, axis: number): boolean {
  const [p, q, r, s] = [at(a, axis), at(b, axis), at(c, axis), at(d, axis)];
  return Math.max(p, q) < Math.min(r, s) || Math.max(r, s) < Math.min(p, q);
}

const turn = (a: Position, b: Position, c: Position): number => Math.sign(orient2d(at(a, 0), at(a, 1), at(b, 0), at(b, 1), at(c, 0), at(c, 1)));

function crosses(a: Position, b: Position, c: Position, d: Position): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

/** Whether a point lies on an edge, between its ends. */
function onInside(point: Position, a: Position, b: Position): boolean {
  if (turn(a, b, point) !== 0) return false;
  const axis = Math.abs(at(b, 0) - at(a, 0)) > Math.abs(at(b, 1) - at(a, 1)) ? 0 : 1;
  return at(point, axis) > Math.min(at(a, axis), at(b, axis)) && at(point, axis) < Math.max(at(a, axis), at(b, axis));
}
