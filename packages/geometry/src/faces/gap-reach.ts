import { segmentsOfEdges, SegmentIndex } from '../segment-index.ts';
import type { ArrangedTopology } from './arranged-topology.ts';

/**
 * How far from its border a feature may get land of a gap, in widths of the gap (2·area/perimeter). A compact gap, such as a square or a
 * triangle, has no point farther away than that; in a long one, land farther along belongs to others.
 */
const REACH_IN_WIDTHS = 4;

/** Area and perimeter of a gap. */
export interface GapSize {
  readonly area: number;
  readonly perimeter: number;
}

/**
 * Whether a vertex of a gap is within reach of a feature's border along it. Without this limit, a triangle that touches the feature with one
 * corner, and reaches far along the gap between two others, would become a spike of it.
 *
 * @param border the edges of the gap that lie on the feature's border, at least one
 */
export function reachFrom({ vertices, edges, ground }: Pick<ArrangedTopology, 'vertices' | 'edges' | 'ground'>, border: readonly number[], { area, perimeter }: GapSize): (vertex: number) => boolean {
  const { x, y } = vertices;
  const origin = edges.a[border[0]];
  const frame = { originX: x[origin], originY: y[origin], scaleX: ground.scaleX(y[origin]), scaleY: ground.scaleY };
  const index = new SegmentIndex(segmentsOfEdges(vertices, edges, border, frame));
  const reach = (REACH_IN_WIDTHS * 2 * area) / perimeter;
  const answers = new Map<number, boolean>();
  return (vertex) => {
    const known = answers.get(vertex);
    if (known !== undefined) return known;
    const { distance } = index.nearest((x[vertex] - frame.originX) * frame.scaleX, (y[vertex] - frame.originY) * frame.scaleY);
    const isNear = distance <= reach;
    answers.set(vertex, isNear);
    return isNear;
  };
}
