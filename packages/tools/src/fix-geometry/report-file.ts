import { createWriteStream } from 'node:fs';
import { appendFile, stat, truncate } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FileDigest, Report, ToolReport } from '@geoinsights/contract';
import { END_OF_REPORT, reportText, type FindingsByLayer } from './findings-report.ts';

/** Writes the report with all findings and the whole balance as JSON, piece by piece. */
export async function writeReportFile(path: string, report: Report, findings: FindingsByLayer): Promise<void> {
  await pipeline(reportText(report, findings), createWriteStream(path, { flags: 'wx' }));
}

/** Adds the reports of the following tools and their results to a report file that `writeReportFile` wrote without results. */
export async function addToReportFile(path: string, { then, results }: { readonly then: readonly ToolReport[]; readonly results: readonly FileDigest[] }): Promise<void> {
  const { size } = await stat(path);
  await truncate(path, size - END_OF_REPORT.length);
  await appendFile(path, `,\n  "results": ${JSON.stringify(results)},\n  "then": ${JSON.stringify(then)}${END_OF_REPORT}`);
}
