import type { Findings } from '../layer/findings.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import type { PlacedFeatures } from '../layer/placed-features.ts';
import type { Tolerances } from '../options.ts';
import type { RepairOptions } from '../repair-options.ts';
import { holesAmongParts } from '../ring-order/holes-among-parts.ts';
import { orderRings } from '../ring-order/ring-order.ts';
import { tolerancesAbove } from '../tolerances.ts';
import { dropNearDuplicates } from './drop-near-duplicates.ts';

/** What is settled before matching: which rings are land, and which features only repeat others. */
export const BEFORE_MATCHING = [holesAmongParts, orderRings, dropNearDuplicates] as const;

/** The result of a step of `BEFORE_MATCHING`. */
export interface Found {
  readonly patch: Patch;
  readonly findings: Findings;
}

/** A layer at the start of its repair. */
export interface Beginning {
  tolerances: Tolerances;
  readonly whole: () => Layer;
  /** Like `whole`, but without a copy where possible. */
  readonly features: () => Layer | PlacedFeatures;
  readonly take: (found: Found) => void;
  readonly isChanged: () => boolean;
}

/**
 * Repeats the steps before matching: once features are gone, the rest may ask for larger tolerances, within
 * which further features are repeats.
 */
export function beginRepair(state: Beginning, options: RepairOptions): void {
  for (let snapDistance = -1; snapDistance < state.tolerances.snapDistance; ) {
    snapDistance = state.tolerances.snapDistance;
    for (const begin of BEFORE_MATCHING) {
      const found = begin(state.whole(), options, snapDistance);
      if (found !== null) state.take(found);
    }
    if (state.isChanged()) state.tolerances = raise(state.tolerances, state.features(), options);
  }
}

/** The tolerances, larger if the current layer asks for more. */
export function raise(tolerances: Tolerances, layer: Layer | PlacedFeatures, options: RepairOptions): Tolerances {
  const asked = tolerancesAbove(tolerances, layer, options);
  if (asked === null) return tolerances;
  // The evidence for the larger gap width is also that for the larger snap distance.
  const { evidence } = asked.maxGapWidth >= tolerances.maxGapWidth ? asked : tolerances;
  return { ...asked, snapDistance: Math.max(tolerances.snapDistance, asked.snapDistance), maxGapWidth: Math.max(tolerances.maxGapWidth, asked.maxGapWidth), ...(evidence === undefined ? {} : { evidence }) };
}
