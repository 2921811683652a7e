import type { Layer } from '@geoinsights/geometry';
import { PartKind } from '@geoinsights/geometry/layer';

const EARTH_RADIUS = 6_371_000;
const RADIANS = Math.PI / 180;
/** An edge may deviate from its true line by this share of the distance. */
const SHARE_OF_DISTANCE = 0.0002;
/** In metres; edges are not divided into shorter ones. */
const SHORTEST_EDGE = 200;
/** The maximum number of vertices added to a feature; with more of them a zone would take minutes. */
const MOST_ADDED = 1 << 19;

/** The edges of a feature are too long to be divided. */
export class TooManyVertices extends Error {}

/**
 * A feature as a layer of its own, with vertices added to its long edges: an edge that is straight in one system is curved in
 * another, by the square of its length.
 * @param layer in the system in which its edges are straight
 * @param degrees the same vertices as longitude and latitude, used to measure the edges
 * @param distance in metres; it determines the required accuracy
 * @throws TooManyVertices
 */
export function densified(layer: Layer, degrees: Float64Array, feature: number, distance: number): Layer {
  const firstPart = layer.featureOffsets[feature];
  const endPart = layer.featureOffsets[feature + 1];
  const xy: number[] = [];
  const added = { vertices: 0 };
  const ringOffsets = [0];
  const partOffsets = [0];
  for (let part = firstPart; part < endPart; part++) {
    for (let ring = layer.partOffsets[part]; ring < layer.partOffsets[part + 1]; ring++) {
      addRing(layer, degrees, ring, layer.partKinds[part] !== PartKind.Point, distance, xy, added);
      ringOffsets.push(xy.length / 2);
    }
    partOffsets.push(ringOffsets.length - 1);
  }
  return {
    xy: Float64Array.from(xy),
    z: null,
    m: null,
    ringOffsets: Int32Array.from(ringOffsets),
    partOffsets: Int32Array.from(partOffsets),
    featureOffsets: Int32Array.of(0, endPart - firstPart),
    partKinds: layer.partKinds.slice(firstPart, endPart),
  };
}

function addRing({ xy, ringOffsets }: Layer, degrees: Float64Array, ring: number, hasEdges: boolean, distance: number, into: number[], added: { vertices: number }): void {
  for (let v = ringOffsets[ring]; v < ringOffsets[ring + 1]; v++) {
    const [x, y] = [xy[2 * v], xy[2 * v + 1]];
    if (hasEdges && v > ringOffsets[ring]) {
      const [fromX, fromY] = [xy[2 * v - 2], xy[2 * v - 1]];
      const pieces = piecesOf(degrees, v, distance);
      added.vertices += Math.max(0, pieces - 1);
      if (added.vertices > MOST_ADDED) throw new TooManyVertices();
      for (let piece = 1; piece < pieces; piece++) into.push(fromX + ((x - fromX) * piece) / pieces, fromY + ((y - fromY) * piece) / pieces);
    }
    into.push(x, y);
  }
}

/** How many pieces the edge that ends at a vertex must be divided into. */
function piecesOf(degrees: Float64Array, v: number, distance: number): number {
  const north = degrees[2 * v + 1] - degrees[2 * v - 1];
  const latitude = degrees[2 * v - 1] + north / 2;
  const east = (degrees[2 * v] - degrees[2 * v - 2]) * Math.cos(latitude * RADIANS);
  const length = EARTH_RADIUS * RADIANS * Math.sqrt(east * east + north * north);
  if (length <= SHORTEST_EDGE) return 1;
  return Math.ceil(length / longestEdge(latitude, distance));
}

/**
 * The height of an arc is the square of its length divided by eight times its radius. For a line that is straight in degrees, this radius is the Earth's divided by the tangent of
 * the latitude.
 */
function longestEdge(latitude: number, distance: number): number {
  const radius = EARTH_RADIUS / Math.max(0.05, Math.abs(Math.tan(latitude * RADIANS)));
  return Math.max(SHORTEST_EDGE, Math.sqrt(8 * radius * SHARE_OF_DISTANCE * distance));
}
