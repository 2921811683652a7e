import type { EdgeTable } from './edges.ts';
import type { FindingList } from './finding-list.ts';
import type { Ground } from './ground.ts';
import type { Int32List } from './growable.ts';
import type { PreparedLayer } from './prepare.ts';
import type { VertexMoves, VertexTable } from './vertices.ts';

export function snapBorders(
  _prepared: PreparedLayer, _vertices: VertexTable, _edges: EdgeTable, _moves: VertexMoves, _inserted: Int32List, _ground: Ground, _distance: number, _findings: FindingList,
): void {
}
