import path from 'node:path';
import { checkFiles, writeReportFile } from '@geoinsights/tools/fix-geometry';
import { parseArguments } from './arguments.ts';
import { ExitCode } from './exit-codes.ts';
import { HELP } from './help.ts';
import { collectInputs } from './inputs.ts';
import { moveTo, planReport } from './output.ts';
import { ProgressBar } from './progress-bar.ts';
import { summaryOf } from './summary.ts';
import { withWorkFolder } from './workspace.ts';

/** `geotools check`: reports what fix-geometry would repair. */
export async function check(args: readonly string[]): Promise<number> {
  const { inputs, options, threads, quiet, report: reportName, help } = parseArguments(args);
  if (help) {
    console.log(HELP);
    return ExitCode.Done;
  }
  const files = await collectInputs(inputs);
  const reportPath = reportName === undefined ? null : await planReport(reportName, { inputs: files });
  return withWorkFolder(null, async (workFolder) => {
    const bar = new ProgressBar(process.stderr, !quiet);
    const onProgress = (share: number, stage: string) => bar.draw(share, stage);
    const { report, findings } = await checkFiles({ inputs: files, options, threads, workFolder, outputFolder: workFolder, onProgress }).finally(() => bar.clear());
    if (reportPath !== null) {
      const written = path.join(workFolder, 'report.json');
      await writeReportFile(written, report, findings);
      await moveTo({ inputs: files }, reportPath, written);
    }
    if (!quiet) console.log(summaryOf(report));
    return Object.keys(report.found).length > 0 ? ExitCode.FindingsFound : ExitCode.Done;
  });
}
