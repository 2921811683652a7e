import type { Layer } from '../src/layer/layer.ts';
import { regionsOf, touch } from './faces.ts';
import { cleanRing, covers, distanceToRing, extentOf, windingNumber } from './rings.ts';
import type { Face, Regions } from './faces.ts';
import { brokenCoverage } from './coverage.ts';
import { diceOf } from './dice.ts';
import { invalidReason } from './geos.ts';
import { areaOf, at, edgeLength, polygonParts, shapesOf } from './layers.ts';
import type { Shape } from './layers.ts';
import { judgeLosses } from './losses.ts';
import { reachOf, show } from './promises.ts';
import type { Broken, Terms } from './promises.ts';

/**
 * A void that fills less than this share of a strip is not a corridor by any measure. One that is even on nine tenths of its length may
 * fill little more than half.
 */
const LEAST_FILL = 0.53;
/** Roads and streams are at least two metres wide, except for rounding. */
const NARROWEST_CORRIDOR = 1.7;

/** How far two ways of measuring a width may differ. Neither is exact, and on the ground the judge uses one scale per face, the kernel one per vertex. */
const slackOf = (terms: Terms): number => (terms.units.kind === 'planar' ? 1e-3 : 0.02);

/**
 * Checks the promises on a pair of layers, whatever made the second from the first. `was`: the regions of the first, null if GEOS cannot
 * compute them.
 */
export function judgeLayers(input: Layer, output: Layer, terms: Terms, was = regionsOf(shapesOf(input), terms.units)): Broken[] {
  const before = shapesOf(input);
  const after = shapesOf(output);
  if (before.length !== after.length) return [{ promise: 'features', message: `${before.length} features came in, ${after.length} came out` }];
  const broken = judgeValidity(after);
  if (broken.length > 0) return broken;
  if (terms.overlaps === 'fix') broken.push(...judgeCoverage(after));
  if (broken.length > 0) return broken;
  if (was !== null) broken.push(...judgeFaces(before, after, terms, was, output === input));
  // Faces lost as a whole have been reported.
  return broken.length > 0 ? broken : judgeLosses(before, after, terms);
}

/** What happened to each face of a layer: gaps, features that ended empty, and who has which land. */
function judgeFaces(before: readonly Shape[], after: readonly Shape[], terms: Terms, was: Regions, isSame: boolean): Broken[] {
  const broken: Broken[] = [];
  if (terms.gaps === 'fix' && terms.overlaps === 'fix') {
    const is = isSame ? was : regionsOf(after, terms.units);
    if (is === null) return broken;
    broken.push(...judgeGaps(is, after, terms));
  }
  if (was.isDelicate) return [...broken, ...judgeSamples(before, after, terms, was.rounding)];
  broken.push(...judgeEmptied(before, after, was, terms));
  if (terms.overlaps === 'fix') broken.push(...judgeLand(before, after, was, terms));
  else broken.push(...judgeKeptLand(before, after, was, terms));
  return broken;
}

function judgeValidity(after: readonly Shape[]): Broken[] {
  return after.flatMap((shape, i): Broken[] => {
    const reason = invalidReason(shape);
    return reason === null ? [] : [{ promise: 'valid', message: `feature ${i} came out invalid: ${reason}\n    ${show(shape)}` }];
  });
}

function judgeCoverage(after: readonly Shape[]): Broken[] {
  const faults = brokenCoverage(after);
  if (faults.length === 0) return [];
  return [{ promise: 'coverage', message: `features ${faults.join(', ')} overlap or their borders do not match\n    ${show(...after)}` }];
}

