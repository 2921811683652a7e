import { applyPatch, validateNow } from '../src/index.ts';
import type { PieceSizes } from '../src/pieces/piecewise.ts';
import { repairNow } from '../src/repair.ts';
import type { Kernel } from './judge-kernel.ts';

/** The kernel of this project for the judge, without the pauses between rounds, which only a page needs. */
export const kernel: Kernel = kernelWith(undefined);

/** The kernel, with layers cut into pieces of a different size from its default. */
export function kernelWith(pieceSizes: PieceSizes | undefined): Kernel {
  return {
    repair: (layer, options) => new Promise((resolve) => resolve(repairNow(layer, options, pieceSizes))),
    validate: (layer, options) => new Promise((resolve) => resolve(validateNow(layer, options))),
    applyPatch,
  };
}
