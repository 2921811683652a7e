import { Int32List } from '../arrays/growable.ts';
import type { Patch } from '../layer/layer.ts';
import { PatchBuilder } from '../layer/patch.ts';
import { bordersOf } from '../tracing/changes.ts';
import { RegionTracer } from '../tracing/rebuild.ts';
import type { TracedRing } from '../tracing/rebuild.ts';
import { FeatureWriter } from '../tracing/write-features.ts';
import type { Overlay } from './overlay.ts';

/** The polygons of some features inside the area. Sources are places in the layer of polygons that the overlay was made of. @param isWanted by place among its features */
export function traceClipped(overlay: Overlay, isWanted: Uint8Array): Patch {
  const { prepared, vertices, edges, arrangement, coverage } = overlay;
  const { layer } = prepared;
  // The area itself is one feature more.
  const wanted = new Uint8Array(isWanted.length + 1);
  wanted.set(isWanted);
  const { offsets, borders } = bordersOf(wanted, edges, arrangement, coverage);
  // Which nodes stay is decided here: the tracer would keep those of overlaps.
  const tracer = new RegionTracer(overlay, new Uint8Array(vertices.count));
  const nodes = new NeedlessNodes(overlay);
  const writer = new FeatureWriter(overlay, prevailsClockwise(overlay));
  const builder = new PatchBuilder(layer.z !== null, layer.m !== null, 1024);
  for (let feature = 0; feature < isWanted.length; feature++) {
    if (isWanted[feature] === 0) continue;
    const traced = tracer.trace(feature, borders.subarray(offsets[feature], offsets[feature + 1]));
    writer.write(feature, traced.map((part) => part.map((ring) => nodes.takeOut(feature, ring))), builder);
  }
  return builder.finish();
}

/** Whether most shells run clockwise: pieces that come to be run like them. */
function prevailsClockwise({ prepared: { ringFirst, isShell, reversed } }: Overlay): boolean {
  let [shells, clockwise] = [0, 0];
  for (let ring = 0; ring < ringFirst.length; ring++) {
    if (ringFirst[ring] < 0 || isShell[ring] === 0) continue;
    shells++;
    clockwise += reversed[ring];
  }
  return 2 * clockwise > shells;
}

/**
 * Nodes at which a border only passes a border of another feature, which overlaps this one: neither has a vertex there, and both
 * come out of the area as they went in. Whoever shares such a border with a feature that was not noded would else have
 * vertices less on it.
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
    const { isOnAreaBorder } = this.overlay;
    this.stampOwn(feature);
    const { vertices } = ring;
    const count = vertices.length;
    const kept = new Int32List(count);
    let segment = -1;
    for (let i = 0; i < count; i++) {
      const vertex = vertices[i];
      if (this.isOwn[vertex] !== feature && isOnAreaBorder[vertex] === 0) {
        const run = this.commonSegment(feature, vertices[(i + count - 1) % count], vertex, vertices[(i + 1) % count]);
        if (run >= 0 && (segment < 0 || run === segment)) {
          segment = run;
          continue;
        }
      }
      segment = -1;
      kept.push(vertex);
    }
    return kept.length < 3 ? ring : { ...ring, vertices: kept.toArray() };
  }

  private stampOwn(feature: number): void {
    if (this.stamped === feature) return;
    this.stamped = feature;
    const { prepared: { layer, next }, vertexOf, moves } = this.overlay;
    const [first, end] = [layer.featureOffsets[feature], layer.featureOffsets[feature + 1]].map((part) => layer.ringOffsets[layer.partOffsets[part]]);
    for (let i = first; i < end; i++) if (next[i] >= 0) this.isOwn[moves.resolve(vertexOf[i])] = feature;
  }

  /** The segment of a feature that runs over both edges at a vertex; -1 where none does. */
  private commonSegment(feature: number, before: number, vertex: number, after: number): number {
    const { edges, prepared: { featureOfRing, ringOfVertex } } = this.overlay;
    const { useCode, useNext, firstUse } = edges;
    const [incoming, outgoing] = [edges.intern(before, vertex), edges.intern(vertex, after)];
    for (let use = firstUse[incoming]; use >= 0; use = useNext[use]) {
      const segment = useCode[use] >> 1;
      if (featureOfRing[ringOfVertex[segment]] !== feature) continue;
      for (let other = firstUse[outgoing]; other >= 0; other = useNext[other]) if (useCode[other] >> 1 === segment) return segment;
    }
    return -1;
  }
}

