import { rm } from 'node:fs/promises';
import { checkFiles, writeReportFile } from '@geoinsights/tools';
import { parseArguments } from './arguments.ts';
import { ExitCode } from './exit-codes.ts';
import { HELP } from './help.ts';
import { collectInputs } from './inputs.ts';
import { ProgressBar } from './progress-bar.ts';
import { summaryOf } from './summary.ts';
import { withWorkFolder } from './workspace.ts';

/** `geotools check`: reports what fix-geometry would repair. */
export async function check(args: readonly string[]): Promise<number> {
  const { inputs, options, threads, quiet, report: reportPath, help } = parseArguments(args);
  if (help) {
    console.log(HELP);
    return ExitCode.Done;
  }
  const files = await collectInputs(inputs);
  return withWorkFolder(null, async (workFolder) => {
    const bar = new ProgressBar(process.stderr, !quiet);
    const onProgress = (share: number, stage: string) => bar.draw(share, stage);
    const { report, findings } = await checkFiles({ inputs: files, options, threads, workFolder, outputFolder: workFolder, onProgress });
    bar.clear();
    if (reportPath !== undefined) {
      await rm(reportPath, { force: true });
      await writeReportFile(reportPath, report, findings);
    }
    if (!quiet) console.log(summaryOf(report));
    return Object.keys(report.found).length > 0 ? ExitCode.FindingsFound : ExitCode.Done;
  });
}
