import type { ArrangedTopology } from './arranged-topology.ts';
import { originOf } from '../edges/half-edges.ts';
import { shiftBetween } from './furthest.ts';
import type { Gap } from './gaps.ts';
import type { GapLimits } from '../options.ts';

/**
 * The gaps within the limits. Gaps that are enclosed in the input have been set aside before; those handled here are enclosed only since the borders
 * around them were matched.
 */
export function withinLimits(arranged: ArrangedTopology, gaps: readonly Gap[], codeOfCell: Int32Array, limits: GapLimits): readonly Gap[] {
  const small = gaps.filter(({ cell }) => arranged.cells.area[cell] <= limits.area);
  if (small.length === 0 || limits.shift === Infinity) return small;
  const { vertices, edges, cells: { cellOfFace }, arrangement: { faceOfHalfEdge } } = arranged;
  const borders = new Map<number, number[]>(small.map(({ cell }) => [cell, []]));
  for (let half = 0; half < 2 * edges.count; half++) {
    const face = faceOfHalfEdge[half];
    if (face >= 0 && cellOfFace[faceOfHalfEdge[half ^ 1]] !== cellOfFace[face]) borders.get(cellOfFace[face])?.push(half);
  }
  return small.filter(({ cell, longestBorder }) => {
    const border = borders.get(cell) ?? [];
    const isOwn = (half: number): boolean => codeOfCell[cellOfFace[faceOfHalfEdge[half ^ 1]]] === longestBorder;
    const first = originOf(edges, border[0]);
    return shiftBetween(arranged, { x: vertices.x[first], y: vertices.y[first] }, border.filter(isOwn), border.filter((half) => !isOwn(half))) <= limits.shift;
  });
}
