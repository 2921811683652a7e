import { PartKind } from '../src/layer/layer.ts';
import { claimOf, sortedPoints } from './claims.ts';
import { isDelicate } from './delicate.ts';
import { clearanceIn, pointWithin } from './face-points.ts';
import { METRES_PER_DEGREE, groundAt, movedTo, originOf, roundingOf } from './faces.ts';
import { differenceOf, erode, facesOf, invalidReason, unionOf } from './geos.ts';
import { areaOf, at, polygonParts, sameShape } from './layers.ts';
import type { Position, Shape } from './layers.ts';
import { show } from './promises.ts';
import type { Broken, Terms } from './promises.ts';
import { cleanRing, covers, edgesOf, extentOf } from './rings.ts';
import type { Extent } from './rings.ts';

/** The least width examined, as a share of the size of the layer. Below it, GEOS cannot judge differences … */
const LEAST_WIDTH = 1e-4;
/** … and in roundings. */
const ROUNDINGS = 16;
/** How far two ways of measuring widths may differ. */
const EXACTNESS = 0.02;

/**
 * Checks by area, rather than by points, whether land went where no rule sends it. A loss from a large face, or from one island
 * of many, is seen however small it is compared to the rest, as long as it is wider than borders may move. Three things must not
 * occur: land that a single feature claims and no longer has, land that nobody has any more, and land that nobody claims and
 * somebody has.
 */
export function judgeLosses(input: readonly Shape[], output: readonly Shape[], terms: Terms): Broken[] {
  const isSame = input.map((shape, i) => sameShape(shape, at(output, i)));
  if (!isSame.includes(false)) return [];
  const rounding = roundingOf(input);
  // The width of a degree depends on the latitude, so degrees are not moved.
  const origin = terms.units.kind === 'geographic' ? [0, 0] as const : originOf(input);
  const [before, after] = [movedTo(origin, input), movedTo(origin, output)];
  const claims = before.map((shape) => landOf(shape, rounding));
  const claimed: Regions = { shapes: claims.map((claim) => claim?.possible ?? null), extents: before.map(extentOfShape) };
  const given: Regions = { shapes: after.map(polygonParts), extents: after.map(extentOfShape) };
  const least = Math.max(LEAST_WIDTH * sizeOf(before), ROUNDINGS * rounding) * (terms.units.kind === 'geographic' ? METRES_PER_DEGREE : 1);
  // A border moves to both sides.
  const moved = Math.max(2 * terms.snapDistance, least);
  // The borders around a gap move, too.
  const closed = moved + (terms.gaps === 'fix' ? terms.maxGapWidth : 0);
  return before.flatMap((shape, i): Broken[] => {
    const claim = at(claims, i);
    const result = polygonParts(at(after, i));
    if (claim === null || at(isSame, i)) return [];
    const gone = wideRest(claim.sure, result, moved, terms);
    const more = wideRest(result, claim.possible, closed, terms);
    const isGone = (place: Position): boolean => covers(claim.sure, place) && !covers(result, place);
    const isMore = (place: Position): boolean => covers(result, place) && !covers(claim.possible, place);
    const faults: [string, Position[]][] = [
      ['no longer has land of its own', terms.overlaps === 'keep' ? placesIn(gone, moved, terms).filter(isGone) : placesBeside(gone, claimed, i, moved, terms).filter(isGone)],
      ['had land that nobody has now', placesBeside(gone, given, i, moved, terms).filter(isGone)],
      ['has land that nobody had', placesBeside(more, claimed, i, closed, terms).filter(isMore)],
    ];
    return faults.flatMap(([what, places]): Broken[] =>
      places.length === 0 ? [] : [{ promise: 'lost', message: `feature ${i} (area ${areaOf(shape)}) ${what}, at ${places.map(([x = NaN, y = NaN]) => `${x + origin[0]} ${y + origin[1]}`).join(', ')}\n    ${show(...input)}\n  after\n    ${show(...output)}` }],
    );
  });
}

/** Regions of features by index, null if GEOS cannot compute them; and their extents. */
interface Regions {
  readonly shapes: readonly (Shape | null)[];
  readonly extents: readonly Extent[];
}

