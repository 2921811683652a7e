import { addTo } from '../arrays/multimap.ts';
import type { BBox, Geometry, Position } from 'geojson';
import type { Layer, Patch } from '../layer/layer.ts';
import { emptyBounds, fitted, widen } from './bounds.ts';
import type { Bounds } from './bounds.ts';
import { treeOf } from './geometry-tree.ts';
import type { GeometryNode, GeometryTree, LeafNode } from './geometry-tree.ts';

/** A geometry after a patch, and a way to fit the bbox of its feature. */
export interface WrittenGeometry {
  /** Null if nothing is left of it. */
  readonly geometry: Geometry | null;
  fit(bbox: BBox): BBox;
}

/**
 * The geometry described by entry `entry` of the patch. What did not change is shared with the old geometry: members of a
 * collection, rings, and the ordinates of each vertex besides x and y.
 * @returns null if the geometry is not the one that was read into the layer.
 */
export function writeGeometry(geometry: Geometry, layer: Layer, patch: Patch, entry: number): WrittenGeometry | null {
  const tree = treeOf(geometry);
  const writer = new GeometryWriter(tree, layer, patch, entry);
  if (!writer.isOfLayer()) return null;
  return { geometry: writer.write(tree.root), fit: (bbox) => writer.fit(bbox, tree.root) };
}

class GeometryWriter {
  readonly #tree: GeometryTree;
  readonly #layer: Layer;
  readonly #patch: Patch;
  readonly #feature: number;
  readonly #firstPart: number;
  readonly #firstRing: number;
  readonly #firstVertex: number;
  readonly #positions: readonly Position[];
  /** For each leaf, the parts of the patch that it now holds, in order. */
  readonly #held = new Map<LeafNode, number[]>();

  constructor(tree: GeometryTree, layer: Layer, patch: Patch, entry: number) {
    this.#tree = tree;
    this.#layer = layer;
    this.#patch = patch;
    this.#feature = patch.features[entry];
    this.#firstPart = layer.featureOffsets[this.#feature];
    this.#firstRing = layer.partOffsets[this.#firstPart];
    this.#firstVertex = layer.ringOffsets[this.#firstRing];
    this.#positions = tree.rings.flat();
    this.#place(entry);
  }

