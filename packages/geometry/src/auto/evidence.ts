import { Int32List } from '../arrays/growable.ts';
import type { Ground } from '../ground.ts';
import { FacingBorders } from '../widths/facing-borders.ts';
import { isCorridor, isSliver, isWedge, profileOf } from '../widths/profile.ts';
import type { BorderSample } from './border-sample.ts';

/** Roads and streams are at least two metres wide. The lower value allows for rounded coordinates. */
export const NARROWEST_CORRIDOR = 1.75;
/** The fewest and the most points measured on an edge of a border. The fewer edges a border has, the more points on each. */
const FEWEST_ON_EDGE = 4;
const MOST_ON_EDGE = 16;
/** The noise is this quantile of the widths of slivers. */
const NOISE_QUANTILE = 0.95;
/**
 * Borders of features that overlap at random cross at any angle, at small ones as well, and the strips between those look like slivers. There are
 * at least this many wedges for each strip that tapers slowly; where borders were digitised twice there are fewer (0.4 with noise of a third of the
 * vertex spacing, hardly any as a rule).
 */
const WEDGES_OF_UNRELATED = 1 / 2;
/** Fewer wedges say nothing: two borders that cross show two of them, one from each. */
const FEWEST_WEDGES = 6;

/** What the borders of a layer reveal about how they were made. Lengths are on the ground. */
export interface BorderEvidence {
  /** The greatest width of slivers: strips, or overlaps, between borders that were digitised twice. 0 if there are none, or if the features are unrelated. */
  readonly noise: number;
  /** The least width of roads and streams; Infinity if there are none. */
  readonly corridor: number;
}

/**
 * Measures the strips between open borders. Strips that taper slowly are slivers, unless many others taper fast; those of nearly constant
 * width are corridors.
 * @param reach wider strips are ignored.
 */
export function borderEvidence(sample: BorderSample, ground: Ground, reach: number): BorderEvidence {
  const open = new Int32List();
  const { edges } = sample;
  for (let edge = 0; edge < edges.count; edge++) if (edges.useNext[edges.firstUse[edge]] < 0) open.push(edge);
  if (open.length === 0) return { noise: 0, corridor: Infinity };
  const survey = new Survey(sample, ground, reach, open.takeArray());
  for (let ring = 0; ring + 1 < sample.starts.length; ring++) survey.walkRing(sample.starts[ring], sample.starts[ring + 1]);
  const slivers = Float64Array.from(survey.slivers).sort();
  return { noise: slivers.length === 0 || survey.showsUnrelatedFeatures ? 0 : slivers[Math.ceil(NOISE_QUANTILE * (slivers.length - 1))], corridor: survey.corridor };
}

/** The widths along a border that faces one feature. */
interface Run {
  readonly facing: number;
  readonly widths: number[];
  readonly lengths: number[];
  /** Whether it begins where the strip is wider than the search goes. */
  readonly isOpen: boolean;
}

class Survey {
  readonly slivers: number[] = [];
  corridor = Infinity;
  /** The number of strips that taper as slivers do, those included whose greatest width is out of reach. */
  private slowlyTapering = 0;
  private wedges = 0;
  private readonly sample: BorderSample;
  private readonly ground: Ground;
  private readonly reach: number;
  private readonly borders: FacingBorders;
  private run: Run | null = null;

  constructor(sample: BorderSample, ground: Ground, reach: number, open: Int32Array) {
    this.sample = sample;
    this.ground = ground;
    this.reach = reach;
    this.borders = new FacingBorders(sample.vertices, sample.edges, open, ground, reach);
  }

  /** Whether so many borders cross at large angles that those which cross at small ones do so by chance. */
  get showsUnrelatedFeatures(): boolean {
    return this.wedges >= FEWEST_WEDGES && this.wedges >= WEDGES_OF_UNRELATED * this.slowlyTapering;
  }

  walkRing(start: number, end: number): void {
    const { edges, chain } = this.sample;
    const isOpen = (at: number): boolean => edges.useNext[edges.firstUse[chain[at]]] < 0;
    const shift = this.beginning(start, end, isOpen);
    const count = end - start;
    for (let i = 0; i < count; ) {
      const from = i;
      while (i < count && isOpen(start + ((i + shift) % count))) i++;
      const onEdge = Math.min(MOST_ON_EDGE, Math.max(FEWEST_ON_EDGE, Math.ceil(MOST_ON_EDGE / (i - from))));
      for (let k = from; k < i; k++) this.walkEdge(start + ((k + shift) % count), onEdge);
      this.endRun(false);
      i++;
    }
  }

  /**
   * Where to start in a ring so that no border is cut in two. For a ring that is open all around, its first point by x, then y.
   */
  private beginning(start: number, end: number, isOpen: (at: number) => boolean): number {
    const { vertices: { x, y }, edges, chain, isForward } = this.sample;
    let first = -1;
    let best = -1;
    for (let at = start; at < end; at++) {
      if (!isOpen(at)) return at - start;
      const vertex = isForward[at] === 1 ? edges.a[chain[at]] : edges.b[chain[at]];
      if (best >= 0 && (x[vertex] > x[best] || (x[vertex] === x[best] && y[vertex] >= y[best]))) continue;
      best = vertex;
      first = at - start;
    }
    return first;
  }

  private walkEdge(at: number, fewest: number): void {
    const { sample, borders, ground } = this;
    const { vertices: { x, y }, edges, chain, isForward, feature } = sample;
    const edge = chain[at];
    const [from, to] = isForward[at] === 1 ? [edges.a[edge], edges.b[edge]] : [edges.b[edge], edges.a[edge]];
    const [dx, dy] = [x[to] - x[from], y[to] - y[from]];
    const length = ground.length(x[from], y[from], x[to], y[to]);
    const count = Math.min(MOST_ON_EDGE, Math.max(fewest, Math.ceil(length / this.reach)));
    const isOther = (other: number): boolean => this.featureOf(other) !== feature[at];
    for (let i = 0; i < count; i++) {
      const share = (i + 0.5) / count;
      const [px, py] = [x[from] + share * dx, y[from] + share * dy];
      if (!sample.isWithin(px, py)) {
        this.endRun(false);
        continue;
      }
      const width = borders.widthAt(px, py, dx, dy, false, isOther);
      if (width === Infinity) this.endRun(true);
      else this.extendRun(this.featureOf(borders.facing), width, length / count);
    }
  }

  private featureOf(edge: number): number {
    const { edges, feature } = this.sample;
    return feature[edges.useCode[edges.firstUse[edge]] >> 1];
  }

  private extendRun(facing: number, width: number, length: number): void {
    if (this.run !== null && this.run.facing !== facing) this.endRun(false);
    this.run ??= { facing, widths: [], lengths: [], isOpen: width > this.reach / 2 };
    this.run.widths.push(width);
    this.run.lengths.push(length);
  }

  /** @param isLost whether the border continues but nothing faces it any more. */
  private endRun(isLost: boolean): void {
    const { run } = this;
    this.run = null;
    if (run === null || run.widths.length < 3) return;
    const profile = profileOf(run.widths, run.lengths);
    if (isCorridor(profile)) {
      if (profile.wide >= NARROWEST_CORRIDOR) this.corridor = Math.min(this.corridor, Math.max(profile.least, profile.wide / 2));
    } else if (isSliver(profile)) {
      this.slowlyTapering++;
      if (!run.isOpen && !(isLost && run.widths[run.widths.length - 1] > this.reach / 2)) this.slivers.push(profile.greatest);
    } else if (isWedge(profile)) {
      this.wedges++;
    }
  }
}
