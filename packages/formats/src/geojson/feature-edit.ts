import type { Layer, Patch } from '@geoinsights/geometry';
import type { Edit } from './byte-buffer.ts';
import { CoordinateWriter, partKindOf } from './coordinate-writer.ts';
import type { LayerStart } from './coordinate-writer.ts';
import { bboxEdits, emptyBounds, widen } from './extent.ts';
import type { Bounds } from './extent.ts';
import type { FeatureText } from './feature-text.ts';
import { FEATURE, GEOMETRY_COLLECTION } from './names.ts';
import { isBlank } from './position-text.ts';
import type { MemberRange, ObjectNode } from './object-node.ts';

/**
 * The edits that make the text of one feature hold the geometry of a patch.
 *
 * Every part goes where the part it replaces was; a new one joins the polygon of the part before it. A member of a collection
 * that loses all its parts is removed; a feature that loses all of them gets a null geometry.
 */
export function featureEdits(feature: FeatureText, layer: Layer, patch: Patch, entry: number): Edit[] {
  return new FeatureEditor(feature, layer, patch, entry).edits();
}

class FeatureEditor {
  readonly #feature: FeatureText;
  readonly #patch: Patch;
  readonly #writer: CoordinateWriter;
  readonly #parts: Map<ObjectNode, number[]>;
  readonly #edits: Edit[] = [];

  constructor(feature: FeatureText, layer: Layer, patch: Patch, entry: number) {
    const index = patch.features[entry];
    const part = layer.featureOffsets[index];
    const ring = layer.partOffsets[part];
    const start: LayerStart = { part, ring, vertex: layer.ringOffsets[ring] };
    this.#feature = feature;
    this.#patch = patch;
    this.#writer = new CoordinateWriter(feature, patch, start);
    this.#parts = partsOfLeaves(feature, patch, entry, start);
  }

  edits(): Edit[] {
    const { node } = this.#feature;
    const geometry = node.type === FEATURE ? node.children.at(0) : node;
    if (geometry === undefined) return this.#edits;
    if (node.type !== FEATURE) {
      if (this.#isGone(geometry)) this.#empty(geometry);
      else this.#geometry(geometry);
      return this.#edits;
    }
    if (this.#isGone(geometry)) {
      this.#replace(geometry.start, geometry.end, 'null');
      if (node.bbox !== null) this.#removeMember(node.bbox);
    } else {
      this.#geometry(geometry);
      this.#bbox(node, geometry);
    }
    return this.#edits;
  }

  /** True for a geometry that had parts and has lost all of them. */
  #isGone(geometry: ObjectNode): boolean {
    if (geometry.type === GEOMETRY_COLLECTION) return geometry.children.length > 0 && geometry.children.every((child) => this.#isGone(child));
    return geometry.endPart > geometry.firstPart && this.#partsOf(geometry).length === 0;
  }

  #partsOf(geometry: ObjectNode): number[] {
    if (geometry.type === GEOMETRY_COLLECTION) return geometry.children.flatMap((child) => this.#partsOf(child));
    return this.#parts.get(geometry) ?? [];
  }

  #geometry(geometry: ObjectNode): void {
    if (geometry.type === GEOMETRY_COLLECTION) this.#collection(geometry);
    else if (this.#partsOf(geometry).length > 0) this.#coordinates(geometry);
    this.#bbox(geometry, geometry);
  }

  #coordinates(leaf: ObjectNode): void {
    const { coordinates, typeText } = leaf;
    if (coordinates === null || typeText === null) throw new Error('a geometry with parts lacks coordinates or type');
    const written = this.#writer.write(leaf, this.#partsOf(leaf));
    this.#edits.push({ start: coordinates.start, end: coordinates.end, text: written.text });
    if (written.type !== null) this.#replace(typeText.start, typeText.end, `"${written.type}"`);
  }

