import type { EdgeTable } from '../edges/edges.ts';
import type { Ground } from '../ground.ts';
import { comparePoints } from '../edges/predicates.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import { featureOfUse } from '../edges/ring-owners.ts';
import type { VertexTable } from '../edges/vertices.ts';
import type { Topology } from '../edges/topology.ts';

/**
 * Beyond this cosine, two borders clearly run in the same or in opposite directions. Within it, the land between them
 * decides.
 */
const CLEAR_COSINE = 0.3;

/** Sine of the angle between directions that differ only by rounding: of edges as short as millimetres, in metres or in degrees. */
const SAME_DIRECTION = 1e-6;
const SAME_DIRECTION_SQUARED = SAME_DIRECTION * SAME_DIRECTION;

/**
 * How the border of a feature passes a vertex: the sum of the unit directions of its open edges, how many these are, the direction in
 * which it leaves, the direction back to where it came from, and whether either of these edges is open.
 */
interface BorderAtVertex {
  feature: number;
  x: number;
  y: number;
  open: number;
  isOutOpen: boolean;
  isBackOpen: boolean;
  outs: number;
  outX: number;
  outY: number;
  backs: number;
  backX: number;
  backY: number;
}

/**
 * The borders that pass through one vertex: one per feature, with its land on the left. Only open edges face anything: what lies
 * behind an edge that two features share is land.
 */
export class BordersAtVertex {
  vertex = -1;
  /** How many entries of `list` belong to this vertex. */
  count = 0;
  readonly list: BorderAtVertex[] = [];
  private readonly prepared: PreparedLayer;
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;
  private readonly ground: Ground;
  private readonly isOpen: (edge: number) => boolean;
  /** For each feature its index in the list; valid if its stamp is that of the vertex. */
  private readonly indexOf: Int32Array;
  private readonly stampOf: Int32Array;
  private stamp = 0;

  /** @param isOpen whether an edge has land of some feature on one side and no other feature's on the other. */
  constructor({ prepared, vertices, edges, ground }: Omit<Topology, 'vertexOf'>, isOpen: (edge: number) => boolean) {
    this.prepared = prepared;
    this.vertices = vertices;
    this.edges = edges;
    this.ground = ground;
    this.isOpen = isOpen;
    this.indexOf = new Int32Array(prepared.changed.length);
    this.stampOf = new Int32Array(prepared.changed.length);
  }

