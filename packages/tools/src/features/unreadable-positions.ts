import type { Layer } from '@geoinsights/geometry';
import { PartKind } from '@geoinsights/geometry/layer';

/** The vertices without two finite numbers. */
export function unreadableVertices(xy: Float64Array): number[] {
  const vertices: number[] = [];
  for (let at = 0; at < xy.length; at += 2) if (!Number.isFinite(xy[at]) || !Number.isFinite(xy[at + 1])) vertices.push(at / 2);
  return vertices;
}

/**
 * A layer without these vertices, which a repair removes in the same way, and without rings and parts that have no others. A polygon's ring that
 * began with one is closed again. Heights and measures are dropped.
 * @param without in ascending order
 */
export function withoutVertices(layer: Layer, without: readonly number[]): Layer {
  const { ringOffsets, partOffsets, featureOffsets, partKinds } = layer;
  const gone = new Set(without);
  const xy: number[] = [];
  const [rings, parts, features]: [number[], number[], number[]] = [[0], [0], [0]];
  const kinds: number[] = [];
  for (let feature = 0; feature < featureOffsets.length - 1; feature++) {
    for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
      for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
        const [first, last] = [ringOffsets[ring], ringOffsets[ring + 1] - 1];
        const start = xy.length;
        for (let vertex = first; vertex <= last; vertex++) if (!gone.has(vertex)) xy.push(layer.xy[2 * vertex], layer.xy[2 * vertex + 1]);
        if (xy.length === start) continue;
        if (partKinds[part] === PartKind.Polygon && (gone.has(first) || gone.has(last))) xy.push(xy[start], xy[start + 1]);
        rings.push(xy.length / 2);
      }
      if (rings.length - 1 === parts[parts.length - 1]) continue;
      parts.push(rings.length - 1);
      kinds.push(partKinds[part]);
    }
    features.push(kinds.length);
  }
  return { xy: Float64Array.from(xy), z: null, m: null, ringOffsets: Int32Array.from(rings), partOffsets: Int32Array.from(parts), featureOffsets: Int32Array.from(features), partKinds: Uint8Array.from(kinds) };
}
