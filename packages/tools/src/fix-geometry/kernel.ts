import type { FixGeometryOptions } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import type { DatasetLayer } from '@geoinsights/formats/in-memory';
import { repair, TooTangledError, type Layer, type PieceSizes, type RepairOptions } from '@geoinsights/geometry';

/** How the kernel is to work on this machine. */
export interface KernelSettings {
  readonly options: FixGeometryOptions;
  readonly threads: number;
  /** Starts those that work on pieces of a large layer; undefined where there is one thread. */
  readonly startWorkers: RepairOptions['startWorkers'] | undefined;
}

/** @throws ProblemError `too-large` for a layer that nothing could arrange. */
export async function repairOrSayWhyNot(layer: Layer, options: RepairOptions, pieceSizes: PieceSizes, name: string) {
  try {
    return await repair(layer, options, pieceSizes);
  } catch (error) {
    if (!(error instanceof TooTangledError)) throw error;
    const reason = `its features lie over each other in more than ${error.count.toLocaleString('en')} ways; remove features that lie there more than once, or split the layer.`;
    throw new ProblemError('too-large', { file: name, reason }, { cause: error });
  }
}

/** The options of the kernel for a layer. */
export function kernelOptions(layer: Pick<DatasetLayer, 'crs'>, { options, threads, startWorkers }: KernelSettings): Omit<RepairOptions, 'shellWinding'> {
  const { labelField: _, ...ofKernel } = options;
  const kernel = { ...ofKernel, units: layer.crs.units, threads };
  return startWorkers === undefined ? kernel : { ...kernel, startWorkers };
}
