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

/**
 * How the border of a feature passes a vertex: the sum of its unit directions, the direction in which it leaves, and the
 * direction back to where it came from.
 */
interface Passage {
  feature: number;
  x: number;
  y: number;
  outs: number;
  outX: number;
  outY: number;
  backs: number;
  backX: number;
  backY: number;
}

/** The borders that pass through one vertex, one passage per feature, with its land on the left. */
export class Passages {
  vertex = -1;
  /** How many entries of `list` belong to this vertex. */
  count = 0;
  readonly list: Passage[] = [];
  private readonly prepared: PreparedLayer;
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;
  private readonly ground: Ground;
  /** For each feature its index in the list; valid if its stamp is that of the vertex. */
  private readonly indexOf: Int32Array;
  private readonly stampOf: Int32Array;
  private stamp = 0;

  constructor({ prepared, vertices, edges, ground }: Omit<Topology, 'vertexOf'>) {
    this.prepared = prepared;
    this.vertices = vertices;
    this.edges = edges;
    this.ground = ground;
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
      for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
        const passage = this.passageOf(featureOfUse(prepared, edges, use));
        if (length === 0) continue;
        const sign = edges.useCode[use] & 1 ? -1 : 1;
        const dx = edgeX * sign;
        const dy = edgeY * sign;
        passage.x += dx / length;
        passage.y += dy / length;
        // If a feature passes the vertex several times, the directions greatest by x, then y, represent all of
        // them, so that geometry alone decides.
        if (sign > 0 === (edges.a[edge] === vertex)) {
          if (passage.outs++ > 0 && comparePoints(dx, dy, passage.outX, passage.outY) <= 0) continue;
          passage.outX = dx;
          passage.outY = dy;
        } else {
          if (passage.backs++ > 0 && comparePoints(-dx, -dy, passage.backX, passage.backY) <= 0) continue;
          passage.backX = -dx;
          passage.backY = -dy;
        }
      }
    }
    return this;
  }

  has(feature: number): boolean {
    return this.stampOf[feature] === this.stamp;
  }

  hasAnyOf(other: Passages): boolean {
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
   * directions.
   */
  faces(other: Passages): boolean {
    const { x, y } = this.vertices;
    const dx = (x[other.vertex] - x[this.vertex]) * this.ground.scaleX(y[this.vertex]);
    const dy = (y[other.vertex] - y[this.vertex]) * this.ground.scaleY;
    for (let i = 0; i < other.count; i++) {
      for (let j = 0; j < this.count; j++) {
        const [p, q] = [this.list[j], other.list[i]];
        if (p.feature === q.feature) continue;
        const angle = cosine(p.x, p.y, q.x, q.y);
        if (Math.abs(angle) > CLEAR_COSINE ? angle < 0 : isOverLand(p, dx, dy) === isOverLand(q, -dx, -dy)) return true;
        if (liesBeside(p, q)) return true;
      }
    }
    return false;
  }

  /**
   * Whether a border at the vertex faces an edge with its land on the left. (px, py) leads from the vertex to the foot of its
   * perpendicular on the edge.
   */
  facesEdge(dx: number, dy: number, px: number, py: number, edgeFeature: number): boolean {
    const isOverEdgeLand = px * dy - py * dx > 0;
    for (let i = 0; i < this.count; i++) {
      const passage = this.list[i];
      if (passage.feature === edgeFeature) continue;
      const angle = cosine(passage.x, passage.y, dx, dy);
      if (Math.abs(angle) > CLEAR_COSINE || (px === 0 && py === 0) ? angle < CLEAR_COSINE : isOverLand(passage, px, py) === isOverEdgeLand) return true;
    }
    return false;
  }

  private passageOf(feature: number): Passage {
    if (this.stampOf[feature] === this.stamp) return this.list[this.indexOf[feature]];
    if (this.count === this.list.length) this.list.push({ feature: 0, x: 0, y: 0, outs: 0, outX: 0, outY: 0, backs: 0, backX: 0, backY: 0 });
    const passage = this.list[this.count];
    passage.feature = feature;
    passage.x = passage.y = 0;
    passage.outs = passage.outX = passage.outY = 0;
    passage.backs = passage.backX = passage.backY = 0;
    this.stampOf[feature] = this.stamp;
    this.indexOf[feature] = this.count++;
    return passage;
  }
}

/**
 * Whether an edge of one border runs beside an edge of the other in the opposite direction. At sharp corners the sums of
 * directions do not show this: for two adjacent wedges of land they nearly agree. Overlapping wedges do not count: there each
 * edge is closer to the one that runs in its own direction.
 */
function liesBeside(p: Passage, q: Passage): boolean {
  const against = Math.max(cosine(p.outX, p.outY, q.backX, q.backY), cosine(p.backX, p.backY, q.outX, q.outY));
  if (against <= CLEAR_COSINE) return false;
  return against > Math.max(cosine(p.outX, p.outY, q.outX, q.outY), cosine(p.backX, p.backY, q.backX, q.backY));
}

function cosine(ax: number, ay: number, bx: number, by: number): number {
  const lengths = Math.sqrt((ax * ax + ay * ay) * (bx * bx + by * by));
  return lengths === 0 ? 0 : (ax * bx + ay * by) / lengths;
}

/** Whether a direction from the vertex leads over the land to the left of its border. */
function isOverLand(passage: Passage, dx: number, dy: number): boolean {
  const { outX, outY, backX, backY } = passage;
  const isLeftOfOut = outX * dy - outY * dx > 0;
  const isRightOfBack = backX * dy - backY * dx < 0;
  return outX * backY - outY * backX > 0 ? isLeftOfOut && isRightOfBack : isLeftOfOut || isRightOfBack;
}
