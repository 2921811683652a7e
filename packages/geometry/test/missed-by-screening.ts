import { examine, startExamination } from '../src/examination.ts';
import { listFindings } from '../src/geojson/list-findings.ts';
import { Ground } from '../src/ground.ts';
import type { Layer } from '../src/layer/layer.ts';
import { screenFeatures } from '../src/screening/screen-features.ts';
import type { RepairOptions } from '../src/repair-options.ts';
import { unlessTooTangled } from '../src/tangled.ts';
import { resolveTolerances } from '../src/tolerances.ts';

/**
 * In words, what a full examination finds with features that screening considers clean. A void that is open through slits
 * narrower than the snap distance is only enclosed once they are closed: the next round sees such gaps.
 */
export function missedByScreening(layer: Layer, options: RepairOptions): string[] {
  const tolerances = resolveTolerances(layer, options);
  const { isCandidate } = screenFeatures(startExamination(layer).prepared, new Ground(options.units), tolerances, Infinity);
  if (isCandidate === null) return [];
  const examined = unlessTooTangled(() => examine(startExamination(layer), { options: { ...options, overlaps: 'fix', gaps: 'fix' }, tolerances, isRim: null, isUnmatched: null, isLate: false, progress: () => undefined }));
  const found = examined === null ? [] : listFindings(examined.findings.finish(false));
  const hasSlits = found.some(({ kind }) => kind === 'near-edge');
  return found
    .filter(({ kind }) => kind !== 'gap' || !hasSlits)
    .flatMap(({ kind, feature, other }) => [feature, other ?? feature].filter((concerned) => isCandidate[concerned] === 0).map((concerned) => `${kind} of feature ${concerned}`));
}
