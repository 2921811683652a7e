import { Int32List } from '../arrays/growable.ts';
import { addTo } from '../arrays/multimap.ts';
import type { Ground } from '../ground.ts';
import { FacingBorders } from '../widths/facing-borders.ts';
import { FEWEST_EDGES_TAPERING, isCorridor, isSliver, isWedge, keepsWidthOf, NARROWEST_CORRIDOR, profileOf, tapersAtOneEnd } from '../widths/profile.ts';
import type { WidthProfile } from '../widths/profile.ts';
import type { BorderSample } from './border-sample.ts';

/** The fewest and the most points measured on an edge of a border. The fewer edges a border has, the more points on each. */
const FEWEST_ON_EDGE = 4;
const MOST_ON_EDGE = 16;
/** A run of fewer consecutive places that face one feature has no recognisable shape. */
const FEWEST_IN_RUN = 3;
/** The noise is this quantile of the widths of slivers. */
const NOISE_QUANTILE = 0.95;
/**
 * Borders of features that overlap at random cross at any angle. Where they cross at a small one, the strips between them look like slivers. Then there
 * are at least this many wedges for each strip that tapers slowly. If borders were digitised twice, there are fewer (0.4 with noise of a third of the
 * vertex spacing, usually hardly any).
 */
const WEDGES_OF_UNRELATED = 1 / 2;
/** Fewer wedges prove nothing: two borders that cross give two of them, one for each border. */
const FEWEST_WEDGES = 6;
/** A strip counts as still growing as long as its width is at least this share of its width before. */
const GROWING = 0.8;
/** The maximum number of places examined beyond the end of a run. */
const MOST_BEYOND = 256;
/** If more borders than this end at a vertex, none of them counts as the continuation of another. */
const MOST_AT_VERTEX = 16;

/** What the borders of a layer reveal about how they were made. Lengths are on the ground. */
export interface BorderEvidence {
  /** The greatest width of slivers: strips, or overlaps, between borders that were digitised twice. 0 if there are none, or if the features are unrelated. */
  readonly noise: number;
  /** The least width of roads and streams; Infinity if there are none. */
  readonly corridor: number;
}

/**
 * Measures the strips between open borders. Strips that taper slowly are slivers, unless many others taper fast; those of nearly constant
 * width are corridors. A wide one that tapers at one end only is neither.
 * @param reach wider strips are ignored.
 */
export function borderEvidence(sample: BorderSample, ground: Ground, reach: number): BorderEvidence {
  const open = new Int32List();
  const { edges } = sample;
  for (let edge = 0; edge < edges.count; edge++) if (edges.useNext[edges.firstUse[edge]] < 0) open.push(edge);
  if (open.length === 0) return { noise: 0, corridor: Infinity };
  const survey = new Survey(sample, ground, reach, open.takeArray());
  for (let ring = 0; ring + 1 < sample.starts.length; ring++) survey.walkRing(sample.starts[ring], sample.starts[ring + 1]);
  survey.divideAll();
  const slivers = Float64Array.from(survey.slivers).sort();
  return { noise: slivers.length === 0 || survey.showsUnrelatedFeatures ? 0 : slivers[Math.ceil(NOISE_QUANTILE * (slivers.length - 1))], corridor: survey.corridor };
}

/** The value of `facing` for a place that faces nothing within reach … */
const NOTHING = -1;
/** … and for one that was not measured. Features are numbered from 0. */
const UNKNOWN = -2;

/** Places along an open border, in the order of the ring: for each the feature that it faces, the distance to it, the length of border that the place stands for, and its edge. */
class Border {
  readonly facing: number[] = [];
  readonly widths: number[] = [];
  readonly lengths: number[] = [];
  readonly edges: number[] = [];
  /** The first and last vertex; null if the border runs all around a ring. */
  readonly ends: readonly [number, number] | null;

  constructor(ends: readonly [number, number] | null) {
    this.ends = ends;
  }

