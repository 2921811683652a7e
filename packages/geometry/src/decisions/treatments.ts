import { addTo } from '../arrays/multimap.ts';
import { distanceToSegment, extentOfSegments } from '../segments.ts';
import type { Tolerances } from '../options.ts';
import { fitsCircle } from '../widths/inscribed-circle.ts';
import { isDigitisedTwice } from './digitised-twice.ts';
import { BorderShifts } from './border-shift.ts';
import { lengthOf as lengthOfHalf, outlineOf } from '../edges/half-edges.ts';
import type { ContestedLand, ContestedLayer } from './contested-land.ts';
import type { DecisionOutcome, LandReason, Ruling, RulesInForce } from '../land-rules.ts';

/** A profile leaves an overlap of more than this share of a feature. */
const LEFT_SHARE = 1 / 100;
/** A decision applies to the land nearest to its point, but no further away than this many snap distances … */
const REACH_IN_SNAPS = 2;
/** … or than this share of the size of the land, if nothing is matched: points are then the same except for rounding. */
const REACH_SHARE = 1e-3;
/**
 * If there is none, to an overlap no further away than this share of its own length: where borders cross at a flat angle, matching moves its end far
 * along them. Not to a gap, which may have arisen through matching and not be among the land of the input.
 */
const ALONG_SHARE = 1 / 4;
/** Land with less than this share of the area that a decision names is other land, and an overlap with as many times it. A gap may be larger than what one feature gets of it. */
const LEAST_LIKE = 1 / 4;
/** Land whose area differs by less than this share from the area that a decision names is that land, if it is no further away than it is long: the end at which its point was may be gone by matching. */
const SAME_SHARE = 1e-6;
/** … and by less than this share if it lies near the point, too. */
const NEARLY_SAME_SHARE = 1 / 100;

/** What is done with contested land; 'repair': what the rules say. */
export interface Treatment {
  readonly action: 'repair' | 'give' | 'split' | 'leave';
  /** The feature that gets it, -1 if it is not given. */
  readonly to: number;
  readonly ruling: Ruling | null;
}

export interface Treatments {
  /** For each piece of contested land. */
  readonly of: readonly Treatment[];
  /** For each decision. */
  readonly outcomes: readonly DecisionOutcome[];
  /** The land that each decision met. */
  readonly met: readonly (ContestedLand | null)[];
}

export const BY_THE_RULES: Treatment = { action: 'repair', to: -1, ruling: null };

/**
 * What is done with each piece of contested land: what was decided, else what the limits and then the profile say.
 *
 * @param rules features are those of the arranged layer.
 * @param canSplit whether contested land has a middle.
 */
