import path from 'node:path';
import { digestsOf, nameOfPacked, repairFiles, runFixGeometry, writeReportFile, type FindingsByLayer, type RepairContext, type ToolFile } from '@geoinsights/tools/fix-geometry';
import { holdSlowestCompiler } from '@geoinsights/tools/tier-up';
import type { Report } from '@geoinsights/contract';
import type { DatasetFiles } from '@geoinsights/formats/in-memory';
import type { Given } from './command-line/read-arguments.ts';
import { exitCodeOfRepair, UsageError } from './exit-codes.ts';
import { printFindings } from './findings-list.ts';
import { collectInputs, withStandardInput } from './inputs.ts';
import { keptFiles, withDecisions } from './decisions-file.ts';
import { CreatedFolders } from './created-folders.ts';
import { afterDelivery, deliverFile, deliverSet, planDelivery, refuseOtherKind, removeFormer, type Delivery } from './output.ts';
import { Progress } from './progress.ts';
import { repairRequest, type RepairRequest } from './repair-request.ts';
import { deliverReports, planReports } from './report-file.ts';
import { STANDARD_STREAM, writeFileOut } from './standard-streams.ts';
import { whileUnchanged } from './steady-inputs.ts';
import { failureLines, summaryOf } from './summary.ts';
import { withWorkFolder } from './workspace.ts';
import { oneLine } from './one-line.ts';
import { uninterrupted } from './uninterrupted.ts';

/** `geotools fix-geometry`: repairs files and puts the result where it was requested. */
export function fix(given: Given): Promise<number> {
  return CreatedFolders.with((folders) => fixInto(folders, given));
}

async function fixInto(folders: CreatedFolders, given: Given): Promise<number> {
  const request = await withDecisions(repairRequest(given));
  const { output, options, threads, quiet } = request;
  if (output === undefined) throw new UsageError('Say where the result goes, with -o OUTPUT.');
  const toStandardOutput = output === STANDARD_STREAM;
  if (toStandardOutput && (request.list || request.json)) throw new UsageError('Standard output is for the result. For the findings, write --report FILE.json.');
  const named = await collectInputs(request);
  const kept = keptFiles(named, request);
  const planned = toStandardOutput ? null : await planDelivery(output, kept, folders);
  const reports = await planReports(request.report, planned ?? { inputs: kept }, folders);
  const delivery = planned === null ? null : { ...planned, reports: reports.map(({ place }) => place) };
  // The work folder is beside the output, so that finished files only have to be renamed.
  return withWorkFolder(delivery?.folder ?? null, async (workFolder) => {
    const inputs = await withStandardInput(named, request, workFolder);
    const progress = new Progress(process.stderr, { isQuiet: quiet });
    const onProgress = holdSlowestCompiler((share, stage) => progress.show(share, stage), inputs);
    const context = { inputs, options, threads, workFolder, outputFolder: workFolder, reportsLand: request.json || request.list || reports.length > 0, onDatasets: (datasets: readonly DatasetFiles[]) => refuseOtherResult(delivery, datasets), onProgress };
    const run = delivery?.unpacked === true ? fixUnpacked(context, delivery) : fixPacked(context, delivery);
    const outcome = await run.finally(() => progress.end());
    const { delivered, removed } = delivery === null ? { delivered: await outcome.deliver(), removed: [] } : await uninterrupted(() => deliverWhole(delivery, outcome));
    const places = [...delivered];
    if (request.json || reports.length > 0) {
      const file = await outcome.reportFile(delivered);
      if (request.json) await writeFileOut(file);
      places.push(...(await afterDelivery(delivered, () => deliverReports(reports, file.path, request.reportLanguage, { workFolder, inputs: kept }))));
    }
    await tell(request, outcome, [...places.map((place) => `wrote ${place}`), ...removed].map(oneLine));
    return exitCodeOfRepair(outcome.report);
  });
}

/** Reports what was done; to standard error if standard output is used for something else. */
async function tell({ output, quiet, json, list }: RepairRequest, { report, findings }: Outcome, written: readonly string[]): Promise<void> {
  for (const line of failureLines(report.failures)) console.error(line);
  const lines = quiet ? [] : [...(json ? [] : [summaryOf(report, findings)]), ...written];
  if (lines.length > 0) (json || output === STANDARD_STREAM ? console.error : console.log)(lines.join('\n'));
  if (list) await printFindings(report, findings);
}

interface Outcome {
  readonly report: Report;
  readonly findings: FindingsByLayer;
  /** @param delivered where the results are now */
  readonly reportFile: (delivered: readonly string[]) => Promise<ToolFile>;
  /** Puts the result in its place. @returns where it is now; nowhere if it went to standard output */
  readonly deliver: () => Promise<string[]>;
}

/** @returns where the result is now, and what was removed there, in words */
async function deliverWhole(delivery: Delivery, { deliver }: Outcome): Promise<{ delivered: string[]; removed: string[] }> {
  const delivered = await deliver();
  return { delivered, removed: await removeFormer(delivery, delivered) };
}

/** Before hours of work: the result is of the same formats as the inputs. @throws UsageError if OUTPUT names another kind of file */
function refuseOtherResult(delivery: Delivery | null, datasets: readonly DatasetFiles[]): void {
  if (delivery === null) return;
  if (delivery.unpacked && (datasets.length > 1 || datasets[0].format !== 'shapefile')) throw new UsageError('OUTPUT ends in .shp, but the input is not one shapefile. Give a folder instead.');
  if (!delivery.unpacked && !asksForArchive(delivery)) refuseOtherKind(delivery, nameOfPacked(datasets));
}

function asksForArchive(delivery: Delivery | null): boolean {
  return delivery?.fileName?.toLowerCase().endsWith('.zip') === true;
}

async function fixPacked(context: RepairContext, delivery: Delivery | null): Promise<Outcome> {
  const { output, reportFile, report, findings } = await whileUnchanged(context.inputs, () => runFixGeometry(context, { alwaysPack: asksForArchive(delivery), deliveredAs: delivery?.fileName ?? null }));
  const deliver = async () => {
    if (delivery !== null) return [await deliverFile(delivery, output)];
    await writeFileOut(output);
    return [];
  };
  return { report, findings, reportFile: () => Promise.resolve(reportFile), deliver };
}

async function fixUnpacked(context: RepairContext, delivery: Delivery): Promise<Outcome> {
  const { results, report } = await whileUnchanged(context.inputs, () => repairFiles(context));
  const [first] = results;
  const files = first.repaired.files.map((file) => path.join(first.folder, file));
  const deliver = () => deliverSet(delivery, delivery.fileName ?? `${first.dataset.name}.shp`, files);
  const findings = results.map(({ repaired }) => repaired.findings);
  const reportFile = async (delivered: readonly string[]) => {
    const name = 'report.json';
    const place = path.join(context.workFolder, name);
    await writeReportFile(place, { ...report, results: await digestsOf(delivered.map((each) => ({ name: path.basename(each), path: each }))) }, findings);
    return { name, path: place, size: 0 };
  };
  return { report, findings, reportFile, deliver };
}
