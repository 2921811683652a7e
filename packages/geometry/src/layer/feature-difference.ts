import { hashSegment, slotsFor } from '../arrays/hash-place.ts';
import type { Layer } from './layer.ts';
import { vertexCountOf } from './vertex-range.ts';

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

/** Compares features edge by edge. One object compares any number of them, with the same memory. */
export class FeatureDifferences {
  readonly #edges = new EdgeCounts();

  /** The extent of the edges that only one of two features has. Outside of it, both have the same land. Null if they are equal. */
  boxOf(layer: Layer, feature: number, other: Layer, otherFeature: number): [number, number, number, number] | null {
    const edges = this.#edges;
    const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
    edges.count(layer, feature);
    forEachEdge(other, otherFeature, (at) => {
      if (!edges.takeOne(other.xy, at)) widen(box, other, at);
    });
    forEachEdge(layer, feature, (at) => {
      if (edges.takeOne(layer.xy, at)) widen(box, layer, at);
    });
    // If an end is not a number, there is no telling where they differ.
    if (box.some((value) => Number.isNaN(value))) return [-Infinity, -Infinity, Infinity, Infinity];
    return box[0] <= box[2] ? box : null;
  }
}

/** The edges of a feature, with how many times it has each, in a hash table with open addressing. */
class EdgeCounts {
  #xy: Float64Array = new Float64Array(0);
  /** The first vertex of each edge, plus one; 0 for none. */
  #slots = new Int32Array(64);
  #counts = new Int32Array(64);
  #mask = 0;

  /** Counts the edges of a feature, in place of those counted before. */
  count(layer: Layer, feature: number): void {
    const size = slotsFor(2 * (vertexCountOf(layer, feature) + 1));
    if (size > this.#slots.length) {
      this.#slots = new Int32Array(size);
      this.#counts = new Int32Array(size);
    } else {
      this.#slots.fill(0, 0, this.#mask + 1);
      this.#counts.fill(0, 0, this.#mask + 1);
    }
    this.#xy = layer.xy;
    this.#mask = size - 1;
    forEachEdge(layer, feature, (vertex) => {
      const slot = this.#find(layer.xy, vertex);
      this.#slots[slot] = vertex + 1;
      this.#counts[slot]++;
    });
  }

  /** Takes away one of the edges that run like a given one. @returns whether there was any. */
  takeOne(xy: Float64Array, vertex: number): boolean {
    const slot = this.#find(xy, vertex);
    if (this.#counts[slot] === 0) return false;
    this.#counts[slot]--;
    return true;
  }

  /** The slot of an edge, or the free one where it belongs. */
  #find(xy: Float64Array, vertex: number): number {
    let slot = hashSegment(xy[2 * vertex], xy[2 * vertex + 1], xy[2 * vertex + 2], xy[2 * vertex + 3]) & this.#mask;
    while (this.#slots[slot] !== 0 && !isSameEdge(this.#xy, this.#slots[slot] - 1, xy, vertex)) slot = (slot + 1) & this.#mask;
    return slot;
  }
}

/** Calls back with the first vertex of every segment of a feature. */
function forEachEdge({ ringOffsets, partOffsets, featureOffsets }: Layer, feature: number, visit: (vertex: number) => void): void {
  for (let ring = partOffsets[featureOffsets[feature]]; ring < partOffsets[featureOffsets[feature + 1]]; ring++) {
    for (let vertex = ringOffsets[ring]; vertex + 1 < ringOffsets[ring + 1]; vertex++) visit(vertex);
  }
}

function isSameEdge(xy: Float64Array, vertex: number, otherXy: Float64Array, other: number): boolean {
  for (let i = 0; i < 4; i++) {
    const value = xy[2 * vertex + i];
    const otherValue = otherXy[2 * other + i];
    if (value !== otherValue && !(Number.isNaN(value) && Number.isNaN(otherValue))) return false;
  }
  return true;
}

function widen(box: [number, number, number, number], { xy }: Layer, vertex: number): void {
  for (const end of [vertex, vertex + 1]) {
    box[0] = Math.min(box[0], xy[2 * end]);
    box[1] = Math.min(box[1], xy[2 * end + 1]);
    box[2] = Math.max(box[2], xy[2 * end]);
    box[3] = Math.max(box[3], xy[2 * end + 1]);
  }
}