  add(facing: number, width: number, length: number, edge: number): void {
    this.facing.push(facing);
    this.widths.push(width);
    this.lengths.push(length);
    this.edges.push(edge);
  }
}

class Survey {
  readonly slivers: number[] = [];
  corridor = Infinity;
  /** The number of strips that taper as slivers do, including those whose greatest width is out of reach. */
  private slowlyTapering = 0;
  private wedges = 0;
  private readonly all: Border[] = [];
  /** For each vertex, the borders that begin or end there. */
  private readonly endingAt = new Map<number, Border[]>();
  private readonly sample: BorderSample;
  private readonly ground: Ground;
  private readonly reach: number;
  private readonly borders: FacingBorders;
  /** The feature of each open edge. */
  private readonly featureOf: Int32Array;

  constructor(sample: BorderSample, ground: Ground, reach: number, open: Int32Array) {
    this.sample = sample;
    this.ground = ground;
    this.reach = reach;
    this.featureOf = new Int32Array(sample.edges.count);
    for (const edge of open) this.featureOf[edge] = sample.feature[sample.edges.useCode[sample.edges.firstUse[edge]] >> 1];
    this.borders = new FacingBorders(sample.vertices, sample.edges, open, ground, reach, this.featureOf);
  }

  /** Whether so many borders cross at large angles that those crossing at small angles do so by chance. */
  get showsUnrelatedFeatures(): boolean {
    return this.wedges >= FEWEST_WEDGES && this.wedges >= WEDGES_OF_UNRELATED * this.slowlyTapering;
  }

  walkRing(start: number, end: number): void {
    const { edges, chain } = this.sample;
    const isOpen = (at: number): boolean => edges.useNext[edges.firstUse[chain[at]]] < 0;
    const count = end - start;
    let shift = 0;
    while (shift < count && isOpen(start + shift)) shift++;
    // A ring that is open all around has no first border, unless windows cut it.
    const isRound = shift === count && this.isClosed(start, end);
    for (let i = 0; i < count; ) {
      const from = i;
      while (i < count && isOpen(start + ((i + shift) % count))) i++;
      const onEdge = Math.min(MOST_ON_EDGE, Math.max(FEWEST_ON_EDGE, Math.ceil(MOST_ON_EDGE / (i - from))));
      if (i > from) {
        const at = (k: number): number => start + ((k + shift) % count);
        const border = new Border(isRound ? null : [this.vertexOf(at(from), false), this.vertexOf(at(i - 1), true)]);
        for (let k = from; k < i; k++) this.walkEdge(at(k), onEdge, border);
        this.all.push(border);
        for (const vertex of border.ends ?? []) addTo(this.endingAt, vertex, border);
      }
      i++;
    }
  }

  /** Divides all borders into runs, and counts these by their shape. */
  divideAll(): void {
    for (const border of this.all) this.divide(border);
  }

  /** The first or last vertex of the edge at an index of the chain. */
  private vertexOf(at: number, isEnd: boolean): number {
    const { edges: { a, b }, chain, isForward } = this.sample;
    return (isForward[at] === 1) === isEnd ? b[chain[at]] : a[chain[at]];
  }

  /** Whether a chain of edges is closed. */
  private isClosed(start: number, end: number): boolean {
    const { edges: { a, b }, chain, isForward } = this.sample;
    const first = chain[start];
    const last = chain[end - 1];
    return (isForward[start] === 1 ? a[first] : b[first]) === (isForward[end - 1] === 1 ? b[last] : a[last]);
  }

