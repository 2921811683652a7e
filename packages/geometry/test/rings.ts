import { orient2d } from 'robust-predicates';
import { at, polygonParts } from './layers.ts';
import type { Position, Ring, Shape } from './layers.ts';

/** Larger coordinates are as broken as those that are not numbers. */
const LARGEST_COORDINATE = 1e100;

/** The ring with its valid vertices only, without repeats, closed. */
export function cleanRing(ring: Ring): Ring {
  const kept: Position[] = [];
  for (const position of ring) {
    const last = kept.at(-1);
    if (!(Math.abs(at(position, 0)) <= LARGEST_COORDINATE && Math.abs(at(position, 1)) <= LARGEST_COORDINATE)) continue;
    if (last === undefined || last[0] !== position[0] || last[1] !== position[1]) kept.push(position);
  }
  const [first, last] = [kept.at(0), kept.at(-1)];
  if (first !== undefined && last !== undefined && (first[0] !== last[0] || first[1] !== last[1])) kept.push(first);
  return kept;
}

/** How often a closed ring winds around a point that lies on none of its edges. */
export function windingNumber(ring: Ring, point: Position): number {
  const [px, py] = [at(point, 0), at(point, 1)];
  let winding = 0;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [ax, ay] = [at(at(ring, i), 0), at(at(ring, i), 1)];
    const [bx, by] = [at(at(ring, i + 1), 0), at(at(ring, i + 1), 1)];
    // In robust-predicates, y points down: negative is a left turn.
    if (ay <= py && by > py && orient2d(ax, ay, bx, by, px, py) < 0) winding++;
    if (ay > py && by <= py && orient2d(ax, ay, bx, by, px, py) > 0) winding--;
  }
  return winding;
}

/** Left, low, right, high. */
export type Extent = readonly [number, number, number, number];

/** Extent of rings; inverted if they have no vertex. */
export function extentOf(rings: readonly Ring[]): Extent {
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings) {
    for (const p of ring) [left, low, right, high] = [Math.min(left, at(p, 0)), Math.min(low, at(p, 1)), Math.max(right, at(p, 0)), Math.max(high, at(p, 1))];
  }
  return [left, low, right, high];
}

/** Whether a point lies in the first of some rings and in none of the others, and on none of them. */
export function liesIn(rings: readonly Ring[], point: Position): boolean {
  return rings.every((ring, i) => (windingNumber(ring, point) !== 0) === (i === 0));
}

/** Whether a valid shape covers a point that lies on none of its edges. */
export function covers(shape: Shape, point: Position): boolean {
  return polygonParts(shape).some(({ rings }) => liesIn(rings, point));
}

export function distanceToEdge(point: Position, a: Position, b: Position): number {
  const [ax, ay] = [at(a, 0), at(a, 1)];
  const [dx, dy] = [at(b, 0) - ax, at(b, 1) - ay];
  const [px, py] = [at(point, 0) - ax, at(point, 1) - ay];
  const squared = dx * dx + dy * dy;
  const share = squared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / squared));
  return Math.hypot(px - share * dx, py - share * dy);
}

export function distanceToRing(point: Position, ring: Ring): number {
  return edgesOf([ring]).reduce((least, [a, b]) => Math.min(least, distanceToEdge(point, a, b)), Infinity);
}

export function edgesOf(rings: readonly Ring[]): [Position, Position][] {
  return rings.flatMap((ring) => ring.slice(1).map((to, i): [Position, Position] => [at(ring, i), to]));
}
