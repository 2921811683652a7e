import { prepare } from '../edges/prepare.ts';
import { FindingList } from '../layer/finding-list.ts';
import type { Findings } from '../layer/findings.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import { extractFeatures, findingsOfWhole, patchOfWhole } from '../layer/neighbourhood.ts';
import { sourcesOf } from '../layer/origins.ts';
import { PatchBuilder } from '../layer/patch.ts';
import type { RepairOptions } from '../repair-options.ts';
import { orderRings } from '../ring-order/ring-order.ts';
import { complexFeatures } from '../screening/screen-features.ts';
import { settleUncutLayer } from '../settling/uncut-layer.ts';

/**
 * Repairs the faults of single features, each as if it were alone.
 *
 * @param isAsked 1 for the features to look at.
 */
export function repairSingly(layer: Layer, options: RepairOptions, isAsked: Uint8Array): { patch: Patch; findings: Findings } | null {
  const alone: RepairOptions = { units: options.units, shellWinding: options.shellWinding, threads: 1, overlaps: 'fix', gaps: 'keep', snapDistance: 0, maxGapWidth: 0 };
  const findings = new FindingList();
  const builder = new PatchBuilder(layer.z !== null, layer.m !== null, 1024);
  const isSuspect = suspects(layer, alone);
  for (let feature = 0; feature + 1 < layer.featureOffsets.length; feature++) {
    if (isAsked[feature] === 0 || isSuspect[feature] === 0) continue;
    const extract = extractFeatures(layer, Int32Array.of(feature));
    const steps = settleUncutLayer(extract.layer, alone, () => undefined);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    const patch = step.value.patch();
    if (patch === null) continue;
    const whole = patchOfWhole(patch, extract);
    builder.addFeature(feature, whole.geometry, 0, sourcesOf(whole));
    findings.addAll(findingsOfWhole(step.value.findings.finish(false), extract));
  }
  return builder.featureCount === 0 ? null : { patch: builder.finish(), findings: findings.finish(false) };
}

/**
 * The features that may have faults of their own. All others have nothing that a ring alone shows, in the order of rings that is read as it is written, and are
 * simple (`screenFeatures`), which is all that an examination asks of a feature without neighbours.
 */
function suspects(layer: Layer, options: RepairOptions): Uint8Array {
  const prepared = prepare(layer, new FindingList());
  const isSuspect = complexFeatures(prepared, null);
  for (let feature = 0; feature < isSuspect.length; feature++) isSuspect[feature] |= prepared.changed[feature];
  for (const feature of orderRings(layer, options)?.patch.features ?? []) isSuspect[feature] = 1;
  return isSuspect;
}
