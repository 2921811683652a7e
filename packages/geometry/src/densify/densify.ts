import { Float64List } from '../arrays/growable.ts';
import type { Layer } from '../layer/layer.ts';
import { PartKind } from '../layer/layer.ts';
import { EdgeCurve } from './edge-curve.ts';
import type { TransformPlaces } from './edge-curve.ts';

export interface DensifyOptions {
  /** In units of the target, above 0: no straight edge of the result lies further from the true curve of the edge. */
  readonly tolerance: number;
  /** The maximum number of vertices. */
  readonly mostVertices: number;
}

/**
 * A layer in another reference system, with vertices added where straight edges of the source become curves. Each edge is halved in
 * the source, and its halves again, until all pieces are within the tolerance. What is added depends on the two ends only and not on
 * the direction, so that polygons that shared an edge still share all of it. Z and M are interpolated.
 * @param layer in the source; it is not changed
 * @param target the coordinates of its vertices in the target
 * @param transform from the source to the target
 * @returns null if it would have more vertices than allowed
 */
export function densify(layer: Layer, target: Float64Array, transform: TransformPlaces, { tolerance, mostVertices }: DensifyOptions): Layer | null {
  if (!(tolerance > 0)) throw new RangeError(`the tolerance must be above 0, not ${tolerance}`);
  const curve = new EdgeCurve(layer.xy, target, transform, tolerance);
  const added = new Added(layer);
  const ringOffsets = new Int32Array(layer.ringOffsets.length);
  let vertices = 0;
  for (let part = 0; part < layer.partKinds.length; part++) {
    const hasEdges = layer.partKinds[part] !== PartKind.Point;
    for (let ring = layer.partOffsets[part]; ring < layer.partOffsets[part + 1]; ring++) {
      const end = layer.ringOffsets[ring + 1];
      for (let vertex = layer.ringOffsets[ring]; vertex < end; vertex++) {
        vertices++;
        if (!hasEdges || vertex + 1 === end) continue;
        curve.follow(vertex, vertex + 1);
        if (curve.length === 0) continue;
        vertices += curve.length;
        if (vertices > mostVertices) return null;
        added.take(vertex, curve);
      }
      ringOffsets[ring + 1] = vertices;
    }
  }
  return added.laidOver(target, ringOffsets);
}

/** The vertices that are added, edge by edge, in the order of the layer. */
class Added {
  readonly #layer: Layer;
  readonly #edges = new Float64List();
  readonly #shares = new Float64List();
  readonly #xy = new Float64List();

  constructor(layer: Layer) {
    this.#layer = layer;
  }

  /** Takes the added points of the edge that starts at a vertex. */
  take(vertex: number, curve: EdgeCurve): void {
    for (let index = 0; index < curve.length; index++) {
      this.#edges.push(vertex);
      this.#shares.push(curve.shareAt(index));
      this.#xy.push(curve.xAt(index));
      this.#xy.push(curve.yAt(index));
    }
  }

  laidOver(target: Float64Array, ringOffsets: Int32Array): Layer {
    const layer = this.#layer;
    if (this.#edges.length === 0) return { ...layer, xy: target };
    const count = target.length / 2 + this.#edges.length;
    const xy = new Float64Array(2 * count);
    let at = 0;
    let next = 0;
    for (let vertex = 0; vertex < target.length / 2; vertex++) {
      xy[2 * at] = target[2 * vertex];
      xy[2 * at + 1] = target[2 * vertex + 1];
      at++;
      for (; next < this.#edges.length && this.#edges.data[next] === vertex; next++, at++) {
        xy[2 * at] = this.#xy.data[2 * next];
        xy[2 * at + 1] = this.#xy.data[2 * next + 1];
      }
    }
    return { ...layer, xy, ringOffsets, z: this.#withShares(layer.z, count), m: this.#withShares(layer.m, count) };
  }

  /** One value per vertex. Between the ends of an edge it is interpolated linearly. */
  #withShares(values: Float64Array | null, count: number): Float64Array | null {
    if (values === null) return null;
    const result = new Float64Array(count);
    let at = 0;
    let next = 0;
    for (let vertex = 0; vertex < values.length; vertex++) {
      result[at++] = values[vertex];
      for (; next < this.#edges.length && this.#edges.data[next] === vertex; next++) {
        const share = this.#shares.data[next];
        result[at++] = values[vertex] * (1 - share) + values[vertex + 1] * share;
      }
    }
    return result;
  }
}
