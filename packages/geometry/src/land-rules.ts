import type { GapLimits } from './options.ts';

/** Why a finding was left as it is, or was repaired differently from the rules. */
export const LAND_REASONS = ['decision', 'max-displacement', 'max-transfer', 'profile'] as const;
export type LandReason = (typeof LAND_REASONS)[number];

/** A person's decision about one finding. */
export interface LandDecision {
  readonly kind: 'overlap' | 'gap';
  /** Where the finding is, in layer coordinates. */
  readonly x: number;
  readonly y: number;
  /** The features concerned, counted from 0: two for an overlap, one or two of those around a gap. */
  readonly features: readonly number[];
  /** How much land it is, if that is known: tells it apart from land that lies at nearly the same place. In square units of the tolerances. */
  readonly area?: number;
  readonly action: 'give' | 'split' | 'leave';
  /** The feature that gets the land; -1 if it is not given. */
  readonly to: number;
}

/** Exceptions from the repair rules. Distances are in the unit of the tolerances, areas in its square. */
export interface LandRules {
  /** Whether to leave all overlaps that are wider than the snap distance and cover more than a hundredth of a feature. */
  readonly leavesOverlaps: boolean;
  /** An overlap or gap is left if its repair would move a border further than this; Infinity: no limit. */
  readonly maxDisplacement: number;
  /** An overlap or gap with more land than this is left; Infinity: no limit. */
  readonly maxTransfer: number;
  /**
   * Decisions take precedence over the limits, and the limits over the profile. Of two decisions on the same
   * finding, the later one counts.
   */
  readonly decisions: readonly LandDecision[];
}

/** A decision while a layer is repaired. */
export interface DecisionInForce extends LandDecision {
  /** Of the land that it met in an earlier pass, else as given; NaN if neither is known. */
  readonly area: number;
}

/** The rules of a person, or those for features whose overlaps are all kept. */
export interface RepairRules extends LandRules {
  /** Whether to leave all overlaps but borders that were digitised twice. */
  readonly keepsOverlaps?: boolean;
}

/** The rules while a layer is repaired. */
export interface RulesInForce extends RepairRules {
  readonly decisions: readonly DecisionInForce[];
  /** The largest snap distance so far, by which what a decision names may have moved. */
  readonly snapDistance: number;
  /** The largest gap width with which a gap that a decision names may have been found. */
  readonly gapWidth: number;
}

/** @param reach see `RulesInForce` */
export function inForce(rules: RepairRules, reach: Pick<RulesInForce, 'snapDistance' | 'gapWidth'>): RulesInForce {
  return { ...rules, decisions: rules.decisions.map((decision) => ({ ...decision, area: decision.area ?? NaN })), ...reach };
}

/** Whether a decision means a gap. */
export function decidesOnGaps({ decisions }: Pick<LandRules, 'decisions'>): boolean {
  return decisions.some(({ kind }) => kind === 'gap');
}

/** The limits for voids that only arise while borders are matched. */
export function gapLimitsOf({ maxTransfer, maxDisplacement }: LandRules): GapLimits {
  return { area: maxTransfer, shift: maxDisplacement };
}

/** Why a finding was not repaired by the rules, and by which decision; -1: by none. */
export interface Ruling {
  readonly reason: LandReason;
  readonly decision: number;
}

/** The outcome of a decision: it was followed, it matched no finding, or it is impossible for the finding that it matched. */
export type DecisionOutcome = 'done' | 'met-nothing' | 'impossible';
