import type { ReportAnswer } from '@geoinsights/contract';
import type { ComponentType } from 'react';
import type { TaskOptions } from '../next-step/job.ts';

/** What the page hands to whoever shows what a repair did, or what a check says that one would do. */
export interface ReviewSlotProps {
  readonly report: ReportAnswer | undefined;
  /** The whole report: the id of a file of the server, or what was made on this device. */
  readonly reportFile: string | Blob | undefined;
  /** The finished repair whose report the server gives out in other forms; undefined where there is none. */
  readonly task: string | undefined;
  /** Whether nothing was repaired: the report says what a repair would do. */
  readonly isCheck: boolean;
  /** Those chosen on this page; none when the page was opened by the address of the task. */
  readonly files: readonly File[];
  /** Repairs the same files, told these decisions; undefined when they are not at hand. */
  readonly onRepairAgain: ((decisions: readonly TaskOptions[]) => void) | undefined;
}

export type ReviewSlot = ComponentType<ReviewSlotProps>;