  /** Reads the borders that currently pass through a vertex. */
  read(vertex: number): this {
    const { prepared, edges, ground } = this;
    const { x, y } = this.vertices;
    const scaleX = ground.scaleX(y[vertex]);
    this.vertex = vertex;
    this.count = 0;
    this.stamp++;
    for (let half = edges.firstHalfEdge(vertex); half >= 0; half = edges.halfEdgeNext[half]) {
      const edge = half >> 1;
      if (edges.isDead(edge)) continue;
      const edgeX = (x[edges.b[edge]] - x[edges.a[edge]]) * scaleX;
      const edgeY = (y[edges.b[edge]] - y[edges.a[edge]]) * ground.scaleY;
      const length = Math.sqrt(edgeX * edgeX + edgeY * edgeY);
      const isOpen = this.isOpen(edge);
      for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
        const border = this.borderOf(featureOfUse(prepared, edges, use));
        if (length === 0) continue;
        const sign = edges.useCode[use] & 1 ? -1 : 1;
        const dx = edgeX * sign;
        const dy = edgeY * sign;
        if (isOpen) {
          border.x += dx / length;
          border.y += dy / length;
          border.open++;
        }
        // If a feature passes the vertex several times, the directions greatest by x, then y, represent all of
        // them, so that geometry alone decides.
        if (sign > 0 === (edges.a[edge] === vertex)) {
          if (border.outs++ > 0 && comparePoints(dx, dy, border.outX, border.outY) <= 0) continue;
          border.outX = dx;
          border.outY = dy;
          border.isOutOpen = isOpen;
        } else {
          if (border.backs++ > 0 && comparePoints(-dx, -dy, border.backX, border.backY) <= 0) continue;
          border.backX = -dx;
          border.backY = -dy;
          border.isBackOpen = isOpen;
        }
      }
    }
    return this;
  }

  has(feature: number): boolean {
    return this.stampOf[feature] === this.stamp;
  }

  hasAnyOf(other: BordersAtVertex): boolean {
    for (let i = 0; i < other.count; i++) if (this.has(other.list[i].feature)) return true;
    return false;
  }

  hasMarked(isMarked: Uint8Array): boolean {
    for (let i = 0; i < this.count; i++) if (isMarked[this.list[i].feature] === 1) return true;
    return false;
  }

  /** The feature that comes first in the layer, or -1. */
  firstFeature(): number {
    let first = -1;
    for (let i = 0; i < this.count; i++) if (first < 0 || this.list[i].feature < first) first = this.list[i].feature;
    return first;
  }

  /**
   * Whether borders of two features at two vertices face each other: with the land on the left of both, they run in opposite
   * directions, and no other border lies between them.
   *
   * @param isFree whether no border lies between a point on an edge of this vertex and one on an edge of the other. Points are given relative to their
   * vertices, on the ground.
   */
  faces(other: BordersAtVertex, isFree: (x: number, y: number, otherX: number, otherY: number) => boolean = () => true): boolean {
    const { x, y } = this.vertices;
    const dx = (x[other.vertex] - x[this.vertex]) * this.ground.scaleX(y[this.vertex]);
    const dy = (y[other.vertex] - y[this.vertex]) * this.ground.scaleY;
    for (let i = 0; i < other.count; i++) {
      for (let j = 0; j < this.count; j++) {
        const p = this.list[j];
        const q = other.list[i];
        if (p.feature === q.feature || p.open === 0 || q.open === 0) continue;
        const angle = cosine(p.x, p.y, q.x, q.y);
        const isFacing = Math.abs(angle) > CLEAR_COSINE ? angle < 0 : isOverLand(p, dx, dy) === isOverLand(q, -dx, -dy);
        if ((isFacing || liesBeside(p, q)) && !isSomethingBetween(p, q, Math.sqrt(dx * dx + dy * dy), isFree)) return true;
      }
    }
    return false;
  }

  /**
   * Whether a border at the vertex faces an edge with its land on the left. (px, py) leads from the vertex to the foot of its
   * perpendicular on the edge.
   *
   * @param isFree whether no border lies between a point on an edge of the vertex, given relative to the vertex, and the opposite point on
   * the edge.
   */
  facesEdge(dx: number, dy: number, px: number, py: number, edgeFeature: number, isFree: (x: number, y: number) => boolean): boolean {
    const isOverEdgeLand = px * dy - py * dx > 0;
    for (let i = 0; i < this.count; i++) {
      const border = this.list[i];
      if (border.feature === edgeFeature || border.open === 0) continue;
      const angle = cosine(border.x, border.y, dx, dy);
      const isFacing = Math.abs(angle) > CLEAR_COSINE || (px === 0 && py === 0) ? angle < CLEAR_COSINE : isOverLand(border, px, py) === isOverEdgeLand;
      if (isFacing && !isSomethingBeforeEdge(border, dx, dy, Math.sqrt(px * px + py * py), isFree)) return true;
    }
    return false;
  }

  private borderOf(feature: number): BorderAtVertex {
    if (this.stampOf[feature] === this.stamp) return this.list[this.indexOf[feature]];
    if (this.count === this.list.length) this.list.push({ feature: 0, x: 0, y: 0, open: 0, isOutOpen: false, isBackOpen: false, outs: 0, outX: 0, outY: 0, backs: 0, backX: 0, backY: 0 });
    const border = this.list[this.count];
    border.feature = feature;
    border.x = border.y = border.open = 0;
    border.isOutOpen = border.isBackOpen = false;
    border.outs = border.outX = border.outY = 0;
    border.backs = border.backX = border.backY = 0;
    this.stampOf[feature] = this.stamp;
    this.indexOf[feature] = this.count++;
    return border;
  }
}

/**
 * Whether an open edge of one border runs beside one of the other in the opposite direction. At sharp corners the sums of
 * directions do not show this: for two adjacent wedges of land they nearly agree. Overlapping wedges do not count: there each
 * edge is closer to the one that runs in its own direction.
 */
