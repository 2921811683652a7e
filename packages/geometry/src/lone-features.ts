import { prepare } from './edges/prepare.ts';
import { featureGroups } from './layer/feature-groups.ts';
import { featureSize } from './layer/feature-size.ts';
import { FindingList } from './layer/finding-list.ts';
import type { Layer } from './layer/layer.ts';
import { extractFeatures, findingsOfWhole } from './layer/neighbourhood.ts';
import type { ExaminationOptions, Tolerances } from './options.ts';
import { repairOnce } from './round.ts';
import { markComplexFeatures } from './screening/simple-features.ts';

/** Nothing else is near. */
const WITHOUT_OTHERS: Tolerances = { snapDistance: 0, maxGapWidth: 0, unit: 'coordinate unit' };

/** What features are without any others. */
export interface LoneFeatures {
  /** For each feature its land on the ground, by the rules for faults of its rings. */
  readonly lands: Float64Array;
  /** The faults of their rings. */
  readonly findings: FindingList;
}

/**
 * Examines each of some features as if there were no others.
 *
 * @param features ascending
 */
export function examineAlone(layer: Layer, features: readonly number[], options: ExaminationOptions): LoneFeatures {
  const lands = new Float64Array(features.length);
  const findings = new FindingList();
  let done = 0;
  for (const group of featureGroups(layer, features)) {
    const extract = extractFeatures(layer, Int32Array.from(group));
    const ofPreparing = new FindingList();
    const isComplex = new Uint8Array(group.length);
    markComplexFeatures(prepare(extract.layer, ofPreparing), isComplex, () => false);
    const ofSound = new FindingList();
    ofSound.addSome(ofPreparing.finish(false), (at) => isComplex[at] === 0);
    findings.addAll(findingsOfWhole(ofSound.finish(false), extract));
    for (const [i, feature] of group.entries()) lands[done + i] = isComplex[i] === 0 ? featureSize(extract.layer, i, options.units).area : examineComplex(layer, feature, options, findings);
    done += group.length;
  }
  return { lands, findings };
}

/** Adds the faults of a feature. @returns its land */
function examineComplex(layer: Layer, feature: number, options: ExaminationOptions, findings: FindingList): number {
  const extract = extractFeatures(layer, Int32Array.of(feature));
  const { patch, findings: found } = repairOnce(extract.layer, { options, tolerances: WITHOUT_OTHERS, isUnmatched: null, isRimFeature: null, progress: () => undefined });
  findings.addAll(findingsOfWhole(found, extract));
  return featureSize(patch?.geometry ?? extract.layer, 0, options.units).area;
}
