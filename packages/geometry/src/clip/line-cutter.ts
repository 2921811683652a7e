import { doSegmentsCross, doSegmentsIntersect } from '../edges/intersections.ts';
import { orient2d } from '../edges/predicates.ts';
import { VertexTable } from '../edges/vertices.ts';
import type { LayerBuilder } from '../layer/layer-builder.ts';
import { isPlace, PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';
import { endBeside } from '../noding/beside.ts';
import { CrossingPlaces } from '../noding/crossing-places.ts';
import type { Area } from './area.ts';
import { INSIDE, ON_BORDER, OUTSIDE } from './placement.ts';

/** A point at which a segment is cut: its share along the segment, 0 to 1, and its exact coordinates. */
interface Cut {
  readonly share: number;
  readonly x: number;
  readonly y: number;
}

/** Cuts lines at the border of an area. Stretches along the border are inside; a line that only touches it has no length there. */
export class LineCutter {
  private readonly area: Area;
  private readonly layer: Layer;
  private readonly builder: LayerBuilder | null;
  /** Whether the line can continue from the vertex that was written last. */
  private isOpen = false;
  private bits = 0;

  /** @param builder receives the pieces inside, each as a part of its own. Null: lines are only placed. */
  constructor(area: Area, layer: Layer, builder: LayerBuilder | null) {
    this.area = area;
    this.layer = layer;
    this.builder = builder;
  }

  /** Cuts a ring of a line part. @returns how the line relates to the area, as bits. */
  cut(ring: number): number {
    const { layer: { xy, ringOffsets } } = this;
    this.isOpen = false;
    this.bits = 0;
    let before = -1;
    let segments = 0;
    for (let i = ringOffsets[ring]; i < ringOffsets[ring + 1]; i++) {
      if (!isPlace(xy[2 * i], xy[2 * i + 1])) continue;
      if (before >= 0 && (xy[2 * i] !== xy[2 * before] || xy[2 * i + 1] !== xy[2 * before + 1])) {
        this.cutSegment(before, i);
        segments++;
      }
      before = i;
    }
    if (segments === 0 && before >= 0) this.placePoint(before, ringOffsets[ring + 1] - ringOffsets[ring] > 1);
    this.close();
    return this.bits;
  }

  /** A line without length. @param isRepeated whether it has more than one vertex. It keeps two then: programs refuse lines of one. */
  private placePoint(vertex: number, isRepeated: boolean): void {
    const { layer: { xy } } = this;
    const isInside = this.area.contains(xy[2 * vertex], xy[2 * vertex + 1]);
    this.bits |= isInside ? INSIDE : OUTSIDE;
    if (!isInside) return;
    const end: Cut = { share: 0, x: xy[2 * vertex], y: xy[2 * vertex + 1] };
    this.write(vertex, vertex, end);
    if (isRepeated) this.write(vertex, vertex, end);
  }

  private cutSegment(from: number, to: number): void {
    const { layer: { xy }, area } = this;
    const [ax, ay, bx, by] = [xy[2 * from], xy[2 * from + 1], xy[2 * to], xy[2 * to + 1]];
    const [start, end]: [Cut, Cut] = [{ share: 0, x: ax, y: ay }, { share: 1, x: bx, y: by }];
    const extent: [number, number, number, number] = [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];
    if (area.isClearOfBorder(...extent)) {
      this.takePiece(from, to, start, end, area.contains((ax + bx) / 2, (ay + by) / 2));
      return;
    }
    const along: [number, number][] = [];
    const cuts = this.cutsOf([ax, ay, bx, by], area.segmentsNear(...extent), along);
    cuts.push(end);
    along.sort(([p], [q]) => p - q);
    let last = start;
    /** How many stretches begin before the middle of a piece, and how far they reach. */
    let [begun, reach] = [0, -1];
    for (const cut of cuts) {
      if (cut.share < last.share || (cut.x === last.x && cut.y === last.y)) continue;
      const middle = (last.share + cut.share) / 2;
      for (; begun < along.length && along[begun][0] <= middle; begun++) reach = Math.max(reach, along[begun][1]);
      this.takePiece(from, to, last, cut, reach >= middle || area.contains((last.x + cut.x) / 2, (last.y + cut.y) / 2));
      last = cut;
    }
  }

  /** Where a segment intersects segments of the border, in order along it. @param along filled with the stretches that run along the border */
  private cutsOf([ax, ay, bx, by]: readonly [number, number, number, number], near: readonly number[], along: [number, number][]): Cut[] {
    const { segments } = this.area;
    const isWide = Math.abs(bx - ax) >= Math.abs(by - ay);
    const shareOf = (x: number, y: number): number => (isWide ? (x - ax) / (bx - ax) : (y - ay) / (by - ay));
    const cuts: Cut[] = [];
    const cutAt = (x: number, y: number): void => {
      const share = shareOf(x, y);
      if (share > 0 && share < 1) cuts.push({ share, x, y });
    };
    for (const segment of near) {
      const [cx, cy, dx, dy] = segments.subarray(4 * segment, 4 * segment + 4);
      if (!doSegmentsIntersect(ax, ay, bx, by, cx, cy, dx, dy)) continue;
      this.bits |= ON_BORDER;
      const [sideC, sideD] = [orient2d(ax, ay, bx, by, cx, cy), orient2d(ax, ay, bx, by, dx, dy)];
      if (sideC === 0) cutAt(cx, cy);
      if (sideD === 0) cutAt(dx, dy);
      if (sideC === 0 && sideD === 0) along.push([Math.min(shareOf(cx, cy), shareOf(dx, dy)), Math.max(shareOf(cx, cy), shareOf(dx, dy))]);
      else if (doSegmentsCross(ax, ay, bx, by, cx, cy, dx, dy)) cutAt(...crossing([ax, ay, bx, by, cx, cy, dx, dy]));
    }
    return cuts.sort((p, q) => p.share - q.share);
  }

  private takePiece(from: number, to: number, start: Cut, end: Cut, isInside: boolean): void {
    this.bits |= isInside ? INSIDE : OUTSIDE;
    if (!isInside) {
      this.close();
      return;
    }
    if (!this.isOpen) this.write(from, to, start);
    this.write(from, to, end);
  }

  private write(from: number, to: number, { share, x, y }: Cut): void {
    const { z, m } = this.layer;
    this.isOpen = true;
    this.builder?.addVertex(x, y, between(z, from, to, share), between(m, from, to, share));
  }

  private close(): void {
    if (this.isOpen) {
      this.builder?.endRing();
      this.builder?.endPart(PartKind.Line);
    }
    this.isOpen = false;
  }
}

function between(values: Float64Array | null, from: number, to: number, share: number): number {
  if (values === null) return NaN;
  return share === 0 ? values[from] : share === 1 ? values[to] : values[from] + share * (values[to] - values[from]);
}

/** Where two segments cross, computed as noding does: a border that a line runs along is cut at the same point. */
function crossing(ends: readonly [number, number, number, number, number, number, number, number]): [number, number] {
  const vertices = new VertexTable(4);
  const [a, b, c, d] = [0, 2, 4, 6].map((i) => vertices.intern(ends[i], ends[i + 1]));
  const places = new CrossingPlaces();
  places.add(vertices, a, b, c, d);
  const end = endBeside(vertices, [a, b, c, d], places.x(0), places.y(0));
  return end >= 0 ? [vertices.x[end], vertices.y[end]] : [places.x(0), places.y(0)];
}
