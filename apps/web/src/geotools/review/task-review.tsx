import type { ReportAnswer } from '@geoinsights/contract';
import { latePart } from '../../ui/late-part.tsx';
import { FIX_GEOMETRY } from '../next-step/job.ts';
import { attemptsUntilTheLineIsBack } from '../fix-geometry/line-back.ts';
import type { ReviewSlotProps } from '../fix-geometry/review-slot.ts';
import { tools } from '../fix-geometry/tools-client.ts';
import { totalOf } from '../fix-geometry/quantities.ts';
import type { ReviewSource } from './ui/use-review.ts';

const Review = latePart(async () => (await import('./ui/review.tsx')).Review, { what: 'What happened to the land' });

/** Whether a report describes land: those of earlier versions, and of other tools, do not. */
function hasLand(report: ReportAnswer | undefined): report is ReportAnswer {
  return report?.datasets.some(({ layers }) => layers.some(({ balance_totals: totals }) => totals !== undefined)) === true;
}

/** The review of a report, fetched from the server if it is not at hand; nothing if the report describes no land. */
export function TaskReview({ report, reportFile, task, isCheck, files, onRepairAgain }: ReviewSlotProps) {
  if (!hasLand(report) || reportFile === undefined) return null;
  const source: ReviewSource = { key: reportFile, files, load: async (onProgress, waiting) => (typeof reportFile === 'string' ? (await tools.fetchFile(reportFile, onProgress, attemptsUntilTheLineIsBack(waiting))).blob : reportFile) };
  const downloads = task === undefined ? undefined : `/api/v1/tools/${FIX_GEOMETRY}/${encodeURIComponent(task)}/report`;
  return (
    <Review key={typeof reportFile === 'string' ? reportFile : 'check'} source={source} inputs={report.inputs} isCheck={isCheck} findings={totalOf(report.found)} downloads={downloads} onRepairAgain={onRepairAgain} />
  );
}
