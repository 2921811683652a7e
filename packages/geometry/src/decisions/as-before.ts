import { PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';
import type { PatchBuilder } from '../layer/patch.ts';
import { vertexRange } from '../layer/vertex-range.ts';
import type { GivenBack } from './give-back.ts';
import { OwnVertices } from './own-vertices.ts';
import { SharedEdges } from './shared-edges.ts';
import type { Place } from './shared-edges.ts';
import type { Lot } from './set-aside.ts';

/**
 * Nodes are no further from their edges than this share of their coordinates: crossings up to eight units in the last place apart become
 * one.
 */
const NODE_ROUNDING = 32 * Number.EPSILON;

interface WrittenRing {
  /** Open, in order. */
  readonly vertices: readonly Vertex[];
  /** The ring that it equals, or -1. */
  readonly source: number;
}

interface Vertex {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly m: number;
  readonly source: number;
}

/** A vertex that a feature got from others that have one on its border. */
export interface InsertedVertex {
  readonly feature: number;
  readonly x: number;
  readonly y: number;
}

interface WrittenPart {
  source: number;
  readonly kind: number;
  readonly rings: readonly WrittenRing[];
}

/**
 * Restores the original form, as far as possible, of features that got their lots back. Nodes that are on their borders only
 * because the border of a lot crosses there are removed. A ring that was cut and joined again gets back its first vertex and
 * direction.
 */
export class AsBefore {
  private readonly before: Layer;
  private readonly givenBack: GivenBack;
  /** For each point on a border that was not a vertex of the feature itself: the features that have a vertex there. */
  private readonly ownersAt = new Map<number, Map<number, Set<number>>>();
  /** Of all features written so far. */
  readonly inserted: InsertedVertex[] = [];
  /** For each feature, those that share a lot with it. */
  private readonly partners = new Map<number, Set<number>>();
  private readonly sharedEdges: SharedEdges;

  /** @param others calls back with all current vertices of features without lots. */
  constructor(before: Layer, givenBack: GivenBack, lots: readonly Lot[], others: (visit: (feature: number, x: number, y: number) => void) => void) {
    this.before = before;
    this.givenBack = givenBack;
    this.sharedEdges = new SharedEdges(givenBack.layer, givenBack.features);
    for (const { members } of lots) for (const member of members) this.addPartners(member, members);
    givenBack.features.forEach((feature, index) => {
      const own = this.ownVertices(feature);
      forEachVertex(givenBack.layer, index, (vertex) => {
        const [x, y] = [givenBack.layer.xy[2 * vertex], givenBack.layer.xy[2 * vertex + 1]];
        if (own.has(x, y)) return;
        const column = this.ownersAt.get(x) ?? new Map<number, Set<number>>();
        this.ownersAt.set(x, column.set(y, new Set()));
      });
    });
    others((feature, x, y) => this.ownersAt.get(x)?.get(y)?.add(feature));
    for (const feature of givenBack.features) forEachVertex(before, feature, (vertex) => this.ownersAt.get(before.xy[2 * vertex])?.get(before.xy[2 * vertex + 1])?.add(feature));
  }

  /** A feature may have tens of thousands of lots, each with another one. */
  private addPartners(feature: number, members: readonly number[]): void {
    const known = this.partners.get(feature) ?? new Set();
    this.partners.set(feature, known);
    for (const member of members) known.add(member);
  }

  /**
   * Adds a feature to a patch of the original layer, unless it is unchanged. @param index its index among those that got lots back.
   * @returns whether it was added.
   */
  write(index: number, builder: PatchBuilder): boolean {
    const feature = this.givenBack.features[index];
    const parts = this.partsOf(feature, index);
    if (this.isUnchanged(feature, parts)) return false;
    builder.beginFeature(feature);
    const { before } = this;
    for (const { kind, source, rings } of parts) {
      builder.beginPart(kind, source);
      for (const ring of rings) {
        builder.beginRing(ring.source);
        if (ring.source >= 0) {
          builder.addSourceVertices(before, before.ringOffsets[ring.source], before.ringOffsets[ring.source + 1]);
          continue;
        }
        const [first] = ring.vertices;
        for (const vertex of [...ring.vertices, first]) builder.addVertex(vertex.x, vertex.y, vertex.z, vertex.m, vertex.source);
      }
    }
    return true;
  }

  private partsOf(feature: number, index: number): WrittenPart[] {
    const { before, givenBack: { layer } } = this;
    const own = this.ownVertices(feature);
    const takenRings = new Set<number>();
    const parts: WrittenPart[] = [];
    for (let part = layer.featureOffsets[index]; part < layer.featureOffsets[index + 1]; part++) {
      if (layer.partKinds[part] !== PartKind.Polygon) continue;
      const rings: WrittenRing[] = [];
      for (let ring = layer.partOffsets[part]; ring < layer.partOffsets[part + 1]; ring++) {
        const written = this.ringOf(feature, ring, own, takenRings);
        if (written.source >= 0) takenRings.add(written.source);
        rings.push(written);
      }
      const [shell, ...holes] = rings;
      holes.sort((p, q) => Number(p.source < 0) - Number(q.source < 0) || p.source - q.source);
      parts.push({ source: -1, kind: PartKind.Polygon, rings: [shell, ...holes] });
    }
    const taken = new Set<number>();
    const claim = (part: WrittenPart, isEqual: boolean): void => {
      if (part.source >= 0) return;
      const [shell] = part.rings;
      const candidates = isEqual ? [shell.source] : shell.vertices.map(({ source }) => (source < 0 ? -1 : own.ringOf(source)));
      const found = candidates.filter((ring) => ring >= 0).map((ring) => own.partOf(ring)).find((source) => !taken.has(source));
      if (found === undefined) return;
      part.source = found;
      taken.add(found);
    };
    for (const part of parts) claim(part, true);
    for (const part of parts) claim(part, false);
    for (let part = before.featureOffsets[feature]; part < before.featureOffsets[feature + 1]; part++) {
      if (before.partKinds[part] !== PartKind.Polygon) parts.push({ source: part, kind: before.partKinds[part], rings: Array.from({ length: before.partOffsets[part + 1] - before.partOffsets[part] }, (_, i) => this.copyOf(before.partOffsets[part] + i, false)) });
    }
    return parts.sort((p, q) => Number(p.source < 0) - Number(q.source < 0) || p.source - q.source);
  }

  private ringOf(feature: number, ring: number, own: OwnVertices, taken: ReadonlySet<number>): WrittenRing {
    const { layer } = this.givenBack;
    const vertices: Vertex[] = [];
    for (let i = layer.ringOffsets[ring]; i + 1 < layer.ringOffsets[ring + 1]; i++) {
      const [x, y] = [layer.xy[2 * i], layer.xy[2 * i + 1]];
      const source = own.at(x, y);
      const from = source < 0 ? layer : this.before;
      const at = source < 0 ? i : source;
      vertices.push({ x: from.xy[2 * at], y: from.xy[2 * at + 1], z: from.z?.[at] ?? NaN, m: from.m?.[at] ?? NaN, source });
    }
    const kept = this.withoutCrossings(feature, vertices, own);
    const equal = own.ringsAlong(kept).find((candidate) => !taken.has(candidate) && this.isSameRing(kept, candidate));
    if (equal !== undefined) return this.copyOf(equal, true);
    let start = 0;
    kept.forEach(({ source }, i) => {
      if (source >= 0 && (kept[start].source < 0 || source < kept[start].source)) start = i;
    });
    return { vertices: [...kept.slice(start), ...kept.slice(0, start)], source: -1 };
  }

  /** The vertices without nodes between two neighbouring vertices of the original ring that no other border needs. */
  private withoutCrossings(feature: number, vertices: readonly Vertex[], own: OwnVertices): readonly Vertex[] {
    const count = vertices.length;
    const first = vertices.findIndex(({ source }) => source >= 0);
    if (first < 0) return vertices;
    const kept: Vertex[] = [];
    for (let step = 0; step < count; ) {
      const from = vertices[(first + step) % count];
      kept.push(from);
      let end = step + 1;
      while (vertices[(first + end) % count].source < 0) end++;
      const at = (i: number): Vertex => vertices[(first + step + i) % count];
      const nodes = Array.from({ length: end - step - 1 }, (_, i) => at(i + 1));
      const to = vertices[(first + end) % count];
      const isSegment = own.areNeighbours(from.source, to.source) && nodes.every((node) => liesOn(from, to, node));
      const needed = nodes.filter((node, i) => !isSegment || this.isNeeded(feature, node, at(i), at(i + 2)));
      for (const node of needed) kept.push(node);
      if (isSegment) for (const { x, y } of needed) this.inserted.push({ feature, x, y });
      step = end;
    }
    return kept.length < 3 ? vertices : kept;
  }

  /**
   * Whether others need a node on a segment: features that share no lot with this one and have a vertex there. The border of one that shares a lot may
   * cross the segment there, which needs no vertex. But it does if their common border begins there, or passes a vertex that the other had before.
   *
   * @param previous @param next the places beside the node on the border
   */
  private isNeeded(feature: number, node: Place, previous: Place, next: Place): boolean {
    const partners = this.partners.get(feature) ?? new Set<number>();
    const owners = this.ownersAt.get(node.x)?.get(node.y) ?? new Set<number>();
    for (const owner of owners) if (owner !== feature && !partners.has(owner)) return true;
    for (const partner of [...this.sharedEdges.along(previous, node), ...this.sharedEdges.along(node, next)]) {
      if (partner === feature || !partners.has(partner)) continue;
      const isCommonBefore = this.sharedEdges.areBeside(feature, partner, previous, node);
      const isCommonAfter = this.sharedEdges.areBeside(feature, partner, node, next);
      if (isCommonBefore !== isCommonAfter || (isCommonBefore && owners.has(partner))) return true;
    }
    return false;
  }

  /** Whether vertices are those of an original ring, wherever they start and whichever way they run. */
  private isSameRing(vertices: readonly Vertex[], ring: number): boolean {
    const { ringOffsets, xy } = this.before;
    const [start, count] = [ringOffsets[ring], ringOffsets[ring + 1] - ringOffsets[ring] - 1];
    if (count !== vertices.length) return false;
    const first = vertices.findIndex(({ x, y }) => x === xy[2 * start] && y === xy[2 * start + 1]);
    if (first < 0) return false;
    return [1, -1].some((way) => vertices.every((_, i) => {
      const { x, y } = vertices[(first + way * i + count) % count];
      return x === xy[2 * (start + i)] && y === xy[2 * (start + i) + 1];
    }));
  }

  private copyOf(ring: number, isClosed: boolean): WrittenRing {
    const { xy, z, m, ringOffsets } = this.before;
    const vertices: Vertex[] = [];
    for (let i = ringOffsets[ring]; i < ringOffsets[ring + 1] - (isClosed ? 1 : 0); i++) vertices.push({ x: xy[2 * i], y: xy[2 * i + 1], z: z?.[i] ?? NaN, m: m?.[i] ?? NaN, source: i });
    return { vertices, source: ring };
  }

  private isUnchanged(feature: number, parts: readonly WrittenPart[]): boolean {
    const { featureOffsets, partOffsets } = this.before;
    if (parts.length !== featureOffsets[feature + 1] - featureOffsets[feature]) return false;
    return parts.every(({ source, rings }, i) => source === featureOffsets[feature] + i && rings.length === partOffsets[source + 1] - partOffsets[source] && rings.every((ring, at) => ring.source === partOffsets[source] + at));
  }

  private ownVertices(feature: number): OwnVertices {
    return new OwnVertices(this.before, feature);
  }
}

/** Whether a node lies on a segment, except for the rounding of crossings. */
function liesOn(from: Vertex, to: Vertex, { x, y }: Vertex): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const rounding = NODE_ROUNDING * Math.max(Math.abs(from.x), Math.abs(from.y), Math.abs(to.x), Math.abs(to.y));
  return Math.abs((x - from.x) * dy - (y - from.y) * dx) <= rounding * length;
}

function forEachVertex(layer: Layer, feature: number, visit: (vertex: number) => void): void {
  const [first, end] = vertexRange(layer, feature);
  for (let i = first; i < end; i++) visit(i);
}
