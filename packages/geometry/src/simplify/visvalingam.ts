import type { Chain, ThresholdMeasure } from './chain.ts';

/** How much more a right-angled corner weighs than a spike, and a flat one than that: mapshaper's default weighting. */
const WEIGHT = 0.7;
/**
 * The length that corresponds to an area is its root times this, as in mapshaper, which makes the tolerances of both methods
 * comparable.
 */
const LENGTH_OF_ROOT = 0.65;

/**
 * Visvalingam and Whyatt (Line generalisation by repeated elimination of points, 1993): the place that forms the smallest triangle
 * with its neighbours is removed first, then the next. Areas are weighted by angle, as M. Bloch does in mapshaper, so that spikes
 * are removed sooner and bends are smoothed. A threshold is the root of the weighted area times 0.65.
 */
export class Visvalingam implements ThresholdMeasure {
  private readonly heap = new PlaceHeap();
  private before = new Int32Array(64);
  private after = new Int32Array(64);

  measure(chain: Chain, thresholds: Float64Array): void {
    const { count, places } = chain;
    if (count > this.before.length) {
      this.before = new Int32Array(2 * count);
      this.after = new Int32Array(2 * count);
    }
    const { heap, before, after } = this;
    heap.reset(count);
    for (let i = 1; i + 1 < count; i++) {
      before[i] = i - 1;
      after[i] = i + 1;
      heap.put(i, weightedArea(chain, i - 1, i, i + 1));
    }
    heap.arrange();
    let reached = 0;
    for (let left = count - 2; left > 0; left--) {
      const i = heap.takeLeast();
      // No place is removed at a smaller tolerance than one removed before it.
      if (heap.value[i] > reached) reached = heap.value[i];
      thresholds[places[i]] = Math.sqrt(reached) * LENGTH_OF_ROOT;
      const [p, q] = [before[i], after[i]];
      if (p > 0) {
        after[p] = q;
        heap.change(p, weightedArea(chain, before[p], p, q));
      }
      if (q + 1 < count) {
        before[q] = p;
        heap.change(q, weightedArea(chain, p, q, after[q]));
      }
    }
  }
}

function weightedArea({ x, y, scaleX, scaleY }: Chain, a: number, b: number, c: number): number {
  const ux = (x[a] - x[b]) * scaleX[b];
  const uy = (y[a] - y[b]) * scaleY;
  const vx = (x[c] - x[b]) * scaleX[b];
  const vy = (y[c] - y[b]) * scaleY;
  const area = Math.abs(ux * vy - uy * vx) / 2;
  const lengths = Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
  const cosine = lengths > 0 ? (ux * vx + uy * vy) / lengths : 0;
  return area * (1 - WEIGHT * cosine);
}

/**
 * A binary heap over the places of a chain by value; ties are ordered by their index in the chain. Unlike in `Heap`, values change, so it keeps
 * where each place is; and it compares values itself, because most of the time of a simplification is spent here.
 */
class PlaceHeap {
  value = new Float64Array(64);
  private items = new Int32Array(64);
  private position = new Int32Array(64);
  private length = 0;

  reset(count: number): void {
    this.length = 0;
    if (count <= this.value.length) return;
    this.value = new Float64Array(2 * count);
    this.items = new Int32Array(2 * count);
    this.position = new Int32Array(2 * count);
  }

  /** Adds an item. `arrange` then orders the heap. */
  put(item: number, value: number): void {
    this.value[item] = value;
    this.position[item] = this.length;
    this.items[this.length++] = item;
  }

  arrange(): void {
    for (let at = (this.length >> 1) - 1; at >= 0; at--) this.sink(at, this.items[at]);
  }

  takeLeast(): number {
    const least = this.items[0];
    const last = this.items[--this.length];
    if (this.length > 0) this.sink(0, last);
    return least;
  }

  change(item: number, value: number): void {
    const isLess = value < this.value[item];
    this.value[item] = value;
    if (isLess) this.rise(this.position[item], item);
    else this.sink(this.position[item], item);
  }

  private comesBefore(item: number, other: number): boolean {
    const difference = this.value[item] - this.value[other];
    return difference < 0 || (difference === 0 && item < other);
  }

  private rise(from: number, item: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = this.items[parent];
      if (!this.comesBefore(item, other)) break;
      this.items[at] = other;
      this.position[other] = at;
      at = parent;
    }
    this.items[at] = item;
    this.position[item] = at;
  }

  private sink(from: number, item: number): void {
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.length) break;
      if (child + 1 < this.length && this.comesBefore(this.items[child + 1], this.items[child])) child++;
      const other = this.items[child];
      if (!this.comesBefore(other, item)) break;
      this.items[at] = other;
      this.position[other] = at;
      at = child;
    }
    this.items[at] = item;
    this.position[item] = at;
  }
}
