import { Int32List } from '../arrays/growable.ts';
import { EdgeGrid } from '../edges/grid.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { comparePairs } from '../edges/vertices.ts';
import type { VertexTable } from '../edges/vertices.ts';
import type { Ground } from '../ground.ts';

/** Borders at a larger angle to each other (40°) are ends and corners, not the two sides of a strip. */
const LEAST_COSINE_SQUARED = Math.cos((40 * Math.PI) / 180) ** 2;
/** A border ahead (within 45°) rather than to the side is not the other side of a strip, either. */
const MOST_AHEAD_SQUARED = 0.5;
/** Up to this number of borders, all are examined without a grid: making a grid for each of thousands of voids takes longer. */
const FEW = 32;
/** A point with more borders around it lies in a tangle, where widths mean nothing. */
const MOST_AROUND = 2000;
/** A point this close to a border, as a share of its coordinates, lies on it, because its direction from there depends on rounding alone. */
const ROUNDING = 2 ** -50;

/** Measures the width of the strip between two borders, straight across from a point on one to the other. */
export class FacingBorders {
  /** The edge that the last width was measured to. */
  facing = -1;
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;
  private readonly ground: Ground;
  private readonly reach: number;
  private readonly members: Int32Array;
  /** For each edge, what it belongs to; null if each edge stands for itself. */
  private readonly owners: Int32Array | null;
  /** The borders in one cell of the grid that belong to others than one owner: points along an edge share them. */
  private readonly others = new Int32List();
  private cellOfOthers = -1;
  private ownerBesideOthers = -1;
  /** Null if there are few members. */
  private readonly grid: EdgeGrid | null;

  /**
   * @param reach wider strips are ignored.
   * @param owners for each edge, what it belongs to; null if each edge stands for itself. A strip lies between borders of different owners.
   */
  constructor(vertices: VertexTable, edges: EdgeTable, members: Int32Array, ground: Ground, reach: number, owners: Int32Array | null) {
    this.vertices = vertices;
    this.edges = edges;
    this.ground = ground;
    this.reach = reach;
    this.members = members;
    this.owners = owners;
    const reachY = reach / ground.scaleY;
    this.grid = members.length <= FEW ? null : new EdgeGrid(vertices, edges, members, reachY, { y: reachY, x: (low, high) => reach / ground.smallestScaleX(low, high) });
  }

  /**
   * The distance from a point on a border to the nearest border that faces it; Infinity if there is none within
   * reach.
   *
   * @param dx @param dy the direction of the border there, in coordinate units.
   * @param isLeftOnly whether to consider only what lies to the left of that direction.
   * @param owner the owner of the border.
   */
  widthAt(x: number, y: number, dx: number, dy: number, isLeftOnly: boolean, owner: number): number {
    const { grid, owners } = this;
    const { a, b } = this.edges;
    const { x: vx, y: vy } = this.vertices;
    this.facing = -1;
    const cell = grid?.cellAt(grid.row(y), grid.column(x)) ?? 0;
    if (cell < 0) return Infinity;
    let near = grid?.entries ?? this.members;
    let start = grid?.offsets[cell] ?? 0;
    let end = grid?.offsets[cell + 1] ?? near.length;
    if (end - start > MOST_AROUND) return Infinity;
    if (owners !== null && grid !== null) {
      if (cell !== this.cellOfOthers || owner !== this.ownerBesideOthers) this.findOthers(near, start, end, owners, owner);
      near = this.others.data;
      start = 0;
      end = this.others.length;
      this.cellOfOthers = cell;
      this.ownerBesideOthers = owner;
    }
    const scaleX = this.ground.scaleX(y);
    const scaleY = this.ground.scaleY;
    const ux = dx * scaleX;
    const uy = dy * scaleY;
    const uu = ux * ux + uy * uy;
    const farX = Math.abs(x) * scaleX;
    const farY = Math.abs(y) * scaleY;
    const rounding = ROUNDING * (farX > farY ? farX : farY);
    let nearest = this.reach * this.reach;
    for (let k = start; k < end; k++) {
      const edge = near[k];
      // Most borders nearby belong to the same owner.
      if ((owners === null ? edge : owners[edge]) === owner) continue;
      // From its left end, so that rounding does not depend on how vertices are numbered.
      const isRightward = vx[a[edge]] <= vx[b[edge]];
      const from = isRightward ? a[edge] : b[edge];
      const to = isRightward ? b[edge] : a[edge];
      const ax = (vx[from] - x) * scaleX;
      const ay = (vy[from] - y) * scaleY;
      const ex = (vx[to] - vx[from]) * scaleX;
      const ey = (vy[to] - vy[from]) * scaleY;
      const ee = ex * ex + ey * ey;
      const along = ux * ex + uy * ey;
      if (along * along < LEAST_COSINE_SQUARED * uu * ee) continue;
      // Here and above: V8's middle compiler calls `Math.min` and `Math.max` as functions.
      const unbound = -(ax * ex + ay * ey) / ee;
      const share = unbound < 0 ? 0 : unbound > 1 ? 1 : unbound;
      const px = ax + share * ex;
      const py = ay + share * ey;
      const measured = px * px + py * py;
      const squared = measured > rounding * rounding ? measured : 0;
      if (!(squared < nearest || (squared === nearest && this.isBefore(edge, this.facing)))) continue;
      if (squared > 0) {
        const ahead = px * ux + py * uy;
        if (ahead * ahead > MOST_AHEAD_SQUARED * squared * uu) continue;
        if (isLeftOnly && ux * py - uy * px < 0) continue;
      }
      nearest = squared;
      this.facing = edge;
    }
    return this.facing < 0 ? Infinity : Math.sqrt(nearest);
  }

  private findOthers(near: Int32Array, start: number, end: number, owners: Int32Array, owner: number): void {
    const { others } = this;
    others.length = 0;
    for (let k = start; k < end; k++) if (owners[near[k]] !== owner) others.push(near[k]);
  }

  /** Of two borders at the same distance, geometry decides which one is faced. */
  private isBefore(edge: number, other: number): boolean {
    const { vertices, edges: { a, b } } = this;
    return other >= 0 && comparePairs(vertices, a[edge], b[edge], a[other], b[other]) < 0;
  }
}
