import { Int32List } from '../arrays/growable.ts';
import { grouped } from '../arrays/groups.ts';
import { orderOfDoubles } from '../arrays/order.ts';
import type { EdgeTable } from './edges.ts';
import type { VertexTable } from './vertices.ts';

/** A vertex with at least this many edges is a hub. */
const FEWEST_EDGES = 64;

/** The number of quarters in a full turn. */
const TURN = 4;

/**
 * How far two computed turns may differ where the true ones are equal. `turnTo` rounds two differences, their sum, the quotient, and the
 * sum with the quarter: all in all by no more than six halves of the unit in the last place of 1, for each of the two.
 */
const TURN_ERROR = 8 * Number.EPSILON;

/**
 * Vertices in which many edges end: the tips of a fan or a star, or holes that touch in a point. In the cells of a grid around such a
 * vertex all of its edges lie together, and to compare all pairs of them would take time by the square of their number.
 *
 * Edges that leave a vertex can only meet elsewhere if they leave it in the same direction, and one passes the other end of another only
 * if the directions are nearly the same. So of the edges of a hub only those are compared that are alike in direction, whichever cell they
 * are in.
 *
 * Proof that none is missed. `turnTo` grows with the angle, and no faster. Edges that overlap have the same turn, so the computed turns
 * differ by at most `TURN_ERROR`. If the edge s–p passes within the margin of q, the end of s–q, its angle to s–q is at most
 * arcsin(margin / |sq|) < 2 · margin / |sq|. That distance is measured by an orientation whose error is no larger than its value: the true
 * one may be twice as large. So the turns differ by less than 4 · margin / |sq| + TURN_ERROR, and s–p is found around s–q, the one whose
 * end is passed. Turns only choose the pairs: whether these intersect is for exact predicates to tell.
 */
export class Hubs {
  private readonly edges: EdgeTable;
  /** The number of edges at each vertex. */
  private readonly degrees: Int32Array;
  /** For edges of a hub, those of the same hub that are alike in direction. Edges that are alone have no entry. */
  private readonly alike = new Map<number, Set<number>>();

  /** @param margin how closely an edge has to pass the end of another to be compared with it. */
  constructor(vertices: VertexTable, edges: EdgeTable, margin: number) {
    this.edges = edges;
    this.degrees = new Int32Array(vertices.count);
    for (let edge = 0; edge < edges.count; edge++) {
      if (edges.isDead(edge)) continue;
      this.degrees[edges.a[edge]]++;
      this.degrees[edges.b[edge]]++;
    }
    const indexOf = new Map<number, number>();
    const members = new Int32List();
    const hubs = new Int32List();
    for (let edge = 0; edge < edges.count; edge++) {
      const hub = edges.isDead(edge) ? -1 : this.hubOf(edge);
      if (hub < 0) continue;
      const index = indexOf.get(hub) ?? indexOf.size;
      indexOf.set(hub, index);
      members.push(edge);
      hubs.push(index);
    }
    const { offsets, items } = grouped(hubs.data, hubs.length, indexOf.size);
    for (const [hub, index] of indexOf) this.findAlike(vertices, hub, items.subarray(offsets[index], offsets[index + 1]).map((item) => members.data[item]), margin);
  }

  /** The pairs to compare of some edges that share a cell. */
  pairsOf(members: Int32Array): CrowdPairs {
    const hubs = members.map((edge) => this.hubOf(edge));
    if (this.alike.size === 0) return new CrowdPairs(hubs, []);
    const placeOf = new Map<number, number>();
    for (let i = 0; i < members.length; i++) if (this.alike.has(members[i])) placeOf.set(members[i], i);
    const alikeAfter: number[][] = [];
    for (const [edge, i] of placeOf) {
      const after: number[] = [];
      for (const other of this.alike.get(edge) ?? []) {
        const j = placeOf.get(other) ?? -1;
        if (j > i) after.push(j);
      }
      if (after.length > 0) alikeAfter[i] = after.sort((p, q) => p - q);
    }
    return new CrowdPairs(hubs, alikeAfter);
  }

