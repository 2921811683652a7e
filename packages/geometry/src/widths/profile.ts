import { orderOfDoubles } from '../arrays/order.ts';

/** Roads and streams are at least two metres wide. The lower value allows for rounded coordinates. */
export const NARROWEST_CORRIDOR = 1.75;
/** A corridor is close to its width on this share of its length … */
const CORRIDOR_SHARE = 0.9;
/** … where close means no narrower than this share of the width. */
const NEAR_WIDTH = 0.5;
/** A road that tapers at one end has its width on this share of its length … */
const STEADY_SHARE = 0.6;
/**
 * … to within this share of it. A sliver between a straight border and an arc has this width on less than half of its length, and one between two
 * straight borders on a fifth.
 */
const STEADY_WIDTH = 0.8;
/** A road that tapers keeps the width of its end on this share of its length … */
const KEPT_SHARE = 0.4;
/** … to within this share of it. A sliver that a border cuts off at its widest point keeps that width on a third of its length if it is an arc, and on a tenth if it is straight. */
const KEPT_WITHIN = 0.1;
/**
 * A road that widens or tapers has at least this many edges on each side. With fewer, a sliver between corners that were surveyed twice may have the same
 * width in two places by chance.
 */
export const FEWEST_EDGES_TAPERING = 5;
/** Allows for rounding in sums of lengths. */
const SLACK = 1e-9;
/** A corridor is at least this many times as long as wide; otherwise it is a yard or a pond. */
const CORRIDOR_LENGTHS = 3;
/** A sliver narrows to this share of its greatest width, or less. */
const TAPERED = 0.25;
/** A sliver is at least this many times as long as wide: borders digitised twice are apart by at most a fifth of the length of an edge. */
const SLIVER_LENGTHS = 5;

/** For corridors of at least this width: the width that a corridor falls short of on at most a share of its length. @param mayTaper whether a road that tapers counts as a corridor. */
export function mostNarrow(width: number, mayTaper: boolean): { readonly width: number; readonly share: number } {
  return { width: NEAR_WIDTH * width, share: (1 - (mayTaper ? KEPT_SHARE : CORRIDOR_SHARE)) * (1 + SLACK) };
}

/** The widths of a strip along one of its borders. */
export interface WidthProfile {
  readonly length: number;
  readonly least: number;
  readonly greatest: number;
  /** The width that nine tenths of the length do not exceed. */
  readonly wide: number;
  /** The share of the length on which it is at least half that wide. */
  readonly even: number;
  /** The share of the length on which it is nearly that wide, or wider. */
  readonly steady: number;
  /** Whether it is nearly that wide where it begins or where it ends. */
  readonly hasWideEnd: boolean;
}

/** @param widths in the order of the border. @param lengths the length of border that each width stands for. */
export function profileOf(widths: ArrayLike<number>, lengths: ArrayLike<number>): WidthProfile {
  const order = orderOfDoubles(Float64Array.from(widths), (i, j) => i - j);
  let length = 0;
  for (const i of order) length += lengths[i];
  let [wide, below] = [0, 0];
  for (const i of order) {
    wide = widths[i];
    below += lengths[i];
    if (below >= CORRIDOR_SHARE * length) break;
  }
  let [even, steady] = [0, 0];
  for (const i of order) {
    if (widths[i] >= NEAR_WIDTH * wide) even += lengths[i];
    if (widths[i] >= STEADY_WIDTH * wide) steady += lengths[i];
  }
  const hasWideEnd = Math.max(widths[0], widths[widths.length - 1]) >= STEADY_WIDTH * wide;
  return { length, least: widths[order[0]], greatest: widths[order[order.length - 1]], wide, even: even / length, steady: steady / length, hasWideEnd };
}

/** Whether a strip has nearly the same width throughout, as roads and streams have. */
export function isCorridor({ length, wide, even }: WidthProfile): boolean {
  return wide > 0 && even >= CORRIDOR_SHARE && length >= CORRIDOR_LENGTHS * wide;
}

/** Whether a strip keeps its width from one end and tapers at the other, as a road may. A sliver widens and narrows all along, or tapers at both ends. */
export function tapersAtOneEnd(profile: WidthProfile): boolean {
  const { length, wide, steady, hasWideEnd } = profile;
  return tapers(profile) && hasWideEnd && steady >= STEADY_SHARE && length >= CORRIDOR_LENGTHS * wide;
}

/** Whether a strip has nearly one width between two ends that taper, and keeps it as exactly as a road does. */
export function tapersAtBothEnds({ length, wide, steady }: WidthProfile, widths: ArrayLike<number>, lengths: ArrayLike<number>): boolean {
  return steady >= STEADY_SHARE && length >= CORRIDOR_LENGTHS * wide && keptLength(wide, widths, lengths) >= KEPT_SHARE * length * (1 - SLACK);
}

/** Whether a strip has its full width at one end and keeps it from there, like a road that tapers only further on. */
export function keepsWidthOf(end: number, { wide, length }: WidthProfile, widths: ArrayLike<number>, lengths: ArrayLike<number>): boolean {
  if (end < STEADY_WIDTH * wide || length < CORRIDOR_LENGTHS * wide) return false;
  return keptLength(end, widths, lengths) >= KEPT_SHARE * length * (1 - SLACK);
}

/** Whether `keepsWidthOf` may hold. Takes a fraction of the time for the profile. */
export function mayKeepWidthOf(end: number, widths: ArrayLike<number>, lengths: ArrayLike<number>): boolean {
  let length = 0;
  for (let i = 0; i < lengths.length; i++) length += lengths[i];
  return keptLength(end, widths, lengths) >= KEPT_SHARE * length * (1 - 2 * SLACK);
}

function keptLength(end: number, widths: ArrayLike<number>, lengths: ArrayLike<number>): number {
  let kept = 0;
  for (let i = 0; i < widths.length; i++) if (keepsWidth(widths[i], end)) kept += lengths[i];
  return kept;
}

/** Whether a width is another one, as exactly as that of a road is kept. */
export function keepsWidth(width: number, other: number): boolean {
  return Math.abs(width - other) <= KEPT_WITHIN * other;
}

/** Whether a strip is long and nowhere as narrow as a sliver becomes. A road may widen, whereas borders that were digitised twice meet. */
export function neverTapers({ wide, length, least, greatest }: WidthProfile): boolean {
  return length >= CORRIDOR_LENGTHS * wide && least > TAPERED * greatest;
}

/** Whether a strip tapers slowly, as it does where a border was digitised twice. */
export function isSliver(profile: WidthProfile): boolean {
  return tapers(profile) && profile.length >= SLIVER_LENGTHS * profile.greatest;
}

/** Whether a strip tapers faster than a sliver, as it does where borders of unrelated features cross. */
export function isWedge(profile: WidthProfile): boolean {
  return tapers(profile) && profile.length < SLIVER_LENGTHS * profile.greatest;
}

function tapers(profile: WidthProfile): boolean {
  return mayTaper(profile.least, profile.greatest) && !isCorridor(profile);
}

/** Whether a strip with these widths tapers, unless it is a corridor. */
export function mayTaper(least: number, greatest: number): boolean {
  return least <= TAPERED * greatest;
}