function liesBeside(p: BorderAtVertex, q: BorderAtVertex): boolean {
  const against = Math.max(p.isOutOpen && q.isBackOpen ? cosine(p.outX, p.outY, q.backX, q.backY) : 0, p.isBackOpen && q.isOutOpen ? cosine(p.backX, p.backY, q.outX, q.outY) : 0);
  if (against <= CLEAR_COSINE) return false;
  return against > Math.max(cosine(p.outX, p.outY, q.outX, q.outY), cosine(p.backX, p.backY, q.backX, q.backY));
}

/**
 * Whether another border lies between any open edge of one border and one of the other that runs beside it in the opposite direction. The sightline
 * between the two vertices may pass along the ends of narrow features that lie side by side, while a little further along the edges these features
 * are in between.
 *
 * @param along how far along the edges to look.
 */
function isSomethingBetween(p: BorderAtVertex, q: BorderAtVertex, along: number, isFree: (x: number, y: number, otherX: number, otherY: number) => boolean): boolean {
  const isOut = p.isOutOpen && q.isBackOpen && cosine(p.outX, p.outY, q.backX, q.backY) > CLEAR_COSINE;
  const isBack = p.isBackOpen && q.isOutOpen && cosine(p.backX, p.backY, q.outX, q.outY) > CLEAR_COSINE;
  return (isOut || isBack) && !(isOut && isFreeAlong(along, p.outX, p.outY, q.backX, q.backY, isFree)) && !(isBack && isFreeAlong(along, p.backX, p.backY, q.outX, q.outY, isFree));
}

/** Whether no border lies between two edges at this distance along each of them. */
function isFreeAlong(along: number, x: number, y: number, otherX: number, otherY: number, isFree: (x: number, y: number, otherX: number, otherY: number) => boolean): boolean {
  const share = Math.min(1, along / Math.sqrt(x * x + y * y));
  const otherShare = Math.min(1, along / Math.sqrt(otherX * otherX + otherY * otherY));
  return isFree(share * x, share * y, otherShare * otherX, otherShare * otherY);
}

/** The same for a single edge, given by its direction, instead of the other border. */
function isSomethingBeforeEdge(p: BorderAtVertex, dx: number, dy: number, along: number, isFree: (x: number, y: number) => boolean): boolean {
  const isOut = p.isOutOpen && cosine(p.outX, p.outY, dx, dy) < -CLEAR_COSINE;
  const isBack = p.isBackOpen && cosine(p.backX, p.backY, dx, dy) > CLEAR_COSINE;
  return (isOut || isBack) && !(isOut && isFreeAlongEdge(along, p.outX, p.outY, isFree)) && !(isBack && isFreeAlongEdge(along, p.backX, p.backY, isFree));
}

function isFreeAlongEdge(along: number, x: number, y: number, isFree: (x: number, y: number) => boolean): boolean {
  const share = Math.min(1, along / Math.sqrt(x * x + y * y));
  return isFree(share * x, share * y);
}

function cosine(ax: number, ay: number, bx: number, by: number): number {
  const lengths = Math.sqrt((ax * ax + ay * ay) * (bx * bx + by * by));
  return lengths === 0 ? 0 : (ax * bx + ay * by) / lengths;
}

/** Whether the second of two directions is to the left of the first. If they are the same except for rounding, it is not. */
function isLeft(ax: number, ay: number, bx: number, by: number): boolean {
  const cross = ax * by - ay * bx;
  return cross > 0 && cross * cross > SAME_DIRECTION_SQUARED * (ax * ax + ay * ay) * (bx * bx + by * by);
}

/** Whether a direction from the vertex leads over the land to the left of its border, and not along an edge of it. */
function isOverLand(border: BorderAtVertex, dx: number, dy: number): boolean {
  const { outX, outY, backX, backY } = border;
  const isLeftOfOut = isLeft(outX, outY, dx, dy);
  const isRightOfBack = isLeft(dx, dy, backX, backY);
  return outX * backY - outY * backX > 0 ? isLeftOfOut && isRightOfBack : isLeftOfOut || isRightOfBack;
}
