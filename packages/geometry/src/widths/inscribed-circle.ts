import { squaredDistanceToSegment } from '../segments.ts';
import { FINEST, findsCircle } from './circle-search.ts';
import { InsideTest } from './inside-test.ts';

/** For an outline with more segments, chords are not measured, because each end of a segment is compared with all segments. */
const MOST_FOR_CHORDS = 64;

/**
 * Whether a circle of a given diameter fits into an area: whether some point in it is at least the radius away from all of its
 * outline.
 *
 * @param outline x and y of both ends of each segment, in any order and direction. An outline that is too intricate to decide
 * counts as holding one.
 */
export function fitsCircle(outline: Float64Array, diameter: number): boolean {
  const radius = diameter / 2;
  const [minX, maxX] = rangeOf(outline, 0);
  const [minY, maxY] = rangeOf(outline, 1);
  if (!(Math.min(maxX - minX, maxY - minY) >= diameter)) return false;
  const inside = new InsideTest(outline);
  const chords = new Chords(outline);
  const longest = chords.longest();
  if (longest.length < diameter) return false;
  // In most wide outlines, the circle fits in the middle of a chord. It must fit with more margin than the precision of the search, which would then find one, too.
  const margin = radius * (1 + 2 * FINEST);
  const fitsIn = ({ length, x, y }: Chord): boolean => length >= diameter && inside.has(x, y) && distanceToOutline(outline, x, y) >= margin;
  if (fitsIn(longest) || chords.places(margin).some((at) => fitsIn(chords.at(at)))) return true;
  return findsCircle(outline, inside, { minX, minY, maxX, maxY }, radius);
}

/** The length of a chord, and the point in its middle. */
interface Chord {
  readonly length: number;
  readonly x: number;
  readonly y: number;
}

/**
 * The chords across the line between two points of the outline that are far apart, its axis. A circle inside has a diameter that lies on such a
 * chord, so no circle is wider than the longest one. This decides most slivers, including bent ones.
 *
 * A chord is measured from the lowest to the highest border on it. Between two ends of segments this length is a convex function of the
 * place, so it is greatest at an end. For an outline of very many segments, the length is that between the outermost borders on both sides.
 */
class Chords {
  private readonly originX: number;
  private readonly originY: number;
  private readonly dx: number;
  private readonly dy: number;
  private readonly length: number;
  /** The outline in coordinates along and across the axis. */
  private readonly turned: Float64Array;
  private readonly span = new Float64Array(2);

  constructor(outline: Float64Array) {
    const from = furthestFrom(outline, 0);
    const to = furthestFrom(outline, from);
    const originX = outline[from];
    const originY = outline[from + 1];
    const dx = outline[to] - originX;
    const dy = outline[to + 1] - originY;
    const length = Math.hypot(dx, dy);
    const turned = new Float64Array(outline.length);
    for (let i = 0; i < outline.length; i += 2) {
      const x = outline[i] - originX;
      const y = outline[i + 1] - originY;
      turned[i] = (x * dx + y * dy) / length;
      turned[i + 1] = (x * dy - y * dx) / length;
    }
    this.originX = originX;
    this.originY = originY;
    this.dx = dx;
    this.dy = dy;
    this.length = length;
    this.turned = turned;
  }

  longest(): Chord {
    const { turned, span } = this;
    if (this.hasTooMany) return this.chord(this.length / 2, ...rangeOf(turned, 1));
    let at = 0;
    let low = 0;
    let high = -1;
    for (let end = 0; end < turned.length; end += 2) {
      putSpanAt(turned, turned[end], span);
      if (span[1] - span[0] > high - low) {
        at = turned[end];
        low = span[0];
        high = span[1];
      }
    }
    return this.chord(at, low, high);
  }

  /**
   * Where on the axis circles may well fit: between ends of segments, and beside them. Without these, a narrow strip of kilometres is searched
   * from one end to the other.
   */
  places(radius: number): number[] {
    if (this.hasTooMany) return [];
    const ends = this.turned.filter((_, i) => i % 4 === 0).sort();
    return Array.from(ends, (end, i) => [(end + (ends[i + 1] ?? end)) / 2, end - radius, end + radius]).flat();
  }

  at(place: number): Chord {
    putSpanAt(this.turned, place, this.span);
    return this.chord(place, this.span[0], this.span[1]);
  }

  private get hasTooMany(): boolean {
    return this.turned.length > 4 * MOST_FOR_CHORDS;
  }

  private chord(at: number, low: number, high: number): Chord {
    const { originX, originY, dx, dy, length } = this;
    const middle = (low + high) / 2;
    return { length: high - low, x: originX + (at * dx + middle * dy) / length, y: originY + (at * dy - middle * dx) / length };
  }
}

/** Writes the lowest and the highest y of the segments at one x. */
function putSpanAt(outline: Float64Array, at: number, span: Float64Array): void {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < outline.length; i += 4) {
    const ax = outline[i], ay = outline[i + 1], bx = outline[i + 2], by = outline[i + 3];
    if ((ax < at && bx < at) || (ax > at && bx > at)) continue;
    const y = ax === bx ? ay : ay + ((at - ax) / (bx - ax)) * (by - ay);
    const end = ax === bx ? by : y;
    if (y < low) low = y;
    if (end < low) low = end;
    if (y > high) high = y;
    if (end > high) high = end;
  }
  span[0] = low;
  span[1] = high;
}

function distanceToOutline(outline: Float64Array, x: number, y: number): number {
  let nearest = Infinity;
  for (let segment = 0; segment < outline.length / 4; segment++) {
    const squared = squaredDistanceToSegment(outline, segment, x, y);
    if (squared < nearest) nearest = squared;
  }
  return Math.sqrt(nearest);
}

function furthestFrom(outline: Float64Array, start: number): number {
  let furthest = start;
  let most = -1;
  for (let i = 0; i < outline.length; i += 2) {
    const squared = (outline[i] - outline[start]) ** 2 + (outline[i + 1] - outline[start + 1]) ** 2;
    if (squared > most) [furthest, most] = [i, squared];
  }
  return furthest;
}

function rangeOf(outline: Float64Array, axis: number): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let i = axis; i < outline.length; i += 2) {
    if (outline[i] < low) low = outline[i];
    if (outline[i] > high) high = outline[i];
  }
  return [low, high];
}
