import { runsForward } from '../noding/edge-splits.ts';
import { isBeside } from '../noding/beside.ts';
import { Int32List } from '../arrays/growable.ts';
import type { MatchedTopology } from '../edges/topology.ts';
import { featureOfUse } from '../edges/ring-owners.ts';
import { comparePairs } from '../edges/vertices.ts';
import type { OpenBorders } from './open-borders.ts';
import type { BordersAtVertex } from './borders-at-vertex.ts';
import type { Sight } from './sight.ts';

/** Widens the box outside which edges are not measured: far more than its rounding error. */
const BOX_MARGIN = 1.001;

export interface NearestEdge {
  readonly edge: number;
  readonly feature: number;
  /** To the vertex, on the ground. */
  readonly length: number;
  /** The nearest point to the vertex. */
  readonly x: number;
  readonly y: number;
}

/** Finds the open edges that a vertex of another border may be inserted into. */
export class NearestEdges {
  /** For each feature, the nearest edge to the vertex that `find` was last called with. */
  readonly found = new Map<number, NearestEdge>();
  private readonly near = new Int32List();

  private readonly matched: MatchedTopology;
  private readonly borders: OpenBorders;
  private readonly sight: Sight;
  private readonly distance: number;
  private readonly isFrozen: Uint8Array;

  constructor(matched: MatchedTopology, borders: OpenBorders, sight: Sight, { distance, isFrozen }: { readonly distance: number; readonly isFrozen: Uint8Array }) {
    this.matched = matched;
    this.borders = borders;
    this.sight = sight;
    this.distance = distance;
    this.isFrozen = isFrozen;
  }

  /**
   * The nearest edge of each feature that a vertex may be inserted into.
   * @param here if there is any, it holds the borders that pass through the vertex afterwards.
   */
  find(vertex: number, here: BordersAtVertex): ReadonlyMap<number, NearestEdge> {
    const { near, found, matched: { vertices, edges, ground } } = this;
    found.clear();
    const { x, y } = vertices;
    const scaleX = ground.scaleX(y[vertex]);
    const reachX = this.borders.reachX(vertex);
    this.borders.findNear(vertex, near);
    const outerX = BOX_MARGIN * reachX;
    const outerY = (BOX_MARGIN * this.distance) / ground.scaleY;
    const minX = x[vertex] - outerX, maxX = x[vertex] + outerX, minY = y[vertex] - outerY, maxY = y[vertex] + outerY;
    for (let k = 0; k < near.length; k++) {
      const edge = near.data[k];
      const end = edges.a[edge];
      const otherEnd = edges.b[edge];
      if (end === vertex || otherEnd === vertex) continue;
      if ((x[end] < minX && x[otherEnd] < minX) || (x[end] > maxX && x[otherEnd] > maxX) || (y[end] < minY && y[otherEnd] < minY) || (y[end] > maxY && y[otherEnd] > maxY)) continue;
      const isForward = runsForward(vertices, edges, edge);
      const a = isForward ? edges.a[edge] : edges.b[edge];
      const b = isForward ? edges.b[edge] : edges.a[edge];
      const dx = (x[b] - x[a]) * scaleX;
      const dy = (y[b] - y[a]) * ground.scaleY;
      const px = (x[vertex] - x[a]) * scaleX;
      const py = (y[vertex] - y[a]) * ground.scaleY;
      const share = (px * dx + py * dy) / (dx * dx + dy * dy);
      if (!(share > 0 && share < 1)) continue;
      const length = Math.hypot(px - share * dx, py - share * dy);
      if (!(length < this.distance)) continue;
      // Noding would move the split to this end; the edge would return to its old course and be near
      // again.
      if (isBeside(vertices, vertex, end) || isBeside(vertices, vertex, otherEnd)) continue;
      if (here.vertex !== vertex) here.read(vertex);
      if (this.sharesFeature(edge, here)) continue;
      for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
        const feature = this.featureOf(use);
        const known = found.get(feature);
        if (known !== undefined && (known.length < length || (known.length === length && !this.isEdgeBefore(edge, known.edge)))) continue;
        if (this.isFrozen[feature] === 1 || here.has(feature)) continue;
        const sign = ((edges.useCode[use] & 1) === 0) === isForward ? 1 : -1;
        const isFree = (fromX: number, fromY: number): boolean => {
          const across = Math.min(1, Math.max(0, share + (fromX * dx + fromY * dy) / (dx * dx + dy * dy)));
          return this.sight.isFreeTo(edge, { from: vertex, to: -1, fromX: x[vertex] + fromX / scaleX, fromY: y[vertex] + fromY / ground.scaleY, x: x[a] + across * (x[b] - x[a]), y: y[a] + across * (y[b] - y[a]) });
        };
        if (!here.facesEdge(dx * sign, dy * sign, share * dx - px, share * dy - py, feature, isFree)) continue;
        const foot = { x: x[a] + share * (x[b] - x[a]), y: y[a] + share * (y[b] - y[a]) };
        if (this.sight.isFreeTo(edge, { from: vertex, to: -1, ...foot })) found.set(feature, { edge, feature, length, ...foot });
      }
    }
    return found;
  }

  /**
   * Whether a feature that passes through the vertex also has the edge. With the vertex inserted, that border would run there
   * and back. The point that it leaves would in turn be near the edge, and so on without end.
   */
  private sharesFeature(edge: number, borders: BordersAtVertex): boolean {
    const { edges } = this.matched;
    for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) if (borders.has(this.featureOf(use))) return true;
    return false;
  }

  private isEdgeBefore(edge: number, other: number): boolean {
    const { vertices, edges: { a, b } } = this.matched;
    return comparePairs(vertices, a[edge], b[edge], a[other], b[other]) < 0;
  }

  private featureOf(use: number): number {
    return featureOfUse(this.matched.prepared, this.matched.edges, use);
  }
}