  isOfLayer(): boolean {
    const { featureOffsets, partOffsets, ringOffsets } = this.#layer;
    const endPart = featureOffsets[this.#feature + 1];
    const endRing = partOffsets[endPart];
    const counts = [endPart - this.#firstPart, endRing - this.#firstRing, ringOffsets[endRing] - this.#firstVertex];
    return [this.#tree.root.endPart, this.#tree.rings.length, this.#positions.length].every((count, i) => count === counts[i]);
  }

  /** Puts every part where the part it replaces was. A new part joins the geometry of the part before it. */
  #place(entry: number): void {
    const { featureOffsets, partKinds } = this.#patch.geometry;
    const { leafOfPart } = this.#tree;
    const previous = new Map<number, LeafNode>();
    for (let part = featureOffsets[entry]; part < featureOffsets[entry + 1]; part++) {
      const kind = partKinds[part];
      const source = this.#patch.sourcePart[part] - this.#firstPart;
      const leaf = (source >= 0 ? leafOfPart[source] : previous.get(kind)) ?? leafOfPart.find((each) => each.kind === kind);
      if (leaf === undefined) throw new Error('a patch adds parts to a feature that has no geometry of their kind');
      addTo(this.#held, leaf, part);
      previous.set(kind, leaf);
    }
  }

  /** @returns the same object if it did not change; null if it had parts and no longer has any. */
  write(node: GeometryNode): Geometry | null {
    if (node.members === null) return this.#leaf(node);
    const before = node.members;
    const members = before.map((member) => this.write(member));
    if (members.every((member, i) => member === before[i].geometry)) return node.geometry;
    const geometries = members.filter((member) => member !== null);
    return geometries.length === 0 ? null : this.#fitting({ ...node.geometry, geometries }, node);
  }

  #leaf(node: LeafNode): Geometry | null {
    const parts = this.#held.get(node) ?? [];
    if (this.#isUnchanged(node, parts)) return node.geometry;
    return parts.length === 0 ? null : this.#fitting(this.#changed(node.geometry, parts), node);
  }

  #isUnchanged({ firstPart, endPart }: LeafNode, parts: readonly number[]): boolean {
    const { partOffsets } = this.#layer;
    return parts.length === endPart - firstPart && parts.every((part, i) => {
      const source = this.#firstPart + firstPart + i;
      const rings = this.#ringsOf(part);
      return this.#patch.sourcePart[part] === source && rings.length === partOffsets[source + 1] - partOffsets[source] && rings.every((ring, index) => this.#patch.sourceRing[ring] === partOffsets[source] + index);
    });
  }

  #changed(geometry: LeafNode['geometry'], parts: readonly number[]): Geometry {
    const [first] = parts;
    switch (geometry.type) {
      case 'Point':
        throw new Error('a patch changes a point');
      case 'MultiPoint':
      case 'LineString':
        return { ...geometry, coordinates: this.#coordinates(first)[0] };
      case 'MultiLineString':
        return { ...geometry, coordinates: parts.flatMap((part) => this.#coordinates(part)) };
      case 'Polygon':
        if (parts.length === 1) return { ...geometry, coordinates: this.#coordinates(first) };
        return { ...geometry, type: 'MultiPolygon', coordinates: parts.map((part) => this.#coordinates(part)) };
      case 'MultiPolygon':
        return { ...geometry, coordinates: parts.map((part) => this.#coordinates(part)) };
    }
  }

  #coordinates(part: number): Position[][] {
    const { rings } = this.#tree;
    return this.#ringsOf(part).map((ring) => {
      const source = this.#patch.sourceRing[ring] - this.#firstRing;
      return source >= 0 && source < rings.length ? rings[source] : this.#ring(ring);
    });
  }

  #ring(ring: number): Position[] {
    const { ringOffsets } = this.#patch.geometry;
    return range(ringOffsets[ring], ringOffsets[ring + 1]).map((vertex) => this.#position(vertex));
  }

  #position(vertex: number): Position {
    const { xy, z, m } = this.#patch.geometry;
    const [x, y] = [xy[2 * vertex], xy[2 * vertex + 1]];
    // A vertex that comes from another feature counts as new here.
    const source = this.#patch.sourceVertex[vertex] - this.#firstVertex;
    if (source >= 0 && source < this.#positions.length && Array.isArray(this.#positions[source])) return [x, y, ...this.#positions[source].slice(2)];
    if (z === null || !Number.isFinite(z[vertex])) return [x, y];
    return m === null || !Number.isFinite(m[vertex]) ? [x, y, z[vertex]] : [x, y, z[vertex], m[vertex]];
  }

  #ringsOf(part: number): number[] {
    const { partOffsets } = this.#patch.geometry;
    return range(partOffsets[part], partOffsets[part + 1]);
  }

  #fitting<Changed extends Geometry>(geometry: Changed, node: GeometryNode): Changed {
    return geometry.bbox === undefined ? geometry : { ...geometry, bbox: this.fit(geometry.bbox, node) };
  }

  fit(bbox: BBox, node: GeometryNode): BBox {
    const before = emptyBounds();
    widen(before, this.#layer, this.#firstPart + node.firstPart, this.#firstPart + node.endPart);
    const after = emptyBounds();
    this.#widenByHeld(after, node);
    return fitted(bbox, before, after);
  }

  #widenByHeld(bounds: Bounds, node: GeometryNode): void {
    if (node.members === null) for (const part of this.#held.get(node) ?? []) widen(bounds, this.#patch.geometry, part, part + 1);
    else for (const member of node.members) this.#widenByHeld(bounds, member);
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
