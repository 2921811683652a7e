import { doIntersect, doSegmentsCross } from '../edges/intersections.ts';
import type { SimplifiedEdges } from './simplified-edges.ts';

/** The most pairs of segments examined to find out whether two stretches crossed from the start. */
const MOST_PAIRS = 250_000;

/** Separates edges that cross, touch, or overlap because places were removed from their stretches. */
export class CrossedEdges {
  private readonly simplified: SimplifiedEdges;
  /** Required by `FreshEdges`. */
  readonly margin = 0;

  constructor(simplified: SimplifiedEdges) {
    this.simplified = simplified;
  }

  /**
   * If two edges intersect other than in a common end, and did not cross before simplification, restores the place that was removed last
   * from either.
   */
  readonly testPair = (edge: number, other: number): void => {
    const { simplified } = this;
    const { edges, kept: { paths: { places: { x, y } }, thresholds } } = simplified;
    if (edges.isDead(edge) || edges.isDead(other) || !doIntersect(x, y, edges.a, edges.b, edge, other)) return;
    const [ofEdge, ofOther] = [simplified.lastGone(edge), simplified.lastGone(other)];
    if ((ofEdge < 0 && ofOther < 0) || this.haveCrossed(edge, other)) return;
    if (ofOther < 0 || (ofEdge >= 0 && thresholds[ofEdge] >= thresholds[ofOther])) simplified.restore(edge, ofEdge);
    else simplified.restore(other, ofOther);
  };

  /** Whether stretches of two edges cross in the layer itself, so that restoring places cannot separate them. */
  private haveCrossed(edge: number, other: number): boolean {
    const [own, others] = [this.segmentsOf(edge), this.segmentsOf(other)];
    if ((own.length / 4) * (others.length / 4) > MOST_PAIRS) return false;
    for (let i = 0; i < own.length; i += 4) {
      const [ax, ay, bx, by] = own.subarray(i, i + 4);
      for (let j = 0; j < others.length; j += 4) {
        const [cx, cy, dx, dy] = others.subarray(j, j + 4);
        if (Math.max(cx, dx) < Math.min(ax, bx) || Math.min(cx, dx) > Math.max(ax, bx) || Math.max(cy, dy) < Math.min(ay, by) || Math.min(cy, dy) > Math.max(ay, by)) continue;
        if (doSegmentsCross(ax, ay, bx, by, cx, cy, dx, dy)) return true;
      }
    }
    return false;
  }

  /** x0, y0, x1, y1 of each segment of an edge's stretches. */
  private segmentsOf(edge: number): Float64Array {
    const { edges, kept: { paths: { places: { x, y } } } } = this.simplified;
    const segments: number[] = [];
    for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
      let before = -1;
      this.simplified.forEachVertex(edge, use, (_, place) => {
        if (before >= 0) segments.push(x[before], y[before], x[place], y[place]);
        before = place;
      });
    }
    return Float64Array.from(segments);
  }
}
