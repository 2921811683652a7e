import { DisjointSets } from '../arrays/disjoint-sets.ts';
import { Int32List } from '../arrays/growable.ts';
import { runAlike } from '../edges/intersections.ts';
import { orient2d } from '../edges/predicates.ts';

/** The rings of a feature as points in two arrays. The first point of a ring follows its last one. */
export interface RingPoints {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** First point of each ring, and the end of the last one. */
  readonly ringStart: Int32Array;
  readonly partOfRing: readonly number[];
}

/**
 * Places where two rings of a feature have a vertex in common, and nothing else near it.
 *
 * Rings may touch so if neither crosses the other, and the land of each part stays connected: if one gets from ring to ring over such places in a circle, as
 * between a hole that touches its shell twice, the land inside is cut off. These are the rules of the OGC's Simple Features, with which each area of land has just one form.
 */
export class Touches {
  /** Two points of each touch: where its rings pass through it. */
  readonly #points = new Int32List();
  readonly #rings = new Int32List();
  readonly #touching = new Set<number>();

  get count(): number {
    return this.#points.length / 2;
  }

  clear(): void {
    this.#points.length = this.#rings.length = 0;
    this.#touching.clear();
  }

  /**
   * Takes the place in which two segments meet if they belong to two rings, and have just one end in common and nothing else.
   * @param i @param j the segments; segment i runs from point i to point i + 1
   * @returns whether it is one
   */
  take({ x, y, ringStart }: RingPoints, i: number, ring: number, j: number, otherRing: number): boolean {
    if (ring === otherRing) return false;
    const isSame = (p: number, q: number): boolean => x[p] === x[q] && y[p] === y[q];
    const one = isSame(i, j) || isSame(i, j + 1) ? i : i + 1;
    const other = isSame(one, j) ? j : j + 1;
    if (!isSame(one, other)) return false;
    const [end, otherEnd] = [2 * i + 1 - one, 2 * j + 1 - other];
    // If they met anywhere else as well, they would run alike.
    if (runAlike(x[one], y[one], x[end], y[end], x[otherEnd], y[otherEnd])) return false;
    this.#add(one === ringStart[ring + 1] - 1 ? ringStart[ring] : one, ring);
    this.#add(other === ringStart[otherRing + 1] - 1 ? ringStart[otherRing] : other, otherRing);
    return true;
  }

  #add(point: number, ring: number): void {
    this.#points.push(point);
    this.#rings.push(ring);
    this.#touching.add(point);
  }

  /** A point of a ring in which it touches no other one; negative if there is none. */
  pointApart({ ringStart }: RingPoints, ring: number): number {
    for (let point = ringStart[ring]; point < ringStart[ring + 1] - 1; point++) if (!this.#touching.has(point)) return point;
    return -1;
  }

  /** Whether no ring crosses another one, and all parts stay connected. */
  areAllowed(rings: RingPoints): boolean {
    for (let touch = 0; touch < this.count; touch++) if (this.#doCross(rings, touch)) return false;
    return !this.#haveCircle(rings);
  }

  /** Whether one ring passes from one side of the other to its other side. */
  #doCross({ x, y, ringStart }: RingPoints, touch: number): boolean {
    const [points, ringOf] = [this.#points.data, this.#rings.data];
    const before = (at: number): number => (points[at] === ringStart[ringOf[at]] ? ringStart[ringOf[at] + 1] - 2 : points[at] - 1);
    const [one, other] = [2 * touch, 2 * touch + 1];
    const [from, at, to] = [before(one), points[one], points[one] + 1];
    const isLeftTurn = orient2d(x[from], y[from], x[at], y[at], x[to], y[to]) >= 0;
    // No segment of the other ring runs along this one.
    const isLeft = (point: number): boolean => {
      const ofFirst = orient2d(x[from], y[from], x[at], y[at], x[point], y[point]) > 0;
      const ofSecond = orient2d(x[at], y[at], x[to], y[to], x[point], y[point]) > 0;
      return isLeftTurn ? ofFirst && ofSecond : ofFirst || ofSecond;
    };
    return isLeft(before(other)) !== isLeft(points[other] + 1);
  }

  /** Whether one gets from ring to ring of a part in a circle. */
  #haveCircle({ x, y, ringStart, partOfRing }: RingPoints): boolean {
    const [points, ringOf] = [this.#points.data, this.#rings.data];
    const ringsAt = new Map<string, Set<number>>();
    for (let at = 0; at < this.#points.length; at += 2) {
      const part = partOfRing[ringOf[at]];
      if (part !== partOfRing[ringOf[at + 1]]) continue;
      const place = `${x[points[at]]} ${y[points[at]]} ${part}`;
      const rings = ringsAt.get(place) ?? new Set();
      ringsAt.set(place, rings.add(ringOf[at]).add(ringOf[at + 1]));
    }
    const connected = new DisjointSets(ringStart.length);
    for (const [first, ...others] of ringsAt.values()) {
      for (const ring of others) {
        if (connected.find(ring) === connected.find(first)) return true;
        connected.union(ring, first);
      }
    }
    return false;
  }
}
