import { Int32List } from '../arrays/growable.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { orient2d } from '../edges/predicates.ts';
import { oneThatStays } from '../edges/topology.ts';
import type { MatchedTopology } from '../edges/topology.ts';
import { comparePairs } from '../edges/vertices.ts';
import type { VertexTable } from '../edges/vertices.ts';
import type { FindingList } from '../layer/finding-list.ts';
import { isBeside } from './beside.ts';

/** Twice the area of a triangle, by the square of its longest side: less is lost in double-double arithmetic, by which GEOS tells sides. */
const FLAT = 2 ** -100;

/**
 * Lets the ends of edges fall together that noding made as short as rounding, where another edge runs back beside them. Vertices
 * of two features may lie so near each other in the layer; where an edge of one is led through the other it turns in a corner
 * that is none but for exact predicates. To others a ring with such a corner runs over itself. Short edges without one stay.
 *
 * @param isInserted the vertices that were put on edges. @returns how many moved: edges may cross again then.
 */
export function mergeNodes(matched: MatchedTopology, isInserted: Uint8Array, findings: FindingList): number {
  const { prepared, vertices, edges, ground, moves } = matched;
  const { a, b } = edges;
  const { x, y } = vertices;
  const short = new Int32List();
  for (let edge = 0; edge < edges.count; edge++) {
    if (edges.isDead(edge) || (isInserted[a[edge]] === 0 && isInserted[b[edge]] === 0) || !isBeside(vertices, a[edge], b[edge])) continue;
    if (turnsFlat(vertices, edges, a[edge], b[edge]) || turnsFlat(vertices, edges, b[edge], a[edge])) short.push(edge);
  }
  if (short.length === 0) return 0;
  let moved = 0;
  for (const edge of short.takeArray().sort((e, g) => comparePairs(vertices, a[e], b[e], a[g], b[g]))) {
    if (edges.isDead(edge)) continue;
    const [p, q] = [edges.a[edge], edges.b[edge]];
    const stays = oneThatStays(matched, p, q);
    const goes = p + q - stays;
    for (const feature of featuresAt(goes)) findings.add('near-edge', feature, -1, x[goes], y[goes], ground.length(x[p], y[p], x[q], y[q]), 'vertex-moved');
    edges.mergeVertex(goes, stays, () => undefined);
    moves.move(goes, stays);
    moved++;
  }
  return moved;

  function featuresAt(vertex: number): Set<number> {
    const found = new Set<number>();
    for (let half = edges.firstHalfEdge(vertex); half >= 0; half = edges.halfEdgeNext[half]) {
      if (edges.isDead(half >> 1)) continue;
      for (let use = edges.firstUse[half >> 1]; use >= 0; use = edges.useNext[use]) found.add(prepared.featureOfRing[prepared.ringOfVertex[edges.useCode[use] >> 1]]);
    }
    return found;
  }
}

/** Whether an edge from the corner runs beside the one to `from`, so flat that only exact predicates tell them apart. */
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
