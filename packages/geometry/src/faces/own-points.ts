import { originOf, startOf } from '../edges/half-edges.ts';
import type { ArrangedTopology } from './arranged-topology.ts';

/**
 * A point on the border of each connected piece of land, by which it is told from all others of the same key: its anchor or, where several of them meet in
 * it, the end of the edge that begins there.
 *
 * @param firstCells the first of the cells of each piece by anchor
 * @param keyOf what a piece is and whose. Asked only for pieces with their anchor at one point: there may be hundreds of thousands, and few meet.
 */
export function ownPoints({ vertices, edges, cells: { anchor } }: ArrangedTopology, firstCells: readonly number[], keyOf: (piece: number) => string): [number, number][] {
  const piecesAt = new Uint8Array(vertices.count);
  for (const cell of firstCells) {
    const vertex = originOf(edges, anchor[cell]);
    if (piecesAt[vertex] < 2) piecesAt[vertex]++;
  }
  const counts = new Map<string, number>();
  const names = firstCells.map((cell, piece) => {
    const vertex = originOf(edges, anchor[cell]);
    if (piecesAt[vertex] < 2) return null;
    const name = `${keyOf(piece)} ${vertex}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return name;
  });
  return firstCells.map((cell, piece) => {
    const name = names[piece];
    return startOf(vertices, edges, name !== null && (counts.get(name) ?? 0) > 1 ? anchor[cell] ^ 1 : anchor[cell]);
  });
}
