import { squaredDistanceToSegment } from '../segments.ts';

/** Squares smaller than this share of the radius are not divided further, which sets the precision of the answer. */
const FINEST = 1e-4;
/** After this many measured segments, an outline is considered too intricate to decide. */
const MOST_WORK = 50_000_000;

/** A square that may contain the centre of the circle. */
interface Square {
  readonly x: number;
  readonly y: number;
  /** Half of its side. */
  readonly half: number;
  /** The segments close enough to matter to a point in it. */
  readonly near: Int32Array;
}

/**
 * Whether a circle of a given diameter fits into an area: whether some point in it is at least the radius away from all of its
 * outline.
 *
 * Squares that may contain such a point are divided, as in the search for the pole of inaccessibility (V. Agafonkin, polylabel,
 * 2016). That search looks for the largest circle; here one circle is enough, so most outlines are decided at once.
 *
 * @param outline x and y of both ends of each segment, in any order and direction. An outline that is too intricate to decide
 * counts as holding one.
 */
export function fitsCircle(outline: Float64Array, diameter: number): boolean {
  const radius = diameter / 2;
  const [minX, maxX] = rangeOf(outline, 0);
  const [minY, maxY] = rangeOf(outline, 1);
  if (!(Math.min(maxX - minX, maxY - minY) >= diameter) || widthAcross(outline) < diameter) return false;
  const side = Math.min(maxX - minX, maxY - minY);
  const all = new Int32Array(outline.length / 4);
  for (let segment = 0; segment < all.length; segment++) all[segment] = segment;
  const left = new Int32Array(all.length);
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
    const mattersWithin = (radius + corner) ** 2;
    let count = 0;
    let nearestSquared = Infinity;
    for (let i = 0; i < near.length; i++) {
      const squared = squaredDistanceToSegment(outline, near[i], x, y);
      if (squared < nearestSquared) nearestSquared = squared;
      if (squared <= mattersWithin) left[count++] = near[i];
    }
    const nearest = Math.sqrt(nearestSquared);
    if (nearest + corner < radius || (nearest < radius && half < FINEST * radius)) continue;
    // No border runs through it, so all of it lies on one side. Circles outside the area do not count.
    if (nearest >= Math.min(radius, corner)) {
      work += all.length;
      const inside = isInside(outline, x, y);
      if (inside && nearest >= radius) return true;
      if (!inside && nearest >= corner) continue;
    }
    const quarter = half / 2;
    const kept = left.slice(0, count);
    for (const [dx, dy] of QUARTERS) squares.push({ x: x + dx * quarter, y: y + dy * quarter, half: quarter, near: kept });
  }
  return false;
}

/** The width of the outline across the line between two of its points that are far apart; no circle inside is wider. Decides most slivers. */
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

/** Whether a ray to the left crosses the outline an odd number of times; either answer for points on it. */
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
