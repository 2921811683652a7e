/** Outlines of fewer segments are gone through whole. */
const FEWEST_FOR_BANDS = 24;
/** The mean number of bands in which a segment is listed, at most: more bands take longer to fill than they save. */
const MOST_LISTED = 4;

/**
 * Tells which points lie inside one outline, for many points. A ray to the left meets only segments that are as high as the point, so these are listed by
 * horizontal bands, as soon as somebody asks.
 */
export class InsideTest {
  /** How many segments were looked at. */
  work = 0;
  private readonly outline: Float64Array;
  private bands: Bands | null = null;

  /** @param outline x and y of both ends of each segment, in any order and direction. */
  constructor(outline: Float64Array) {
    this.outline = outline;
  }

  /** Whether a ray to the left crosses the outline an odd number of times; either answer for points on it. */
  has(x: number, y: number): boolean {
    const { outline } = this;
    let inside = false;
    if (outline.length < 4 * FEWEST_FOR_BANDS) {
      this.work += outline.length / 4;
      for (let i = 0; i < outline.length; i += 4) if (isCrossed(outline, i, x, y)) inside = !inside;
      return inside;
    }
    const { offsets, items, minY, perUnit } = (this.bands ??= bandsOf(outline));
    const band = bandAt(y, minY, perUnit, offsets.length - 1);
    this.work += offsets[band + 1] - offsets[band];
    for (let k = offsets[band]; k < offsets[band + 1]; k++) if (isCrossed(outline, items[k], x, y)) inside = !inside;
    return inside;
  }
}

/** Whether a ray from a point to the left crosses the segment whose numbers begin at `i`. */
function isCrossed(outline: Float64Array, i: number, x: number, y: number): boolean {
  const ay = outline[i + 1];
  const by = outline[i + 3];
  if (ay > y === by > y) return false;
  return outline[i] + ((y - ay) / (by - ay)) * (outline[i + 2] - outline[i]) < x;
}

/** For each band, where the numbers of its segments begin. */
interface Bands {
  readonly offsets: Int32Array;
  readonly items: Int32Array;
  readonly minY: number;
  readonly perUnit: number;
}

function bandsOf(outline: Float64Array): Bands {
  let [minY, maxY, heights] = [Infinity, -Infinity, 0];
  for (let i = 1; i < outline.length; i += 4) {
    const [low, high] = outline[i] < outline[i + 2] ? [outline[i], outline[i + 2]] : [outline[i + 2], outline[i]];
    if (low < minY) minY = low;
    if (high > maxY) maxY = high;
    heights += high - low;
  }
  const most = (outline.length / 4) * Math.min(1, (MOST_LISTED * (maxY - minY)) / heights);
  const count = most >= 1 ? Math.floor(most) : 1;
  const perUnit = count / (maxY - minY);
  const offsets = new Int32Array(count + 1);
  for (let i = 1; i < outline.length; i += 4) {
    const [first, last] = bandsAt(outline[i], outline[i + 2], minY, perUnit, count);
    for (let band = first; band <= last; band++) offsets[band + 1]++;
  }
  for (let band = 0; band < count; band++) offsets[band + 1] += offsets[band];
  const next = offsets.slice(0, count);
  const items = new Int32Array(offsets[count]);
  for (let i = 1; i < outline.length; i += 4) {
    const [first, last] = bandsAt(outline[i], outline[i + 2], minY, perUnit, count);
    for (let band = first; band <= last; band++) items[next[band]++] = i - 1;
  }
  return { offsets, items, minY, perUnit };
}

function bandsAt(y: number, otherY: number, minY: number, perUnit: number, count: number): [first: number, last: number] {
  const [band, other] = [bandAt(y, minY, perUnit, count), bandAt(otherY, minY, perUnit, count)];
  return band < other ? [band, other] : [other, band];
}

/** Grows with y, so that a height between those of two ends is in a band between theirs. */
function bandAt(y: number, minY: number, perUnit: number, count: number): number {
  const band = (y - minY) * perUnit;
  return band >= count ? count - 1 : band > 0 ? Math.floor(band) : 0;
}
