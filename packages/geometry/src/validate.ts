import { addFindings } from './decisions/findings-of-lots.ts';
import { repairSingly } from './decisions/repair-singly.ts';
import { setAside } from './decisions/set-aside.ts';
import { examineSheets } from './kept-overlaps/examine-sheets.ts';
import { KEPT_AS_LOTS } from './kept-overlaps/lone-overlaps.ts';
import { optionsOfSheet } from './kept-overlaps/sheets.ts';
import { faultsOfInput } from './faults-of-input.ts';
import { findFaults } from './find-faults.ts';
import { decidesOnGaps, gapLimitsOf, inForce } from './land-rules.ts';
import type { RepairRules } from './land-rules.ts';
import { FindingList, joinFindings } from './layer/finding-list.ts';
import type { Findings } from './layer/findings.ts';
import type { Layer } from './layer/layer.ts';
import { applyPatch } from './layer/apply-patch.ts';
import type { ExaminationOptions, LandElsewhere, Tolerances } from './options.ts';
import type { RepairOptions } from './repair-options.ts';
import { holesAmongParts } from './ring-order/holes-among-parts.ts';
import { BEFORE_MATCHING } from './settling/begin-repair.ts';
import { breathe } from './settling/breathe.ts';
import { progressReporter } from './settling/progress.ts';
import { largestGapWidth, resolveTolerances } from './tolerances.ts';

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
  const { landRules, overlaps } = options;
  const { all, tolerances } = landRules === undefined || overlaps === 'keep' ? withoutRules(layer, options, report) : underRules(layer, options, landRules, report);
  report(Infinity);
  const findings = all.finish(true);
  return { findings: tolerances.snapDistance > 0 ? faultsOfInput(layer, findings, options.units) : findings, tolerances };
}

interface Found {
  readonly all: FindingList;
  readonly tolerances: Tolerances;
}

function withoutRules(layer: Layer, options: RepairOptions, report: (share: number) => void): Found {
  const tolerances = resolveTolerances(layer, options);
  const all = new FindingList();
  const current = beforeMatching(layer, options, tolerances, (findings) => all.addAll(findings));
  const examineOnce = (sheet: Layer, by: RepairOptions): Findings => {
    const { findings, unresolved } = findFaults(sheet, examinationOf(by), tolerances, report);
    return joinFindings(findings, unresolved);
  };
  const examineSheet = (sheet: Layer, hasOverlaps: boolean, landElsewhere: LandElsewhere): Findings => {
    const inSheet = optionsOfSheet(options, tolerances, landElsewhere);
    return hasOverlaps ? underRules(sheet, inSheet, KEPT_AS_LOTS, report).all.finish(false) : examineOnce(sheet, inSheet);
  };
  all.addAll((options.overlaps === 'keep' ? examineSheets(current, options, tolerances, examineSheet)?.finish(false) : null) ?? examineOnce(current, options));
  return { all, tolerances };
}

/** In the order in which `settleWithRules` repairs. */
function underRules(layer: Layer, options: RepairOptions, rules: RepairRules, report: (share: number) => void): Found {
  const all = new FindingList();
  const featureCount = layer.featureOffsets.length - 1;
  const holes = holesAmongParts(layer, options);
  if (holes !== null) all.addAll(holes.findings);
  const asMeant = holes === null ? layer : applyPatch(layer, holes.patch);
  const singly = repairSingly(asMeant, options, new Uint8Array(featureCount).fill(1));
  if (singly !== null) all.addAll(singly.findings);
  const current = singly === null ? asMeant : applyPatch(asMeant, singly.patch);
  const tolerances = resolveTolerances(current, options);
  const gapWidth = decidesOnGaps(rules) ? largestGapWidth(current, options, tolerances) : tolerances.maxGapWidth;
  const { lots, findings: decided, layer: withLots } = setAside(current, options, tolerances, inForce(rules, { snapDistance: tolerances.snapDistance, gapWidth }));
  all.addAll(decided.finish(false));
  const add = (findings: Findings): void => addFindings(all, findings, featureCount, lots);
  const rest = beforeMatching(withLots, options, tolerances, add);
  const { findings, unresolved } = findFaults(rest, { ...examinationOf(options), lotsFrom: featureCount, gapLimits: gapLimitsOf(rules) }, tolerances, report);
  add(joinFindings(findings, unresolved));
  return { all, tolerances };
}

/** Overlaps are looked for also where they are kept. */
function examinationOf({ units, gaps, shellWinding, landElsewhere }: RepairOptions): ExaminationOptions {
  return { units, overlaps: 'fix', gaps, shellWinding, ...(landElsewhere === undefined ? {} : { landElsewhere }) };
}

/** The layer as it is when its borders are matched. */
function beforeMatching(layer: Layer, options: RepairOptions, { snapDistance }: Tolerances, add: (findings: Findings) => void): Layer {
  let current = layer;
  for (const begin of BEFORE_MATCHING) {
    const found = begin(current, options, snapDistance);
    if (found === null) continue;
    add(found.findings);
    current = applyPatch(current, found.patch);
  }
  return current;
}
