import { setAside } from './decisions/set-aside.ts';
import { addFindings } from './decisions/findings-of-lots.ts';
import { examineSheets } from './kept-overlaps/examine-sheets.ts';
import { faultsOfInput } from './faults-of-input.ts';
import { findFaults } from './find-faults.ts';
import { inForce } from './land-rules.ts';
import { FindingList, joinFindings } from './layer/finding-list.ts';
import type { Findings } from './layer/findings.ts';
import type { Layer } from './layer/layer.ts';
import { applyPatch } from './layer/apply-patch.ts';
import type { LandElsewhere, Tolerances } from './options.ts';
import type { RepairOptions } from './repair-options.ts';
import { BEFORE_MATCHING } from './settling/begin-repair.ts';
import { breathe } from './settling/breathe.ts';
import { progressReporter } from './settling/progress.ts';
import { resolveTolerances } from './tolerances.ts';

export interface ValidationResult {
  readonly findings: Findings;
  readonly tolerances: Tolerances;
}

/**
 * Finds everything that `repair` would repair, and changes nothing. If overlaps are to be kept, features are not compared with others that
 * they overlap.
 */
export async function validate(layer: Layer, options: RepairOptions): Promise<ValidationResult> {
  await breathe();
  return validateNow(layer, options);
}

/** Like `validate`, but synchronous. */
export function validateNow(layer: Layer, options: RepairOptions): ValidationResult {
  const report = progressReporter(options);
  const tolerances = resolveTolerances(layer, options);
  const examination = { units: options.units, overlaps: 'fix', gaps: options.gaps, shellWinding: options.shellWinding } as const;
  const all = new FindingList();
  let current = layer;
  for (const begin of BEFORE_MATCHING) {
    const found = begin(current, options, tolerances.snapDistance);
    if (found === null) continue;
    all.addAll(found.findings);
    current = applyPatch(current, found.patch);
  }
  const rules = options.landRules;
  const withLots = rules === undefined ? null : setAside(current, options, tolerances, inForce(rules, tolerances.snapDistance));
  if (withLots !== null) all.addAll(withLots.findings.finish(false));
  const examineOnce = (sheet: Layer, landElsewhere?: LandElsewhere): Findings => {
    const { findings, unresolved } = findFaults(sheet, { ...examination, ...(landElsewhere === undefined ? {} : { landElsewhere }) }, tolerances, report);
    return joinFindings(findings, unresolved);
  };
  if (withLots !== null) {
    const lotsFrom = layer.featureOffsets.length - 1;
    const { findings, unresolved } = findFaults(withLots.layer, { ...examination, lotsFrom }, tolerances, report);
    addFindings(all, joinFindings(findings, unresolved), lotsFrom, withLots.lots);
  } else all.addAll((options.overlaps === 'keep' ? examineSheets(current, options, tolerances, examineOnce)?.finish(false) : null) ?? examineOnce(current));
  report(Infinity);
  const findings = all.finish(true);
  return { findings: tolerances.snapDistance > 0 ? faultsOfInput(layer, findings, options.units) : findings, tolerances };
}
