import { grouped, valuesAt } from '../arrays/groups.ts';
import type { Groups } from '../arrays/groups.ts';
import { Int32List } from '../arrays/growable.ts';
import { addTo } from '../arrays/multimap.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { lengthOf, originOf, outlineOf, startOf } from '../edges/half-edges.ts';
import type { ArrangedTopology } from './arranged-topology.ts';
import type { VertexTable } from '../edges/vertices.ts';
import type { Ground } from '../ground.ts';
import type { LandElsewhere } from '../options.ts';
import { FacingBorders } from '../widths/facing-borders.ts';
import { fitsCircle } from '../widths/inscribed-circle.ts';
import { FEWEST_EDGES_TAPERING, isCorridor, keepsWidthOf, mostNarrow, NARROWEST_CORRIDOR, neverTapers, profileOf, tapersAtBothEnds } from '../widths/profile.ts';
import { VoidWidths } from './void-widths.ts';

/** The minimum number of points at which the width of a void is measured: on each edge, and in total. */
const FEWEST_ON_EDGE = 4;
const FEWEST_PLACES = 64;
/** A road that tapers at both ends looks like a sliver, unless at least this many features lie along it and it keeps its width past their corners. */
const FEWEST_ALONG_ROAD = 4;
/**
 * The land of a road would fill at least this many squares as wide as the road. Half the border of a void says little about its length where the void is
 * short: a pocket of two metres by three, with a dent, has more than six metres of it.
 */
const FEWEST_SQUARES = 2;
/** Borders that meet at a smaller angle (11°) form the tip of a sliver, which is at least five times as long as wide. Roads end at a wider angle. */
const TIP_TANGENT = 1 / 5;
/** Allows for rounding in areas and widths. */
const SLACK = 1e-6;

/** The outlines of some voids, used to measure their widths. */
export class VoidOutlines {
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;
  private readonly ground: Ground;
  /** Half-edges with a void to their left, by void. There may be hundreds of thousands of voids, hence no list for each. */
  private readonly byVoid: Groups;
  /** For each cell, its number among the voids; −1 for others. */
  private readonly voidOfCell: Int32Array;

  constructor({ vertices, edges, ground, arrangement: { faceOfHalfEdge }, cells: { count, cellOfFace } }: ArrangedTopology, voids: Iterable<number>) {
    this.vertices = vertices;
    this.edges = edges;
    this.ground = ground;
    this.voidOfCell = new Int32Array(count).fill(-1);
    let voidCount = 0;
    for (const cell of voids) if (this.voidOfCell[cell] < 0) this.voidOfCell[cell] = voidCount++;
    const halves = new Int32List();
    const voidOfHalf = new Int32List();
    for (let half = 0; voidCount > 0 && half < 2 * edges.count; half++) {
      if (faceOfHalfEdge[half] < 0) continue;
      const cell = cellOfFace[faceOfHalfEdge[half]];
      if (this.voidOfCell[cell] < 0 || cell === cellOfFace[faceOfHalfEdge[half ^ 1]]) continue;
      halves.push(half);
      voidOfHalf.push(this.voidOfCell[cell]);
    }
    const { offsets, items } = grouped(voidOfHalf.data, voidOfHalf.length, voidCount);
    this.byVoid = { offsets, items: valuesAt(halves.data, items) };
  }

  /** Whether the largest circle that fits into a void has a diameter below `width`. */
  isNarrower(cell: number, area: number, width: number): boolean {
    // A circle that fits is no larger than the void.
    if (Math.PI * (width / 2) ** 2 > area) return true;
    return !fitsCircle(this.outlineOf(cell), width);
  }

  /**
   * Whether a void is a road or a stream, judging by its shape: it has a nearly constant width and does not taper off at its end, or it widens from
   * a border across one end to a border across another, or it keeps the width that it has at a border across its end and tapers further on. If the whole
   * border of a void faces its other side and the void has a tip, it ends where its borders meet and is a sliver, however wide it is in between.
   * A pocket that is hardly longer than wide is none of these.
   */
  isCorridor(cell: number, area: number, widest: number, neighbours: number): boolean {
    // Wider strips are not measured, and narrower ones are not corridors.
    if (widest < NARROWEST_CORRIDOR) return false;
    const halves = this.halvesOf(cell);
    const measured = this.measure(halves, widest);
    if (measured === null || !measured.widths.some((width) => width >= NARROWEST_CORRIDOR)) return false;
    const { widths, lengths } = measured;
    const profile = profileOf(widths, lengths);
    if (profile.wide < NARROWEST_CORRIDOR || area < FEWEST_SQUARES * (1 - SLACK) * profile.wide ** 2) return false;
    if (neighbours >= FEWEST_ALONG_ROAD && halves.length >= 2 * FEWEST_EDGES_TAPERING && tapersAtBothEnds(profile, widths, lengths)) return true;
    if (isCorridor(profile)) return measured.hasEnds || !this.hasTip(halves);
    if (halves.length < 2 * FEWEST_EDGES_TAPERING) return false;
    const ends = measured.endWidths();
    return (ends.length > 1 && neverTapers(profile)) || ends.some((width) => keepsWidthOf(width, profile, widths, lengths));
  }

