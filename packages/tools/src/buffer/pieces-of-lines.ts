import { PartKind, type Layer } from '@geoinsights/geometry/layer';

/** Vertices of lines and points whose zone is drawn at once. */
const MOST_AT_ONCE = 250;
/** Vertices of a piece: with fewer there are more zones to unite, with more each is slower. */
const VERTICES_OF_PIECE = 25;

/**
 * The lines and points of a feature in short pieces, whose zones together are its zone; null if there are so few that it is drawn at once. A track that
 * stays within its own zone, as that of a drone, a tractor or cattle, has an outline that crosses itself everywhere: the time for it as a whole grows
 * with the square of its vertices, or faster.
 */
export function piecesOf(feature: Layer): Layer[] | null {
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
  const pieces = polygons.length === 0 ? [] : [ofParts(feature, polygons)];
  let small: number[] = [];
  let held = 0;
  for (let part = 0; part < parts; part++) {
    if (partKinds[part] === PartKind.Polygon) continue;
    const count = verticesOf(part);
    if (count > VERTICES_OF_PIECE) {
      for (const piece of cutLine(feature, part)) pieces.push(piece);
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

/** Neighbouring pieces share a vertex. */
function cutLine({ xy, ringOffsets, partOffsets }: Layer, part: number): Layer[] {
  const first = ringOffsets[partOffsets[part]];
  const last = ringOffsets[partOffsets[part + 1]] - 1;
  const pieces: Layer[] = [];
  for (let from = first; from < last; from += VERTICES_OF_PIECE) {
    const to = Math.min(from + VERTICES_OF_PIECE, last);
    pieces.push({ xy: xy.subarray(2 * from, 2 * (to + 1)), z: null, m: null, ringOffsets: Int32Array.of(0, to + 1 - from), partOffsets: Int32Array.of(0, 1), featureOffsets: Int32Array.of(0, 1), partKinds: Uint8Array.of(PartKind.Line) });
  }
  return pieces;
}

/** A feature of some of the parts of another. */
function ofParts(feature: Layer, parts: readonly number[]): Layer {
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
  return { xy: Float64Array.from(coordinates), z: null, m: null, ringOffsets: Int32Array.from(rings), partOffsets: Int32Array.from(ends), featureOffsets: Int32Array.of(0, parts.length), partKinds: Uint8Array.from(kinds) };
}
