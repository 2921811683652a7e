/** What can be wrong with a layer, in the words of the field. The order is the numeric code in `Findings.kind`. */
export const FINDING_KINDS = [
  'invalid-coordinate',
  'unclosed-ring',
  'duplicate-point',
  'collapsed',
  'spike',
  'self-intersection',
  'ring-overlap',
  'hole-outside-shell',
  'duplicate-ring',
  'unmatched-vertex',
  'overlap',
  'contained-feature',
  'duplicate-feature',
  'gap',
  'near-edge',
  /**
   * A feature that had a geometry and ends up without one. Reported in addition to the finding that says why, so that
   * every such feature is named.
   */
  'emptied',
  /** A feature that loses more land to others than digitising explains. Reported in addition to the overlaps that it consists of. */
  'transfer',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];
/** The kinds of land that two features have in common. */
export const OVERLAP_KINDS: ReadonlySet<FindingKind> = new Set(['overlap', 'contained-feature', 'duplicate-feature']);

/** What was done about a finding. The order is the numeric code in `Findings.action`. */
export const FINDING_ACTIONS = [
  /** Only reported: the caller asked to keep it, or only checked. */
  'reported',
  'vertex-removed',
  'ring-closed',
  'ring-removed',
  'geometry-emptied',
  'ring-split',
  'parts-united',
  'hole-reassigned',
  'hole-became-part',
  'part-became-hole',
  'vertex-inserted',
  'vertex-moved',
  'overlap-assigned',
  'cut-out',
  'gap-closed',
  'land-transferred',
] as const;
export type FindingAction = (typeof FINDING_ACTIONS)[number];
/** The code of faults that are only reported. */
export const REPORTED = FINDING_ACTIONS.indexOf('reported');

/** Findings as columns: entry i of every column belongs to the same finding. Sorted by feature, kind, then coordinates. */
export interface Findings {
  readonly count: number;
  /** Index into `FINDING_KINDS`. */
  readonly kind: Uint8Array;
  /** The feature at fault (for an overlap: the one that lost the land; for a gap: the one that took it). */
  readonly feature: Int32Array;
  /** The other feature concerned, or -1. */
  readonly other: Int32Array;
  /** Where: x, y pairs in layer coordinates; NaN if there are none. */
  readonly xy: Float64Array;
  /** Size of the fault: area for overlaps, gaps and transfers (square units of the tolerances), distance for near edges, else NaN. */
  readonly measure: Float64Array;
  /** Index into `FINDING_ACTIONS`. */
  readonly action: Uint8Array;
}
