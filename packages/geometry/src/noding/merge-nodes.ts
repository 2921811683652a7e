import { Int32List } from '../arrays/growable.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { orient2d } from '../edges/predicates.ts';
import { featureOfUse } from '../edges/ring-owners.ts';
import { oneThatStays } from '../edges/topology.ts';
import type { MatchedTopology } from '../edges/topology.ts';
import { comparePairs } from '../edges/vertices.ts';
import type { VertexTable } from '../edges/vertices.ts';
import type { FindingList } from '../layer/finding-list.ts';
import { isBeside } from './beside.ts';

/**
 * A triangle is flat if twice its area is at most this share of the square of its longest side. Anything less is lost in the
 * double-double arithmetic that GEOS uses for orientation.
 */
const FLAT = 2 ** -100;

/**
 * Positions closer than this in both coordinates, in units of the layer, count as one for QGIS, which says "duplicate nodes" of a ring that has both. In degrees it
 * is a millimetre.
 */
const SAME_PLACE = 1e-8;

export interface MergeOptions {
  /** The vertices that were put on edges. */
  readonly isInserted: Uint8Array;
  /** The first vertex that noding made. */
  readonly firstNew: number;
  /** What does not count beside the distance with which borders were matched, on the ground; 0 if they were not. */
  readonly negligible: number;
}

/**
 * Merges the ends of edges that noding made as short as rounding, where another edge runs back beside them. Vertices of two
 * features may be this close in the layer. If an edge of one is routed through the other, it turns in a corner that only exact
 * predicates can detect. To other programs, a ring with such a corner overlaps itself.
 *
 * Where borders are matched, the ends of all edges are merged that noding made so short that other programs take both ends for the same place, but only if that
 * is negligible. Other short edges stay. A vertex of the layer keeps its place, and counts as put on the edge that came to run through it.
 *
 * @returns how many vertices moved; edges may cross again afterwards.
 */
export function mergeNodes(matched: MatchedTopology, { isInserted, firstNew, negligible }: MergeOptions, findings: FindingList): number {
  const { prepared, vertices, edges, ground, moves, inserted } = matched;
  const { a, b } = edges;
  const { x, y } = vertices;
  const short = new Int32List();
  for (let edge = 0; edge < edges.count; edge++) {
    if (edges.isDead(edge) || (isInserted[a[edge]] === 0 && isInserted[b[edge]] === 0)) continue;
    const [p, q] = [a[edge], b[edge]];
    if (areOneElsewhere(p, q) || (isBeside(vertices, p, q) && (turnsFlat(vertices, edges, p, q) || turnsFlat(vertices, edges, q, p)))) short.push(edge);
  }
  if (short.length === 0) return 0;
  let moved = 0;
  for (const edge of short.takeArray().sort((e, g) => comparePairs(vertices, a[e], b[e], a[g], b[g]))) {
    if (edges.isDead(edge)) continue;
    const [p, q] = [edges.a[edge], edges.b[edge]];
    const stays = p < firstNew === q < firstNew ? oneThatStays(matched, p, q) : Math.min(p, q);
    const goes = p + q - stays;
    for (const feature of featuresAt(goes)) findings.add({ kind: 'near-edge', feature, x: x[goes], y: y[goes], measure: ground.length(x[p], y[p], x[q], y[q]), action: 'vertex-moved' });
    edges.mergeVertex(goes, stays, () => undefined);
    moves.move(goes, stays);
    if (isInserted[goes] === 1) inserted.push(stays);
    moved++;
  }
  return moved;

  function areOneElsewhere(p: number, q: number): boolean {
    return Math.abs(x[p] - x[q]) < SAME_PLACE && Math.abs(y[p] - y[q]) < SAME_PLACE && ground.length(x[p], y[p], x[q], y[q]) < negligible;
  }

  function featuresAt(vertex: number): Set<number> {
    const found = new Set<number>();
    for (let half = edges.firstHalfEdge(vertex); half >= 0; half = edges.halfEdgeNext[half]) {
      if (edges.isDead(half >> 1)) continue;
      for (let use = edges.firstUse[half >> 1]; use >= 0; use = edges.useNext[use]) found.add(featureOfUse(prepared, edges, use));
    }
    return found;
  }
}

/** Whether another edge at the corner runs so close to the edge to `from` that only exact predicates tell the two apart. */
function turnsFlat({ x, y }: VertexTable, edges: EdgeTable, from: number, corner: number): boolean {
  const [backX, backY] = [x[from] - x[corner], y[from] - y[corner]];
  for (let half = edges.firstHalfEdge(corner); half >= 0; half = edges.halfEdgeNext[half]) {
    const edge = half >> 1;
    const to = edges.a[edge] === corner ? edges.b[edge] : edges.a[edge];
    if (edges.isDead(edge) || to === from) continue;
    const [onX, onY] = [x[to] - x[corner], y[to] - y[corner]];
    if (backX * onX + backY * onY <= 0) continue;
    if (Math.abs(orient2d(x[corner], y[corner], x[to], y[to], x[from], y[from])) <= FLAT * (onX * onX + onY * onY)) return true;
  }
  return false;
}
