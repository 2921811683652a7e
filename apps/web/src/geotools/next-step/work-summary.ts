import { capitalised } from '../screen-texts/capitalised.ts';
import type { NextStep } from './use-next-step.ts';

/** What choosing files starts, with the present options. */
export interface WorkSummary {
  readonly words: string;
  /** Whether it can begin. If not, the words end with what is wrong in its form. */
  readonly canBegin: boolean;
}

/** Undefined if no tool is chosen: then the choice between a repair and a check says what is done. */
export function workSummary({ chosen, repairs }: Pick<NextStep, 'chosen' | 'repairs'>, hasRepairOptions: boolean): WorkSummary | undefined {
  if (chosen === undefined) return undefined;
  const { tool, draft, read } = chosen;
  const before = !repairs ? '' : hasRepairOptions ? 'repair with your options, then ' : 'repair, then ';
  if (read.step !== undefined) return { words: capitalised(`${before}${tool.summary(read.step.options)}.`), canBegin: true };
  const heading = tool.heading(draft);
  const faults = [...read.faults.values()];
  return { words: capitalised([`${before}${heading.slice(0, 1).toLowerCase()}${heading.slice(1)}.`, ...faults.slice(0, 1)].join(' ')), canBegin: false };
}
