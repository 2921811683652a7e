import { setFlagsFromString } from 'node:v8';
import type { ToolDefinition, ToolFile } from './tool.ts';

/** The Node version on which the flags were measured. Others may not know them, and would complain on standard error. */
export const MEASURED_NODE = '24.';
/** CPU seconds after which the slowest compiler may start … */
const WORTH_COMPILING = 3;
/** … and after which it may if the input is so large that most of the work is still to come. */
const WORTH_COMPILING_FOR_LARGE = 0.7;
export const LARGE_INPUT_BYTES = 64_000_000;

/** Reports progress during the work. */
type Progress = (share: number, stage: string) => void;

/** An input file; its size is in bytes. */
type Sized = Pick<ToolFile, 'size'>;

/**
 * Keeps V8's slowest compiler out of short runs. Loops are never recompiled while they run: a repair goes through each stage of the
 * kernel only a few times, and most code compiled that way is never used again. And nothing is compiled before the
 * process has worked for long, unless the input is large. Call this before the work begins: decisions 0038, 0040 and 0131.
 *
 * @returns `onProgress`, which lets the compiler start when called after that much work.
 */
export function holdSlowestCompiler(onProgress: Progress, inputs: readonly Sized[]): Progress {
  if (!process.versions.node.startsWith(MEASURED_NODE)) return onProgress;
  setFlagsFromString('--no-osr-from-maglev');
  setFlagsFromString('--no-turbofan');
  // Code from the middle compiler counts its calls only if a slower compiler is enabled, and would otherwise never be recompiled.
  setFlagsFromString('--force-emit-interrupt-budget-checks');
  const worth = inputs.reduce((sum, { size }) => sum + size, 0) < LARGE_INPUT_BYTES ? WORTH_COMPILING : WORTH_COMPILING_FOR_LARGE;
  let isHeld = true;
  return (share, stage) => {
    if (isHeld && hasWorkedFor(worth)) {
      setFlagsFromString('--turbofan');
      isHeld = false;
    }
    onProgress(share, stage);
  };
}

/**
 * Keeps the space for new objects small, which V8 would otherwise double three times, up to 16 MB. This suits work that drops its
 * objects batch by batch, since little of it survives. Most conversions then take 8 to 31 MB less at the same cost within
 * the noise; a reprojection takes 5 to 10 % more time (bench/README.md).
 */
export function keepYoungGenerationSmall(): void {
  if (process.versions.node.startsWith(MEASURED_NODE)) setFlagsFromString('--semi-space-growth-factor=1');
}

/** A tool's progress function; also sets V8 up for the tool's kind of work. */
export function progressOfTool({ compilesLate = false, worksBatchByBatch = false }: Pick<ToolDefinition, 'compilesLate' | 'worksBatchByBatch'>, onProgress: Progress, inputs: readonly Sized[]): Progress {
  if (worksBatchByBatch) keepYoungGenerationSmall();
  return compilesLate ? holdSlowestCompiler(onProgress, inputs) : onProgress;
}

/** @param seconds of a processor */
function hasWorkedFor(seconds: number): boolean {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 >= seconds;
}
