import { originOf } from '../edges/half-edges.ts';
import { trianglesOf } from '../faces/triangulation.ts';
import { PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';
import { LayerBuilder } from '../layer/layer-builder.ts';
import type { ContestedLand, ContestedLayer } from './contested-land.ts';

/** Land with more points on its border is not divided. */
const MOST_VERTICES = 20_000;
/**
 * For the triangulation, edges of the border are divided into pieces no longer than the length of the border divided by this,
 * but into MOST_ON_EDGE pieces at most.
 */
const FEWEST_ON_BORDER = 48;
const MOST_ON_EDGE = 24;

/** A point on the border of contested land, and the feature that gets what lies nearest to it; -1 where two borders meet. */
interface Corner {
  readonly x: number;
  readonly y: number;
  readonly taker: number;
}

type Place = readonly [number, number];

/** What one feature gets of land that is divided. */
export interface Half {
  readonly feature: number;
  /** Closed rings that touch each other, each a part. */
  readonly rings: readonly (readonly Place[])[];
}

/**
 * Divides contested land along its middle: the line through the midpoints of those edges of its triangulation that lead from one border to
 * another (the chordal axis: L. Prasad, Morphological analysis of shapes, 1997). Between two straight borders, that is the line
 * halfway between them. Of an overlap, each feature gets the half next to its own land; of a gap, the part along its own border.
 *
 * @returns null if there is no middle: one feature lies in the other, only one borders on the land, a third one claims some of it,
 * or something stands in it.
 */
export function halvesOf({ arranged, claimantsOf }: ContestedLayer, land: ContestedLand): Half[] | null {
  const { vertices, edges, arrangement, cells, ground, prepared: { featureOfRing, ringOfVertex } } = arranged;
  const { cycleOffsets, cycleStarts, next, faceOfHalfEdge } = arrangement;
  const { x, y } = vertices;
  if (land.cells.some((cell) => claimantsOf(cell).length > 2) || land.border.length > MOST_VERTICES) return null;
  const takersAt = new Map<number, Set<number>>();
  const all = new Set<number>();
  for (const half of land.border) {
    const taker = takerAlong(half);
    for (const vertex of [originOf(edges, half), originOf(edges, half ^ 1)]) {
      const known = takersAt.get(vertex) ?? new Set();
      takersAt.set(vertex, known);
      if (taker >= 0) known.add(taker);
    }
    if (taker >= 0) all.add(taker);
  }
  if (all.size < 2) return null;
  const pieces = new Map([...all].sort((p, q) => p - q).map((feature): [number, Place[][]] => [feature, []]));
  const faces = facesOf(land);
  if (faces.some((face) => cycleOffsets[face + 1] - cycleOffsets[face] !== 1)) return null;
  const longest = land.border.reduce((sum, half) => sum + lengthOf(half), 0) / FEWEST_ON_BORDER;
  for (const face of faces) {
    const corners = walk(cycleStarts[cycleOffsets[face]]);
    const places = { x: Float64Array.from(corners, (corner) => corner.x), y: Float64Array.from(corners, (corner) => corner.y) };
    for (const [p, q, r] of trianglesOf(places, ground, corners.map((_, i) => i))) cut([corners[p], corners[q], corners[r]]);
  }
  return Array.from(pieces, ([feature, rings]) => ({ feature, rings: rings.map((ring) => [...ring, ring[0]]) }));

  /** The feature that gets what lies along a half-edge of the border; -1 if it is a border of both features that overlap. */
  function takerAlong(half: number): number {
    if (land.kind === 'gap') return claimantsOf(cells.cellOfFace[faceOfHalfEdge[half ^ 1]])[0] ?? -1;
    const users = new Set<number>();
    for (let use = edges.firstUse[half >> 1]; use >= 0; use = edges.useNext[use]) users.add(featureOfRing[ringOfVertex[edges.useCode[use] >> 1]]);
    const [first, second] = land.features;
    if (users.has(first) === users.has(second)) return -1;
    return users.has(first) ? second : first;
  }

  function facesOf({ cells: members }: ContestedLand): number[] {
    const isMember = new Set(members);
    const found: number[] = [];
    for (let face = 0; face < cells.cellOfFace.length; face++) if (isMember.has(cells.cellOfFace[face])) found.push(face);
    return found;
  }

  /** The border of a face, with points between its vertices, so that each edge has a point of its own. */
  function walk(start: number): Corner[] {
    const ring: Corner[] = [];
    let half = start;
    do {
      const [from, to] = [originOf(edges, half), originOf(edges, half ^ 1)];
      ring.push({ x: x[from], y: y[from], taker: takerOf(from) });
      const taker = takerAlong(half);
      const pieces = taker < 0 ? 1 : Math.min(MOST_ON_EDGE, Math.max(2, Math.ceil(lengthOf(half) / longest)));
      for (let i = 1; i < pieces; i++) ring.push({ x: x[from] + (i / pieces) * (x[to] - x[from]), y: y[from] + (i / pieces) * (y[to] - y[from]), taker });
      half = next[half];
    } while (half !== start);
    return ring;
  }

  function lengthOf(half: number): number {
    const [from, to] = [originOf(edges, half), originOf(edges, half ^ 1)];
    return ground.length(x[from], y[from], x[to], y[to]);
  }

  /** The feature that a vertex of the border belongs to; -1 where two meet. */
  function takerOf(vertex: number): number {
    const takers = takersAt.get(vertex);
    if (takers !== undefined && takers.size > 1) return -1;
    for (const taker of takers ?? []) return taker;
    return nearestTaker(vertex);
  }

  function nearestTaker(vertex: number): number {
    let [found, least] = [-1, Infinity];
    for (const [other, takers] of takersAt) {
      if (takers.size !== 1) continue;
      const distance = ground.length(x[vertex], y[vertex], x[other], y[other]);
      const [taker] = takers;
      if (distance < least || (distance === least && taker < found)) [found, least] = [taker, distance];
    }
    return found;
  }

  function give(feature: number, ...ring: Place[]): void {
    pieces.get(feature)?.push(ring);
  }

  /** Gives each corner of a triangle, and what lies nearer to it than to those of others, to its taker. */
  function cut(triangle: readonly [Corner, Corner, Corner]): void {
    const takers = triangle.map(({ taker }) => taker);
    const known = new Set(takers.filter((taker) => taker >= 0));
    const [first = [...all][0]] = known;
    if (known.size < 2) {
      give(first, ...triangle.map(placeOf));
      return;
    }
    // Rotated so that the first corner is the single one, or the one that belongs to two.
    const open = takers.indexOf(-1);
    const single = open >= 0 ? open : takers.findIndex((taker) => takers.filter((other) => other === taker).length === 1);
    const [a, b, c] = [0, 1, 2].map((i) => (single + i) % 3);
    const [p, q, r] = [triangle[a], triangle[b], triangle[c]];
    if (open >= 0) {
      give(takers[b], placeOf(p), placeOf(q), between(q, r));
      give(takers[c], placeOf(p), between(q, r), placeOf(r));
    } else if (known.size === 2) {
      give(takers[a], placeOf(p), between(p, q), between(r, p));
      give(takers[b], between(p, q), placeOf(q), placeOf(r), between(r, p));
    } else {
      const centre: Place = [(p.x + q.x + r.x) / 3, (p.y + q.y + r.y) / 3];
      give(takers[a], placeOf(p), between(p, q), centre, between(r, p));
      give(takers[b], placeOf(q), between(q, r), centre, between(p, q));
      give(takers[c], placeOf(r), between(r, p), centre, between(q, r));
    }
  }
}

function placeOf({ x, y }: Corner): Place {
  return [x, y];
}

function between(p: Corner, q: Corner): Place {
  return [(p.x + q.x) / 2, (p.y + q.y) / 2];
}

/** The layer followed by polygons, each a feature of many parts. */
export function withPolygons(layer: Layer, features: readonly (readonly (readonly Place[])[])[]): Layer {
  const builder = new LayerBuilder(layer.z !== null, layer.m !== null);
  for (let feature = 0; feature + 1 < layer.featureOffsets.length; feature++) builder.addFeature(layer, feature);
  for (const rings of features) {
    for (const ring of rings) {
      for (const [x, y] of ring) builder.addVertex(x, y, NaN, NaN);
      builder.endRing();
      builder.endPart(PartKind.Polygon);
    }
    builder.endFeature();
  }
  return builder.finish();
}
