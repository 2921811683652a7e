import { ProblemError } from '@geoinsights/contract/errors';
import { transformationBetween, type CoordinateTransformation } from '@geoinsights/crs/transformation-between';
import type { CoordinateReferenceSystem } from '@geoinsights/formats';
import { systemCalled } from './called-system.ts';

const ROUND = 360;
/** In metres. An edge that is torn apart at the edge of a map is longer: it goes from one side to the other. */
const SHORTEST_TORN = 1_000_000;
/** In metres. An edge that is longer before a transformation may go from one side of the map to the other as well. */
const QUARTER_ROUND = 10_000_000;

/** Whether the edge that begins at an ordinate is torn. */
export type IsTorn = (xy: Float64Array, at: number) => boolean;

/** The same longitude, at most half a turn from another one. */
export function nextTo(longitude: number, other: number): number {
  return Math.abs(other - longitude) <= ROUND / 2 ? other : other + ROUND * Math.round((longitude - other) / ROUND);
}

function isLongEnough(xy: Float64Array, at: number, metresPerUnit: number | null): boolean {
  const shortest = SHORTEST_TORN / (metresPerUnit ?? 1);
  return Math.abs(xy[at + 2] - xy[at]) > shortest || Math.abs(xy[at + 3] - xy[at + 1]) > shortest;
}

function lengthOfEdge(xy: Float64Array, at: number): number {
  return Math.hypot(xy[at + 2] - xy[at], xy[at + 3] - xy[at + 1]);
}

/** No edge of a map's plane is so long in degrees of longitude: one that seems so crosses the 180th meridian. */
function jumpsInDegrees(xy: Float64Array, at: number): boolean {
  return Math.abs(xy[at + 2] - xy[at]) > ROUND / 2;
}

/**
 * Whether an edge of a plane goes from one side of its map to the other although its ends are neighbours on the ground: then the middle between them on the
 * ground lies elsewhere in the plane than between them.
 */
export function tornInPlane(toDegrees: CoordinateTransformation, fromDegrees: CoordinateTransformation, metresPerUnit: number | null): IsTorn {
  return (xy, at) => {
    if (!isLongEnough(xy, at, metresPerUnit)) return false;
    const ends = xy.slice(at, at + 4);
    toDegrees.apply(ends);
    const middle = Float64Array.of((ends[0] + nextTo(ends[0], ends[2])) / 2, (ends[1] + ends[3]) / 2);
    fromDegrees.apply(middle);
    return !(Math.hypot(middle[0] - (xy[at] + xy[at + 2]) / 2, middle[1] - (xy[at + 1] + xy[at + 3]) / 2) < lengthOfEdge(xy, at) / 4);
  };
}

/** The edges that are torn after a transformation to a system. The way from there to degrees is looked for once an edge is as long as a torn one. */
export function tornIn(crs: CoordinateReferenceSystem, file: string): IsTorn {
  if (crs.units.kind === 'geographic') return jumpsInDegrees;
  let isTorn: IsTorn | null = null;
  return (xy, at) => isLongEnough(xy, at, crs.metresPerUnit) && (isTorn ??= tornInPlaneOf(crs, file))(xy, at);
}

/** A datum that has no way to WGS 84 here has one to itself: then nothing is known of edges. */
function tornInPlaneOf(crs: CoordinateReferenceSystem, file: string): IsTorn {
  const degrees = systemCalled('EPSG:4326');
  try {
    return tornInPlane(transformationBetween(crs, degrees, file), transformationBetween(degrees, crs, file), crs.metresPerUnit);
  } catch (error) {
    if (error instanceof ProblemError) return () => false;
    throw error;
  }
}

/** The edges that go around half of the Earth before a transformation. */
export function longIn({ units, metresPerUnit }: CoordinateReferenceSystem): IsTorn {
  const longest = QUARTER_ROUND / (metresPerUnit ?? 1);
  return units.kind === 'geographic' ? jumpsInDegrees : (xy, at) => lengthOfEdge(xy, at) > longest;
}