function judgeGaps(is: Regions, after: readonly Shape[], terms: Terms): Broken[] {
  return is.faces.flatMap((face): Broken[] => {
    // There may be no double inside a face narrower than rounding, so there is no way to find out who has it, or whom it separates from a
    // void.
    if (face.clearance <= is.rounding || face.unsure) return [];
    const beside = [...face.borders.keys()].filter((other) => other >= 0).map((other) => at(is.faces, other));
    const neighbours = face.neighbours.filter((feature) => beside.some(({ claimants, clearance }) => clearance > is.rounding && claimants.includes(feature)));
    if (face.claimants.length > 0 || neighbours.length < 2 || !face.isNarrowerThan(terms.maxGapWidth * (1 - slackOf(terms))) || mayBeCorridor(face, terms)) return [];
    return [{ promise: 'gap', message: `a gap of width ${face.width} (limit ${terms.maxGapWidth}) at ${face.point.join(' ')} is left between ${neighbours.join(', ')}\n    ${show(...neighbours.map((i) => at(after, i)))}` }];
  });
}

function mayBeCorridor(face: Face, terms: Terms): boolean {
  return terms.keepsCorridors === true && face.width > NARROWEST_CORRIDOR && (face.fill > LEAST_FILL || face.isStripWiderThan(NARROWEST_CORRIDOR));
}

const isEmpty = (shape: Shape): boolean => polygonParts(shape).length === 0;

function judgeEmptied(before: readonly Shape[], after: readonly Shape[], was: Regions, terms: Terms): Broken[] {
  const unsure = was.faces.some((face) => face.unsure);
  const broken: Broken[] = [];
  const contested = new Map<number, readonly number[]>();
  const claimed = claimedFaces(was);
  const reach = reachOf(terms, before);
  const sure = reach === 0 ? 0 : was.rounding + 2 * reach;
  before.forEach((shape, i) => {
    if (isEmpty(shape)) return;
    const land = at(was.land, i);
    const duplicate = at(was.duplicateOf, i) >= 0;
    const empty = isEmpty(at(after, i));
    if (!empty && !unsure && (land === 'none' || (at(was.exactDuplicate, i) && terms.overlaps === 'fix'))) {
      const why = land === 'none' ? 'has no area' : `repeats feature ${at(was.duplicateOf, i)}`;
      broken.push({ promise: 'emptied', message: `feature ${i} ${why} but still has a geometry\n    ${show(shape, at(after, i))}` });
    }
    if (land !== 'land' || duplicate) return;
    if (empty && before.slice(0, i).some((other) => repeats(shape, other, terms.units.kind === 'planar' ? terms.snapDistance : reach))) return;
    // Anything narrower than borders move may be matched away: a parcel beside all the parts it was divided into has no land of its own
    // left.
    const faces = (claimed.get(i) ?? []).filter((k) => at(was.faces, k).clearance > sure);
    if (reach > 0 && faces.length === 0) return;
    if (terms.overlaps === 'fix' && faces.every((k) => at(was.faces, k).claimants.length > 1)) contested.set(i, faces);
    else if (empty && !unsure) broken.push({ promise: 'emptied', message: `feature ${i} lost its geometry though it has land that no other claims\n    ${show(shape)}` });
  });
  const lost = [...contested.keys()].filter((i) => isEmpty(at(after, i)));
  const mayEnd = contested.size - matching(contested);
  if (lost.length > mayEnd && !unsure) {
    broken.push({ promise: 'emptied', message: `features ${lost.join(', ')} ended empty, but there are faces for all but ${mayEnd}\n    ${show(...before)}` });
  }
  return broken;
}

/** Whether every vertex of either shape is within a distance of the other's rings. */
function repeats(shape: Shape, other: Shape, distance: number): boolean {
  const liesBeside = (inner: Shape, outer: Shape): boolean =>
    polygonParts(inner).every((part) => part.rings.every((ring) => ring.every((position) => polygonParts(outer).some(({ rings }) => rings.some((border) => distanceToRing(position, border) <= distance * (1 + 1e-9))))));
  return liesBeside(shape, other) && liesBeside(other, shape);
}

