import { groupOf } from '../arrays/binary-search.ts';
import { hashPlace, slotsFor } from '../arrays/hash-place.ts';
import { addTo } from '../arrays/multimap.ts';
import { PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';
import { vertexCountOf } from '../layer/vertex-range.ts';

/** The vertices of one feature's polygons, by coordinates. */
export class OwnVertices {
  readonly #layer: Layer;
  /** A hash table with open addressing: the first vertex at each point plus one, 0 for none. */
  readonly #slots: Int32Array;
  /** By their first vertex, all vertices at points that have several. */
  readonly #together = new Map<number, number[]>();

  constructor(layer: Layer, feature: number) {
    this.#layer = layer;
    this.#slots = new Int32Array(slotsFor(2 * vertexCountOf(layer, feature) + 2));
    for (let part = layer.featureOffsets[feature]; part < layer.featureOffsets[feature + 1]; part++) {
      if (layer.partKinds[part] !== PartKind.Polygon) continue;
      for (let ring = layer.partOffsets[part]; ring < layer.partOffsets[part + 1]; ring++) {
        for (let i = layer.ringOffsets[ring]; i + 1 < layer.ringOffsets[ring + 1]; i++) this.#add(i);
      }
    }
  }

  has(x: number, y: number): boolean {
    return this.at(x, y) >= 0;
  }

  /** The first vertex at a point, or -1. */
  at(x: number, y: number): number {
    return this.#slots[this.#slotOf(x, y)] - 1;
  }

  ringOf(vertex: number): number {
    return groupOf(this.#layer.ringOffsets, vertex);
  }

  partOf(ring: number): number {
    return groupOf(this.#layer.partOffsets, ring);
  }

  /** The rings with a vertex at the first of these that has a source. */
  ringsAlong(vertices: readonly { readonly source: number }[]): number[] {
    const first = vertices.find(({ source }) => source >= 0);
    return first === undefined ? [] : this.#allAt(first.source).map((vertex) => this.ringOf(vertex));
  }

  /** Whether a segment connects two vertices, in either direction. */
  areNeighbours(vertex: number, other: number): boolean {
    return this.#allAt(vertex).some((p) => this.#allAt(other).some((q) => this.#follows(p, q) || this.#follows(q, p)));
  }

  #follows(vertex: number, next: number): boolean {
    const ring = this.ringOf(vertex);
    const [start, end] = [this.#layer.ringOffsets[ring], this.#layer.ringOffsets[ring + 1] - 1];
    return (vertex + 1 < end ? vertex + 1 : start) === next;
  }

  #allAt(vertex: number): readonly number[] {
    const { xy } = this.#layer;
    const first = this.at(xy[2 * vertex], xy[2 * vertex + 1]);
    return first < 0 ? [] : (this.#together.get(first) ?? [first]);
  }

  #add(vertex: number): void {
    const { xy } = this.#layer;
    const slot = this.#slotOf(xy[2 * vertex], xy[2 * vertex + 1]);
    const first = this.#slots[slot] - 1;
    if (first < 0) this.#slots[slot] = vertex + 1;
    else if (this.#together.has(first)) addTo(this.#together, first, vertex);
    else this.#together.set(first, [first, vertex]);
  }

  /** The slot of a point, or the free one where it belongs. Negative zero is zero. */
  #slotOf(x: number, y: number): number {
    const { xy } = this.#layer;
    const mask = this.#slots.length - 1;
    let slot = hashPlace(x + 0, y + 0) & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const vertex = this.#slots[slot] - 1;
      if (xy[2 * vertex] === x && xy[2 * vertex + 1] === y) break;
    }
    return slot;
  }
}
