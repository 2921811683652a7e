import path from 'node:path';
import { repairFiles, runFixGeometry, writeReportFile, type ToolContext } from '@geoinsights/tools/fix-geometry';
import type { FixGeometryOptions, Report } from '@geoinsights/contract';
import { parseArguments } from './arguments.ts';
import { ExitCode, UsageError } from './exit-codes.ts';
import { HELP } from './help.ts';
import { collectInputs } from './inputs.ts';
import { deliverFile, deliverSet, moveTo, planDelivery, planReport, type Delivery } from './output.ts';
import { ProgressBar } from './progress-bar.ts';
import { summaryOf } from './summary.ts';
import { withWorkFolder } from './workspace.ts';

/** `geotools fix-geometry`: repairs files and puts the result where it was asked for. */
export async function fix(args: readonly string[]): Promise<number> {
  const { inputs, output, options, threads, quiet, report: reportName, help } = parseArguments(args);
  if (help) {
    console.log(HELP);
    return ExitCode.Done;
  }
  if (output === undefined) throw new UsageError('Say where the result goes, with -o OUTPUT.');
  const files = await collectInputs(inputs);
  const delivery = await planDelivery(output, files);
  const reportPath = reportName === undefined ? null : await planReport(reportName, delivery);
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

async function fixPacked(context: ToolContext<FixGeometryOptions>, delivery: Delivery, reportPath: string | null): Outcome {
  const { output, reportFile, report } = await runFixGeometry(context);
  const places = [await deliverFile(delivery, output)];
  if (reportPath !== null) places.push(await moveTo(delivery, reportPath, reportFile.path));
  return { report, places };
}

async function fixUnpacked(context: ToolContext<FixGeometryOptions>, delivery: Delivery, reportPath: string | null): Outcome {
  const { results, report } = await repairFiles(context);
  const [first, ...others] = results;
  if (others.length > 0 || first.dataset.format !== 'shapefile') {
    throw new UsageError('OUTPUT ends in .shp, but the input is not one shapefile. Give a folder instead.');
  }
  const files = first.repaired.files.map((file) => path.join(first.folder, file));
  const places = await deliverSet(delivery, delivery.fileName ?? `${first.dataset.name}.shp`, files);
  if (reportPath !== null) {
    const written = path.join(context.workFolder, 'report.json');
    await writeReportFile(written, report, results.map(({ repaired }) => repaired.findings));
    places.push(await moveTo(delivery, reportPath, written));
  }
  return { report, places };
}