  /** The hub that an edge ends at; of two the one with more edges. -1 if neither end is one. */
  private hubOf(edge: number): number {
    const a = this.edges.a[edge];
    const b = this.edges.b[edge];
    const end = this.degrees[a] < this.degrees[b] ? b : a;
    return this.degrees[end] < FEWEST_EDGES ? -1 : end;
  }

  private findAlike({ x, y }: VertexTable, hub: number, members: Int32Array, margin: number): void {
    const { a, b } = this.edges;
    const { length } = members;
    const turns = new Float64Array(length);
    const reach = new Float64Array(length);
    for (let i = 0; i < length; i++) {
      const end = a[members[i]] === hub ? b[members[i]] : a[members[i]];
      const dx = x[end] - x[hub];
      const dy = y[end] - y[hub];
      turns[i] = turnTo(dx, dy);
      reach[i] = (4 * margin) / Math.max(Math.abs(dx), Math.abs(dy)) + TURN_ERROR;
    }
    const order = orderOfDoubles(turns, (i, j) => i - j);
    for (let at = 0; at < length; at++) {
      const i = order[at];
      // The others may have a wider reach, and find this one in turn.
      for (let step = 1; step < length; step++) {
        const j = order[(at + step) % length];
        if (turns[j] - turns[i] + (at + step < length ? 0 : TURN) > reach[i]) break;
        this.addAlike(members[i], members[j]);
      }
      for (let step = 1; step < length; step++) {
        const j = order[(at - step + length) % length];
        if (turns[i] - turns[j] + (step <= at ? 0 : TURN) > reach[i]) break;
        this.addAlike(members[i], members[j]);
      }
    }
  }

  private addAlike(edge: number, other: number): void {
    for (const [one, added] of [[edge, other], [other, edge]]) {
      const known = this.alike.get(one);
      if (known === undefined) this.alike.set(one, new Set([added]));
      else known.add(added);
    }
  }
}

/** The pairs to compare of edges in a list, given by their places in it: all but those of one hub that are not alike. */
export class CrowdPairs {
  /** The hub of each edge, or -1. */
  private readonly hubs: Int32Array;
  /** The first place behind each in which there is an edge of another hub. */
  private readonly otherAfter: Int32Array;
  private readonly alikeAfter: readonly (readonly number[])[];

  /** @param alikeAfter for a place, those behind it with edges of the same hub to compare with, ascending. */
  constructor(hubs: Int32Array, alikeAfter: readonly (readonly number[])[]) {
    this.hubs = hubs;
    this.alikeAfter = alikeAfter;
    this.otherAfter = new Int32Array(hubs.length);
    for (let i = hubs.length - 1; i >= 0; i--) this.otherAfter[i] = hubs[i] >= 0 && hubs[i] === hubs[i + 1] ? this.otherAfter[i + 1] : i + 1;
  }

  /** Calls `visit` with the places behind one whose edges are to be compared with that of the place, ascending, until it returns false. */
  visitAfter(place: number, visit: (other: number) => boolean): void {
    const { hubs, otherAfter } = this;
    const alike = this.alikeAfter[place] ?? NO_PLACES;
    const hub = hubs[place];
    let nextAlike = 0;
    for (let other = otherAfter[place]; other < hubs.length; other = hub >= 0 && hubs[other + 1] === hub ? otherAfter[other + 1] : other + 1) {
      for (; nextAlike < alike.length && alike[nextAlike] < other; nextAlike++) if (!visit(alike[nextAlike])) return;
      if (!visit(other)) return;
    }
    for (; nextAlike < alike.length; nextAlike++) if (!visit(alike[nextAlike])) return;
  }
}

const NO_PLACES: readonly number[] = [];

/** The direction of a vector in quarters of a full turn, from 0 to 4: like its angle, but made of quotients, which are rounded alike everywhere. */
function turnTo(dx: number, dy: number): number {
  if (dy >= 0) return dx > 0 ? dy / (dx + dy) : 1 - dx / (dy - dx);
  return dx < 0 ? 2 + dy / (dx + dy) : 3 + dx / (dx - dy);
}
