import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { featuresReportSchema } from '@geoinsights/contract';
import type { ToolDefinition, ToolFile, ToolResult } from '@geoinsights/tools';
import { runSummarised } from '@geoinsights/tools/run-summarised';
import { progressOfTool } from '@geoinsights/tools/tier-up';
import { reportKindOfName } from '@geoinsights/tools/report-kinds';
import { splitName } from '@geoinsights/formats/file-names';
import type { OwnGiven } from './command-line/read-arguments.ts';
import { ExitCode, UsageError } from './exit-codes.ts';
import { CreatedFolders } from './created-folders.ts';
import { afterDelivery, deliverFile, deliverSet, moveTo, planDelivery, planReport, refuseInput, refuseOtherKind, removeFormer, type Delivery } from './output.ts';
import { Progress } from './progress.ts';
import { whileUnchanged } from './steady-inputs.ts';
import { failureLines } from './summary.ts';
import { collectToolRequest } from './tool-request.ts';
import { toolSummary } from './tool-summary.ts';
import { withWorkFolder } from './workspace.ts';
import { oneLine } from './one-line.ts';
import { uninterrupted } from './uninterrupted.ts';

/** `geotools TOOL`: runs a tool on files, and puts its result where it was requested. */
export function tool(definition: ToolDefinition, given: OwnGiven): Promise<number> {
  return CreatedFolders.with((folders) => toolInto(folders, definition, given));
}

async function toolInto(folders: CreatedFolders, definition: ToolDefinition, given: OwnGiven): Promise<number> {
  const { inputs, options, output, report: wantedReport, threads, quiet } = await collectToolRequest(definition, given);
  if (wantedReport !== undefined) refuseOtherReports(definition.name, wantedReport);
  const planned = await planDelivery(output, inputs, folders);
  const reportPath = wantedReport === undefined ? null : await planReport(wantedReport, planned, folders);
  const delivery = { ...planned, reports: reportPath === null ? [] : [reportPath] };
  const isArchive = delivery.fileName?.toLowerCase().endsWith('.zip') === true;
  // The work folder is beside the output, so that finished files only have to be renamed.
  return withWorkFolder(delivery.folder, async (folder) => {
    const [workFolder, outputFolder] = [path.join(folder, 'work'), path.join(folder, 'output')];
    for (const each of [workFolder, outputFolder]) await mkdir(each);
    const progress = new Progress(process.stderr, { isQuiet: quiet });
    const onProgress = progressOfTool(definition, (share, stage) => progress.show(share, stage), inputs);
    const result = await whileUnchanged(inputs, () => runSummarised(definition, { inputs, options, threads, workFolder, outputFolder, unpacked: !isArchive, ...(isArchive ? {} : { onMainFiles: (names) => refuseOtherFiles(delivery, names) }), onProgress })).finally(() => progress.end());
    const archive = isArchive ? await archiveOf(result, workFolder) : null;
    const { places, removed } = await uninterrupted(async () => {
      const delivered = archive === null ? await deliverUnpacked(delivery, result) : [await deliverFile(delivery, archive)];
      return { places: delivered, removed: await removeFormer(delivery, delivered) };
    });
    const { report } = result;
    const delivered = isArchive ? undefined : deliveredNames(result, places);
    if (reportPath !== null) {
      if (delivered !== undefined) await nameAsDelivered(result, delivered);
      places.push(await afterDelivery(places, () => moveTo({ inputs }, reportPath, result.reportFile.path)));
    }
    for (const line of failureLines(report.failures)) console.error(line);
    if (!quiet) console.log([...toolSummary(definition, report, delivered), ...[...places.map((place) => `wrote ${place}`), ...removed].map(oneLine)].join('\n'));
    return report.failures.length > 0 ? ExitCode.SomeFailed : ExitCode.Done;
  });
}

/** Only a repair has a report of other kinds. @throws UsageError */
function refuseOtherReports(name: string, report: string): void {
  const kind = reportKindOfName(report);
  if (kind !== null && kind !== 'json') throw new UsageError(`The report of "geotools ${name}" is JSON: give --report a name that ends in .json.`);
}

/** The result in the requested archive, even if it is a single file. */
async function archiveOf({ output }: ToolResult, workFolder: string): Promise<ToolFile> {
  if (path.extname(output.name).toLowerCase() === '.zip') return output;
  const { writeArchive } = await import('@geoinsights/tools/archive');
  const archive = { name: 'result.zip', path: path.join(workFolder, 'result.zip'), size: 0 };
  await writeArchive(archive.path, [output]);
  return archive;
}

/** Before minutes of work: the result is a file such as OUTPUT names, or OUTPUT names a folder. @throws UsageError */
function refuseOtherFiles({ fileName, unpacked }: Delivery, mains: readonly string[]): void {
  if (fileName === null) return;
  if (unpacked && (mains.length > 1 || splitName(mains[0]).extension !== '.shp')) throw notOneShapefile(mains);
  if (mains.length > 1) throw severalFiles(mains);
  refuseOtherKind({ fileName }, mains[0]);
}

function notOneShapefile(names: readonly string[]): UsageError {
  return new UsageError(`OUTPUT ends in .shp, but the result is not one shapefile: ${listed(names)}. Give a folder or a .zip instead.`);
}

function severalFiles(names: readonly string[]): UsageError {
  return new UsageError(`The result is several files: ${listed(names)}. Give a folder or a .zip as OUTPUT.`);
}

/** @throws UsageError if there are several files but a name for one. */
async function deliverUnpacked(delivery: Delivery, { output, files = [output] }: ToolResult): Promise<string[]> {
  const { folder, fileName, unpacked } = delivery;
  if (fileName === null) {
    const targets = files.map(({ name }) => path.join(folder, name));
    // Check all before moving any.
    for (const target of targets) await refuseInput(delivery, target);
    for (const [position, target] of targets.entries()) await moveTo(delivery, target, files[position].path);
    return targets;
  }
  if (unpacked) {
    const mains = files.filter(({ name }) => splitName(name).extension === '.shp');
    if (mains.length === 1 && files.every(({ name }) => splitName(name).base === splitName(mains[0].name).base)) {
      return deliverSet(delivery, fileName, files.map((file) => file.path));
    }
    throw notOneShapefile((mains.length === 0 ? files : mains).map(({ name }) => name));
  }
  if (files.length > 1) throw severalFiles(files.map(({ name }) => name));
  return [await deliverFile(delivery, files[0])];
}

/** A result that is named by OUTPUT is called so in the summary. @param places of the files, in their order */
function deliveredNames({ output, files = [output] }: ToolResult, places: readonly string[]): Map<string, string> {
  return new Map(files.map(({ name }, position) => [name, path.basename(places[position])]));
}

/** Gives files of the result that got other names their names in the report; its other members stay as the tool wrote them. */
async function nameAsDelivered({ report, reportFile }: ToolResult, delivered: ReadonlyMap<string, string>): Promise<void> {
  if ([...delivered].every(([name, own]) => name === own)) return;
  const parsed = outputsSchema.safeParse(report);
  if (!parsed.success) return;
  const outputs = parsed.data.outputs.map((output) => ({ ...output, files: output.files.map((name) => delivered.get(name) ?? name) }));
  await writeFile(reportFile.path, `${JSON.stringify({ ...report, outputs }, null, 2)}\n`);
}

const outputsSchema = featuresReportSchema.pick({ outputs: true });

const MOST_NAMES = 5;

function listed(names: readonly string[]): string {
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return `${names.slice(0, MOST_NAMES).join(', ')}${more}`;
}
