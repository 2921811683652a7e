import { orient2d } from 'robust-predicates';
import { extentOf } from '../extent.ts';
import type { Extent } from '../extent.ts';
import { BoxGrid, place } from './box-grid.ts';

/** The number of vertices (then midpoints of edges) of a ring that are tested against another ring. */
const SAMPLES = 7;
/** A ring with fewer edges, or tested fewer times, is scanned from end to end. */
const EDGES_WORTH_BINS = 64;
const QUESTIONS_WORTH_BINS = 3;
/** With fewer containers a grid over their boxes does not pay off. */
const CONTAINERS_WORTH_GRID = 16;
/** How many containers are still looked at for each ring once the budget is used up. */
const LOOKS_BEYOND_BUDGET = 100;

/**
 * Finds the smallest ring around a given one, for the rings of one record.
 *
 * Boxes lie in a grid and edges in bins by y, so that ordinary records cost little more than one look at each vertex. Rings made
 * to defeat both hit a budget proportional to the record; beyond it, a box that contains another counts as its ring, and only the
 * next few that are larger are looked at.
 */
export class Containment {
  /** The containers by ascending area, equal ones in their original order. */
  readonly byArea: Int32Array;
  readonly #xy: Float64Array;
  readonly #bounds: Int32Array;
  readonly #areas: Float64Array;
  readonly #boxes: readonly Extent[];
  readonly #grid: BoxGrid | null;
  readonly #questions = new Map<number, number>();
  readonly #bins = new Map<number, EdgeBins>();
  #budget: number;
  /** Dividing a cell costs memory for each of its rings, so it costs more of the budget than a look. */
  readonly #mayDivide = (rings: number): boolean => (this.#budget -= 16 * rings) >= 0;