export function treatmentsOf({ arranged, lands }: ContestedLayer, rules: RulesInForce, tolerances: Tolerances, canSplit: (land: ContestedLand) => boolean): Treatments {
  const shifts = new BorderShifts(arranged, tolerances.snapDistance);
  const treatments = lands.map((land) => byRules(land));
  const landsOf = new Map<string, number[]>();
  lands.forEach(({ kind, features }, land) => {
    for (const key of kind === 'overlap' ? [keyOf(kind, features)] : features.map((feature) => keyOf(kind, [feature]))) addTo(landsOf, key, land);
  });
  const meantBy = rules.decisions.map(({ kind, x, y, area, features }): number => {
    const candidates = kind === 'overlap' ? (landsOf.get(keyOf(kind, features)) ?? []) : (landsOf.get(keyOf(kind, features.slice(0, 1))) ?? []).filter((land) => features.every((feature) => lands[land].features.includes(feature)));
    return meant(candidates, x, y, area);
  });
  const outcomes = rules.decisions.map(({ action, to }, decision): DecisionOutcome => {
    const land = meantBy[decision];
    if (land < 0) return 'met-nothing';
    if (action === 'give' && !lands[land].features.includes(to)) return 'impossible';
    if (action === 'split' && !canSplit(lands[land])) return 'impossible';
    treatments[land] = { action, to: action === 'give' ? to : -1, ruling: { reason: 'decision', decision } };
    return 'done';
  });
  return { of: treatments, outcomes, met: meantBy.map((land) => (land < 0 ? null : lands[land])) };

  function byRules(land: ContestedLand): Treatment {
    if (land.isVoid) return BY_THE_RULES;
    if (land.area > rules.maxTransfer) return leftFor('max-transfer');
    if (rules.keepsOverlaps === true && land.kind === 'overlap' && isKept(land)) return { action: 'leave', to: -1, ruling: null };
    // Matching may also move a border by up to the snap distance, which is kept within the limit separately.
    if (rules.maxDisplacement < Infinity && shifts.of(land) > rules.maxDisplacement) return leftFor('max-displacement');
    if (rules.leavesOverlaps && land.kind === 'overlap' && isLarge(land)) return leftFor('profile');
    return BY_THE_RULES;
  }

  function isLarge(land: ContestedLand): boolean {
    return land.area > LEFT_SHARE * Math.min(...land.featureAreas) && (tolerances.snapDistance === 0 || fitsCircle(outlineOf(arranged, land.border, land.x, land.y), tolerances.snapDistance));
  }

  /** One that is narrow on average and wide in places is not given away as a border that was digitised twice: next to another one, more than borders may move would be lost. */
  function isKept({ area, border, featureAreas, x, y }: ContestedLand): boolean {
    const perimeter = border.reduce((sum, half) => sum + lengthOfHalf(arranged, half), 0);
    const { snapDistance } = tolerances;
    return !isDigitisedTwice(area, perimeter, Math.min(...featureAreas), snapDistance) || fitsCircle(outlineOf(arranged, border, x, y), snapDistance);
  }

  /**
   * The land that a decision means, or -1 if there is none. The one with the very area that it names, if there is one of them. Otherwise it is among
   * the land near its point: the one with its own point there, since lands along a border meet where the next one has its point; or if none has, or
   * another one has nearly the named area, the one with the most similar area, or the nearest if no area is named. A void that is no gap here is
   * only meant by a decision that names its area.
   */
  function meant(candidates: readonly number[], x: number, y: number, known: number): number {
    const likely = candidates.filter((land) => isLike(lands[land], known)).map((land): Likely => {
      const { border, area, x: ownX, y: ownY } = lands[land];
      const outline = outlineOf(arranged, border, x, y);
      return { land, unlike: Math.abs(area - known) / area, distance: distanceTo(outline), length: lengthOf(outline), toOwn: arranged.ground.length(x, y, ownX, ownY), size: Math.sqrt(area) };
    });
    const same = likely.filter(({ unlike, distance, length }) => unlike <= SAME_SHARE && distance <= length);
    if (same.length === 1) return same[0].land;
    const near = likely.filter(({ distance, size }) => distance <= Math.max(REACH_IN_SNAPS * rules.snapDistance, REACH_SHARE * size));
    const own = near.filter(({ toOwn, size }) => toOwn <= Math.max(Number.isNaN(known) ? REACH_IN_SNAPS * rules.snapDistance : 0, REACH_SHARE * size));
    const alongside = likely.filter(({ land, distance, length }) => lands[land].kind === 'overlap' && distance <= ALONG_SHARE * length);
    if (Number.isNaN(known)) return (best(own, ({ toOwn }) => toOwn) ?? best(near, ({ distance }) => distance) ?? (alongside.length === 1 ? alongside[0] : null))?.land ?? -1;
    const like = near.filter(({ unlike }) => unlike <= NEARLY_SAME_SHARE);
    return best(like.length > 0 ? like : own.length > 0 ? own : near.length > 0 ? near : alongside, ({ unlike }) => unlike)?.land ?? -1;
  }
}

/** Whether land may have the area that a decision names, or be all or a part of what has it. NaN if it names none. */
function isLike({ kind, isVoid, area }: ContestedLand, known: number): boolean {
  if (isVoid) return area >= LEAST_LIKE * known && LEAST_LIKE * area <= known;
  return !(area < LEAST_LIKE * known) && !(kind === 'overlap' && LEAST_LIKE * area > known);
}

/** Land that a decision may mean, and how far its point is from the land. */
interface Likely {
  readonly land: number;
  /** The difference from the named area, as a share; NaN if none is named. */
  readonly unlike: number;
  readonly distance: number;
  readonly toOwn: number;
  readonly length: number;
  readonly size: number;
}

/** The first with the least value; null if there is none. */
function best(likely: readonly Likely[], value: (of: Likely) => number): Likely | null {
  return likely.reduce<Likely | null>((least, one) => (least === null || value(one) < value(least) ? one : least), null);
}

function leftFor(reason: LandReason): Treatment {
  return { action: 'leave', to: -1, ruling: { reason, decision: -1 } };
}

/** How far the origin is from an area, of which this is the outline. */
function distanceTo(outline: Float64Array): number {
  if (isInside(outline)) return 0;
  let distance = Infinity;
  for (let segment = 0; segment < outline.length / 4; segment++) distance = Math.min(distance, distanceToSegment(outline, segment, 0, 0));
  return distance;
}

/** The diagonal of the extent of an outline. */
function lengthOf(outline: Float64Array): number {
  const [minX, minY, maxX, maxY] = extentOfSegments(outline);
  return Math.hypot(maxX - minX, maxY - minY);
}

/** Whether the origin lies inside an outline. */
function isInside(outline: Float64Array): boolean {
  let inside = false;
  for (let i = 0; i < outline.length; i += 4) {
    const [ax, ay, bx, by] = outline.subarray(i, i + 4);
    if (ay > 0 !== by > 0 && ax - (ay / (by - ay)) * (bx - ax) < 0) inside = !inside;
  }
  return inside;
}

function keyOf(kind: string, features: readonly number[]): string {
  return [kind, ...[...features].sort((p, q) => p - q)].join(' ');
}
