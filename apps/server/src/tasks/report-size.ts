import { ProblemError } from '@geoinsights/contract';
import type { ToolReport } from '@geoinsights/contract';
import { describeBytes } from '../files/describe-bytes.ts';

/** In bytes of JSON: some 20,000 layers. */
const LARGEST_REPORT = 16 * 1_048_576;

/**
 * The report that a task carries passes through the server as a whole, into the database, and out again with each answer about the task. How long it
 * is, names and numbers of layers in a file decide; so the task's own process, whose memory is limited, finds out.
 * @throws ProblemError task-report-too-large
 */
export function refuseLargeReport(report: ToolReport, largest = LARGEST_REPORT): void {
  if (bytesOf(report) > largest) throw new ProblemError('task-report-too-large', { limit: describeBytes(largest) });
}

function bytesOf(report: ToolReport): number {
  try {
    return Buffer.byteLength(JSON.stringify(report));
  } catch (error) {
    // It would not fit into a string at all.
    if (error instanceof RangeError) return Infinity;
    throw error;
  }
}