  /** Measures a void all around; null if so much of it is narrow that it cannot be a corridor. */
  private measure(halves: Int32Array, widest: number): VoidWidths | null {
    const { vertices, edges, ground } = this;
    const { x, y } = vertices;
    const borders = new FacingBorders(vertices, edges, Int32Array.from(halves, (half) => half >> 1), ground, widest, null);
    const narrows = mostNarrow(NARROWEST_CORRIDOR, halves.length >= 2 * FEWEST_EDGES_TAPERING);
    // Half, because both banks are walked.
    const along = Array.from(halves, (half) => lengthOf({ vertices, edges, ground }, half) / 2);
    /** The length that may still be narrower than that. */
    let left = along.reduce((sum, length) => sum + length, 0) * narrows.share;
    const onEdge = Math.max(FEWEST_ON_EDGE, Math.ceil(FEWEST_PLACES / halves.length));
    const measured = new VoidWidths(edges);
    for (const [index, half] of halves.entries()) {
      const [from, to] = [originOf(edges, half), originOf(edges, half ^ 1)];
      const [dx, dy] = [x[to] - x[from], y[to] - y[from]];
      const length = along[index] / onEdge;
      const onHalf: number[] = [];
      for (let i = 0; i < onEdge; i++) {
        const share = (i + 0.5) / onEdge;
        const width = borders.widthAt(x[from] + share * dx, y[from] + share * dy, dx, dy, true, half >> 1);
        onHalf.push(width);
        // Most voids are slivers, for which a few widths are enough.
        if (width < narrows.width) left -= length;
        if (left < 0) return null;
      }
      measured.add(half, onHalf, length);
    }
    return measured;
  }

  /** Whether the border of a void turns back somewhere at less than the tip angle, with the void in between. */
  private hasTip(halves: Int32Array): boolean {
    const { vertices: { x, y }, edges, ground } = this;
    const leaving = new Map<number, number[]>();
    for (const half of halves) {
      addTo(leaving, originOf(edges, half), half);
    }
    return halves.some((half) => {
      const tip = originOf(edges, half ^ 1);
      const scaleX = ground.scaleX(y[tip]);
      const to = (vertex: number): [number, number] => [(x[vertex] - x[tip]) * scaleX, (y[vertex] - y[tip]) * ground.scaleY];
      const [backX, backY] = to(originOf(edges, half));
      return (leaving.get(tip) ?? []).some((next) => {
        const [onX, onY] = to(originOf(edges, next ^ 1));
        const [along, across] = [backX * onX + backY * onY, onX * backY - onY * backX];
        return across > 0 && across < TIP_TANGENT * along;
      });
    });
  }

  /** Whether land that is not in the arrangement lies in a void, or may. */
  isCovered(cell: number, elsewhere: LandElsewhere): boolean {
    const { x, y } = this.vertices;
    const extent: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
    let vertex = -1;
    for (const half of this.halvesOf(cell)) {
      vertex = originOf(this.edges, half);
      extent[0] = Math.min(extent[0], x[vertex]);
      extent[1] = Math.min(extent[1], y[vertex]);
      extent[2] = Math.max(extent[2], x[vertex]);
      extent[3] = Math.max(extent[3], y[vertex]);
    }
    return vertex >= 0 && elsewhere.mayCover(extent, x[vertex], y[vertex]);
  }

  private outlineOf(cell: number): Float64Array {
    const { vertices, edges, ground } = this;
    const halves = this.halvesOf(cell);
    return halves.length === 0 ? new Float64Array(0) : outlineOf({ vertices, edges, ground }, halves, ...startOf(vertices, edges, halves[0]));
  }

  private halvesOf(cell: number): Int32Array {
    const { offsets, items } = this.byVoid;
    const found = this.voidOfCell[cell];
    return found < 0 ? new Int32Array(0) : items.subarray(offsets[found], offsets[found + 1]);
  }
}
