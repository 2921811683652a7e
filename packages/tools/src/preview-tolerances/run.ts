import path from 'node:path';
import type { DatasetReport, FixGeometryOptions, Report } from '@geoinsights/contract';
import { driverFor, type DatasetFiles } from '@geoinsights/formats';
import { workOnEach } from '../fix-geometry/batch.ts';
import { toolFile } from '../files/result.ts';
import { writeReportFile } from '../fix-geometry/report-file.ts';
import { plannedHead } from '../fix-geometry/layer-head.ts';
import type { RepairSettings } from '../fix-geometry/repair-dataset.ts';
import type { ToolContext, ToolFile, ToolResult } from '../tool.ts';

export const TOOL_NAME = 'preview-tolerances';

/** Opens every dataset and reports, layer by layer, its reference system, its unit and the tolerances of a repair. */
export async function runPreviewTolerances(context: ToolContext<FixGeometryOptions>): Promise<ToolResult<Report>> {
  const report = await previewFiles(context);
  // A tool produces a result and a report; here both are the same.
  const [output, reportFile] = await Promise.all(['tolerances.json', 'tolerances-report.json'].map((name) => written(path.join(context.outputFolder, name), report)));
  return { output, reportFile, report };
}

/** @throws ProblemError if no dataset can be read; of several, the unreadable ones are failures in the report. */
async function previewFiles(context: ToolContext<FixGeometryOptions>): Promise<Report> {
  const { done, failures, notes } = await workOnEach(context, previewDataset);
  return { tool: TOOL_NAME, found: {}, remaining: {}, notes, failures, datasets: done };
}

async function previewDataset(input: DatasetFiles, { options, workFolder, onProgress }: RepairSettings): Promise<DatasetReport> {
  const driver = await driverFor(input.format);
  const dataset = await driver.open(input, { onProgress: (share) => onProgress(share, `Reading ${input.name}`), workFolder });
  try {
    const nothing = { found: {}, remaining: {}, changed_features: 0, emptied_features: 0, losing_features: 0, transfers: [] };
    return {
      name: dataset.name,
      format: dataset.format,
      files: input.files.map((file) => file.name),
      unchanged: true,
      verified: false,
      notes: [...dataset.notes],
      layers: dataset.layers.map((layer) => ({ ...plannedHead(dataset, layer, options), ...nothing })),
    };
  } finally {
    await dataset.close();
  }
}

async function written(place: string, report: Report): Promise<ToolFile> {
  await writeReportFile(place, report, []);
  return toolFile(place);
}
