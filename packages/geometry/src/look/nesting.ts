import type { EdgeSides } from '../edges/edge-sides.ts';
import { UNKNOWN, VOID, leftOf, markFeaturesOf } from '../edges/edge-sides.ts';
import { compareAround } from '../faces/arrangement.ts';
import { DisjointSets } from '../arrays/growable.ts';
import type { InternedRings } from '../edges/intern-rings.ts';
import { PartKind } from '../layer/layer.ts';
import { comparePoints } from '../edges/predicates.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import { halfEdgeToTheLeft } from '../edges/ray.ts';
import type { RayGrid } from '../edges/ray.ts';
import { isInRing } from './ring-containment.ts';
import type { Stars } from './stars.ts';
import type { VoidFaces } from './void-faces.ts';

/** Edges that are looked at to see whether holes lie in their shells; a layer that needs more is examined in full. */
const MOST_EDGES = 50_000_000;

/**
 * Looks where each connected group of rings lies: what its outermost edge says of the land outside must be what the next
 * edge to the left says. Features where it is not so are marked; voids inside voids are told to `voids`.
 */
export function examineNesting(prepared: PreparedLayer, interned: InternedRings, sides: EdgeSides, stars: Stars, grid: RayGrid, voids: VoidFaces, isDoubtful: Uint8Array): void {
  const { next, ringFirst } = prepared;
  const { vertices, edges, vertexOf } = interned;
  const { x, y } = vertices;
  const groups = joinRings(prepared, interned, sides, stars);
  /** For each group the source segments into and out of its first vertex by x, then y. */
  const into = new Int32Array(ringFirst.length).fill(-1);
  for (let ring = 0; ring < ringFirst.length; ring++) {
    if (ringFirst[ring] < 0) continue;
    const group = groups.find(ring);
    let i = ringFirst[ring];
    do {
      const j = next[i];
      const best = into[group] < 0 ? -1 : vertexOf[next[into[group]]];
      const at = vertexOf[j];
      if (best < 0 || x[at] < x[best] || (x[at] === x[best] && y[at] < y[best])) into[group] = i;
      i = j;
    } while (i !== ringFirst[ring]);
  }
  const roots: number[] = [];
  for (let ring = 0; ring < ringFirst.length; ring++) if (into[ring] >= 0 && groups.parent[ring] === ring) roots.push(ring);
  const firstOf = (group: number): number => vertexOf[next[into[group]]];
  roots.sort((p, q) => comparePoints(x[firstOf(p)], y[firstOf(p)], x[firstOf(q)], y[firstOf(q)]));
  for (const group of roots) {
    const half = lastAround(group);
    const hit = halfEdgeToTheLeft(vertices, edges, grid, firstOf(group));
    const outside = leftOf(sides, half);
    const found = hit < 0 ? VOID : leftOf(sides, hit);
    if (outside === found && outside !== UNKNOWN) {
      if (outside === VOID) voids.nest(half, hit);
      continue;
    }
    markFeaturesOf(prepared, edges, half >> 1, isDoubtful);
    if (hit >= 0) markFeaturesOf(prepared, edges, hit >> 1, isDoubtful);
  }

  /** The last half-edge around the first vertex of a group: to its left lies what is left of the group. */
  function lastAround(group: number): number {
    const vertex = firstOf(group);
    if (sides.degree[vertex] > 2) return stars.around[stars.offsets[stars.atVertex[vertex] + 1] - 1];
    const before = vertexOf[into[group]];
    const after = vertexOf[next[next[into[group]]]];
    const [p, q] = [halfEdgeTo(vertex, before), halfEdgeTo(vertex, after)];
    return p === q || compareAround(vertices, edges, vertex, p, q) > 0 ? p : q;
  }

  function halfEdgeTo(from: number, to: number): number {
    return 2 * edges.intern(from, to) + (from < to ? 0 : 1);
  }
}

/** Rings that share an edge or a vertex are one group. */
function joinRings(prepared: PreparedLayer, interned: InternedRings, sides: EdgeSides, stars: Stars): DisjointSets {
  const { ringOfVertex, ringFirst } = prepared;
  const { edges } = interned;
  const groups = new DisjointSets(ringFirst.length);
  let [lastRing, lastOther] = [-1, -1];
  for (let edge = 0; edge < edges.count; edge++) {
    const first = edges.firstUse[edge];
    const ring = ringOfVertex[edges.useCode[first] >> 1];
    for (let use = edges.useNext[first]; use >= 0; use = edges.useNext[use]) {
      const other = ringOfVertex[edges.useCode[use] >> 1];
      if (ring === lastRing && other === lastOther) continue;
      groups.union(ring, other);
      lastRing = ring;
      lastOther = other;
    }
  }
  for (let star = 0; star + 1 < stars.offsets.length; star++) {
    let first = -1;
    for (let i = stars.offsets[star]; i < stars.offsets[star + 1]; i++) {
      const ring = ringOfVertex[edges.useCode[edges.firstUse[stars.around[i] >> 1]] >> 1];
      if (first < 0) first = ring;
      else groups.union(first, ring);
    }
  }
  return groups;
}

/** Marks features of several parts of which a hole does not lie in the shell of its own part. No two rings of them touch. */
export function markStrayHoles(prepared: PreparedLayer, isDoubtful: Uint8Array): void {
  const { layer, ringFirst } = prepared;
  const { ringOffsets, featureOffsets, partOffsets, partKinds } = layer;
  let work = 0;
  for (let feature = 0; feature < isDoubtful.length; feature++) {
    if (isDoubtful[feature] === 1 || featureOffsets[feature + 1] - featureOffsets[feature] < 2) continue;
    for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
      if (partKinds[part] !== PartKind.Polygon) continue;
      const shell = partOffsets[part];
      for (let ring = shell + 1; ring < partOffsets[part + 1]; ring++) {
        work += ringOffsets[shell + 1] - ringOffsets[shell];
        if (work > MOST_EDGES || !isInRing(prepared, ringFirst[ring], ringFirst[shell])) isDoubtful[feature] = 1;
      }
    }
  }
}