/** The faces that each feature claims, by index. */
function claimedFaces(was: Regions): Map<number, number[]> {
  const claimed = new Map<number, number[]>();
  was.faces.forEach((face, k) => {
    for (const feature of face.claimants) {
      const faces = claimed.get(feature);
      if (faces === undefined) claimed.set(feature, [k]);
      else faces.push(k);
    }
  });
  return claimed;
}

/** Size of the largest matching of features to faces, where each face serves one feature. */
function matching(claims: ReadonlyMap<number, readonly number[]>): number {
  const holder = new Map<number, number>();
  const serve = (feature: number, seen: Set<number>): boolean =>
    (claims.get(feature) ?? []).some((face) => {
      if (seen.has(face)) return false;
      seen.add(face);
      const current = holder.get(face);
      if (current !== undefined && !serve(current, seen)) return false;
      holder.set(face, feature);
      return true;
    });
  return [...claims.keys()].filter((feature) => serve(feature, new Set())).length;
}

function judgeLand(before: readonly Shape[], after: readonly Shape[], was: Regions, terms: Terms): Broken[] {
  const broken: Broken[] = [];
  const reach = reachOf(terms, before);
  const sure = was.rounding + 2 * reach;
  const owned = after.map(() => 0);
  // Doubtful land may enclose a gap, and then anyone may have got it.
  const anybody = terms.gaps === 'fix' && terms.maxGapWidth > 0 && was.doubtful.includes(true);
  const vague = new Set(was.doubtful.flatMap((yes, i) => (yes || anybody ? [i] : [])));
  const extents = after.map((shape) => extentOf(polygonParts(shape).flatMap((part) => part.rings)));
  const claimedBy = claimedFaces(was);
  const gaps = was.faces.flatMap((face) => (face.claimants.length === 0 && face.neighbours.length > 1 ? [{ face, extent: extentOf([face.corners]) }] : []));
  let closable = 0;
  /** Whether a feature repeats an earlier one may depend on land as narrow as rounding; then it may keep its own. */
  const isInexactRepeat = (i: number): boolean => at(was.duplicateOf, i) >= 0 && !at(was.exactDuplicate, i);
  const mayHave = (claimants: readonly number[], owner: number): boolean => claimants.includes(owner) || (isInexactRepeat(owner) && claimants.includes(at(was.duplicateOf, owner)));
  for (const face of was.faces) {
    const { neighbours } = face;
    const besideDoubt = [...face.borders.keys()].some((other) => other >= 0 && at(was.faces, other).unsure);
    const isVoid = face.claimants.length === 0 && !face.unsure;
    if (isVoid && besideDoubt) {
      closable += face.area;
      for (const i of neighbours) vague.add(i);
      continue;
    }
    const closes = isVoid && terms.gaps === 'fix' && ((neighbours.length > 1 && face.isNarrowerThan(terms.maxGapWidth * (1 + slackOf(terms)))) || joinsAGap(face));
    if (closes) closable += face.area;
    if (closes || face.unsure || face.clearance <= was.rounding) for (const i of [...neighbours, ...face.claimants]) vague.add(i);
    if (face.unsure || closes || face.clearance <= sure) continue;
    const [x, y] = [at(face.point, 0), at(face.point, 1)];
    const owners = after.flatMap((shape, i) => {
      const [left, low, right, high] = at(extents, i);
      return x >= left && x <= right && y >= low && y <= high && covers(shape, face.point) ? [i] : [];
    });
    const place = `the face of area ${face.area} at ${face.point.join(' ')}`;
    for (const i of owners) owned[i] = at(owned, i) + face.area;
    if (isVoid) {
      const wide = reach === 0 || face.clearance > 10 * reach;
      if (owners.length > 0 && wide) broken.push({ promise: 'land', message: `${place} belonged to nobody (width ${face.width}) and was given to ${owners.join(', ')}\n    ${show(...before)}\n  after\n    ${show(...after)}` });
    } else if (owners.length !== 1 || !mayHave(face.claimants, at(owners, 0))) {
      broken.push({ promise: 'land', message: `${place} is claimed by ${face.claimants.join(', ')} and went to ${owners.join(', ') || 'nobody'}\n    ${show(...before)}\n  after\n    ${show(...after)}` });
    } else if (face.claimants.length > 1 && terms.units.kind === 'planar' && reach === 0) {
      const [winner, owner] = [winnerOf(face, was, claimedBy), owners.at(0)];
      if (winner !== null && winner.feature !== owner && !isInexactRepeat(at(owners, 0))) {
        broken.push({ promise: 'overlap-rule', message: `${place}, claimed by ${face.claimants.join(', ')}, went to ${owner ?? -1} instead of ${winner.feature}: ${winner.reason}\n    ${show(...before)}` });
      }
    }
  }
  if (broken.length > 0) return broken;
  /** A void of one feature that touches a gap in a point. How many nodes the crossings become there depends on rounding. */
  function joinsAGap(face: Face): boolean {
    const [left, low, right, high] = extentOf([face.corners]);
    return gaps.some(({ face: other, extent: [otherLeft, otherLow, otherRight, otherHigh] }) => {
      const isFar = otherLeft > right + was.rounding || left > otherRight + was.rounding || otherLow > high + was.rounding || low > otherHigh + was.rounding;
      return other !== face && !isFar && touch(face, other, was.rounding);
    });
  }
  const lengths = after.map((shape) => edgeLength(shape));
  if (reach === 0) {
    after.forEach((shape, i) => {
      const area = areaOf(shape);
      if (vague.has(i) || Math.abs(area - at(owned, i)) <= 8 * was.rounding * (at(lengths, i) + was.rounding)) return;
      broken.push({ promise: 'land', message: `feature ${i} has area ${area}, its faces have ${at(owned, i)}\n    ${show(at(before, i), shape)}` });
    });
  }
  const claimed = was.faces.reduce((sum, face) => sum + (face.claimants.length > 0 ? face.area : 0), 0);
  const unsure = was.faces.reduce((sum, face) => sum + (face.unsure ? face.area : 0), 0);
  const total = after.reduce((sum, shape) => sum + areaOf(shape), 0);
  const slack = (8 * was.rounding + 2 * reach) * (lengths.reduce((a, b) => a + b, 0) + before.reduce((sum, shape) => sum + edgeLength(shape), 0));
  if (total < claimed - unsure - slack || total > claimed + unsure + closable + slack) {
    broken.push({ promise: 'land', message: `total area ${total}; the features claim ${claimed}, gaps to close have ${closable}\n    ${show(...before)}\n  after\n    ${show(...after)}` });
  }
  return broken;
}

