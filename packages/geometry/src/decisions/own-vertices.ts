import { addTo } from '../arrays/multimap.ts';
import { PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';

/** The vertices of one feature's polygons, by coordinates. */
export class OwnVertices {
  private readonly columns = new Map<number, Map<number, number[]>>();
  private readonly rings = new Map<number, number>();
  private readonly layer: Layer;

  constructor(layer: Layer, feature: number) {
    this.layer = layer;
    for (let part = layer.featureOffsets[feature]; part < layer.featureOffsets[feature + 1]; part++) {
      if (layer.partKinds[part] !== PartKind.Polygon) continue;
      for (let ring = layer.partOffsets[part]; ring < layer.partOffsets[part + 1]; ring++) {
        this.rings.set(ring, part);
        for (let i = layer.ringOffsets[ring]; i + 1 < layer.ringOffsets[ring + 1]; i++) {
          const column = this.columns.get(layer.xy[2 * i]) ?? new Map<number, number[]>();
          this.columns.set(layer.xy[2 * i], column);
          addTo(column, layer.xy[2 * i + 1], i);
        }
      }
    }
  }

  has(x: number, y: number): boolean {
    return this.at(x, y) >= 0;
  }

  /** The first vertex at a point, or -1. */
  at(x: number, y: number): number {
    return this.columns.get(x)?.get(y)?.[0] ?? -1;
  }

  ringOf(vertex: number): number {
    for (const ring of this.rings.keys()) if (vertex >= this.layer.ringOffsets[ring] && vertex < this.layer.ringOffsets[ring + 1]) return ring;
    return -1;
  }

  partOf(ring: number): number {
    return this.rings.get(ring) ?? -1;
  }

  /** The rings with a vertex at the first of these that has a source. */
  ringsAlong(vertices: readonly { readonly source: number }[]): number[] {
    const first = vertices.find(({ source }) => source >= 0);
    return first === undefined ? [] : this.allAt(first.source).map((vertex) => this.ringOf(vertex));
  }

  /** Whether a segment connects two vertices, in either direction. */
  areNeighbours(vertex: number, other: number): boolean {
    return this.allAt(vertex).some((p) => this.allAt(other).some((q) => this.follows(p, q) || this.follows(q, p)));
  }

  private follows(vertex: number, next: number): boolean {
    const ring = this.ringOf(vertex);
    const [start, end] = [this.layer.ringOffsets[ring], this.layer.ringOffsets[ring + 1] - 1];
    return (vertex + 1 < end ? vertex + 1 : start) === next;
  }

  private allAt(vertex: number): readonly number[] {
    return this.columns.get(this.layer.xy[2 * vertex])?.get(this.layer.xy[2 * vertex + 1]) ?? [];
  }
}
