import { EdgeGrid } from '../edges/grid.ts';
import type { EdgeTable } from '../edges/edges.ts';
import type { VertexTable } from '../edges/vertices.ts';
import type { Ground } from '../ground.ts';

/** Borders at a wider angle to each other (40°) are ends and corners: neither is the other side of a strip. */
const LEAST_COSINE_SQUARED = Math.cos((40 * Math.PI) / 180) ** 2;
/** What lies ahead (within 45°) rather than to the side is not the other side of a strip, either. */
const MOST_AHEAD_SQUARED = 0.5;
/** Up to this number of borders all are looked at, without a grid: making a grid for each of many thousand voids takes longer. */
const FEW = 32;
/** A point with more borders around it lies in a tangle, where widths mean nothing. */
const MOST_AROUND = 2000;

/** Measures the width of the strip between two borders, straight across from a point on one to the other. */
export class FacingBorders {
  /** The edge that the last width was measured to. */
  facing = -1;
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;
  private readonly ground: Ground;
  private readonly reach: number;
  private readonly members: Int32Array;
  /** Null if there are few members. */
  private readonly grid: EdgeGrid | null;

  /** @param reach wider strips are ignored. */
  constructor(vertices: VertexTable, edges: EdgeTable, members: Int32Array, ground: Ground, reach: number) {
    this.vertices = vertices;
    this.edges = edges;
    this.ground = ground;
    this.reach = reach;
    this.members = members;
    const reachY = reach / ground.scaleY;
    this.grid = members.length <= FEW ? null : new EdgeGrid(vertices, edges, members, reachY, { y: reachY, x: (low, high) => reach / ground.smallestScaleX(low, high) });
  }

  /**
   * The distance from a point on a border to the nearest border that faces it; Infinity if there is none within
   * reach.
   *
   * @param dx @param dy the direction of the border there, in coordinate units.
   * @param isLeftOnly whether to consider only what lies to the left of that direction.
   */
  widthAt(x: number, y: number, dx: number, dy: number, isLeftOnly: boolean, isWanted: (edge: number) => boolean): number {
    const { grid } = this;
    const { a, b } = this.edges;
    const { x: vx, y: vy } = this.vertices;
    this.facing = -1;
    const cell = grid?.cellAt(grid.row(y), grid.column(x)) ?? 0;
    if (cell < 0) return Infinity;
    const near = grid?.entries ?? this.members;
    const start = grid?.offsets[cell] ?? 0;
    const end = grid?.offsets[cell + 1] ?? near.length;
    if (end - start > MOST_AROUND) return Infinity;
    const scaleX = this.ground.scaleX(y);
    const scaleY = this.ground.scaleY;
    const ux = dx * scaleX;
    const uy = dy * scaleY;
    const uu = ux * ux + uy * uy;
    let nearest = this.reach * this.reach;
    for (let k = start; k < end; k++) {
      const edge = near[k];
      const ax = (vx[a[edge]] - x) * scaleX;
      const ay = (vy[a[edge]] - y) * scaleY;
      const ex = (vx[b[edge]] - vx[a[edge]]) * scaleX;
      const ey = (vy[b[edge]] - vy[a[edge]]) * scaleY;
      const ee = ex * ex + ey * ey;
      const along = ux * ex + uy * ey;
      if (along * along < LEAST_COSINE_SQUARED * uu * ee) continue;
      const share = Math.min(1, Math.max(0, -(ax * ex + ay * ey) / ee));
      const px = ax + share * ex;
      const py = ay + share * ey;
      const squared = px * px + py * py;
      if (!(squared < nearest) || !isWanted(edge)) continue;
      const ahead = px * ux + py * uy;
      if (ahead * ahead > MOST_AHEAD_SQUARED * squared * uu) continue;
      if (isLeftOnly && ux * py - uy * px < 0) continue;
      nearest = squared;
      this.facing = edge;
    }
    return this.facing < 0 ? Infinity : Math.sqrt(nearest);
  }
}