/** If overlaps are kept, each feature still has exactly its own region. */
function judgeKeptLand(before: readonly Shape[], after: readonly Shape[], was: Regions, terms: Terms): Broken[] {
  const sure = was.rounding + 2 * reachOf(terms, before);
  return was.faces.flatMap((face) => {
    if (face.unsure || face.clearance <= sure || face.claimants.length === 0) return [];
    const missing = face.claimants.filter((i) => !covers(at(after, i), face.point));
    if (missing.length === 0) return [];
    return [{ promise: 'land' as const, message: `overlaps are to be kept, but ${missing.join(', ')} lost the face at ${face.point.join(' ')}\n    ${show(...before)}` }];
  });
}

/** Number of points tried for layers in which GEOS cannot judge single faces. */
const SAMPLES = 60;

/** Who has single points: each must lie in one of the features that wind around it. Only if every feature is a single ring. */
function judgeSamples(before: readonly Shape[], after: readonly Shape[], terms: Terms, rounding: number): Broken[] {
  if (terms.overlaps === 'keep' || before.some((shape) => polygonParts(shape).length > 1 || polygonParts(shape).some((part) => part.rings.length > 1))) return [];
  const rings = before.map((shape) => cleanRing(polygonParts(shape).at(0)?.rings.at(0) ?? []));
  const vertices = rings.flat();
  if (vertices.length < 3) return [];
  const dice = diceOf(vertices.length);
  const sure = rounding + 2 * reachOf(terms, before);
  return Array.from({ length: SAMPLES }).flatMap((): Broken[] => {
    const corners = [dice.pick(vertices), dice.pick(vertices), dice.pick(vertices)];
    const point = [0, 1].map((axis) => corners.reduce((sum, p) => sum + at(p, axis) / 3, 0));
    if (rings.some((ring) => distanceToRing(point, ring) <= sure)) return [];
    const claimants = rings.flatMap((ring, i) => (windingNumber(ring, point) !== 0 ? [i] : []));
    const owners = after.flatMap((shape, i) => (covers(shape, point) ? [i] : []));
    if (claimants.length === 0 && (owners.length === 0 || (terms.gaps === 'fix' && terms.maxGapWidth > 0))) return [];
    if (owners.length === 1 && claimants.includes(owners.at(0) ?? -1)) return [];
    return [{ promise: 'land', message: `the point ${point.join(' ')} is claimed by ${claimants.join(', ') || 'nobody'} and went to ${owners.join(', ') || 'nobody'}\n    ${show(...before)}\n  after\n    ${show(...after)}` }];
  });
}

