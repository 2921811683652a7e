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
  let added = 0;
  const addRing = (ring: number, hasEdges: boolean): void => {
    for (let v = layer.ringOffsets[ring]; v < layer.ringOffsets[ring + 1]; v++) {
      if (hasEdges && v > layer.ringOffsets[ring]) {
        const pieces = piecesOf(degrees, v, distance);
        added += Math.max(0, pieces - 1);
        if (added > MOST_ADDED) throw new TooManyVertices();
        if (pieces > 1) divideEdge(layer.xy, v, pieces, xy);
      }
      xy.push(layer.xy[2 * v], layer.xy[2 * v + 1]);
    }
  };
  const ringOffsets = [0];
  const partOffsets = [0];
  for (let part = firstPart; part < endPart; part++) {
    for (let ring = layer.partOffsets[part]; ring < layer.partOffsets[part + 1]; ring++) {
      addRing(ring, layer.partKinds[part] !== PartKind.Point);
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

/** Appends the vertices that divide the edge which ends at a vertex. */
function divideEdge(xy: Float64Array, v: number, pieces: number, into: number[]): void {
  const [fromX, fromY, x, y] = xy.subarray(2 * v - 2, 2 * v + 2);
  for (let piece = 1; piece < pieces; piece++) into.push(fromX + ((x - fromX) * piece) / pieces, fromY + ((y - fromY) * piece) / pieces);
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
