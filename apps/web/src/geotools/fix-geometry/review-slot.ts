import type { TaskAnswer } from '@geoinsights/contract';
import type { ComponentType } from 'react';
import type { TaskOptions } from '../next-step/job.ts';

/** What the page hands to whoever shows what a finished repair did. */
export interface ReviewSlotProps {
  /** The id of the task. */
  readonly task: string;
  readonly answer: TaskAnswer;
  /** Those chosen on this page; none when the page was opened by the address of the task. */
  readonly files: readonly File[];
  /** Repairs the same upload again, told these decisions; undefined when the upload is not known. */
  readonly onRepairAgain: ((decisions: readonly TaskOptions[]) => void) | undefined;
}

export type ReviewSlot = ComponentType<ReviewSlotProps>;
