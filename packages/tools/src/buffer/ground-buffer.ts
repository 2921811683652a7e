import { localPlane } from '@geoinsights/crs/local-plane';
import type { Layer } from '@geoinsights/geometry/layer';
import { GeosScope, polygonsOf, type Geometry, type Joins, type Rings } from '../geos.ts';
import { piecesOf } from './pieces-of-lines.ts';

/** Metres per degree of latitude, approximately. */
const METRES_PER_DEGREE = 111_320;
/**
 * A plane around a meridian is accurate to 0.03 % within half of this width on either side, in metres from west to east; along
 * the meridian it is accurate everywhere. Wider features are processed in strips.
 */
const WIDEST_STRIP = 300_000;

const DATE_LINE = 180;

export interface GroundBuffer {
  /** Metres on the ground; negative to shrink polygons. */
  readonly distance: number;
  readonly joins: Joins;
}

/**
 * The zone around a feature, measured on the ground: its vertices are projected to a plane around its middle meridian, where a
 * metre is a metre, and the zone is projected back.
 * @param whole the feature by itself, its vertices in degrees of longitude and latitude on the ellipsoid of SIRGAS 2000 and WGS 84, dense
 * enough for its edges to be straight in a plane as well
 * @returns polygons in degrees; none if nothing is left
 * @throws GeosError
 */
export function groundBuffer(whole: Layer, { distance, joins }: GroundBuffer): Rings[] {
  if (whole.xy.length === 0) return [];
  const strips = stripsOf(extentOf(whole.xy));
  if (strips.length === 1) return inPlane(strips[0], (plane) => GeosScope.with((scope) => polygonsOf(zoneOf(scope, laid(whole, (xy) => plane.toPlane(xy)), { distance, joins }))));
  return distance >= 0 ? growInStrips(whole, strips, distance) : shrinkInStrips(whole, strips, -distance);
}

interface Extent {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

function extentOf(xy: Float64Array): Extent {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < xy.length; at += 2) {
    west = Math.min(west, xy[at]);
    east = Math.max(east, xy[at]);
    south = Math.min(south, xy[at + 1]);
    north = Math.max(north, xy[at + 1]);
  }
  return { west, south, east, north };
}

function stripsOf({ west, south, east, north }: Extent): Extent[] {
  const nearestToEquator = south <= 0 && north >= 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
  const width = (east - west) * METRES_PER_DEGREE * Math.cos((nearestToEquator * Math.PI) / 180);
  const count = Math.max(1, Math.ceil(width / WIDEST_STRIP));
  return Array.from({ length: count }, (_, strip) => ({ south, north, west: west + ((east - west) * strip) / count, east: west + ((east - west) * (strip + 1)) / count }));
}

type Plane = ReturnType<typeof localPlane>;

/** Works in the plane of a strip and converts the result back to degrees. */
function inPlane({ west, east }: Extent, work: (plane: Plane) => Rings[]): Rings[] {
  const middle = (west + east) / 2;
  const plane = localPlane(middle);
  const polygons = work(plane);
  for (const ring of polygons.flat()) {
    plane.toDegrees(ring);
    continuePastDateLine(ring, middle);
  }
  return polygons;
}

/**
 * The zone in a plane.
 * @param feature in metres
 * @throws GeosError
 */
export function zoneOf(scope: GeosScope, feature: Layer, { distance, joins }: GroundBuffer): Geometry {
  // Nothing is left of lines and points that are shrunk.
  const pieces = distance > 0 ? piecesOf(feature, joins) : null;
  if (pieces === null) return scope.buffer(landOf(scope, feature, distance), distance, joins);
  return scope.union(pieces.map(({ layer, caps }) => scope.buffer(scope.feature(layer, 0), distance, joins, caps)));
}

/** Parts that overlap are shrunk as the land that they have together, not each by itself. */
function landOf(scope: GeosScope, feature: Layer, distance: number): Geometry {
  const whole = scope.feature(feature, 0);
  return distance < 0 && feature.partKinds.length > 1 ? scope.union([whole]) : whole;
}

/** A plane returns longitudes within ±180°. A zone across the date line continues past it, on the side of its feature. */
function continuePastDateLine(ring: Float64Array, middle: number): void {
  for (let at = 0; at < ring.length; at += 2) {
    if (ring[at] < middle - 180) ring[at] += 360;
    else if (ring[at] > middle + 180) ring[at] -= 360;
  }
}

function laid(layer: Layer, lay: (xy: Float64Array) => void): Layer {
  const xy = layer.xy.slice();
  lay(xy);
  return { ...layer, xy };
}

/** Whether coordinates in degrees have longitudes beyond the 180th meridian. */
export function isPastDateLine(xy: Float64Array): boolean {
  for (let at = 0; at < xy.length; at += 2) if (Math.abs(xy[at]) > DATE_LINE) return true;
  return false;
}

/**
 * Polygons cut at the 180th meridian, what lies beyond it on the other side: as RFC 7946 asks. Most programs do not accept longitudes above 180.
 * @throws GeosError
 */
export function cutAtDateLine(polygons: readonly Rings[]): readonly Rings[] {
  if (!polygons.some(([shell]) => isPastDateLine(shell))) return polygons;
  return GeosScope.with((scope) => {
    const whole = scope.collection(polygons.map((rings) => scope.polygon(rings)));
    const [own, ...turned] = [0, 360, -360].map((turn) => {
      const pieces = polygonsOf(scope.within(whole, turn - DATE_LINE, -DATE_LINE, turn + DATE_LINE, DATE_LINE));
      for (const ring of pieces.flat()) for (let at = 0; at < ring.length; at += 2) ring[at] -= turn;
      return pieces;
    });
    const all = [...own, ...turned.flat()];
    // If there is land on both sides of the meridian, the zone of one side reaches into that of the other.
    return turned.flat().some((piece) => own.some((other) => meet(piece, other))) ? polygonsOf(scope.union(all.map((rings) => scope.polygon(rings)))) : all;
  });
}

/** Whether the extents of two polygons have a point in common. */
function meet([one]: Rings, [other]: Rings): boolean {
  const [a, b] = [extentOf(one), extentOf(other)];
  return a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;
}

/** The zone around a whole is the union of the zones around its parts. Joins between strips are round. */
function growInStrips(layer: Layer, strips: readonly Extent[], distance: number): Rings[] {
  return GeosScope.with((scope) => {
    const whole = scope.feature(layer, 0);
    return polygonsOf(scope.union(strips.flatMap((strip) => zoneInStrip(scope, whole, strip, distance))));
  });
}

/** A shrunk polygon is its land outside the zone around its border. Nothing is left of points and lines, and parts that overlap have no border in their common land. */
function shrinkInStrips(layer: Layer, strips: readonly Extent[], distance: number): Rings[] {
  return GeosScope.with((scope) => {
    const land = scope.union([scope.feature(layer, 0)]);
    const border = scope.collection(polygonsOf(land).flat().map((ring) => scope.line(ring)));
    const zone = scope.union(strips.flatMap((strip) => zoneInStrip(scope, border, strip, distance)));
    return polygonsOf(scope.difference(land, zone));
  });
}

function zoneInStrip(scope: GeosScope, whole: Geometry, strip: Extent, distance: number): Geometry[] {
  const inside = scope.membersWithin(whole, strip.west, strip.south - 1, strip.east, strip.north + 1);
  return inPlane(strip, (plane) => polygonsOf(scope.buffer(scope.moved(inside, (xy) => plane.toPlane(xy)), distance, 'round'))).map((rings) => scope.polygon(rings));
}
