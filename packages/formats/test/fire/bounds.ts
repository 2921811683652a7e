import { allocated } from './allocations.ts';
import { Finding, tryMutant } from './trial.ts';
import type { Outcome } from './trial.ts';
import type { Mutant } from './mutants.ts';

const MEGABYTE = 1 << 20;
/** CPU time for a mutant: a second per megabyte, and two for whatever else the machine does. */
const CPU_SECONDS = 2;
const CPU_SECONDS_A_MEGABYTE = 1;
/** Bytes of arrays that a mutant may allocate: at a time, and in total from opening to reopening. */
const LARGEST_ARRAY = { base: 32 * MEGABYTE, perByte: 64 };
const ALL_ARRAYS = { base: 384 * MEGABYTE, perByte: 2000 };

/** `tryMutant` while watching CPU time and memory. @throws Finding */
export async function tryWithinBounds(mutant: Mutant, folder: string): Promise<Outcome> {
  const size = Object.values(mutant.files).reduce((sum, bytes) => sum + bytes.length, 0);
  allocated.largest = allocated.sum = 0;
  const before = process.cpuUsage();
  const outcome = await tryMutant(mutant, folder);
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  if (seconds > CPU_SECONDS + (CPU_SECONDS_A_MEGABYTE * size) / MEGABYTE) throw new Finding('slow', `${seconds.toFixed(1)} s of CPU for ${size} bytes`);
  if (allocated.largest > LARGEST_ARRAY.base + LARGEST_ARRAY.perByte * size) throw new Finding('memory', `one array of ${allocated.largest} bytes for ${size} bytes`);
  if (allocated.sum > ALL_ARRAYS.base + ALL_ARRAYS.perByte * size) throw new Finding('memory', `arrays of ${allocated.sum} bytes for ${size} bytes`);
  return outcome;
}
