import type { Layer } from './layer.ts';

/** Whether two features have the same vertices, ring by ring and in the same order. */
export function haveEqualRings(layer: Layer, feature: number, other: Layer, otherFeature: number): boolean {
  const [ring, otherRing] = [layer.partOffsets[layer.featureOffsets[feature]], other.partOffsets[other.featureOffsets[otherFeature]]];
  const rings = layer.partOffsets[layer.featureOffsets[feature + 1]] - ring;
  if (other.partOffsets[other.featureOffsets[otherFeature + 1]] - otherRing !== rings) return false;
  const [start, otherStart] = [layer.ringOffsets[ring], other.ringOffsets[otherRing]];
  for (let i = 0; i <= rings; i++) if (layer.ringOffsets[ring + i] - start !== other.ringOffsets[otherRing + i] - otherStart) return false;
  const numbers = 2 * (layer.ringOffsets[ring + rings] - start);
  for (let i = 0; i < numbers; i++) if (layer.xy[2 * start + i] !== other.xy[2 * otherStart + i]) return false;
  return true;
}

/** The extent of the edges that only one of the two features has. Outside of it, both have the same land. Null if they are equal. */
export function differenceBox(layer: Layer, feature: number, other: Layer, otherFeature: number): [number, number, number, number] | null {
  const edges = new Map<string, number>();
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  forEachEdge(layer, feature, (at) => {
    const key = edgeKey(layer, at);
    edges.set(key, (edges.get(key) ?? 0) + 1);
  });
  forEachEdge(other, otherFeature, (at) => {
    const key = edgeKey(other, at);
    const times = edges.get(key) ?? 0;
    if (times === 0) widen(box, other, at);
    else edges.set(key, times - 1);
  });
  forEachEdge(layer, feature, (at) => {
    const key = edgeKey(layer, at);
    const times = edges.get(key) ?? 0;
    if (times === 0) return;
    widen(box, layer, at);
    edges.set(key, times - 1);
  });
  // If an end is not a number, there is no telling where they differ.
  if (box.some((value) => Number.isNaN(value))) return [-Infinity, -Infinity, Infinity, Infinity];
  return box[0] <= box[2] ? box : null;
}

/** Calls back with the first vertex of every segment of a feature. */
function forEachEdge({ ringOffsets, partOffsets, featureOffsets }: Layer, feature: number, visit: (vertex: number) => void): void {
  for (let ring = partOffsets[featureOffsets[feature]]; ring < partOffsets[featureOffsets[feature + 1]]; ring++) {
    for (let vertex = ringOffsets[ring]; vertex + 1 < ringOffsets[ring + 1]; vertex++) visit(vertex);
  }
}

function edgeKey({ xy }: Layer, vertex: number): string {
  return `${xy[2 * vertex]} ${xy[2 * vertex + 1]} ${xy[2 * vertex + 2]} ${xy[2 * vertex + 3]}`;
}

function widen(box: [number, number, number, number], { xy }: Layer, vertex: number): void {
  for (const end of [vertex, vertex + 1]) {
    box[0] = Math.min(box[0], xy[2 * end]);
    box[1] = Math.min(box[1], xy[2 * end + 1]);
    box[2] = Math.max(box[2], xy[2 * end]);
    box[3] = Math.max(box[3], xy[2 * end + 1]);
  }
}
