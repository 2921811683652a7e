import { Int32List } from '../arrays/growable.ts';
import { featureOfVertex } from '../edges/ring-owners.ts';
import type { Patch } from '../layer/layer.ts';
import { PatchBuilder } from '../layer/patch.ts';
import { vertexRange } from '../layer/vertex-range.ts';
import type { Winding } from '../options.ts';
import { traceWanted } from '../tracing/trace-wanted.ts';
import type { TracedRing } from '../tracing/rebuild.ts';
import { FeatureWriter } from '../tracing/write-features.ts';
import type { Overlay } from './overlay.ts';

/** The polygons of some features inside the area. Sources refer to the layer of polygons that was overlaid. @param isWanted for each of its features */
export function traceClipped(overlay: Overlay, isWanted: Uint8Array): Patch {
  const { prepared: { layer }, vertices } = overlay;
  // The area itself is one more feature.
  const wanted = new Uint8Array(isWanted.length + 1);
  wanted.set(isWanted);
  const nodes = new NeedlessNodes(overlay);
  const writer = new FeatureWriter(overlay, prevailingWinding(overlay));
  const builder = new PatchBuilder(layer.z !== null, layer.m !== null, 1024);
  // Nodes are removed here, not by the tracer: it would keep those of overlaps.
  traceWanted(overlay, wanted, new Uint8Array(vertices.count), (feature, traced) => {
    writer.write(feature, traced.map((part) => part.map((ring) => nodes.takeOut(feature, ring))), builder);
  });
  return builder.finish();
}

/** The direction of most shells. New pieces get the same. */
function prevailingWinding({ prepared: { ringFirst, isShell, reversed } }: Overlay): Winding {
  let [shells, clockwise] = [0, 0];
  for (let ring = 0; ring < ringFirst.length; ring++) {
    if (ringFirst[ring] < 0 || isShell[ring] === 0) continue;
    shells++;
    clockwise += reversed[ring];
  }
  return 2 * clockwise > shells ? 'clockwise' : 'counter-clockwise';
}

/**
 * Nodes at which a border merely crosses the border of another feature that overlaps this one. Neither has a vertex there, so
 * the node is removed, and both leave the area as they entered it. Otherwise a feature that was not noded would have fewer
 * vertices on a border that it shares with one that was.
 */
class NeedlessNodes {
  private readonly overlay: Overlay;
  private readonly isOwn: Int32Array;
  private stamped = -1;

  constructor(overlay: Overlay) {
    this.overlay = overlay;
    this.isOwn = new Int32Array(overlay.vertices.count).fill(-1);
  }

  takeOut(feature: number, ring: TracedRing): TracedRing {
    this.stampOwn(feature);
    const { vertices } = ring;
    const count = vertices.length;
    const first = vertices.findIndex((_, i) => this.isNeeded(feature, vertices[i]));
    if (first < 0) return ring;
    const kept = new Int32List(count);
    /** Nodes since the last one kept, and the segment that runs over all of them. */
    const run = new Int32List();
    let segment = -1;
    for (let step = 0; step <= count; step++) {
      const i = (first + step) % count;
      const vertex = vertices[i];
      const common = this.isNeeded(feature, vertex) ? -1 : this.commonSegment(feature, vertices[(i + count - 1) % count], vertex, vertices[(i + 1) % count]);
      if (common >= 0 && (run.length === 0 || common === segment)) {
        segment = common;
        run.push(vertex);
        continue;
      }
      // The edge that would remain may exist already, as the other side of a needle, and so be part of another
      // border.
      if (run.length > 0 && this.isEdge(kept.data[kept.length - 1], vertex)) kept.pushAll(run.toArray());
      run.length = 0;
      if (step < count) kept.push(vertex);
    }
    return kept.length < 3 ? ring : { ...ring, vertices: kept.toArray() };
  }

  /** Whether a vertex stays in any case: one of the feature's own, or one of the border of the area. */
  private isNeeded(feature: number, vertex: number): boolean {
    return this.isOwn[vertex] === feature || this.overlay.isOnAreaBorder[vertex] === 1;
  }

  private isEdge(from: number, to: number): boolean {
    const { edges } = this.overlay;
    return from === to || edges.firstUse[edges.intern(from, to)] >= 0;
  }

  private stampOwn(feature: number): void {
    if (this.stamped === feature) return;
    this.stamped = feature;
    const { prepared: { layer, next }, vertexOf, moves } = this.overlay;
    const [first, end] = vertexRange(layer, feature);
    for (let i = first; i < end; i++) if (next[i] >= 0) this.isOwn[moves.resolve(vertexOf[i])] = feature;
  }

  /** The segment of a feature that runs over both edges at a vertex; -1 if there is none. */
  private commonSegment(feature: number, before: number, vertex: number, after: number): number {
    const { edges, prepared } = this.overlay;
    const { useCode, useNext, firstUse } = edges;
    const [incoming, outgoing] = [edges.intern(before, vertex), edges.intern(vertex, after)];
    for (let use = firstUse[incoming]; use >= 0; use = useNext[use]) {
      const segment = useCode[use] >> 1;
      if (featureOfVertex(prepared, segment) !== feature) continue;
      for (let other = firstUse[outgoing]; other >= 0; other = useNext[other]) if (useCode[other] >> 1 === segment) return segment;
    }
    return -1;
  }
}

