import { vertexBetween } from '../edges/half-edges.ts';
import type { Ground } from '../ground.ts';
import type { BorderSample } from './border-sample.ts';
import type { OpenBorder, OpenBorders } from './open-borders.ts';

/** Borders that were digitised twice are apart by at most this share of the length of an edge, and so of the side of a plot. */
const MOST_OF_SIDE = 1 / 5;
/** An object is no sliver if it has at least this share of its squared perimeter as area: a rectangle up to ten times as long as wide. */
const LEAST_COMPACT = 1 / 50;

/**
 * The least distance of a small object from another feature; null if a border is none of one. An object has a border all around that it shares with nobody, it is
 * compact, and that distance is more than a fifth of the side of a square with its perimeter: so the space beside it is no error of digitising.
 */
export function distanceOfSmallObject({ first, end, ends }: OpenBorder, { facing, widths, lengths, edges }: OpenBorders, sample: BorderSample, ground: Ground): number | null {
  if (ends !== null) return null;
  let [perimeter, nearest] = [0, Infinity];
  for (let place = first; place < end; place++) {
    perimeter += lengths[place];
    if (facing[place] >= 0 && widths[place] < nearest) nearest = widths[place];
  }
  if (nearest === 0 || nearest === Infinity || (MOST_OF_SIDE * perimeter) / 4 > nearest) return null;
  const ring = edges.subarray(first, end).filter((edge, place, all) => place === 0 || edge !== all[place - 1]);
  return areaOf(ring, sample, ground) >= LEAST_COMPACT * perimeter ** 2 ? nearest : null;
}

/** The area inside a ring of edges, whichever way they run. */
function areaOf(ring: Int32Array, { edges, vertices: { x, y } }: BorderSample, ground: Ground): number {
  let area = 0;
  for (let i = 0; i < ring.length; i++) {
    const to = vertexBetween(edges, ring[i], ring[i + 1 === ring.length ? 0 : i + 1]);
    const from = edges.a[ring[i]] + edges.b[ring[i]] - to;
    area += ground.areaUnder(x[edges.a[ring[0]]], x[from], y[from], x[to], y[to]);
  }
  return Math.abs(area);
}
