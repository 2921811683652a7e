import { Int32List } from '../arrays/growable.ts';
import type { EdgeTable } from './edges.ts';
import { comparePoints, orient2d } from './predicates.ts';
import type { VertexTable } from './vertices.ts';

/** If more than one in this many edges had to be set aside, comparing all pairs takes no longer. */
const MOST_ASIDE = 8;

/**
 * Sets as few edges of a crowd aside as it takes for the others to intersect nowhere but in common ends, without comparing all pairs: thousands of
 * nearly parallel edges share every cell of a grid that they pass through.
 *
 * A line sweeps over the edges in the order of their ends by x, then y, and keeps those that it crosses in their order along it. Before it
 * reaches the first intersection of two edges, they are neighbours on it, as whatever lies between them would have to intersect them sooner,
 * end there, or pass through the same point. All neighbours are compared, and one of two that intersect is set aside, so the line never passes an
 * intersection and the order along it stays true. All signs are exact.
 *
 * @returns the edges set aside; null if there are too many.
 */
export function setAsideIntersecting(vertices: VertexTable, edges: EdgeTable, members: Int32Array, doMeet: (edge: number, other: number) => boolean): Int32Array | null {
  return new CrowdSweep(vertices, edges, members, doMeet).run();
}

class CrowdSweep {
  private readonly x: Float64Array;
  private readonly y: Float64Array;
  private readonly doMeet: (edge: number, other: number) => boolean;
  private readonly members: Int32Array;
  /** The ends of each member, the first one by x, then y, on the left. */
  private readonly left: Int32Array;
  private readonly right: Int32Array;
  /** The members on the line, by their index in `members`, from bottom to top. */
  private readonly line: Int32Array;
  private length = 0;
  private readonly isAside: Uint8Array;
  private readonly aside = new Int32List();

  constructor({ x, y }: VertexTable, { a, b }: EdgeTable, members: Int32Array, doMeet: (edge: number, other: number) => boolean) {
    this.x = x;
    this.y = y;
    this.doMeet = doMeet;
    this.members = members;
    const isForward = (edge: number): boolean => comparePoints(x[a[edge]], y[a[edge]], x[b[edge]], y[b[edge]]) < 0;
    this.left = members.map((edge) => (isForward(edge) ? a[edge] : b[edge]));
    this.right = members.map((edge) => (isForward(edge) ? b[edge] : a[edge]));
    this.line = new Int32Array(members.length);
    this.isAside = new Uint8Array(members.length);
  }

  run(): Int32Array | null {
    const { left, right, isAside, members, aside } = this;
    // Ends at one point come before starts: 2 · member for its right end, 2 · member + 1 for its left end.
    const vertexOf = (end: number): number => (end % 2 === 0 ? right : left)[end >> 1];
    const { x, y } = this;
    const ends = new Int32Array(2 * members.length).map((_, i) => i).sort((p, q) => {
      const [v, w] = [vertexOf(p), vertexOf(q)];
      return (v === w ? 0 : comparePoints(x[v], y[v], x[w], y[w])) || (p % 2) - (q % 2) || p - q;
    });
    for (const end of ends) {
      if (aside.length * MOST_ASIDE > members.length) return null;
      const member = end >> 1;
      if (isAside[member] === 1) continue;
      if (end % 2 === 1) this.begin(member);
      else if (!this.end(member)) return null;
    }
    return aside.toArray().map((member) => members[member]);
  }

  /** Puts a member on the line, unless it is set aside. */
  private begin(member: number): void {
    const { line } = this;
    let [from, to] = [0, this.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const side = this.sideOf(line[middle], member);
      if (side > 0) from = middle + 1;
      else if (side < 0) to = middle;
      else {
        // It starts on an edge, or runs over it.
        if (this.setOneAside(line[middle], member) === member) {
          this.joinAround(middle);
          return;
        }
        this.remove(middle);
        to--;
      }
    }
    line.copyWithin(from + 1, from, this.length);
    line[from] = member;
    this.length++;
    this.joinAround(from);
  }

  /** Takes a member off the line. @returns false if it is not where it belongs. */
  private end(member: number): boolean {
    const { line, x, y, left, right } = this;
    const vertex = right[member];
    let [from, to] = [0, this.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = line[middle];
      if (right[other] !== vertex && this.orient(left[other], right[other], x[vertex], y[vertex]) > 0) from = middle + 1;
      else to = middle;
    }
    while (from < this.length && line[from] !== member) from++;
    if (from === this.length) return false;
    this.remove(from);
    this.joinAt(from);
    return true;
  }

  /** Compares the member at a place with its neighbours. */
  private joinAround(place: number): void {
    this.joinAt(place + 1);
    this.joinAt(place);
  }

  /** Compares the members before and at a place with each other, and those that become neighbours when one of them is set aside, until they do not meet. */
  private joinAt(place: number): void {
    const { line } = this;
    while (place > 0 && place < this.length && this.meet(line[place - 1], line[place])) {
      if (this.setOneAside(line[place - 1], line[place]) === line[place]) this.remove(place);
      else this.remove(--place);
    }
  }

  private remove(place: number): void {
    this.line.copyWithin(place, place + 1, this.length--);
  }

  /** Above zero if a member starts above one on the line, below zero if below; zero if it starts on it or runs over it. */
  private sideOf(onLine: number, member: number): number {
    const { left, right, x, y } = this;
    const start = left[member] === left[onLine] ? right[member] : left[member];
    return this.orient(left[onLine], right[onLine], x[start], y[start]);
  }

  /** Above zero if a point lies above the line from one vertex to another that is farther right. */
  private orient(from: number, to: number, px: number, py: number): number {
    return orient2d(this.x[from], this.y[from], this.x[to], this.y[to], px, py);
  }

  private meet(member: number, other: number): boolean {
    return this.doMeet(this.members[member], this.members[other]);
  }

  /** Sets the longer of two members aside: it is more likely to intersect others. @returns it */
  private setOneAside(member: number, other: number): number {
    const chosen = this.lengthOf(member) > this.lengthOf(other) ? member : other;
    this.isAside[chosen] = 1;
    this.aside.push(chosen);
    return chosen;
  }

  private lengthOf(member: number): number {
    const { x, y, left, right } = this;
    return Math.max(x[right[member]] - x[left[member]], Math.abs(y[right[member]] - y[left[member]]));
  }
}
