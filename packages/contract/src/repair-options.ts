/**
 * The options of fix-geometry. This file is an entry of its own (`@geoinsights/contract/repair-options`) that imports no library: the
 * command line parses its few options itself, and starts faster without the schemas.
 */
export interface FixGeometryOptions {
  /** Distances are metres on the ground for geographic coordinates, units of the CRS otherwise. */
  snapDistance: number | 'auto';
  maxGapWidth: number | 'auto';
  overlaps: 'fix' | 'keep';
  gaps: 'fix' | 'keep';
  /**
   * `registrar` leaves overlaps wider than the snap distance that cover more than a hundredth of a feature, and reports them. Absent:
   * `standard`, which leaves none.
   */
  profile?: Profile;
  /** Metres. Repairs that would move a border farther are not made but reported. */
  maxDisplacement?: number;
  /** Square metres. Repairs that would give away, or fill, more land are not made but reported. */
  maxTransfer?: number;
  /** They take precedence over the limits, and those over the profile. Of two decisions on the same finding the later one counts. */
  decisions?: FindingDecision[];
  /** The field with the features' names for the report; by default, the format's own way. */
  labelField?: string;
}

export const PROFILES = ['standard', 'registrar'] as const;
export type Profile = (typeof PROFILES)[number];

/** The kinds of land that two features have in common. */
export const OVERLAP_KINDS = ['overlap', 'contained-feature', 'duplicate-feature'] as const;
/** The kinds of findings that can be decided on. */
export const DECIDED_KINDS = [...OVERLAP_KINDS, 'gap'] as const;
export const DECISION_ACTIONS = ['give', 'split', 'leave'] as const;

/** What to do about one finding, identified by its place and its features. */
export interface FindingDecision {
  finding: {
    kind: (typeof DECIDED_KINDS)[number];
    /** As in the finding: in layer coordinates. */
    at: [number, number];
    /** Positions of the features concerned, from one on, in any order. */
    features: number[];
    /** As in the finding: tells land apart that lies at nearly the same place. */
    area_m2?: number;
    /** As named in the report; required if there are several. */
    dataset?: string;
    layer?: string;
  };
  action: (typeof DECISION_ACTIONS)[number];
  /** The position of the receiving feature; with `give` only. */
  to?: number;
}

export const MOST_DECISIONS = 10_000;
/** Square metres: all the land on Earth. */
export const LARGEST_AREA = 1.5e14;

export const DEFAULT_REPAIR_OPTIONS: Readonly<FixGeometryOptions> = { snapDistance: 'auto', maxGapWidth: 'auto', overlaps: 'fix', gaps: 'fix' };

/** Version 1 was the report without it; 2 added the land: positions from one on, weights, balance. It is incremented when a member changes its meaning. */
export const REPORT_VERSION = 2;

/** Wider than any map in metres or feet; larger values can only be typing mistakes. */
export const LARGEST_DISTANCE = 1e8;
