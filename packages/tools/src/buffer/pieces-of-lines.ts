import { PartKind, type Layer } from '@geoinsights/geometry/layer';
import type { Caps, Joins } from '../geos.ts';

/** Vertices of lines and points whose zone is drawn at once. */
const MOST_AT_ONCE = 250;
/** Vertices of a piece: with fewer there are more zones to unite, with more each is slower. */
const VERTICES_OF_PIECE = 25;

/** A part of a feature, and how its zone ends. */
export interface Piece {
  readonly layer: Layer;
  readonly caps: Caps;
}

/**
 * The lines and points of a feature in short pieces, whose zones together are its zone; null if there are so few that it is drawn at once. A track that
 * stays within its own zone, as that of a drone, a tractor or cattle, has an outline that crosses itself everywhere: the time for it as a whole grows
 * with the square of its vertices, or faster.
 */
export function piecesOf(feature: Layer, joins: Joins): Piece[] | null {
  const { partKinds, ringOffsets, partOffsets } = feature;
  const parts = partKinds.length;
  const verticesOf = (part: number): number => ringOffsets[partOffsets[part + 1]] - ringOffsets[partOffsets[part]];
  const polygons: number[] = [];
  let crowd = 0;
  for (let part = 0; part < parts; part++) {
    if (partKinds[part] === PartKind.Polygon) polygons.push(part);
    else crowd += verticesOf(part);
  }
  if (crowd <= MOST_AT_ONCE) return null;
  const pieces: Piece[] = polygons.length === 0 ? [] : [ofParts(feature, polygons)];
  let small: number[] = [];
  let held = 0;
  for (let part = 0; part < parts; part++) {
    if (partKinds[part] === PartKind.Polygon) continue;
    const count = verticesOf(part);
    if (count > VERTICES_OF_PIECE) {
      for (const piece of cutLine(lineOf(feature, part), joins)) pieces.push(piece);
      continue;
    }
    small.push(part);
    held += count;
    if (held < VERTICES_OF_PIECE) continue;
    pieces.push(ofParts(feature, small));
    small = [];
    held = 0;
  }
  if (small.length > 0) pieces.push(ofParts(feature, small));
  return pieces;
}

/**
 * At round joins, neighbouring pieces share a vertex, about which both end round. At others they share a segment, so that each corner is within a piece. There a
 * round end would show at a bevelled corner, and where a line turns back: such pieces end flat, and what is about the two ends of the line is drawn by itself.
 */
function cutLine(line: Float64Array, joins: Joins): Piece[] {
  if (joins === 'round') return runsOf(line).map((xy) => pieceOf(PartKind.Line, xy));
  const xy = withoutRepetitions(line);
  const end = xy.length;
  if (end <= 4) return [pieceOf(end === 2 ? PartKind.Point : PartKind.Line, xy)];
  const isClosed = xy[0] === xy[end - 2] && xy[1] === xy[end - 1];
  const runs = overlappingRunsOf(xy).map((run) => pieceOf(PartKind.Line, run, 'flat'));
  if (isClosed) return [...runs, pieceOf(PartKind.Line, cornerOf(xy), 'flat')];
  return [...runs, pieceOf(PartKind.Point, xy.subarray(0, 2)), pieceOf(PartKind.Point, xy.subarray(end - 2))];
}

/** What is about the end of a line that ends where it begins: its last two segments and its first, as two of them may go there and back. */
function cornerOf(xy: Float64Array): Float64Array {
  return Float64Array.of(...xy.subarray(xy.length - 6), xy[2], xy[3]);
}

/** Runs of vertices, of which each begins with the last one of the run before. */
function runsOf(xy: Float64Array): Float64Array[] {
  const last = xy.length / 2 - 1;
  const runs: Float64Array[] = [];
  for (let from = 0; from < last; from += VERTICES_OF_PIECE) runs.push(verticesIn(xy, from, Math.min(from + VERTICES_OF_PIECE, last)));
  return runs;
}

/** Runs of vertices, of which each begins with the last segment of the run before. None ends where it begins: GEOS would take it for a ring, and give it a corner there. */
function overlappingRunsOf(xy: Float64Array): Float64Array[] {
  const last = xy.length / 2 - 1;
  const isSame = (one: number, other: number): boolean => xy[2 * one] === xy[2 * other] && xy[2 * one + 1] === xy[2 * other + 1];
  const runs: Float64Array[] = [];
  for (let from = 0, to = 0; to < last; from = to - 1) {
    to = Math.min(from + VERTICES_OF_PIECE, last);
    // Neighbouring vertices differ, so that one step further, or back at the end of the line, is another place.
    if (isSame(from, to) && to < last) to++;
    runs.push(verticesIn(xy, from > 0 && isSame(from, to) ? from - 1 : from, to));
  }
  return runs;
}

/** Those from one to another, both included. */
function verticesIn(xy: Float64Array, first: number, last: number): Float64Array {
  return xy.subarray(2 * first, 2 * (last + 1));
}

function lineOf({ xy, ringOffsets, partOffsets }: Layer, part: number): Float64Array {
  return xy.subarray(2 * ringOffsets[partOffsets[part]], 2 * ringOffsets[partOffsets[part + 1]]);
}

/** A segment without length has no direction, and so no corners at its ends. */
function withoutRepetitions(xy: Float64Array): Float64Array {
  const all = [xy[0], xy[1]];
  for (let at = 2; at < xy.length; at += 2) if (xy[at] !== xy[at - 2] || xy[at + 1] !== xy[at - 1]) all.push(xy[at], xy[at + 1]);
  return Float64Array.from(all);
}

function pieceOf(kind: PartKind, xy: Float64Array, caps: Caps = 'round'): Piece {
  return { layer: { xy, z: null, m: null, ringOffsets: Int32Array.of(0, xy.length / 2), partOffsets: Int32Array.of(0, 1), featureOffsets: Int32Array.of(0, 1), partKinds: Uint8Array.of(kind) }, caps };
}

/** A feature of some of the parts of another. */
function ofParts(feature: Layer, parts: readonly number[]): Piece {
  const { xy, ringOffsets, partOffsets, partKinds } = feature;
  const [rings, ends, kinds, coordinates]: [number[], number[], number[], number[]] = [[0], [0], [], []];
  for (const part of parts) {
    for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
      for (let at = 2 * ringOffsets[ring]; at < 2 * ringOffsets[ring + 1]; at++) coordinates.push(xy[at]);
      rings.push(coordinates.length / 2);
    }
    ends.push(rings.length - 1);
    kinds.push(partKinds[part]);
  }
  const layer = { xy: Float64Array.from(coordinates), z: null, m: null, ringOffsets: Int32Array.from(rings), partOffsets: Int32Array.from(ends), featureOffsets: Int32Array.of(0, parts.length), partKinds: Uint8Array.from(kinds) };
  return { layer, caps: 'round' };
}
