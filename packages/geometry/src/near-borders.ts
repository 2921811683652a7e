import type { EdgeSides } from './edge-sides.ts';
import { VOID, isOpenEdge } from './edge-sides.ts';
import type { EdgeTable } from './edges.ts';
import type { Ground } from './ground.ts';
import { EdgeGrid } from './grid.ts';
import type { VertexTable } from './vertices.ts';

/** Widens the distance, as lengths are measured here at the latitude of the vertex and elsewhere between two. */
const SLACK = 1.001;

/** After how many edges that came up near a vertex it is asked whether enough features are marked. */
const VISITS_BETWEEN_LOOKS = 4_000_000;

/** Marks features whose open borders come closer to those of others than the snap distance, other than where they meet. */
export function markNearBorders(vertices: VertexTable, edges: EdgeTable, sides: EdgeSides, ground: Ground, snapDistance: number, isDoubtful: Uint8Array, isEnough: () => boolean): void {
  if (!(snapDistance > 0) || sides.openCount === 0) return;
  const { x, y } = vertices;
  const members = new Int32Array(sides.openCount);
  let count = 0;
  for (let edge = 0; edge < edges.count; edge++) if (isOpenEdge(sides, edge)) members[count++] = edge;
  const grid = new EdgeGrid(vertices, edges, members, snapDistance / ground.scaleY);
  const { offsets, entries } = grid;
  const reachY = (snapDistance * SLACK) / ground.scaleY;
  const featureOf = (edge: number): number => (sides.left[edge] === VOID ? sides.right[edge] : sides.left[edge]);

  let visits = 0;
  for (let i = 0; i < members.length; i++) {
    examine(members[i], edges.a[members[i]]);
    examine(members[i], edges.b[members[i]]);
    if (visits < VISITS_BETWEEN_LOOKS) continue;
    visits = 0;
    if (isEnough()) return;
  }

  function examine(edge: number, vertex: number): void {
    const feature = featureOf(edge);
    const px = x[vertex];
    const py = y[vertex];
    const scaleX = ground.scaleX(py);
    const reachX = (snapDistance * SLACK) / scaleX;
    const column0 = grid.column(px - reachX);
    const column1 = grid.column(px + reachX);
    const row1 = grid.row(py + reachY);
    for (let row = grid.row(py - reachY); row <= row1; row++) {
      for (let column = column0; column <= column1; column++) {
        const cell = grid.cellAt(row, column);
        if (cell < 0) continue;
        visits += offsets[cell + 1] - offsets[cell];
        for (let k = offsets[cell]; k < offsets[cell + 1]; k++) {
          const other = entries[k];
          if (isDoubtful[feature] === 1 && isDoubtful[featureOf(other)] === 1) continue;
          if (featureOf(other) === feature || edges.a[other] === vertex || edges.b[other] === vertex) continue;
          if (!isWithin(px, py, other, scaleX) || isAt(vertex, featureOf(other))) continue;
          isDoubtful[feature] = 1;
          isDoubtful[featureOf(other)] = 1;
        }
      }
    }
  }

  function isWithin(px: number, py: number, edge: number, scaleX: number): boolean {
    const ax = (x[edges.a[edge]] - px) * scaleX;
    const ay = (y[edges.a[edge]] - py) * ground.scaleY;
    const bx = (x[edges.b[edge]] - px) * scaleX;
    const by = (y[edges.b[edge]] - py) * ground.scaleY;
    const [dx, dy] = [bx - ax, by - ay];
    const share = Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (dx * dx + dy * dy)));
    const [nx, ny] = [ax + share * dx, ay + share * dy];
    return !(nx * nx + ny * ny >= (snapDistance * SLACK) ** 2);
  }

  /** Whether an open border of the feature passes the vertex. */
  function isAt(vertex: number, feature: number): boolean {
    const cell = grid.cellAt(grid.row(y[vertex]), grid.column(x[vertex]));
    for (let k = offsets[cell]; k < offsets[cell + 1]; k++) {
      const edge = entries[k];
      if ((edges.a[edge] === vertex || edges.b[edge] === vertex) && featureOf(edge) === feature) return true;
    }
    return false;
  }
}
