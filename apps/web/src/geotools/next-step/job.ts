import type { Step } from './step.ts';

/** The name of the repair in API addresses. */
export const FIX_GEOMETRY = 'fix-geometry';

/** By their names in the API. */
export type TaskOptions = Readonly<Record<string, unknown>>;

/** A task to create: the tool whose address is used, and its options. */
export interface Job {
  readonly endpoint: string;
  readonly options: TaskOptions | undefined;
}

interface Wishes {
  /** False: the files go to the step unrepaired. */
  readonly repairs: boolean;
  /** The options of the repair; undefined if all have their defaults. */
  readonly repairOptions: TaskOptions | undefined;
  readonly step: Step | undefined;
}

/** A repair by the rules of an earlier one, with further decisions: if two are on the same finding, the later one counts. */
export function jobAgain(options: TaskOptions | undefined, decisions: readonly TaskOptions[]): Job {
  const given = options?.['decisions'];
  const earlier: readonly unknown[] = Array.isArray(given) ? given : [];
  return { endpoint: FIX_GEOMETRY, options: { ...options, decisions: [...earlier, ...decisions] } };
}

/** One task for everything requested. Without a step it is a repair. */
export function jobOf({ repairs, repairOptions, step }: Wishes): Job {
  if (step === undefined) return { endpoint: FIX_GEOMETRY, options: repairOptions };
  if (repairs) return { endpoint: FIX_GEOMETRY, options: { ...repairOptions, then: [step] } };
  return { endpoint: step.tool, options: step.options };
}

/** The names of the tools that process the output of a task's own tool further. */
export function toolsAfter(options: TaskOptions | undefined): string[] {
  const steps: unknown = options?.['then'];
  if (!Array.isArray(steps)) return [];
  return steps.flatMap((step: unknown) => (typeof step === 'object' && step !== null && 'tool' in step && typeof step.tool === 'string' ? [step.tool] : []));
}
