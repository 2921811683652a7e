import { setFlagsFromString } from 'node:v8';

/** The Node on which the flag was measured: another may not know it, and would say so on the standard error. */
export const MEASURED_NODE = '24.';

/**
 * Keeps V8 from compiling loops anew with its slowest compiler while they run. A repair walks through each stage of the kernel a few
 * times only: most of what is compiled so is never used again, and costs up to a third of a repair of 20,000 polygons. Functions
 * that are called often are compiled by it as ever. To be called before the work begins: decision 0038.
 */
export function avoidLoopRecompilation(): void {
  if (process.versions.node.startsWith(MEASURED_NODE)) setFlagsFromString('--no-osr-from-maglev');
}
