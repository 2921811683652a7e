/**
 * What fix-geometry can be told. This file is an entry of its own (`@geoinsights/contract/repair-options`) that imports no
 * library: the command line reads its few options itself, and starts sooner without the schemas.
 */
export interface FixGeometryOptions {
  /** Distances are metres on the ground for geographic coordinates, units of the CRS otherwise. */
  snapDistance: number | 'auto';
  maxGapWidth: number | 'auto';
  overlaps: 'fix' | 'keep';
  gaps: 'fix' | 'keep';
  /** `registrar` leaves overlaps wider than the snap distance that cover more than a hundredth of a feature, and reports them. Absent: `standard`, which leaves none. */
  profile?: Profile;
  /** Metres. What would move a border farther is left and reported. */
  maxDisplacement?: number;
  /** Square metres. What would give away, or fill, more land is left and reported. */
  maxTransfer?: number;
  /** They go before the limits, and these before the profile. Of two on the same finding the later one counts. */
  decisions?: FindingDecision[];
  /** The field by which the report calls features; left out, the format's own way. */
  labelField?: string;
}

export const PROFILES = ['standard', 'registrar'] as const;
export type Profile = (typeof PROFILES)[number];

/** The kinds of findings that can be decided on. */
export const DECIDED_KINDS = ['overlap', 'contained-feature', 'duplicate-feature', 'gap'] as const;
export const DECISION_ACTIONS = ['give', 'split', 'leave'] as const;

/** What is to be done about one finding, which is known by its place and its features. */
export interface FindingDecision {
  finding: {
    kind: (typeof DECIDED_KINDS)[number];
    /** As the finding has it: in coordinates of the layer. */
    at: [number, number];
    /** Positions of the features concerned, from one on, in any order. */
    features: number[];
    /** As the report calls them; to be given where there are several. */
    dataset?: string;
    layer?: string;
  };
  action: (typeof DECISION_ACTIONS)[number];
  /** The position of who gets it; with `give` only. */
  to?: number;
}

export const MOST_DECISIONS = 10_000;
/** Square metres: all land there is. */
export const LARGEST_AREA = 1.5e14;

export const DEFAULT_REPAIR_OPTIONS: Readonly<FixGeometryOptions> = { snapDistance: 'auto', maxGapWidth: 'auto', overlaps: 'fix', gaps: 'fix' };

/** 1 was the report without it; 2 has the land: positions from one on, weights, balance. A member that changes its meaning raises it. */
export const REPORT_VERSION = 2;

/** Wider than any map in metres or feet; beyond it lies only what was typed by mistake. */
export const LARGEST_DISTANCE = 1e8;
