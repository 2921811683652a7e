import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FixGeometryOptions, Report, ToolReport } from '@geoinsights/contract';
import { digestsOf } from '../files/digest.ts';
import { toolFile } from '../files/result.ts';
import { namesIn, takeApart } from '../named-inputs.ts';
import { runSummarised } from '../run-summarised.ts';
import type { ToolContext, ToolDefinition, ToolFile, ToolResult } from '../tool.ts';
import { addToReportFile } from './report-file.ts';

/** A tool that processes the repaired files further, with options as its own schema gives them. */
export interface Step {
  readonly tool: ToolDefinition;
  readonly options: unknown;
}

/** In the progress, the repair counts as much as this many of the following tools. */
const WEIGHT_OF_REPAIR = 3;

/**
 * Repairs, then passes the result from tool to tool; the overall result is that of the last one. Uploaded files named in an
 * option of a step are for that step and are not repaired. A problem in any step is a problem of the whole. Nothing is packed
 * between steps, so that errors name the file and not an archive that nobody has seen.
 * @param steps at least one
 * @param repair its report lists no results, since they are passed on to the steps
 */
export async function runFollowingTools(
  steps: readonly Step[],
  context: ToolContext<FixGeometryOptions>,
  repair: (context: ToolContext<FixGeometryOptions>) => Promise<ToolResult<Report>>,
): Promise<ToolResult<Report>> {
  const { elsewhere, unpacked, outputFolder, threads, bound } = context;
  const namesOfSteps = steps.map(({ tool, options }) => namesIn(tool.optionsSchema, options));
  const progress = sharedProgress(steps.length, context.onProgress);
  const first = await newPlace(context.workFolder, 0);
  const repaired = await repair({
    inputs: takeApart(context.inputs, namesOfSteps.flat()).others,
    options: context.options,
    threads,
    ...first,
    unpacked: true,
    ...(elsewhere === undefined ? {} : { elsewhere }),
    ...(bound === undefined ? {} : { bound }),
    onProgress: progress(0),
  });
  await rm(first.workFolder, { recursive: true, force: true });
  let last: ToolResult = repaired;
  const reports: ToolReport[] = [];
  for (const [position, { tool, options }] of steps.entries()) {
    const isLast = position === steps.length - 1;
    const place = await newPlace(context.workFolder, position + 1);
    const result = await runSummarised(tool, {
      inputs: [...filesOf(last), ...takeApart(context.inputs, namesOfSteps[position]).named],
      options,
      threads,
      workFolder: place.workFolder,
      outputFolder: isLast ? outputFolder : place.outputFolder,
      ...(isLast ? (unpacked === undefined ? {} : { unpacked }) : { unpacked: true }),
      ...(bound === undefined ? {} : { bound }),
      onProgress: progress(position + 1),
    });
    // Each step may take as much disk space as the files do.
    await Promise.all([...filesOf(last).map((file) => rm(file.path, { force: true })), rm(place.workFolder, { recursive: true, force: true })]);
    reports.push(result.report);
    last = result;
  }
  // The overall report replaces that of the last tool.
  const results = await digestsOf(filesOf(last));
  await addToReportFile(repaired.reportFile.path, { then: reports, results });
  await rename(repaired.reportFile.path, last.reportFile.path);
  return { ...last, reportFile: await toolFile(last.reportFile.path), report: { ...repaired.report, results, then: reports.map((report) => ({ ...report })) } };
}

function filesOf({ files, output }: ToolResult): readonly ToolFile[] {
  return files ?? [output];
}

async function newPlace(parent: string, step: number): Promise<Pick<ToolContext<unknown>, 'workFolder' | 'outputFolder'>> {
  const folder = path.join(parent, `step-${step}`);
  const place = { workFolder: path.join(folder, 'work'), outputFolder: path.join(folder, 'output') };
  for (const each of Object.values(place)) await mkdir(each, { recursive: true });
  return place;
}

/** @returns for each step, 0 being the repair, the function to report its own progress to */
function sharedProgress(followers: number, onProgress: ToolContext<unknown>['onProgress']): (step: number) => ToolContext<unknown>['onProgress'] {
  const total = WEIGHT_OF_REPAIR + followers;
  return (step) => (share, stage) => onProgress((step === 0 ? share * WEIGHT_OF_REPAIR : WEIGHT_OF_REPAIR + step - 1 + share) / total, stage);
}
