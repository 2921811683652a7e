import { applyPatch, repairNow, validateNow } from '../src/index.ts';
import type { Kernel } from './judge-kernel.ts';

/** The kernel of this project as the judge takes it; without the pauses between rounds, which only a page needs. */
export const kernel: Kernel = {
  repair: (layer, options) => new Promise((resolve) => resolve(repairNow(layer, options))),
  validate: (layer, options) => new Promise((resolve) => resolve(validateNow(layer, options))),
  applyPatch,
};
