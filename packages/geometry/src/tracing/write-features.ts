import { Int32List } from '../arrays/growable.ts';
import { Int32Arena } from '../arrays/int32-arena.ts';
import { PartKind } from '../layer/layer.ts';
import { Ordinates } from './ordinates.ts';
import type { PatchBuilder } from '../layer/patch.ts';
import { vertexRange } from '../layer/vertex-range.ts';
import { comparePoints } from '../edges/predicates.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import type { TracedPart, TracedRing } from './rebuild.ts';
import type { VertexMoves, VertexTable } from '../edges/vertices.ts';
import type { MatchedTopology } from '../edges/topology.ts';

/** Where more vertices of a feature than this lie on one place, its rings there are listed once. */
const MANY = 64;

/** A ring of the layer that passes through a place: its first vertex there, and how many it has. */
interface Passage {
  readonly first: number;
  count: number;
}

interface WrittenRing {
  readonly isShell: boolean;
  readonly vertices: Int32Array;
  /** The ring of the layer that it continues, or -1. */
  readonly source: number;
  /** The source vertex of each vertex, or -1. */
  readonly sourceVertices: Int32Array;
  readonly isEqual: boolean;
}

interface WrittenPart {
  readonly kind: number;
  source: number;
  readonly rings: WrittenRing[];
}

/**
 * Turns traced regions into the geometry of a patch. Finds the ring that each traced ring continues (the one with the most
 * vertices in common), keeps its start and direction, and names rings that are equal, so that their bytes can be copied.
 */
export class FeatureWriter {
  private readonly prepared: PreparedLayer;
  private readonly vertices: VertexTable;
  private readonly ordinates: Ordinates;
  private readonly vertexOf: Int32Array;
  private readonly moves: VertexMoves;
  private readonly isClockwiseNew: boolean;
  /** First source vertex of the current feature at each vertex, valid if stamped; further ones follow through `sameNext`. */
  private readonly sourceHead: Int32Array;
  private readonly sourceStamp: Int32Array;
  private readonly sameNext: Int32Array;
  private stamp = 0;
  /** By vertex with many sources of the current feature: the rings that pass through it. */
  private readonly crowds = new Map<number, ReadonlyMap<number, Passage>>();
  /** The number of vertices that the current traced ring has in common with each ring, and the rings with any in common. */
  private readonly votes: Int32Array;
  private readonly voted = new Int32List();
  /** For the rings of the current feature. */
  private readonly arena = new Int32Arena();

  constructor({ prepared, vertices, edges, vertexOf, moves }: MatchedTopology, isClockwiseNew: boolean) {
    this.prepared = prepared;
    this.vertices = vertices;
    this.ordinates = new Ordinates(prepared, vertices, edges);
    this.vertexOf = vertexOf;
    this.moves = moves;
    this.isClockwiseNew = isClockwiseNew;
    this.sourceHead = new Int32Array(vertices.count);
    this.sourceStamp = new Int32Array(vertices.count);
    this.sameNext = new Int32Array(vertexOf.length);
    this.votes = new Int32Array(prepared.featureOfRing.length);
  }

  /** Adds the feature to the patch, unless the traced region equals the original. @returns whether it was added. */
  write(feature: number, traced: readonly TracedPart[], builder: PatchBuilder): boolean {
    const { layer } = this.prepared;
    this.arena.reset();
    this.indexSources(feature);
    const continued = this.matchRings(traced);
    const parts: WrittenPart[] = [];
    const taken = new Set<number>();
    for (const rings of traced) {
      const part: WrittenPart = { kind: PartKind.Polygon, source: -1, rings: rings.map((ring) => continued.get(ring) ?? this.align(ring, -1)) };
      const shell = part.rings[0];
      if (shell.source >= 0 && this.prepared.isShell[shell.source] === 1) part.source = this.prepared.partOfRing[shell.source];
      taken.add(part.source);
      part.rings.sort((p, q) => Number(q.isShell) - Number(p.isShell) || this.compareRings(p, q));
      parts.push(part);
    }
    for (const part of parts) {
      if (part.source >= 0) continue;
      const ring = part.rings.find(({ source }) => source >= 0 && !taken.has(this.prepared.partOfRing[source]));
      if (ring === undefined) continue;
      part.source = this.prepared.partOfRing[ring.source];
      taken.add(part.source);
    }
    for (let part = layer.featureOffsets[feature]; part < layer.featureOffsets[feature + 1]; part++) {
      if (layer.partKinds[part] !== PartKind.Polygon) parts.push({ kind: layer.partKinds[part], source: part, rings: [] });
    }
    parts.sort((p, q) => (p.source >= 0 && q.source >= 0 ? p.source - q.source : p.source >= 0 ? -1 : q.source >= 0 ? 1 : this.compareRings(p.rings[0], q.rings[0])));
    if (this.isUnchanged(feature, parts)) return false;
    builder.beginFeature(feature);
    for (const part of parts) {
      builder.beginPart(part.kind, part.source);
      if (part.kind === PartKind.Polygon) for (const ring of part.rings) this.writeRing(feature, ring, builder);
      else this.copyPart(part, builder);
    }
    return true;
  }

