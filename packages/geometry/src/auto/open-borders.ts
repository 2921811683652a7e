import { Float64List, Int32List } from '../arrays/growable.ts';
import { addTo } from '../arrays/multimap.ts';
import type { Ground } from '../ground.ts';
import { FacingBorders } from '../widths/facing-borders.ts';
import type { BorderSample } from './border-sample.ts';

/** The fewest and the most points measured on an edge of a border. The fewer edges a border has, the more points on each. */
const FEWEST_ON_EDGE = 4;
const MOST_ON_EDGE = 16;

/** The value of `facing` for a place that faces nothing within reach … */
const NOTHING = -1;
/** … and for one that was not measured. Features are numbered from 0. */
const UNKNOWN = -2;

/** A border that one ring only has: the places `first` … `end` - 1 of `OpenBorders`, in the order of the ring. */
export interface OpenBorder {
  readonly first: number;
  readonly end: number;
  /** The first and last vertex; null if the border runs all around a ring. */
  readonly ends: readonly [number, number] | null;
}

/** The open borders of a sample, measured in places along them, border after border. */
export interface OpenBorders {
  readonly borders: readonly OpenBorder[];
  /** For each vertex, the borders that begin or end there. */
  readonly endingAt: ReadonlyMap<number, readonly OpenBorder[]>;
  /** For each place, the feature that it faces; negative if there is none. */
  readonly facing: Int32Array;
  /** The distance to that feature. */
  readonly widths: Float64Array;
  /** The length of border that each place stands for. */
  readonly lengths: Float64Array;
  readonly edges: Int32Array;
}

/**
 * Measures how far it is from the open borders of a sample, those that one ring only has, to the open borders that they face.
 * @param reach wider strips are ignored.
 */
export function measureOpenBorders(sample: BorderSample, ground: Ground, reach: number): OpenBorders {
  const walk = new OpenBorderWalk(sample, ground, reach);
  for (let ring = 0; ring + 1 < sample.starts.length; ring++) walk.walkRing(sample.starts[ring], sample.starts[ring + 1]);
  return walk.finish();
}

class OpenBorderWalk {
  private readonly borders: OpenBorder[] = [];
  private readonly endingAt = new Map<number, OpenBorder[]>();
  private readonly facing = new Int32List();
  private readonly widths = new Float64List();
  private readonly lengths = new Float64List();
  private readonly edgeOfPlace = new Int32List();
  private readonly sample: BorderSample;
  private readonly ground: Ground;
  private readonly reach: number;
  private readonly across: FacingBorders;
  /** The feature of each open edge. */
  private readonly featureOf: Int32Array;

  constructor(sample: BorderSample, ground: Ground, reach: number) {
    const { edges, feature } = sample;
    this.sample = sample;
    this.ground = ground;
    this.reach = reach;
    this.featureOf = new Int32Array(edges.count);
    const open = new Int32List();
    for (let edge = 0; edge < edges.count; edge++) {
      if (edges.useNext[edges.firstUse[edge]] >= 0) continue;
      open.push(edge);
      this.featureOf[edge] = feature[edges.useCode[edges.firstUse[edge]] >> 1];
    }
    this.across = new FacingBorders(sample.vertices, edges, open.takeArray(), ground, reach, this.featureOf);
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
        const first = this.facing.length;
        for (let k = from; k < i; k++) this.walkEdge(at(k), onEdge);
        const border: OpenBorder = { first, end: this.facing.length, ends: isRound ? null : [this.vertexOf(at(from), false), this.vertexOf(at(i - 1), true)] };
        this.borders.push(border);
        for (const vertex of border.ends ?? []) addTo(this.endingAt, vertex, border);
      }
      i++;
    }
  }

  finish(): OpenBorders {
    const { borders, endingAt } = this;
    return { borders, endingAt, facing: this.facing.takeArray(), widths: this.widths.takeArray(), lengths: this.lengths.takeArray(), edges: this.edgeOfPlace.takeArray() };
  }

  /** The first or last vertex of the edge at an index of the chain. */
  private vertexOf(at: number, isEnd: boolean): number {
    const { edges: { a, b }, chain, isForward } = this.sample;
    return (isForward[at] === 1) === isEnd ? b[chain[at]] : a[chain[at]];
  }

  /** Whether a chain of edges is closed. */
  private isClosed(start: number, end: number): boolean {
    return this.vertexOf(start, false) === this.vertexOf(end - 1, true);
  }

  private walkEdge(at: number, fewest: number): void {
    const { sample, across, ground, featureOf } = this;
    const { vertices: { x, y }, chain, feature } = sample;
    const from = this.vertexOf(at, false);
    const to = this.vertexOf(at, true);
    const dx = x[to] - x[from];
    const dy = y[to] - y[from];
    const length = ground.length(x[from], y[from], x[to], y[to]);
    const count = Math.min(MOST_ON_EDGE, Math.max(fewest, Math.ceil(length / this.reach)));
    const isAllKnown = sample.isWithinWhole(x[from], y[from], x[to], y[to]);
    for (let i = 0; i < count; i++) {
      const share = (i + 0.5) / count;
      const px = x[from] + share * dx;
      const py = y[from] + share * dy;
      const isKnown = isAllKnown || sample.isWithin(px, py);
      const width = isKnown ? across.widthAt(px, py, dx, dy, false, feature[at]) : Infinity;
      this.facing.push(isKnown ? (width === Infinity ? NOTHING : featureOf[across.facing]) : UNKNOWN);
      this.widths.push(width);
      this.lengths.push(length / count);
      this.edgeOfPlace.push(chain[at]);
    }
  }
}
