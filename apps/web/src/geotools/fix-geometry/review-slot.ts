import type { ReportAnswer } from '@geoinsights/contract';
import type { ComponentType } from 'react';
import type { TaskOptions } from '../next-step/job.ts';

/** What the page passes to the component that shows what a repair did, or what a check says that a repair would do. */
export interface ReviewSlotProps {
  readonly report: ReportAnswer | undefined;
  /** The whole report: the id of a file on the server, or the report made on this device. */
  readonly reportFile: string | Blob | undefined;
  /** The finished repair whose report the server offers in other formats; undefined if there is none. */
  readonly task: string | undefined;
  /** Whether nothing was repaired: the report says what a repair would do. */
  readonly isCheck: boolean;
  /** The files chosen on this page; none if the page was opened by the address of the task. */
  readonly files: readonly File[];
  /** Repairs the same files again with these decisions; undefined if the files are not available. */
  readonly onRepairAgain: ((decisions: readonly TaskOptions[]) => void) | undefined;
}

export type ReviewSlot = ComponentType<ReviewSlotProps>;
