import type { Layer } from '../layer/layer.ts';
import { FindingList } from '../layer/finding-list.ts';
import type { Findings } from '../layer/findings.ts';
import { extractFeatures, findingsOfWhole } from '../layer/neighbourhood.ts';
import type { ExaminationOptions, LandElsewhere, Tolerances } from '../options.ts';
import { commonLand } from './common-land.ts';
import { reportGapsApart } from './gaps-apart.ts';
import { pairsOf, reportKept, withoutPairs } from './report-kept.ts';
import { keptAmong, landBeyondSheets, sheetsFor } from './sheets.ts';

/** The faults in each sheet, and the overlaps that are kept; null if there are none, so that the layer is a single sheet. */
export function examineSheets(layer: Layer, options: ExaminationOptions, tolerances: Tolerances, examine: (sheet: Layer, hasOverlaps: boolean, landElsewhere: LandElsewhere) => Findings): FindingList | null {
  const { units } = options;
  const lands = commonLand(layer, units);
  if (lands.length === 0) return null;
  const findings = new FindingList();
  const { features: sheets, haveOverlaps } = sheetsFor(layer, lands, tolerances, units);
  const told = keptAmong(sheets, lands, tolerances.snapDistance);
  reportKept(told, findings);
  const pairsTold = pairsOf(told);
  const landBeyond = landBeyondSheets(layer, sheets);
  reportGapsApart(layer, { features: sheets, landBeyond, lands }, options, tolerances, findings);
  for (const [sheet, features] of sheets.entries()) {
    const extract = extractFeatures(layer, features);
    findings.addAll(withoutPairs(findingsOfWhole(examine(extract.layer, haveOverlaps[sheet], landBeyond(sheet)), extract), pairsTold));
  }
  return findings;
}