function extentOfShape(shape: Shape): Extent {
  return extentOf(polygonParts(shape).flatMap(({ rings }) => rings.map(cleanRing)));
}

/** Points in the part of a region that the other features do not cover, where it is wider than borders may move. */
function placesBeside(region: Shape, others: Regions, except: number, width: number, terms: Terms): Position[] {
  if (region.length === 0) return [];
  const [left, low, right, high] = extentOfShape(region);
  const near = others.shapes.filter((_, k) => {
    const [otherLeft, otherLow, otherRight, otherHigh] = at(others.extents, k);
    return k !== except && otherLeft <= right && left <= otherRight && otherLow <= high && low <= otherHigh;
  });
  if (near.includes(null)) return [];
  const shapes = near.flatMap((shape) => (shape === null ? [] : [shape]));
  const taken = unionOf(shapes);
  const rest = taken === null ? [] : wideRest(region, taken, width, terms);
  // Where regions touch, GEOS has been seen to count a void as a part of the difference.
  return placesIn(rest, width, terms).filter((place) => covers(region, place) && !shapes.some((shape) => covers(shape, place)));
}

/** The parts of the difference of two regions that are wider than this many metres, or coordinate units. */
function wideRest(region: Shape, taken: Shape, width: number, terms: Terms): Shape {
  return (differenceOf(region, taken) ?? []).filter((part) => placesIn([part], width, terms).length > 0);
}

/** A point in each part of a region that is further than half a width from its border. */
function placesIn(region: Shape, width: number, terms: Terms): Position[] {
  return region.flatMap((part): Position[] => {
    const [left, low, , high] = extentOf(part.rings);
    const { scale: [wide, scale], areaShare } = groundAt(terms.units, (low + high) / 2);
    const onGround: Shape = [{ kind: PartKind.Polygon, rings: part.rings.map((ring) => ring.map((p): Position => [(at(p, 0) - left) * wide, (at(p, 1) - low) * scale])) }];
    // No circle has more area than what contains it.
    if (areaOf(onGround) * areaShare < Math.PI * (width / 2) ** 2) return [];
    const cores = erode(onGround, (width / 2) * (1 + EXACTNESS)) ?? [];
    return cores.slice(0, 1).map(({ rings: [ring = []] }): Position => [(at(at(ring, 0), 0) / wide) + left, at(at(ring, 0), 1) / scale + low]);
  });
}

/**
 * What a feature claims, by the rules on windings, holes and parts: `sure` without what the rules leave open, `possible` with
 * it. Null if GEOS cannot compute it.
 */
function landOf(shape: Shape, rounding: number): { readonly sure: Shape; readonly possible: Shape } | null {
  const polygons = polygonParts(shape);
  if (invalidReason(polygons) === null) return { sure: polygons, possible: polygons };
  // Whether a hole equals its shell, or lies in it, may depend on faces that GEOS nodes away.
  if (isDelicate([polygons], rounding)) return null;
  const chains = polygons.flatMap((part) => part.rings.map(cleanRing)).filter((ring) => ring.length > 1);
  const faces = chains.length === 0 ? [] : facesOf(chains);
  if (faces === null) return null;
  const edges = faces.map(({ rings }) => edgesOf(rings));
  const points = faces.map((face, i) => pointWithin(face, at(edges, i), rounding));
  const isSignificant = points.map((point, i) => clearanceIn(at(edges, i), point) > rounding);
  const { claimed, unsure } = claimOf(shape, sortedPoints(points), isSignificant);
  const together = (isChosen: (face: number) => boolean): Shape | null => unionOf(faces.flatMap(({ rings }, face) => (isChosen(face) ? [[{ kind: PartKind.Polygon, rings }]] : [])));
  const sure = together((face) => claimed.has(face) && !unsure.has(face));
  const possible = unsure.size === 0 ? sure : together((face) => claimed.has(face) || unsure.has(face));
  return sure === null || possible === null ? null : { sure, possible };
}

function sizeOf(shapes: readonly Shape[]): number {
  const [left, low, right, high] = extentOfShape(shapes.flat());
  return Math.max(right - left, high - low, 0);
}
