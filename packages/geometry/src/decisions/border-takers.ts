import { originOf } from '../edges/half-edges.ts';
import { featureOfUse } from '../edges/ring-owners.ts';
import type { ContestedLand, ContestedLayer } from './contested-land.ts';

/** No feature: two borders meet, or both features that overlap have the border. */
export const NOBODY = -1;

/** Which feature gets the land along each stretch of the border of contested land if this is divided. */
export class BorderTakers {
  /** All features that get land, in their order along the border. */
  readonly all: ReadonlySet<number>;
  private readonly contested: ContestedLayer;
  private readonly land: ContestedLand;
  /** For each vertex of the border, the features that get the land along its edges. */
  private readonly takersAt = new Map<number, Set<number>>();

  constructor(contested: ContestedLayer, land: ContestedLand) {
    const { edges } = contested.arranged;
    this.contested = contested;
    this.land = land;
    const all = new Set<number>();
    for (const half of land.border) {
      const taker = this.along(half);
      for (const vertex of [originOf(edges, half), originOf(edges, half ^ 1)]) {
        const known = this.takersAt.get(vertex) ?? new Set();
        this.takersAt.set(vertex, known);
        if (taker !== NOBODY) known.add(taker);
      }
      if (taker !== NOBODY) all.add(taker);
    }
    this.all = all;
  }

  /** The feature that gets the land along a half-edge of the border; NOBODY if it is a border of both features that overlap. */
  along(half: number): number {
    const { arranged: { prepared, edges, arrangement: { faceOfHalfEdge }, cells: { cellOfFace } }, claimantsOf } = this.contested;
    if (this.land.kind === 'gap') return claimantsOf(cellOfFace[faceOfHalfEdge[half ^ 1]])[0] ?? NOBODY;
    const users = new Set<number>();
    for (let use = edges.firstUse[half >> 1]; use >= 0; use = edges.useNext[use]) users.add(featureOfUse(prepared, edges, use));
    const [first, second] = this.land.features;
    if (users.has(first) === users.has(second)) return NOBODY;
    return users.has(first) ? second : first;
  }

  /** The feature that gets the land nearest to a vertex of the border; NOBODY where two borders meet. */
  at(vertex: number): number {
    const takers = this.takersAt.get(vertex);
    if (takers !== undefined && takers.size > 1) return NOBODY;
    for (const taker of takers ?? []) return taker;
    return this.nearest(vertex);
  }

  /** The taker at the nearest other vertex that has only one; of several the first feature. */
  private nearest(vertex: number): number {
    const { vertices: { x, y }, ground } = this.contested.arranged;
    let [found, least] = [NOBODY, Infinity];
    for (const [other, takers] of this.takersAt) {
      if (takers.size !== 1) continue;
      const distance = ground.length(x[vertex], y[vertex], x[other], y[other]);
      const [taker] = takers;
      if (distance < least || (distance === least && taker < found)) [found, least] = [taker, distance];
    }
    return found;
  }
}