  constructor(xy: Float64Array, bounds: Int32Array, areas: Float64Array, isContainer: (ring: number) => boolean) {
    this.#xy = xy;
    this.#bounds = bounds;
    this.#areas = areas.map(Math.abs);
    this.#boxes = Array.from(areas, (_, ring) => boxOf(xy, bounds[ring], bounds[ring + 1]));
    this.byArea = Int32Array.from([...areas.keys()].filter(isContainer)).sort((a, b) => this.#areas[a] - this.#areas[b] || a - b);
    this.#grid = this.byArea.length < CONTAINERS_WORTH_GRID ? null : new BoxGrid(this.byArea, this.#boxes);
    this.#budget = 5_000_000 + 100 * (bounds[bounds.length - 1] - bounds[0]);
  }

  /**
   * @param size `larger`: only containers with a larger area. `or equal`: the ring is not a container itself, and one equal to
   * it counts; if only one container's box fits, it is taken without a test, since no other can be right.
   * @returns the smallest container of the ring, or -1.
   */
  smallestAround(ring: number, size: 'larger' | 'or equal'): number {
    const box = this.#boxes[ring];
    if (box.minX > box.maxX) return -1;
    const reachable = this.#grid === null ? this.byArea : this.#grid.ringsAt(box.minX, box.minY, this.#mayDivide);
    const candidates: number[] = [];
    const first = this.#firstAsLarge(reachable, this.#areas[ring], size);
    for (let at = first; at < reachable.length; at++) {
      if (this.#budget < 0 && at - first >= LOOKS_BEYOND_BUDGET) break;
      const container = reachable[at];
      this.#budget--;
      if (!boxContains(this.#boxes[container], box)) continue;
      if (size === 'larger' || this.#budget < 0) {
        if (this.#contains(container, ring)) return container;
      } else {
        candidates.push(container);
      }
    }
    if (candidates.length === 1) return candidates[0];
    return candidates.find((container) => this.#contains(container, ring)) ?? -1;
  }

  /** True if every vertex of the ring lies inside the container; one may touch its border. Never true once the budget is used up. */
  liesInside(container: number, ring: number): boolean {
    let touching = 0;
    for (let vertex = this.#bounds[ring]; vertex < this.#bounds[ring + 1] - 1; vertex++) {
      const x = this.#xy[2 * vertex];
      const y = this.#xy[2 * vertex + 1];
      if (this.#budget < 0 || !Number.isFinite(x) || !Number.isFinite(y)) return false;
      const side = this.#side(container, x, y);
      if (side < 0 || (side === 0 && ++touching > 1)) return false;
    }
    return true;
  }

  /** Index of the first container of sufficient area, given containers in ascending order of area. */
  #firstAsLarge(containers: Int32Array, area: number, size: 'larger' | 'or equal'): number {
    let low = 0;
    let high = containers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const found = this.#areas[containers[middle]];
      if (size === 'larger' ? found > area : found >= area) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /**
   * Decides by the majority of a few vertices, so that a single one rounded across the border does not matter. A ring that lies
   * entirely on the border is contained.
   */
  #contains(container: number, ring: number): boolean {
    if (this.#budget < 0) return true;
    for (const middles of [false, true]) {
      let balance = 0;
      for (let sample = 0; sample < SAMPLES; sample++) balance += this.#sideOf(container, ring, sample, middles);
      if (balance !== 0) return balance > 0;
    }
    return true;
  }

  /** 1 if a sample of the ring lies inside the container, -1 outside, 0 on its border. */
  #sideOf(container: number, ring: number, sample: number, middle: boolean): number {
    const start = this.#bounds[ring];
    // The last vertex repeats the first one.
    const count = Math.max(1, this.#bounds[ring + 1] - start - 1);
    const vertex = start + Math.floor((sample * count) / SAMPLES);
    const next = middle ? Math.min(vertex + 1, this.#bounds[ring + 1] - 1) : vertex;
    const x = (this.#xy[2 * vertex] + this.#xy[2 * next]) / 2;
    const y = (this.#xy[2 * vertex + 1] + this.#xy[2 * next + 1]) / 2;
    return Number.isFinite(x) && Number.isFinite(y) ? this.#side(container, x, y) : 0;
  }

  #side(container: number, x: number, y: number): number {
    const start = this.#bounds[container];
    const end = this.#bounds[container + 1];
    const asked = (this.#questions.get(container) ?? 0) + 1;
    this.#questions.set(container, asked);
    let bins = this.#bins.get(container);
    if (bins === undefined && end - start > EDGES_WORTH_BINS && asked > QUESTIONS_WORTH_BINS) {
      bins = new EdgeBins(this.#xy, start, end);
      this.#bins.set(container, bins);
    }
    let inside = false;
    const edges = bins?.edgesAt(y);
    const count = edges?.length ?? end - start;
    this.#budget -= count;
    for (let index = 0; index < count; index++) {
      const edge = edges?.[index] ?? start + index;
      const crossing = this.#crossing(edge, edge + 1 < end ? edge + 1 : start, x, y);
      if (crossing === 0) return 0;
      if (crossing > 0) inside = !inside;
    }
    return inside ? 1 : -1;
  }

  /** 1 if the ray from the point to the right crosses the edge, -1 if not, 0 if the point lies on the edge. */
  #crossing(from: number, to: number, x: number, y: number): number {
    const ax = this.#xy[2 * from];
    const ay = this.#xy[2 * from + 1];
    const bx = this.#xy[2 * to];
    const by = this.#xy[2 * to + 1];
    if ((ay > y && by > y) || (ay < y && by < y) || (ax < x && bx < x)) return -1;
    const side = orient2d(ax, ay, bx, by, x, y);
    if (side === 0) return x <= Math.max(ax, bx) && x >= Math.min(ax, bx) ? 0 : -1;
    if (ay > y === by > y) return -1;
    // orient2d is positive if the point lies to the right of the edge from a to b, with y upwards.
    return side > 0 === by < ay ? 1 : -1;
  }
}

export function boxOf(xy: Float64Array, start: number, end: number): Extent {
  return extentOf(xy.subarray(2 * start, 2 * end));
}

function boxContains(outer: Extent, inner: Extent): boolean {
  return outer.minX <= inner.minX && outer.minY <= inner.minY && outer.maxX >= inner.maxX && outer.maxY >= inner.maxY;
}

/** The edges of one ring by the range of y that they span; edge i runs from vertex i to the next. */
class EdgeBins {
  readonly #minY: number;
  readonly #maxY: number;
  readonly #count: number;
  readonly #offsets: Int32Array;
  readonly #edges: Int32Array;

  constructor(xy: Float64Array, start: number, end: number) {
    const { minY, maxY } = boxOf(xy, start, end);
    this.#minY = minY;
    this.#maxY = maxY;
    let count = Math.ceil((end - start) / 4);
    const bin = (y: number): number => place(y, minY, maxY, count);
    const spans = (visit: (edge: number, low: number, high: number) => void): void => {
      for (let edge = start; edge < end; edge++) {
        const a = bin(xy[2 * edge + 1]);
        const b = bin(xy[2 * (edge + 1 < end ? edge + 1 : start) + 1]);
        visit(edge, Math.min(a, b), Math.max(a, b));
      }
    };
    for (;;) {
      let entries = 0;
      spans((_, low, high) => (entries += high - low + 1));
      if (count === 1 || entries <= 8 * (end - start)) break;
      count = Math.max(1, count >> 2);
    }
    this.#count = count;
    this.#offsets = new Int32Array(count + 1);
    spans((_, low, high) => {
      for (let at = low; at <= high; at++) this.#offsets[at + 1]++;
    });
    for (let at = 0; at < count; at++) this.#offsets[at + 1] += this.#offsets[at];
    const filled = this.#offsets.slice();
    this.#edges = new Int32Array(this.#offsets[count]);
    spans((edge, low, high) => {
      for (let at = low; at <= high; at++) this.#edges[filled[at]++] = edge;
    });
  }

  edgesAt(y: number): Int32Array {
    const at = place(y, this.#minY, this.#maxY, this.#count);
    return this.#edges.subarray(this.#offsets[at], this.#offsets[at + 1]);
  }
}
