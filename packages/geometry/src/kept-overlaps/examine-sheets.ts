import type { Layer } from '../layer/layer.ts';
import { FindingList } from '../layer/finding-list.ts';
import type { Findings } from '../layer/findings.ts';
import { extractFeatures, findingsOfWhole } from '../layer/neighbourhood.ts';
import type { ExaminationOptions, LandElsewhere, Tolerances } from '../options.ts';
import { commonLand } from './common-land.ts';
import { reportGapsApart } from './gaps-apart.ts';
import { reportKept } from './report-kept.ts';
import { keptAmong, keptOverlaps, landBeyondSheets, sheetsOf } from './sheets.ts';

/** The faults in each sheet, and the overlaps that are kept; null if there are none, so that the layer is a single sheet. */
export function examineSheets(layer: Layer, options: ExaminationOptions, tolerances: Tolerances, examine: (sheet: Layer, landElsewhere: LandElsewhere) => Findings): FindingList | null {
  const { units } = options;
  const lands = commonLand(layer, units);
  const kept = keptOverlaps(lands, tolerances.snapDistance);
  if (kept.length === 0) return null;
  const findings = new FindingList();
  const sheets = sheetsOf(layer, kept, units);
  reportKept(keptAmong(sheets, lands, tolerances.snapDistance), findings);
  const landBeyond = landBeyondSheets(layer, sheets);
  reportGapsApart(layer, { features: sheets, landBeyond, lands }, options, tolerances, findings);
  for (const [sheet, features] of sheets.entries()) {
    const extract = extractFeatures(layer, features);
    findings.addAll(findingsOfWhole(examine(extract.layer, landBeyond(sheet)), extract));
  }
  return findings;
}
