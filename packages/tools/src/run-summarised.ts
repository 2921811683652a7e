import type { ToolReport } from '@geoinsights/contract';
import { replaceReport } from './files/result.ts';
import type { ToolContext, ToolDefinition, ToolResult } from './tool.ts';

/** Runs a tool, and has its report also say in words what it says in members that only this tool has: readers that do not know these can show it. */
export async function runSummarised(tool: ToolDefinition, context: ToolContext<unknown>): Promise<ToolResult> {
  const result = await tool.run(context);
  const summary = tool.summaryLines?.(result.report) ?? [];
  if (summary.length === 0) return result;
  const report: ToolReport = { ...result.report, summary: [...summary] };
  return { ...result, report, reportFile: await replaceReport(result.reportFile, report) };
}
