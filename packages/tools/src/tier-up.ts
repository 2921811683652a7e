import { setFlagsFromString } from 'node:v8';
import type { ToolDefinition } from './tool.ts';

/** The Node on which the flags were measured: another may not know them, and would say so on the standard error. */
export const MEASURED_NODE = '24.';
/** Seconds of a processor that a process has used when its slowest compiler may begin. */
const WORTH_COMPILING = 2;

/** What work tells while it goes on. */
type Progress = (share: number, stage: string) => void;

/**
 * Keeps V8's slowest compiler out of what is soon done. It never compiles loops anew while they run: a repair walks through each
 * stage of the kernel a few times only, and most of what is compiled so is never used again. And it compiles nothing before the
 * process has worked for long. To be called before the work begins: decisions 0038 and 0040.
 *
 * @returns `onProgress`, which lets the compiler begin when it is called after so much work.
 */
export function holdSlowestCompiler(onProgress: Progress): Progress {
  if (!process.versions.node.startsWith(MEASURED_NODE)) return onProgress;
  setFlagsFromString('--no-osr-from-maglev');
  setFlagsFromString('--no-turbofan');
  // Code of the middle compiler counts its calls only where a slower one is there, and would else never be compiled again.
  setFlagsFromString('--force-emit-interrupt-budget-checks');
  let isHeld = true;
  return (share, stage) => {
    if (isHeld && hasWorkedForLong()) {
      setFlagsFromString('--turbofan');
      isHeld = false;
    }
    onProgress(share, stage);
  };
}

/**
 * Leaves the place for new objects as small as it is, where V8 would double it up to 16 MB, three times over. For work that drops what it
 * made batch after batch: little of it
 * is moved on. Most conversions take 8 to 31 MB less so, at the same cost within the noise; a reprojection 5 to 10 % more time (bench/README.md).
 */
export function keepYoungGenerationSmall(): void {
  if (process.versions.node.startsWith(MEASURED_NODE)) setFlagsFromString('--semi-space-growth-factor=1');
}

/** The progress of a tool; V8 is set as the tool's work wants it. */
export function progressOfTool({ compilesLate = false, worksBatchByBatch = false }: Pick<ToolDefinition, 'compilesLate' | 'worksBatchByBatch'>, onProgress: Progress): Progress {
  if (worksBatchByBatch) keepYoungGenerationSmall();
  return compilesLate ? holdSlowestCompiler(onProgress) : onProgress;
}

function hasWorkedForLong(): boolean {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 >= WORTH_COMPILING;
}