/** Who must get a face, if the rule leaves no doubt: its claimants meet in this face only. Null if there is doubt. */
function winnerOf(face: Face, was: Regions, claimedBy: ReadonlyMap<number, readonly number[]>): { feature: number; reason: string } | null {
  // The area of each feature must be known.
  if (face.claimants.some((feature) => at(was.doubtful, feature))) return null;
  const claims = face.claimants.map((feature) => {
    const faces = (claimedBy.get(feature) ?? []).map((k) => at(was.faces, k));
    const border = [...face.borders].reduce((sum, [other, length]) => {
      const claimants = other < 0 ? [] : at(was.faces, other).claimants;
      return claimants.length === 1 && claimants.includes(feature) ? sum + length : sum;
    }, 0);
    return { feature, border, count: faces.length, area: faces.reduce((sum, other) => sum + other.area, 0), meets: faces.filter((other) => other.claimants.length > 1 || other.unsure) };
  });
  if (claims.some(({ meets }) => meets.length !== 1 || at(meets, 0) !== face)) return null;
  if (claims.some(({ area }) => Math.abs(face.area - area / 2) <= 1e-9 * area + 8 * was.rounding * Math.sqrt(area))) return null;
  // A feature that claims nothing but this face is served before any that has land elsewhere.
  const alone = claims.filter(({ area }) => Math.abs(area - face.area) <= 1e-9 * area);
  // Even a splinter of its own counts as land.
  if (alone.some(({ count }) => count > 1)) return null;
  if (alone.length === 1) return { feature: at(alone, 0).feature, reason: 'it claims nothing else' };
  const mostly = claims.filter(({ area }) => face.area > area / 2);
  if (mostly.length === 1) return { feature: at(mostly, 0).feature, reason: 'the overlap is more than half of it alone' };
  const longest = Math.max(...claims.map(({ border }) => border));
  // With borders this short, the rounding of their crossings may create or break a tie.
  if (was.rounding > 1e-6 * longest && claims.filter(({ border }) => border >= longest - was.rounding).length > 1) return null;
  const close = claims.filter(({ border }) => border >= longest * (1 - 1e-9));
  if (close.length === 1) return { feature: at(close, 0).feature, reason: `its common border is the longest, ${longest}` };
  const largest = Math.max(...close.map(({ area }) => area));
  const equal = close.filter(({ area }) => area >= largest * (1 - 1e-9));
  return { feature: at(equal, 0).feature, reason: equal.length === 1 ? `borders tie and it is the largest, ${largest}` : 'borders and areas tie and it is the earliest' };
}
