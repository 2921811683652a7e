import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fixGeometry, repairFiles, writeReportFile, type ToolContext } from '@geoinsights/tools';
import type { FixGeometryOptions, Report } from '@geoinsights/contract';
import { parseArguments } from './arguments.ts';
import { ExitCode, UsageError } from './exit-codes.ts';
import { HELP } from './help.ts';
import { collectInputs } from './inputs.ts';
import { deliverFile, deliverSet, moveTo, planDelivery, refuseInput, type Delivery } from './output.ts';
import { ProgressBar } from './progress-bar.ts';
import { summaryOf } from './summary.ts';
import { withWorkFolder } from './workspace.ts';

/** `geotools fix-geometry`: repairs files and puts the result where it was asked for. */
export async function fix(args: readonly string[]): Promise<number> {
  const { inputs, output, options, threads, quiet, report: reportPath, help } = parseArguments(args);
  if (help) {
    console.log(HELP);
    return ExitCode.Done;
  }
  if (output === undefined) throw new UsageError('Say where the result goes, with -o OUTPUT.');
  const files = await collectInputs(inputs);
  const delivery = await planDelivery(output, files);
  // The work lies beside the output, so that the finished files only have to be renamed.
  return withWorkFolder(delivery.folder, async (workFolder) => {
    const bar = new ProgressBar(process.stderr, !quiet);
    const onProgress = (share: number, stage: string) => bar.draw(share, stage);
    const context = { inputs: files, options, threads, workFolder, outputFolder: workFolder, onProgress };
    const run = delivery.unpacked ? fixUnpacked : fixPacked;
    const { report, places } = await run(context, delivery, reportPath).finally(() => bar.clear());
    if (!quiet) console.log(`${summaryOf(report)}\n${places.map((place) => `wrote ${place}`).join('\n')}`);
    return ExitCode.Done;
  });
}

type Outcome = Promise<{ report: Report; places: string[] }>;

async function fixPacked(context: ToolContext<FixGeometryOptions>, delivery: Delivery, reportPath: string | undefined): Outcome {
  const { output, reportFile, report } = await fixGeometry.run(context);
  const places = [await deliverFile(delivery, output)];
  if (reportPath !== undefined) places.push(await moveTo(delivery, path.resolve(reportPath), reportFile.path));
  return { report, places };
}

async function fixUnpacked(context: ToolContext<FixGeometryOptions>, delivery: Delivery, reportPath: string | undefined): Outcome {
  const { results, report } = await repairFiles(context);
  const [first, ...others] = results;
  if (others.length > 0 || first.dataset.format !== 'shapefile') {
    throw new UsageError('OUTPUT ends in .shp, but the input is not one shapefile. Give a folder instead.');
  }
  const files = first.repaired.files.map((file) => path.join(first.folder, file));
  const places = await deliverSet(delivery, delivery.fileName ?? `${first.dataset.name}.shp`, files);
  if (reportPath !== undefined) {
    await refuseInput(delivery, reportPath);
    await rm(reportPath, { force: true });
    await writeReportFile(reportPath, report, results.map(({ repaired }) => repaired.findings));
    places.push(path.resolve(reportPath));
  }
  return { report, places };
}