  private indexSources(feature: number): void {
    const { next } = this.prepared;
    this.stamp++;
    this.crowds.clear();
    const [start, end] = vertexRange(this.prepared.layer, feature);
    for (let i = end - 1; i >= start; i--) {
      if (next[i] < 0) continue;
      const vertex = this.moves.resolve(this.vertexOf[i]);
      this.sameNext[i] = this.sourceStamp[vertex] === this.stamp ? this.sourceHead[vertex] : -1;
      this.sourceStamp[vertex] = this.stamp;
      this.sourceHead[vertex] = i;
    }
  }

  private firstSource(vertex: number): number {
    return this.sourceStamp[vertex] === this.stamp ? this.sourceHead[vertex] : -1;
  }

  /** The rings of the current feature that pass through a vertex, if it has many sources there; else null. */
  private crowdAt(vertex: number): ReadonlyMap<number, Passage> | null {
    const known = this.crowds.get(vertex);
    if (known !== undefined) return known;
    let count = 0;
    for (let i = this.firstSource(vertex); i >= 0 && count <= MANY; i = this.sameNext[i]) count++;
    if (count <= MANY) return null;
    const { ringOfVertex } = this.prepared;
    const crowd = new Map<number, Passage>();
    for (let i = this.firstSource(vertex); i >= 0; i = this.sameNext[i]) {
      const passage = crowd.get(ringOfVertex[i]);
      if (passage === undefined) crowd.set(ringOfVertex[i], { first: i, count: 1 });
      else passage.count++;
    }
    this.crowds.set(vertex, crowd);
    return crowd;
  }

  /** The first vertex that a ring of the layer has at a vertex, or -1. */
  private sourceIn(ring: number, vertex: number): number {
    const crowd = this.crowdAt(vertex);
    if (crowd !== null) return crowd.get(ring)?.first ?? -1;
    const { ringOfVertex } = this.prepared;
    for (let i = this.firstSource(vertex); i >= 0; i = this.sameNext[i]) if (ringOfVertex[i] === ring) return i;
    return -1;
  }

  /** For each traced ring that continues a ring of the feature: how it is written. */
  private matchRings(traced: readonly TracedPart[]): Map<TracedRing, WrittenRing> {
    const { isShell } = this.prepared;
    const candidates: { ring: TracedRing; source: number; votes: number; aligned: WrittenRing | null }[] = [];
    for (const part of traced) {
      for (const ring of part) {
        this.forEachVote(ring, (source, count) => {
          const mayBeEqual = count >= ring.vertices.length && this.hasLengthOfSource(ring, source);
          const aligned = mayBeEqual ? this.align(ring, source) : null;
          candidates.push({ ring, source, votes: aligned?.isEqual === true ? Infinity : count, aligned });
        });
      }
    }
    const isRoleKept = (ring: TracedRing, source: number): number => Number((isShell[source] === 1) === ring.isShell);
    candidates.sort(
      (p, q) => (q.votes === p.votes ? 0 : q.votes - p.votes) || isRoleKept(q.ring, q.source) - isRoleKept(p.ring, p.source) || p.source - q.source || this.compareRings(p.ring, q.ring),
    );
    const continued = new Map<TracedRing, WrittenRing>();
    const isTaken = new Set<number>();
    for (const { ring, source, aligned } of candidates) {
      if (continued.has(ring) || isTaken.has(source)) continue;
      continued.set(ring, aligned ?? this.align(ring, source));
      isTaken.add(source);
    }
    return continued;
  }

