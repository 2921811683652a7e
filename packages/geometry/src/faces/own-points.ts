import { originOf, startOf } from '../edges/half-edges.ts';
import type { ArrangedTopology } from './arranged-topology.ts';

/** A connected piece of land. */
interface Piece {
  /** What it is and whose. */
  readonly key: string;
  /** The first of its cells by anchor. */
  readonly cell: number;
}

/**
 * A point on the border of each piece, by which it is told from all others of the same key: its anchor or, where several of them meet in it, the end of
 * the edge that begins there.
 */
export function ownPoints({ vertices, edges, cells: { anchor } }: ArrangedTopology, pieces: readonly Piece[]): [number, number][] {
  const nameOf = ({ key, cell }: Piece): string => `${key} ${originOf(edges, anchor[cell])}`;
  const counts = new Map<string, number>();
  for (const piece of pieces) counts.set(nameOf(piece), (counts.get(nameOf(piece)) ?? 0) + 1);
  return pieces.map((piece) => startOf(vertices, edges, (counts.get(nameOf(piece)) ?? 0) > 1 ? anchor[piece.cell] ^ 1 : anchor[piece.cell]));
}
