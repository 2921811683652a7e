import { Int32Arena } from '../arrays/int32-arena.ts';
import { isSameHeight, PartKind } from '../layer/layer.ts';
import { Ordinates } from './ordinates.ts';
import type { PatchBuilder } from '../layer/patch.ts';
import type { Winding } from '../options.ts';
import { comparePoints } from '../edges/predicates.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import type { TracedPart, TracedRing } from './rebuild.ts';
import { SourceVertices } from './source-vertices.ts';
import type { VertexTable } from '../edges/vertices.ts';
import type { MatchedTopology } from '../edges/topology.ts';

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
  private readonly sources: SourceVertices;
  private readonly areShellsClockwise: boolean;
  /** For the rings of the current feature. */
  private readonly arena = new Int32Arena();

  /** @param shellWinding the direction of shells that continue none of the layer; holes run the other way. */
  constructor(matched: MatchedTopology, shellWinding: Winding) {
    const { prepared, vertices, edges } = matched;
    this.prepared = prepared;
    this.vertices = vertices;
    this.ordinates = new Ordinates(prepared, vertices, edges);
    this.sources = new SourceVertices(matched);
    this.areShellsClockwise = shellWinding === 'clockwise';
  }

  /** Adds the feature to the patch, unless the traced region equals the original. @returns whether it was added. */
  write(feature: number, traced: readonly TracedPart[], builder: PatchBuilder): boolean {
    this.arena.reset();
    this.sources.begin(feature);
    const parts = this.partsOf(feature, traced);
    if (this.isUnchanged(feature, parts)) return false;
    builder.beginFeature(feature);
    for (const part of parts) {
      builder.beginPart(part.kind, part.source);
      if (part.kind === PartKind.Polygon) for (const ring of part.rings) this.writeRing(feature, ring, builder);
      else this.copyPart(part, builder);
    }
    return true;
  }

  /** The parts of a feature in the order of those that they continue, new ones last, with its lines and points as they were. */
  private partsOf(feature: number, traced: readonly TracedPart[]): WrittenPart[] {
    const { layer } = this.prepared;
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
    return parts;
  }

  /** For each traced ring that continues a ring of the feature: how it is written. */
  private matchRings(traced: readonly TracedPart[]): Map<TracedRing, WrittenRing> {
    const { isShell } = this.prepared;
    const candidates: { ring: TracedRing; source: number; votes: number; aligned: WrittenRing | null }[] = [];
    for (const part of traced) {
      for (const ring of part) {
        this.sources.forEachVote(ring, (source, count) => {
          const mayBeEqual = count >= ring.vertices.length && this.hasLengthOfSource(ring.vertices, source);
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

  /** Gives a ring the start and direction of its source (-1: none), and each vertex its source vertex. */
  private align(ring: TracedRing, source: number): WrittenRing {
    const { isShell, reversed, undirected } = this.prepared;
    const isRoleKept = source >= 0 && (isShell[source] === 1) === ring.isShell && undirected[source] === 0;
    const isReversed = isRoleKept ? reversed[source] === 1 : this.areShellsClockwise;
    const vertices = this.arena.take(ring.vertices.length);
    vertices.set(ring.vertices);
    if (isReversed) vertices.reverse();
    const sources = this.arena.take(vertices.length);
    let start = 0;
    let firstInSource = -1;
    const { x, y } = this.vertices;
    for (let k = 0; k < vertices.length; k++) {
      const inSource = source < 0 ? -1 : this.sources.firstIn(source, vertices[k]);
      sources[k] = inSource < 0 ? this.sources.first(vertices[k]) : inSource;
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

  private hasLengthOfSource(vertices: Int32Array, source: number): boolean {
    const { ringOffsets } = this.prepared.layer;
    return ringOffsets[source + 1] - ringOffsets[source] === vertices.length + 1;
  }

  private isEqualToSource(vertices: Int32Array, source: number): boolean {
    const { layer } = this.prepared;
    if (source < 0 || !this.hasLengthOfSource(vertices, source)) return false;
    const start = layer.ringOffsets[source];
    if (!isSameHeight(layer, start, start + vertices.length)) return false;
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