  /**
   * Calls `visit` with each ring of the current feature that has vertices in common with a traced ring, and their number. That rings
   * have only places in common through which many pass does not count: which of them is continued would be chance.
   */
  private forEachVote({ vertices }: TracedRing, visit: (source: number, count: number) => void): void {
    const { ringOfVertex } = this.prepared;
    const { votes, voted } = this;
    voted.length = 0;
    const crowds: ReadonlyMap<number, Passage>[] = [];
    for (let k = 0; k < vertices.length; k++) {
      const crowd = this.crowdAt(vertices[k]);
      if (crowd !== null) crowds.push(crowd);
      else for (let i = this.firstSource(vertices[k]); i >= 0; i = this.sameNext[i]) if (votes[ringOfVertex[i]]++ === 0) voted.push(ringOfVertex[i]);
    }
    for (const crowd of crowds) {
      if (crowd.size <= MANY) for (const ring of crowd.keys()) if (votes[ring] === 0) voted.push(ring);
      for (let i = 0; i < voted.length; i++) votes[voted.data[i]] += crowd.get(voted.data[i])?.count ?? 0;
    }
    for (let i = 0; i < voted.length; i++) {
      visit(voted.data[i], votes[voted.data[i]]);
      votes[voted.data[i]] = 0;
    }
  }

  /** Gives a ring the start and direction of its source (-1: none), and each vertex its source vertex. */
  private align(ring: TracedRing, source: number): WrittenRing {
    const { isShell, reversed, undirected } = this.prepared;
    const isRoleKept = source >= 0 && (isShell[source] === 1) === ring.isShell && undirected[source] === 0;
    const isReversed = isRoleKept ? reversed[source] === 1 : this.isClockwiseNew;
    const vertices = this.arena.take(ring.vertices.length);
    vertices.set(ring.vertices);
    if (isReversed) vertices.reverse();
    const sources = this.arena.take(vertices.length);
    let start = 0;
    let firstInSource = -1;
    const { x, y } = this.vertices;
    for (let k = 0; k < vertices.length; k++) {
      const inSource = source < 0 ? -1 : this.sourceIn(source, vertices[k]);
      sources[k] = inSource < 0 ? this.firstSource(vertices[k]) : inSource;
      if (inSource >= 0 && (firstInSource < 0 || inSource < firstInSource)) {
        firstInSource = inSource;
        start = k;
      }
      if (firstInSource < 0 && comparePoints(x[vertices[k]], y[vertices[k]], x[vertices[start]], y[vertices[start]]) < 0) start = k;
    }
    const rotated = this.rotate(vertices, start);
    return { isShell: ring.isShell, source, isEqual: this.isEqualToSource(rotated, source), vertices: rotated, sourceVertices: this.rotate(sources, start) };
  }

  private rotate(values: Int32Array, start: number): Int32Array {
    if (start === 0) return values;
    const result = this.arena.take(values.length);
    result.set(values.subarray(start));
    result.set(values.subarray(0, start), values.length - start);
    return result;
  }

  private hasLengthOfSource({ vertices }: TracedRing, source: number): boolean {
    const { ringOffsets } = this.prepared.layer;
    return ringOffsets[source + 1] - ringOffsets[source] === vertices.length + 1;
  }

  private isEqualToSource(vertices: Int32Array, source: number): boolean {
    const { layer } = this.prepared;
    if (source < 0) return false;
    const start = layer.ringOffsets[source];
    if (layer.ringOffsets[source + 1] - start !== vertices.length + 1) return false;
    const { x, y } = this.vertices;
    for (let k = 0; k <= vertices.length; k++) {
      const vertex = vertices[k === vertices.length ? 0 : k];
      if (layer.xy[2 * (start + k)] !== x[vertex] || layer.xy[2 * (start + k) + 1] !== y[vertex]) return false;
    }
    return true;
  }

  private isUnchanged(feature: number, parts: readonly WrittenPart[]): boolean {
    const { layer } = this.prepared;
    const firstPart = layer.featureOffsets[feature];
    if (layer.featureOffsets[feature + 1] - firstPart !== parts.length) return false;
    return parts.every((part, index) => {
      if (part.source !== firstPart + index) return false;
      if (part.kind !== PartKind.Polygon) return !this.hasRepeats(part.source);
      const firstRing = layer.partOffsets[part.source];
      if (layer.partOffsets[part.source + 1] - firstRing !== part.rings.length) return false;
      return part.rings.every((ring, at) => ring.isEqual && ring.source === firstRing + at);
    });
  }

