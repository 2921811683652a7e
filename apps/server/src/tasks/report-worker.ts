// A thread that gives out one report as another kind of file, and ends: what goes wrong with it, or takes too long, ends it alone.
import { parentPort, workerData } from 'node:worker_threads';
import { writeReportAs } from '@geoinsights/tools/report-files';
import { reportOrderSchema, type ReportAnswer } from './report-messages.ts';

try {
  const place = await writeReportAs(reportOrderSchema.parse(workerData));
  tell({ kind: 'done', place });
} catch (error) {
  tell({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}

function tell(answer: ReportAnswer): void {
  parentPort?.postMessage(answer);
}
