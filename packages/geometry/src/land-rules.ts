/** Why a finding stays as it is, or was repaired otherwise than by the rules. */
export const LAND_REASONS = ['decision', 'max-displacement', 'max-transfer', 'profile'] as const;
export type LandReason = (typeof LAND_REASONS)[number];

/** What somebody has decided about one finding. */
export interface LandDecision {
  readonly kind: 'overlap' | 'gap';
  /** Where the finding is, in coordinates of the layer. */
  readonly x: number;
  readonly y: number;
  /** The features concerned, counted from 0: two of an overlap, one or two of those around a gap. */
  readonly features: readonly number[];
  readonly action: 'give' | 'split' | 'leave';
  /** Who gets it; -1 where it is not given. */
  readonly to: number;
}

/** What is not to be repaired by the rules alone. Distances and areas are in the unit of the tolerances, and its square. */
export interface LandRules {
  /** Whether all overlaps are left that are wider than the snap distance and more than a hundredth of a feature. */
  readonly leavesOverlaps: boolean;
  /** An overlap or a gap whose repair moves a border farther than this is left; Infinity: none. */
  readonly maxDisplacement: number;
  /** An overlap or a gap with more land than this is left; Infinity: none. */
  readonly maxTransfer: number;
  /** They go before the limits, and these before the profile. Of two on the same finding the later one counts. */
  readonly decisions: readonly LandDecision[];
}

/** Why a finding was not repaired by the rules, and by which of the decisions; -1: by none. */
export interface Ruling {
  readonly reason: LandReason;
  readonly decision: number;
}

/** What became of a decision: it was followed, it met no finding, or the finding that it met cannot be treated so. */
export type DecisionOutcome = 'done' | 'met-nothing' | 'impossible';
