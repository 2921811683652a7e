import { startOf } from '../edges/half-edges.ts';
import { facesOfLayer, withCells } from '../faces/claimed-faces.ts';
import { findGaps } from '../faces/gaps.ts';
import type { Gap } from '../faces/gaps.ts';
import { landOfClaims } from '../faces/land-of-claims.ts';
import { VoidOutlines } from '../faces/void-outlines.ts';
import { faultyFeatures } from '../faulty-features.ts';
import type { FindingList } from '../layer/finding-list.ts';
import type { Layer } from '../layer/layer.ts';
import type { ExaminationOptions, LandElsewhere, Tolerances } from '../options.ts';
import { unlessTooTangled } from '../tangled.ts';
import { MOST_PAIRS_A_FEATURE } from './common-land.ts';
import type { CommonLand } from './common-land.ts';

/** The sheets of a layer, the land beyond each, and the pairs of features that overlap. */
export interface Sheets {
  readonly features: readonly Int32Array[];
  readonly landBeyond: (sheet: number) => LandElsewhere;
  readonly lands: readonly CommonLand[];
}

/**
 * Reports the gaps that no sheet closes or reports: those between features that overlap each other, which are never in one sheet, and those with
 * land of another sheet close by. They stay. In a dense layer, with dozens of features on top of each other, they are not searched for.
 */
export function reportGapsApart(layer: Layer, sheets: Sheets, options: ExaminationOptions, tolerances: Tolerances, findings: FindingList): void {
  const featureCount = layer.featureOffsets.length - 1;
  const { snapDistance, maxGapWidth } = tolerances;
  if (sheets.features.length < 2 || !(maxGapWidth > 0) || sheets.lands.length > MOST_PAIRS_A_FEATURE * featureCount) return;
  const sheetOf = new Int32Array(featureCount);
  for (const [sheet, features] of sheets.features.entries()) for (const feature of features) sheetOf[feature] = sheet;
  const { extract, isRim } = faultyFeatures(layer, options, tolerances);
  const arranged = unlessTooTangled(() => withCells(facesOfLayer(extract.layer, options.units), isRim));
  if (arranged === null) return;
  const { vertices, edges, cells } = arranged;
  const gaps = findGaps(arranged, landOfClaims(arranged, extract.features.length), tolerances, {});
  const outlines = new VoidOutlines(arranged, gaps.map(({ cell }) => cell));
  for (const gap of gaps) {
    const { cell } = gap;
    const [first, second] = [gap.longestBorder, nextTo(gap)].map((feature) => extract.features[feature]);
    const isInSheet = gap.neighbours.every((feature) => sheetOf[extract.features[feature]] === sheetOf[first]);
    // Within a sheet, matching closes it first.
    if (isInSheet && (outlines.isNarrower(cell, cells.area[cell], snapDistance) || !outlines.isCovered(cell, sheets.landBeyond(sheetOf[first])))) continue;
    const [x, y] = startOf(vertices, edges, cells.anchor[cell]);
    findings.add({ kind: 'gap', feature: first, other: second, x, y, measure: cells.area[cell], action: 'reported' });
  }
}

/** The feature that has the longest border with a gap after the first one. */
function nextTo({ neighbours, lengths, longestBorder }: Gap): number {
  let [next, most] = [-1, -1];
  for (const [i, feature] of neighbours.entries()) if (feature !== longestBorder && lengths[i] > most) [next, most] = [feature, lengths[i]];
  return next;
}
