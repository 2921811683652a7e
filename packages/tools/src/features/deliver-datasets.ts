import type { FeaturesReport } from '@geoinsights/contract';
import { deliver, writeReport } from '../files/result.ts';
import type { ToolContext, ToolFile } from '../tool.ts';
import { featuresReport, type Outcome } from './features-report.ts';
import { placesOf } from './write-datasets.ts';

export interface FeaturesResult<Tool extends string, Own extends object = object> {
  readonly output: ToolFile;
  readonly files?: readonly ToolFile[];
  readonly reportFile: ToolFile;
  readonly report: FeaturesReport & { readonly tool: Tool } & Own;
}

/**
 * Moves the written and checked datasets to the output folder, and writes the report next to them.
 * @param own the report members specific to the tool
 */
export async function deliverDatasets<Tool extends string, Own extends object>(
  { tool, archiveName }: { readonly tool: Tool; readonly archiveName: string },
  outcome: Omit<Outcome, 'names'>,
  { outputFolder, unpacked = false }: Pick<ToolContext<unknown>, 'outputFolder' | 'unpacked'>,
  own: Own,
): Promise<FeaturesResult<Tool, Own>> {
  const { output, files, names } = await deliver(outcome.outputs.map((output) => ({ name: output.name, places: placesOf(output), ...(output.sent === undefined ? {} : { sent: output.sent }) })), { outputFolder, unpacked, archiveName });
  const report = { ...featuresReport(tool, { ...outcome, names }), ...own };
  return { output, ...(files === undefined ? {} : { files }), reportFile: await writeReport(report, output, outputFolder), report };
}