  private walkEdge(at: number, fewest: number, border: Border): void {
    const { sample, borders, ground, featureOf } = this;
    const { vertices: { x, y }, edges, chain, isForward, feature } = sample;
    const edge = chain[at];
    const [from, to] = isForward[at] === 1 ? [edges.a[edge], edges.b[edge]] : [edges.b[edge], edges.a[edge]];
    const [dx, dy] = [x[to] - x[from], y[to] - y[from]];
    const length = ground.length(x[from], y[from], x[to], y[to]);
    const count = Math.min(MOST_ON_EDGE, Math.max(fewest, Math.ceil(length / this.reach)));
    const isAllKnown = sample.isWithinWhole(x[from], y[from], x[to], y[to]);
    for (let i = 0; i < count; i++) {
      const share = (i + 0.5) / count;
      const [px, py] = [x[from] + share * dx, y[from] + share * dy];
      const isKnown = isAllKnown || sample.isWithin(px, py);
      const width = isKnown ? borders.widthAt(px, py, dx, dy, false, feature[at]) : Infinity;
      border.add(isKnown ? (width === Infinity ? NOTHING : featureOf[borders.facing]) : UNKNOWN, width, length / count, edge);
    }
  }

  /** Divides a border into runs of places that face one feature. A border all around a ring is read from the start of a run, so that no run is cut in two. */
  private divide(border: Border): void {
    const { facing, widths, lengths } = border;
    const isRound = border.ends === null;
    const count = facing.length;
    let first = 0;
    if (isRound) while (first < count && facing[first] === facing[(first + count - 1) % count]) first++;
    const isEndless = first === count;
    for (let i = 0; i < count; ) {
      const begin = i;
      const at = (k: number): number => (first + k) % count;
      while (i < count && facing[at(i)] === facing[at(begin)]) i++;
      if (facing[at(begin)] < 0 || i - begin < FEWEST_IN_RUN) continue;
      const run = Array.from({ length: i - begin }, (_, k) => at(begin + k));
      const [widthsOfRun, lengthsOfRun] = [run.map((k) => widths[k]), run.map((k) => lengths[k])];
      const profile = profileOf(widthsOfRun, lengthsOfRun);
      const isOpenAt = (end: number, direction: 1 | -1): boolean => {
        if (widths[end] > this.reach / 2) return true;
        // A strip that is narrow at its end is not cut off there.
        return widths[end] >= GROWING * profile.greatest && this.growsOutOfReach(border, end, direction);
      };
      const isOpen = !isEndless && (isOpenAt(at(begin), -1) || isOpenAt(at(i - 1), 1));
      const isCutOffAt = (end: number, direction: 1 | -1): boolean =>
        widths[end] >= GROWING * profile.greatest && this.isEndOfRoad({ widths: widthsOfRun, lengths: lengthsOfRun }, border, end, direction);
      if (!isEndless && isSliver(profile) && !tapersAtOneEnd(profile) && (isCutOffAt(at(begin), -1) || isCutOffAt(at(i - 1), 1))) continue;
      const keepsWidth = [widthsOfRun[0], widthsOfRun[widthsOfRun.length - 1]].some((width) => keepsWidthOf(width, profile, widthsOfRun, lengthsOfRun));
      this.count(profile, isOpen, keepsWidth && new Set(run.map((k) => border.edges[k])).size >= FEWEST_EDGES_TAPERING);
    }
  }

  /**
   * Whether a strip keeps growing, from a place on a border, until it is almost out of reach. On the way it may face other features, and the border may
   * continue along the next feature on its own side: where a long border crosses those of a row of lots at a small angle, each lot has a short piece of
   * the strip, which looks like a sliver.
   */
  private growsOutOfReach(from: Border, place: number, direction: 1 | -1): boolean {
    let width = from.widths[place];
    const isGoingOn = (border: Border, at: number, beside: Border, before: number): boolean => border.facing[at] === beside.facing[before];
    for (const [border, at] of this.along(from, place, direction, isGoingOn)) {
      if (border.facing[at] < 0 || border.widths[at] < GROWING * width) return false;
      width = Math.max(width, border.widths[at]);
      if (width > this.reach / 2) return true;
    }
    return false;
  }