  #collection(collection: ObjectNode): void {
    const { children } = collection;
    const firstKept = children.findIndex((child) => !this.#isGone(child));
    children.forEach((child, index) => {
      if (!this.#isGone(child)) this.#geometry(child);
      else if (index < firstKept) this.#replace(child.start, children[index + 1].start, '');
      else this.#replace(children[index - 1].end, child.end, '');
    });
  }

  /** A geometry that is a document of its own cannot become null. */
  #empty(geometry: ObjectNode): void {
    const holder = geometry.type === GEOMETRY_COLLECTION ? geometry.geometries : geometry.coordinates;
    if (holder !== null) this.#replace(holder.start, holder.end, '[]');
    if (geometry.bbox !== null) this.#removeMember(geometry.bbox);
  }

  /** @param owner the object with the bbox; `geometry` is what the bbox encloses. */
  #bbox(owner: ObjectNode, geometry: ObjectNode): void {
    if (owner.bbox === null) return;
    const { bytes, base } = this.#feature;
    const { start, end } = owner.bbox;
    const after = this.#boundsAfter(geometry);
    this.#edits.push(...bboxEdits({ bytes, base, start, end }, this.#boundsBefore(geometry), after));
  }

  #boundsBefore(geometry: ObjectNode): Bounds {
    const bounds = emptyBounds();
    const feature = this.#feature;
    for (let part = geometry.firstPart; part < geometry.endPart; part++) {
      const first = feature.firstVertex(feature.firstRing(part));
      widen(bounds, feature.vertices, first, feature.endVertex(feature.endRing(part) - 1));
    }
    return bounds;
  }

  #boundsAfter(geometry: ObjectNode): Bounds {
    const bounds = emptyBounds();
    const { partOffsets, ringOffsets } = this.#patch.geometry;
    for (const part of this.#partsOf(geometry)) widen(bounds, this.#patch.geometry, ringOffsets[partOffsets[part]], ringOffsets[partOffsets[part + 1]]);
    return bounds;
  }

  #replace(start: number, end: number, text: string): void {
    this.#edits.push({ start, end, text: new TextEncoder().encode(text) });
  }

  /** Removes a member together with the one comma that becomes superfluous. */
  #removeMember(member: MemberRange): void {
    if (member.commaBefore >= 0) {
      this.#replace(member.commaBefore, member.end, '');
      return;
    }
    const { bytes, base } = this.#feature;
    let at = member.end - base;
    while (isBlank(bytes[at])) at++;
    if (bytes[at] === 0x2c) {
      at++;
      while (isBlank(bytes[at])) at++;
      this.#replace(member.nameStart, base + at, '');
    } else {
      this.#replace(member.nameStart, member.end, '');
    }
  }
}

/** For each geometry with coordinates, the parts of the patch that it now holds, in order. */
function partsOfLeaves(feature: FeatureText, patch: Patch, entry: number, start: LayerStart): Map<ObjectNode, number[]> {
  const leaves = leavesOf(feature.node);
  const leafOfPart = new Map<number, ObjectNode>();
  for (const leaf of leaves) for (let part = leaf.firstPart; part < leaf.endPart; part++) leafOfPart.set(part, leaf);
  const { featureOffsets, partKinds } = patch.geometry;
  const parts = new Map<ObjectNode, number[]>();
  const sourceOf = (part: number): ObjectNode | undefined => leafOfPart.get(patch.sourcePart[part] - start.part);
  const previous = new Map<number, ObjectNode>();
  for (let part = featureOffsets[entry]; part < featureOffsets[entry + 1]; part++) {
    const kind = partKinds[part];
    const leaf = sourceOf(part) ?? previous.get(kind) ?? leaves.find(({ type }) => partKindOf(type) === kind);
    if (leaf === undefined) throw new Error('a patch adds parts to a feature that has no geometry of their kind');
    const held = parts.get(leaf);
    if (held === undefined) parts.set(leaf, [part]);
    else held.push(part);
    previous.set(kind, leaf);
  }
  return parts;
}

function leavesOf(node: ObjectNode): ObjectNode[] {
  if (node.type === FEATURE || node.type === GEOMETRY_COLLECTION) return node.children.flatMap(leavesOf);
  return node.endPart > node.firstPart ? [node] : [];
}
