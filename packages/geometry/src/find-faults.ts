import { joinFindings } from './layer/finding-list.ts';
import type { Layer } from './layer/layer.ts';
import type { ExaminationOptions, Tolerances } from './options.ts';
import { repairOnce } from './round.ts';
import type { RoundResult } from './round.ts';
import { findNearFeatures } from './screening/near-features.ts';
import { unlessTooTangled } from './tangled.ts';

/**
 * What a round finds in a layer; nothing is changed. If too many borders lie side by side to be matched, this returns all faults that need no matching,
 * and one place for each feature that is near another.
 */
export function findFaults(layer: Layer, options: ExaminationOptions, tolerances: Tolerances, progress: (share: number) => void): Pick<RoundResult, 'findings' | 'unresolved'> {
  const context = { options, isUnmatched: null, isRimFeature: null, progress };
  const found = unlessTooTangled(() => repairOnce(layer, { ...context, tolerances }));
  if (found !== null) return found;
  const { findings, unresolved } = repairOnce(layer, { ...context, tolerances: { ...tolerances, snapDistance: 0 } });
  return { findings: joinFindings(findings, findNearFeatures(layer, tolerances.snapDistance, options.units)), unresolved };
}