  private hasRepeats(part: number): boolean {
    const { layer } = this.prepared;
    if (layer.partKinds[part] !== PartKind.Line) return false;
    for (let ring = layer.partOffsets[part]; ring < layer.partOffsets[part + 1]; ring++) {
      const start = layer.ringOffsets[ring];
      if (this.keptOfLine(start, layer.ringOffsets[ring + 1]).length !== layer.ringOffsets[ring + 1] - start) return true;
    }
    return false;
  }

  /** The vertices of a line without repeated points; at least two if there were two or more. */
  private keptOfLine(start: number, end: number): number[] {
    const { xy } = this.prepared.layer;
    const kept: number[] = [];
    for (let i = start; i < end; i++) {
      if (i > start && xy[2 * i] === xy[2 * i - 2] && xy[2 * i + 1] === xy[2 * i - 1]) continue;
      kept.push(i);
    }
    if (kept.length === 1 && end - start > 1) kept.push(end - 1);
    return kept;
  }

  private copyPart(part: WrittenPart, builder: PatchBuilder): void {
    const { layer } = this.prepared;
    const isLine = part.kind === PartKind.Line;
    for (let ring = layer.partOffsets[part.source]; ring < layer.partOffsets[part.source + 1]; ring++) {
      const start = layer.ringOffsets[ring];
      const end = layer.ringOffsets[ring + 1];
      const kept = isLine ? this.keptOfLine(start, end) : Array.from({ length: end - start }, (_, k) => start + k);
      builder.beginRing(kept.length === end - start ? ring : -1);
      for (const i of kept) builder.addVertex(layer.xy[2 * i], layer.xy[2 * i + 1], layer.z?.[i] ?? NaN, layer.m?.[i] ?? NaN, i);
    }
  }

  private writeRing(feature: number, ring: WrittenRing, builder: PatchBuilder): void {
    const { layer } = this.prepared;
    builder.beginRing(ring.isEqual ? ring.source : -1);
    if (ring.isEqual) {
      builder.addSourceVertices(layer, layer.ringOffsets[ring.source], layer.ringOffsets[ring.source + 1]);
      return;
    }
    const { x, y } = this.vertices;
    const count = ring.vertices.length;
    const z = this.ordinates.ofRing(feature, ring.vertices, ring.sourceVertices, layer.z);
    const m = this.ordinates.ofRing(feature, ring.vertices, ring.sourceVertices, layer.m);
    for (let k = 0; k <= count; k++) {
      const at = k === count ? 0 : k;
      const vertex = ring.vertices[at];
      const source = ring.sourceVertices[at];
      const isInPlace = source >= 0 && layer.xy[2 * source] === x[vertex] && layer.xy[2 * source + 1] === y[vertex];
      // An unmoved vertex is copied unchanged, so that negative zero stays negative zero.
      const px = isInPlace ? layer.xy[2 * source] : x[vertex];
      const py = isInPlace ? layer.xy[2 * source + 1] : y[vertex];
      builder.addVertex(px, py, z?.[at] ?? NaN, m?.[at] ?? NaN, source);
    }
  }

  private compareRings(p: TracedRing | WrittenRing, q: TracedRing | WrittenRing): number {
    const [sourceP, sourceQ] = ['source' in p ? p.source : -1, 'source' in q ? q.source : -1];
    if (sourceP !== sourceQ && sourceP >= 0 && sourceQ >= 0) return sourceP - sourceQ;
    if (sourceP !== sourceQ) return sourceP >= 0 ? -1 : 1;
    const { x, y } = this.vertices;
    const [v, w] = [this.firstVertex(p.vertices), this.firstVertex(q.vertices)];
    return comparePoints(x[v], y[v], x[w], y[w]) || p.vertices.length - q.vertices.length;
  }

  private firstVertex(ring: Int32Array): number {
    const { x, y } = this.vertices;
    let first = ring[0];
    for (const vertex of ring) if (comparePoints(x[vertex], y[vertex], x[first], y[first]) < 0) first = vertex;
    return first;
  }
}
