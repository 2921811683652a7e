import { FINDING_ACTIONS, FINDING_KINDS } from '../layer/findings.ts';
import type { FindingAction, FindingKind, Findings } from '../layer/findings.ts';

/** One fault, and what was done about it. */
export interface Finding {
  readonly kind: FindingKind;
  /** `reported` if nothing was done. */
  readonly action: FindingAction;
  /** Index of the feature at fault (for an overlap: the one that lost the land; for a gap: the one that took it). */
  readonly feature: number;
  /** Index of the other feature concerned, or null. */
  readonly other: number | null;
  /** x and y of the fault; null if it has no coordinates. */
  readonly position: readonly [number, number] | null;
  /** Size of the fault: area for overlaps and gaps (square units of the tolerances), distance for near edges, else null. */
  readonly measure: number | null;
}

/** Columns of findings as a list of objects, in the same order. */
export function listFindings({ count, kind, feature, other, xy, measure, action }: Findings): Finding[] {
  return Array.from({ length: count }, (_, i) => ({
    kind: FINDING_KINDS[kind[i]],
    action: FINDING_ACTIONS[action[i]],
    feature: feature[i],
    other: other[i] < 0 ? null : other[i],
    position: Number.isNaN(xy[2 * i]) || Number.isNaN(xy[2 * i + 1]) ? null : [xy[2 * i], xy[2 * i + 1]],
    measure: Number.isNaN(measure[i]) ? null : measure[i],
  }));
}