  /**
   * Whether a strip that looks like a sliver, up to a place where it is wide, is the tapering end of a road, which keeps its width beyond that place. Each
   * parcel along a road has a piece of it, and the piece of the last parcel tapers all along.
   */
  private isEndOfRoad(run: { readonly widths: readonly number[]; readonly lengths: readonly number[] }, from: Border, place: number, direction: 1 | -1): boolean {
    const [widths, lengths] = direction === 1 ? [[...run.widths], [...run.lengths]] : [run.widths.toReversed(), run.lengths.toReversed()];
    const isGoingOn = (border: Border, at: number, beside: Border, before: number): boolean => border.facing[at] >= 0 && border.widths[at] >= GROWING * beside.widths[before];
    for (const [border, at] of this.along(from, place, direction, isGoingOn)) {
      if (border === from && at === place) continue;
      if (border.facing[at] < 0) break;
      widths.push(border.widths[at]);
      lengths.push(border.lengths[at]);
    }
    const profile = profileOf(widths, lengths);
    return profile.wide >= NARROWEST_CORRIDOR && (isCorridor(profile) || tapersAtOneEnd(profile)) && keepsWidthOf(widths[widths.length - 1], profile, widths, lengths);
  }

  /**
   * The places of a border from a given one on, and those of the borders of other features that continue it.
   * @param isGoingOn whether a border, at its first place, continues another one from its last place.
   */
  private *along(from: Border, place: number, direction: 1 | -1, isGoingOn: (border: Border, at: number, beside: Border, before: number) => boolean): Generator<[Border, number]> {
    let [border, at, step] = [from, place, direction];
    for (let passed = 0; passed < MOST_BEYOND; passed++) {
      yield [border, at];
      const { ends, facing: { length } } = border;
      const before = at;
      at += step;
      if (at >= 0 && at < length) continue;
      if (ends === null) {
        at = (at + length) % length;
        continue;
      }
      const beside = border;
      const next = this.goingOn(border, step, (other, first) => isGoingOn(other, first, beside, before));
      if (next === null) return;
      [border, at, step] = next;
    }
  }

  /** The border of another feature that continues a border from its end, with the place where it starts and its direction; null unless there is exactly one. */
  private goingOn(border: Border, step: 1 | -1, isNext: (other: Border, at: number) => boolean): [Border, number, 1 | -1] | null {
    const vertex = border.ends?.[step === 1 ? 1 : 0] ?? -1;
    const beside = this.endingAt.get(vertex) ?? [];
    if (beside.length > MOST_AT_VERTEX) return null;
    const found: [Border, number, 1 | -1][] = [];
    for (const other of beside) {
      if (other === border || other.ends === null) continue;
      const last = other.facing.length - 1;
      if (other.ends[0] === vertex && isNext(other, 0)) found.push([other, 0, 1]);
      if (other.ends[1] === vertex && isNext(other, last)) found.push([other, last, -1]);
    }
    return found.length === 1 ? found[0] : null;
  }

  /** @param isOpen whether the strip is about to grow out of reach at one of its ends. @param keepsWidth whether it keeps the width of one end past several corners. */
  private count(profile: WidthProfile, isOpen: boolean, keepsWidth: boolean): void {
    // There is no strip between borders that run over each other, as they do if one lacks vertices of the other.
    if (profile.greatest === 0) return;
    if (isCorridor(profile)) {
      if (profile.wide >= NARROWEST_CORRIDOR) this.corridor = Math.min(this.corridor, Math.max(profile.least, profile.wide / 2));
    } else if (profile.wide >= NARROWEST_CORRIDOR && tapersAtOneEnd(profile)) {
      // A road that tapers is no evidence of noise. It limits the snap distance, which applies to the whole layer, only if it has the same width at
      // several corners, because a sliver that a border cuts off at its widest point looks the same.
      if (keepsWidth) this.corridor = Math.min(this.corridor, profile.wide);
    } else if (isSliver(profile)) {
      this.slowlyTapering++;
      if (!isOpen) this.slivers.push(profile.greatest);
    } else if (isWedge(profile)) {
      this.wedges++;
    }
  }
}
