import { addTo } from '../arrays/multimap.ts';
import type { Int32List } from '../arrays/growable.ts';
import { EdgeGrid } from '../edges/grid.ts';
import { internRings } from '../edges/intern-rings.ts';
import type { InternedRings } from '../edges/intern-rings.ts';
import { doSegmentsCross, forEachIntersection } from '../edges/intersections.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import { featureOfUse } from '../edges/ring-owners.ts';
import { VertexTable } from '../edges/vertices.ts';
import { CrossingPlaces } from '../noding/crossing-places.ts';
import { livingEdges, MOST_CROSSINGS } from '../noding/noding.ts';
import { touchesPixel } from '../noding/snap-rounding.ts';
import { TooTangledError } from '../tangled.ts';

/** No edge that touches a pixel of side one is further from its centre. */
const REACH = 0.75;
/** With smaller cells, edges much shorter than a pixel would each lie in thousands of them. */
const SMALLEST_CELL = 2 * REACH;
/** Crossings are computed more precisely than this many pixels, for coordinates as small as these. */
const CROSSING_MARGIN = 0.01;

/**
 * Snap rounding of rings to integers. Every vertex moves to the centre of its pixel, a square of side one around an integer point. Every
 * edge is routed through the centre of each hot pixel that it touches. A pixel is hot if it contains a vertex, or a crossing of edges of
 * one feature. Afterwards edges intersect in common ends only, and none has passed over a vertex. Land narrower than a pixel may vanish,
 * but land never comes to lie over other land (Guibas and Marimont, Rounding arrangements dynamically, 1998; Hobby, Practical segment
 * intersection with finite precision output, 1999). This holds for the rings of each feature, and for those of any two features that do
 * not overlap; features that overlap may cross.
 *
 * Unlike `snapRound`, it determines which pixels the edges touch before anything has moved.
 */
export class GridRounding {
  /** Integers. */
  readonly middles: VertexTable;
  private readonly rings: InternedRings;
  /** By vertex. */
  private readonly middleOf: Int32Array;
  /** For edges that are routed through centres: these centres, from `a` to `b`. */
  private readonly chains = new Map<number, Int32Array>();
  /** The ends of these edges. */
  private readonly isRouted: Uint8Array;

  /** @param prepared rings in units of the side of a pixel, with no coordinate beyond 2 ** 51. */
  constructor(prepared: PreparedLayer) {
    this.rings = internRings(prepared);
    const { vertices } = this.rings;
    this.middles = new VertexTable(vertices.count, prepared.layer.xy);
    this.middleOf = new Int32Array(vertices.count);
    for (let vertex = 0; vertex < this.middleOf.length; vertex++) this.middleOf[vertex] = this.middles.intern(Math.round(vertices.x[vertex]), Math.round(vertices.y[vertex]));
    this.isRouted = new Uint8Array(vertices.count);
    this.markCrossings(prepared);
    this.routeEdges(edgesByPixel(this.rings));
  }

  /**
   * Fills `middles` with the pixel centres on the way from a vertex of the layer to the next one in its ring, without the
   * last.
   */
  middlesFrom(from: number, to: number, middles: Int32List): void {
    const { rings: { vertexOf, edges }, middleOf, isRouted } = this;
    const [start, end] = [vertexOf[from], vertexOf[to]];
    middles.length = 0;
    middles.push(middleOf[start]);
    if (isRouted[start] === 0 || isRouted[end] === 0) return;
    const edge = edges.intern(start, end);
    const chain = this.chains.get(edge);
    if (chain === undefined) return;
    for (let i = 0; i < chain.length; i++) middles.push(chain[edges.a[edge] === start ? i : chain.length - 1 - i]);
  }

  /** Makes pixels hot in which edges of one feature cross. One pixel too many does no harm. */
  private markCrossings(prepared: PreparedLayer): void {
    const { rings: { vertices, edges }, middles } = this;
    // Without a margin: where pixels are much larger than edges, all edges of a neighbourhood would be compared with each other.
    const grid = new EdgeGrid(vertices, edges, livingEdges(edges));
    let count = 0;
    const haveFeatureInCommon = (edge: number, other: number): boolean => {
      for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
        const feature = featureOfUse(prepared, edges, use);
        for (let twin = edges.firstUse[other]; twin >= 0; twin = edges.useNext[twin]) if (featureOfUse(prepared, edges, twin) === feature) return true;
      }
      return false;
    };
    forEachIntersection(vertices, edges, grid, (edge, other) => {
      const [a, b, c, d] = [edges.a[edge], edges.b[edge], edges.a[other], edges.b[other]];
      const { x, y } = vertices;
      // A pixel with an end of either edge is already hot.
      if (!doSegmentsCross(x[a], y[a], x[b], y[b], x[c], y[c], x[d], y[d]) || !haveFeatureInCommon(edge, other)) return;
      if (++count > MOST_CROSSINGS) throw new TooTangledError(MOST_CROSSINGS);
      const places = new CrossingPlaces();
      places.add(vertices, a, b, c, d);
      for (const dx of [-CROSSING_MARGIN, CROSSING_MARGIN]) for (const dy of [-CROSSING_MARGIN, CROSSING_MARGIN]) middles.intern(Math.round(places.x(0) + dx), Math.round(places.y(0) + dy));
    });
  }

  /** Finds the hot pixels that edges touch between their ends. */
  private routeEdges(grid: EdgeGrid): void {
    const { rings: { vertices: { x, y }, edges }, middles, middleOf, isRouted } = this;
    const found = new Map<number, number[]>();
    let middle = 0;
    const test = (edge: number): void => {
      const [a, b] = [edges.a[edge], edges.b[edge]];
      if (middleOf[a] === middle || middleOf[b] === middle || !touchesPixel(x[a], y[a], x[b], y[b], middles.x[middle], middles.y[middle], 0.5)) return;
      addTo(found, edge, middle);
    };
    for (; middle < middles.count; middle++) grid.forEachEdgeIn(grid.row(middles.y[middle]), grid.column(middles.x[middle]), test);
    for (const [edge, touched] of found) {
      const [a, b] = [edges.a[edge], edges.b[edge]];
      isRouted[a] = isRouted[b] = 1;
      // Along a line, neither x nor y ever goes back from one pixel to the next.
      const [right, up] = [Math.sign(x[b] - x[a]), Math.sign(y[b] - y[a])];
      this.chains.set(edge, Int32Array.from(touched.sort((p, q) => right * (middles.x[p] - middles.x[q]) || up * (middles.y[p] - middles.y[q]))));
    }
  }
}

/** The edges that may touch the pixel around any integer point, by cells of about the size of a pixel or larger. */
export function edgesByPixel({ vertices, edges }: Pick<InternedRings, 'vertices' | 'edges'>): EdgeGrid {
  return new EdgeGrid(vertices, edges, livingEdges(edges), SMALLEST_CELL, { y: REACH, x: () => REACH });
}
