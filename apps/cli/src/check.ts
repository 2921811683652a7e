import path from 'node:path';
import { checkFiles, writeReportFile } from '@geoinsights/tools/fix-geometry';
import { holdSlowestCompiler } from '@geoinsights/tools/tier-up';
import type { Given } from './command-line/read-arguments.ts';
import { exitCodeOfCheck } from './exit-codes.ts';
import { printFindings } from './findings-list.ts';
import { collectInputs, withStandardInput } from './inputs.ts';
import { keptFiles, withDecisions } from './decisions-file.ts';
import { CreatedFolders } from './created-folders.ts';
import { oneLine } from './one-line.ts';
import { Progress } from './progress.ts';
import { deliverReports, planReports } from './report-file.ts';
import { repairRequest } from './repair-request.ts';
import { writeFileOut } from './standard-streams.ts';
import { whileUnchanged } from './steady-inputs.ts';
import { checkSummaryOf, failureLines } from './summary.ts';
import { withWorkFolder } from './workspace.ts';

/** `geotools check`: reports what fix-geometry would repair. */
export function check(given: Given): Promise<number> {
  return CreatedFolders.with((folders) => checkInto(folders, given));
}

async function checkInto(folders: CreatedFolders, given: Given): Promise<number> {
  const request = await withDecisions(repairRequest(given));
  const { options, threads, quiet, list, json } = request;
  const named = await collectInputs(request);
  const kept = keptFiles(named, request);
  const reports = await planReports(request.report, { inputs: kept }, folders);
  return withWorkFolder(null, async (workFolder) => {
    const inputs = await withStandardInput(named, request, workFolder);
    const progress = new Progress(process.stderr, { isQuiet: quiet });
    const onProgress = holdSlowestCompiler((share, stage) => progress.show(share, stage), inputs);
    const { report, findings } = await whileUnchanged(inputs, () => checkFiles({ inputs, options, threads, workFolder, outputFolder: workFolder, reportsLand: json || list || reports.length > 0, onProgress })).finally(() => progress.end());
    for (const line of failureLines(report.failures)) console.error(line);
    if (!quiet && !json) console.log(checkSummaryOf(report, { isListed: list }));
    if (list) await printFindings(report, findings);
    if (json || reports.length > 0) {
      const name = 'report.json';
      const written = path.join(workFolder, name);
      await writeReportFile(written, report, findings);
      if (json) await writeFileOut({ name, path: written, size: 0 });
      const places = await deliverReports(reports, written, request.reportLanguage, { workFolder, inputs: kept });
      // A single file is where it was requested; two have names of their own, which must be reported.
      if (places.length > 1 && !quiet) (json ? console.error : console.log)(places.map((place) => oneLine(`wrote ${place}`)).join('\n'));
    }
    return exitCodeOfCheck(report);
  });
}
