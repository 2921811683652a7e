import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import type { FixGeometryOptions, Report } from '@geoinsights/contract';
import { toolFile } from '../files/result.ts';
import { writeReportFile } from '../fix-geometry/report-file.ts';
import { checkFiles } from '../fix-geometry/run.ts';
import type { ToolContext, ToolResult } from '../tool.ts';

export const TOOL_NAME = 'check-geometry';

/** @throws ProblemError if no dataset can be read; of several, the unreadable ones are failures in the report. */
export async function runCheckGeometry(context: ToolContext<FixGeometryOptions>): Promise<ToolResult<Report>> {
  const { report, findings } = await checkFiles(context);
  // A tool produces a result and a report; here both are the same.
  const [output, reportFile] = ['findings.json', 'findings-report.json'].map((name) => path.join(context.outputFolder, name));
  await writeReportFile(output, report, findings);
  await copyFile(output, reportFile);
  return { output: await toolFile(output), reportFile: await toolFile(reportFile), report };
}
