import type { FileDigest, FixGeometryOptions, Report, ReportedRules } from '@geoinsights/contract';
import { REPORT_VERSION } from '@geoinsights/contract/repair-options';
import type { Batch } from '../datasets/dataset-batch.ts';
import { sumOfCounts } from './findings-report.ts';

export const TOOL_NAME = 'fix-geometry';

/** Combines the reports of all datasets. @param inputs digests that identify the input files */
export function reportOf(datasets: Report['datasets'], { failures, notes }: Pick<Batch<unknown>, 'failures' | 'notes'>, options: FixGeometryOptions, inputs: readonly FileDigest[] | undefined): Report {
  const layers = datasets.flatMap((dataset) => dataset.layers);
  return {
    tool: TOOL_NAME,
    report_version: REPORT_VERSION,
    rules: rulesAsked(options),
    options: { ...options },
    ...(inputs === undefined ? {} : { inputs: [...inputs] }),
    found: sumOfCounts(layers.map((layer) => layer.found)),
    remaining: sumOfCounts(layers.map((layer) => layer.remaining)),
    notes,
    failures,
    datasets,
  };
}

function rulesAsked({ overlaps, gaps, profile = 'standard', maxDisplacement, maxTransfer, decisions = [] }: FixGeometryOptions): ReportedRules {
  return { overlaps, gaps, profile, max_displacement_m: maxDisplacement ?? null, max_transfer_m2: maxTransfer ?? null, decisions: decisions.length };
}
