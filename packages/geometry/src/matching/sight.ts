import { Int32List } from '../arrays/growable.ts';
import { Marks } from '../arrays/marks.ts';
import { doSegmentsCross } from '../edges/intersections.ts';
import type { Topology } from '../edges/topology.ts';
import { CrowdedBorders } from './crowded-borders.ts';
import type { OpenBorders } from './open-borders.ts';

/** If a vertex has more edges around it than this, those that may block the view are searched for in an index. */
const CROWD = 200;

/** The segment from a vertex, or from a point on one of its edges, to another point. */
export interface Sightline {
  readonly from: number;
  /** The start of the segment, if it is not the vertex. */
  readonly fromX?: number;
  readonly fromY?: number;
  /** The vertex at the other point, or the one whose edge contains that point; -1 if there is none. */
  readonly to: number;
  readonly x: number;
  readonly y: number;
}

/** Whether borders block the view from a vertex to what it may be matched with. */
export class Sight {
  private readonly topology: Omit<Topology, 'vertexOf'>;
  private readonly borders: OpenBorders;
  private readonly near = new Int32List();
  /** The vertices connected to an edge that have been found so far. */
  private readonly beyond = new Int32List();
  private readonly isReached: Marks;
  private readonly crowd: number;
  private readonly crowded: CrowdedBorders;

  /** @param crowd affects only the speed, not the answers. */
  constructor(topology: Omit<Topology, 'vertexOf'>, borders: OpenBorders, crowd = CROWD) {
    this.topology = topology;
    this.borders = borders;
    this.isReached = new Marks(topology.vertices.count);
    this.crowd = crowd;
    this.crowded = new CrowdedBorders(topology, borders);
  }

  /** Must be called when any edge has changed. */
  forget(): void {
    this.crowded.forget();
  }

  /** Makes room for vertices that were added since. */
  makeRoom(vertexCount: number): void {
    this.isReached.makeRoom(vertexCount);
    this.crowded.makeRoom(vertexCount);
  }

  /** Whether no open edge crosses a sightline to a vertex, and nothing connected to either of its ends within the distance does, whether open or not. */
  isFree(line: Sightline): boolean {
    return this.isFreeBetween(-1, line.from, line.to, line);
  }

  /**
   * Whether no open edge crosses a sightline to a point on an edge, and nothing connected to this edge within the distance does, whether
   * open or not.
   */
  isFreeTo(edge: number, line: Sightline): boolean {
    return this.isFreeBetween(edge, this.topology.edges.a[edge], this.topology.edges.b[edge], line);
  }

  /** @param first @param second edges connected to these two vertices block the view, too, except for the edge @param except. */
  private isFreeBetween(except: number, first: number, second: number, line: Sightline): boolean {
    if (!this.borders.isCrowded(line.from, this.crowd)) return this.isFreeBut(except, line) && !this.isHiddenBehind(except, first, second, line);
    const { vertices: { x, y } } = this.topology;
    const fromX = line.fromX ?? x[line.from], fromY = line.fromY ?? y[line.from];
    const behind = { isOther: false };
    const isBehindOpen = this.crowded.someIn(line.from, Math.min(fromX, line.x), Math.min(fromY, line.y), Math.max(fromX, line.x), Math.max(fromY, line.y), (edge) => {
      if (edge === except || !this.isCrossedBy(edge, line)) return false;
      if (this.borders.isNear(line.from, edge)) return true;
      behind.isOther = true;
      return false;
    });
    return !isBehindOpen && !(behind.isOther && this.isHiddenBehind(except, first, second, line));
  }

  private isFreeBut(edge: number, line: Sightline): boolean {
    const { near } = this;
    this.borders.findNear(line.from, near);
    for (let i = 0; i < near.length; i++) if (near.data[i] !== edge && this.isCrossedBy(near.data[i], line)) return false;
    return true;
  }

  /** Whether any edge connected to either of two vertices, except for one, crosses a sightline. */
  private isHiddenBehind(except: number, first: number, second: number, line: Sightline): boolean {
    const { beyond, isReached, borders, topology: { vertices: { x, y }, edges } } = this;
    const { from } = line;
    const reachX = borders.reachX(from);
    const reachY = borders.reachY;
    isReached.removeAll();
    beyond.length = 0;
    for (const end of [first, second]) {
      isReached.add(end);
      beyond.push(end);
    }
    isReached.add(from);
    for (let i = 0; i < beyond.length; i++) {
      let visits = 0;
      for (let half = edges.firstHalfEdge(beyond.data[i]); half >= 0; half = edges.halfEdgeNext[half], visits++) {
        if (half >> 1 === except || edges.isDead(half >> 1)) continue;
        if (this.isCrossedBy(half >> 1, line)) return true;
        const end = half & 1 ? edges.a[half >> 1] : edges.b[half >> 1];
        if (isReached.has(end) || Math.abs(x[end] - x[from]) > reachX || Math.abs(y[end] - y[from]) > reachY) continue;
        isReached.add(end);
        beyond.push(end);
      }
      borders.countVisits(visits);
    }
    return false;
  }

  /** Whether an edge crosses a sightline. Edges that end at one of its ends do not. */
  private isCrossedBy(edge: number, line: Sightline): boolean {
    const { vertices: { x, y }, edges } = this.topology;
    const { from, to, x: tx, y: ty } = line;
    const a = edges.a[edge];
    const b = edges.b[edge];
    if (a === from || b === from || a === to || b === to) return false;
    const vx = line.fromX ?? x[from], vy = line.fromY ?? y[from], ax = x[a], ay = y[a], bx = x[b], by = y[b];
    if ((ax < vx && bx < vx && ax < tx && bx < tx) || (ax > vx && bx > vx && ax > tx && bx > tx)) return false;
    if ((ay < vy && by < vy && ay < ty && by < ty) || (ay > vy && by > vy && ay > ty && by > ty)) return false;
    return doSegmentsCross(vx, vy, tx, ty, ax, ay, bx, by);
  }
}
