import { distanceToSegment } from '../segments.ts';

/** Squares smaller than this share of the radius are not divided any more: so exact is the answer. */
const FINEST = 1e-4;
/** Measured segments after which an outline is taken for too intricate to be told. */
const MOST_WORK = 50_000_000;

/** A square that may hold the middle of the circle. */
interface Square {
  readonly x: number;
  readonly y: number;
  /** Half of its side. */
  readonly half: number;
  /** The segments that come near enough to matter to a place in it. */
  readonly near: Int32Array;
}

/**
 * Whether a circle of a diameter fits into an area: whether a place in it is as far as the radius from all of its outline.
 *
 * Squares are divided that may hold such a place, as the search for the pole of inaccessibility does (V. Agafonkin,
 * polylabel, 2016). That one seeks the largest circle; here it is enough to know of one, so that most outlines are told at once.
 *
 * @param outline x and y of both ends of each segment, in any order and direction. An outline too intricate to be told holds one.
 */
export function fitsCircle(outline: Float64Array, diameter: number): boolean {
  const radius = diameter / 2;
  const [minX, maxX] = rangeOf(outline, 0);
  const [minY, maxY] = rangeOf(outline, 1);
  if (!(Math.min(maxX - minX, maxY - minY) >= diameter) || widthAcross(outline) < diameter) return false;
  const side = Math.min(maxX - minX, maxY - minY);
  const all = Int32Array.from({ length: outline.length / 4 }, (_, i) => i);
  const squares: Square[] = [];
  let work = 0;
  for (let x = minX + side / 2; x - side / 2 < maxX; x += side) {
    for (let y = minY + side / 2; y - side / 2 < maxY; y += side) squares.push({ x, y, half: side / 2, near: all });
  }
  for (let square = squares.pop(); square !== undefined; square = squares.pop()) {
    const { x, y, half, near } = square;
    const corner = half * Math.SQRT2;
    work += near.length;
    if (work > MOST_WORK) return true;
    const left = new Int32Array(near.length);
    let count = 0;
    let nearest = Infinity;
    for (const segment of near) {
      const distance = distanceToSegment(outline, segment, x, y);
      if (distance < nearest) nearest = distance;
      if (distance <= radius + corner) left[count++] = segment;
    }
    if (nearest + corner < radius || (nearest < radius && half < FINEST * radius)) continue;
    // No border runs through it: all of it lies on one side, and outside circles fit that are none of the area's.
    if (nearest >= Math.min(radius, corner)) {
      work += all.length;
      const inside = isInside(outline, x, y);
      if (inside && nearest >= radius) return true;
      if (!inside && nearest >= corner) continue;
    }
    const quarter = half / 2;
    const kept = left.subarray(0, count);
    for (const [dx, dy] of QUARTERS) squares.push({ x: x + dx * quarter, y: y + dy * quarter, half: quarter, near: kept });
  }
  return false;
}

/** How wide the outline is across the line between two of its places that are far apart: no circle in it is wider. Most slivers are told by it. */
function widthAcross(outline: Float64Array): number {
  const from = furthestFrom(outline, 0);
  const to = furthestFrom(outline, from);
  const dx = outline[to] - outline[from];
  const dy = outline[to + 1] - outline[from + 1];
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < outline.length; i += 2) {
    const across = (outline[i] - outline[from]) * dy - (outline[i + 1] - outline[from + 1]) * dx;
    if (across < low) low = across;
    if (across > high) high = across;
  }
  return (high - low) / Math.hypot(dx, dy);
}

function furthestFrom(outline: Float64Array, place: number): number {
  let [furthest, most] = [place, -1];
  for (let i = 0; i < outline.length; i += 2) {
    const squared = (outline[i] - outline[place]) ** 2 + (outline[i + 1] - outline[place + 1]) ** 2;
    if (squared > most) [furthest, most] = [i, squared];
  }
  return furthest;
}

const QUARTERS = [[-1, -1], [1, -1], [-1, 1], [1, 1]] as const;

function rangeOf(outline: Float64Array, axis: number): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let i = axis; i < outline.length; i += 2) {
    if (outline[i] < low) low = outline[i];
    if (outline[i] > high) high = outline[i];
  }
  return [low, high];
}

/** Whether a ray to the left crosses the outline an odd number of times; for places on it either. */
function isInside(outline: Float64Array, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0; i < outline.length; i += 4) {
    const ay = outline[i + 1];
    const by = outline[i + 3];
    if (ay > y === by > y) continue;
    if (outline[i] + ((y - ay) / (by - ay)) * (outline[i + 2] - outline[i]) < x) inside = !inside;
  }
  return inside;
}
