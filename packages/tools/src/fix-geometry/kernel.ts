import type { FixGeometryOptions } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import type { DatasetLayer } from '@geoinsights/formats/in-memory';
import { repair, TooTangledError, type Layer, type PieceSizes, type RepairOptions } from '@geoinsights/geometry';
import type { DecisionTally, LayerRules } from './land-rules.ts';

/** How the kernel runs on this machine. */
export interface KernelSettings {
  readonly options: FixGeometryOptions;
  readonly threads: number;
  /** Records which decisions met a finding. */
  readonly tally?: DecisionTally;
  /** Starts workers for pieces of a large layer; undefined for a single thread. */
  readonly startWorkers: RepairOptions['startWorkers'] | undefined;
}

/** @throws ProblemError `too-large` for a layer that is too tangled to be arranged. */
export async function repairOrExplain(layer: Layer, options: RepairOptions, pieceSizes: PieceSizes, name: string) {
  try {
    return await repair(layer, options, pieceSizes);
  } catch (error) {
    if (!(error instanceof TooTangledError)) throw error;
    const reason = `its features overlap in more than ${error.count.toLocaleString('en')} different combinations; remove duplicate features, or split the layer.`;
    throw new ProblemError('too-large', { file: name, reason }, { cause: error });
  }
}

/** The kernel's options for a layer. */
export function kernelOptions(layer: Pick<DatasetLayer, 'crs'>, { options, threads, startWorkers }: KernelSettings, rules: LayerRules | null): Omit<RepairOptions, 'shellWinding'> {
  const { snapDistance, maxGapWidth, overlaps, gaps } = options;
  const kernel = { snapDistance, maxGapWidth, overlaps, gaps, units: layer.crs.units, threads, ...(rules === null ? {} : { landRules: rules.rules }) };
  return startWorkers === undefined ? kernel : { ...kernel, startWorkers };
}
