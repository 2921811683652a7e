import { vertexRange } from '../layer/vertex-range.ts';
import type { EdgeTable } from '../edges/edges.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import { featureOfVertex } from '../edges/ring-owners.ts';
import type { VertexTable } from '../edges/vertices.ts';

/** Z and M of rewritten rings. */
export class Ordinates {
  private readonly prepared: PreparedLayer;
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;
  /** Whether a feature has an ordinate at all, for the features requested so far. */
  private readonly known = new Map<Float64Array, Map<number, boolean>>();

  constructor(prepared: PreparedLayer, vertices: VertexTable, edges: EdgeTable) {
    this.prepared = prepared;
    this.vertices = vertices;
    this.edges = edges;
  }

  /**
   * One ordinate for each vertex of a ring: that of its source; for a new vertex interpolated along the edges that pass
   * through it; if those have none, between the nearest vertices of the ring that have one. A feature without the ordinate
   * gets none from its neighbours, because its format may have no room for it.
   */
  ofRing(feature: number, ring: Int32Array, sources: Int32Array, values: Float64Array | null): Float64Array | null {
    if (values === null) return null;
    if (!this.has(feature, values)) return new Float64Array(ring.length).fill(NaN);
    const result = Float64Array.from(ring, (vertex, k) => {
      const source = sources[k];
      return source >= 0 ? values[source] : this.interpolate(feature, vertex, values);
    });
    if (result.some((value, k) => Number.isNaN(value) && sources[k] < 0)) this.fillBetween(ring, sources, result);
    return result;
  }

  /** Fills in the new vertices that have no value yet, between the nearest vertices of the ring on both sides that have one. */
  private fillBetween(ring: Int32Array, sources: Int32Array, values: Float64Array): void {
    const before = this.nearestValues(ring, values, 1);
    const after = this.nearestValues(ring, values, -1);
    for (let k = 0; k < values.length; k++) {
      if (!Number.isNaN(values[k]) || sources[k] >= 0) continue;
      const total = before.distances[k] + after.distances[k];
      values[k] = total === 0 ? before.values[k] : before.values[k] + (before.distances[k] / total) * (after.values[k] - before.values[k]);
    }
  }

  /** For each vertex without a value, the last one that was passed on the way around the ring, and how far back that was; NaN if there is none. */
  private nearestValues(ring: Int32Array, values: Float64Array, step: 1 | -1): { readonly values: Float64Array; readonly distances: Float64Array } {
    const { x, y } = this.vertices;
    const { length } = ring;
    const found = { values: new Float64Array(length).fill(NaN), distances: new Float64Array(length).fill(NaN) };
    let at = values.findIndex((value) => !Number.isNaN(value));
    if (at < 0) return found;
    let [value, distance] = [values[at], 0];
    for (let passed = 1; passed < length; passed++) {
      const next = (at + step + length) % length;
      distance += Math.hypot(x[ring[next]] - x[ring[at]], y[ring[next]] - y[ring[at]]);
      at = next;
      if (!Number.isNaN(values[at])) [value, distance] = [values[at], 0];
      found.values[at] = value;
      found.distances[at] = distance;
    }
    return found;
  }

  private has(feature: number, values: Float64Array): boolean {
    let features = this.known.get(values);
    if (features === undefined) this.known.set(values, (features = new Map<number, boolean>()));
    let has = features.get(feature);
    if (has === undefined) {
      has = values.subarray(...vertexRange(this.prepared.layer, feature)).some((value) => !Number.isNaN(value));
      features.set(feature, has);
    }
    return has;
  }

  /** An ordinate at a new vertex: along the edges of its feature that pass through it, else along those of any feature. */
  private interpolate(feature: number, vertex: number, values: Float64Array): number {
    const own = this.meanOver(vertex, values, feature);
    return Number.isNaN(own) ? this.meanOver(vertex, values, -1) : own;
  }

  private meanOver(vertex: number, values: Float64Array, feature: number): number {
    const { edges, prepared } = this;
    const { x, y } = this.vertices;
    const { next, layer } = prepared;
    const segments = new Set<number>();
    for (let half = edges.firstHalfEdge(vertex); half >= 0; half = edges.halfEdgeNext[half]) {
      if (edges.isDead(half >> 1)) continue;
      for (let use = edges.firstUse[half >> 1]; use >= 0; use = edges.useNext[use]) segments.add(edges.useCode[use] >> 1);
    }
    let sum = 0;
    let count = 0;
    for (const i of [...segments].sort((p, q) => p - q)) {
      if (feature >= 0 && featureOfVertex(prepared, i) !== feature) continue;
      const j = next[i];
      const dx = layer.xy[2 * j] - layer.xy[2 * i];
      const dy = layer.xy[2 * j + 1] - layer.xy[2 * i + 1];
      const share = ((x[vertex] - layer.xy[2 * i]) * dx + (y[vertex] - layer.xy[2 * i + 1]) * dy) / (dx * dx + dy * dy);
      const at = Math.min(1, Math.max(0, share));
      const value = values[i] + at * (values[j] - values[i]);
      if (Number.isNaN(value)) continue;
      sum += value;
      count++;
    }
    return count === 0 ? NaN : sum / count;
  }
}
