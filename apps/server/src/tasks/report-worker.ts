// A thread that converts one report to another kind of file, and ends. An error or timeout ends only this thread.
import { parentPort, workerData } from 'node:worker_threads';
import { writeReportAs } from '@geoinsights/tools/report-files';
import { reportOrderSchema, type ReportAnswer } from './report-messages.ts';

try {
  const place = await writeReportAs(reportOrderSchema.parse(workerData));
  send({ kind: 'done', place });
} catch (error) {
  send({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}

function send(answer: ReportAnswer): void {
  parentPort?.postMessage(answer);
}
