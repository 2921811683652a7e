import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { DatasetReport, FileDigest, Report } from '@geoinsights/contract';
import { descriptionOf, diskFolder, driverFor, type DatasetFiles, type SentName } from '@geoinsights/formats';
import { sentAs } from '../datasets/sent-as.ts';
import type { ArchiveEntry } from '../files/archive.ts';
import { DistinctNames } from '../files/distinct-names.ts';
import { digestsOf, digestsOfReadable } from '../files/digest.ts';
import { reportName, toolFile } from '../files/result.ts';
import type { ToolFile, ToolResult } from '../tool.ts';
import type { FindingsByLayer } from './findings-report.ts';
import { writeReportFile } from './report-file.ts';
import { checkDataset } from './check-dataset.ts';
import { reportOf } from './report-of.ts';
import { workOnEach, type RepairContext } from './batch.ts';
import { repairDataset, workersOf, type RepairedDataset } from './repair-dataset.ts';
import { ARCHIVE_NAME, namesOfSet, resultName } from './result-naming.ts';

export interface RunOptions {
  /** Packs even a single file into an archive. */
  readonly alwaysPack?: boolean;
  /** Whether the report contains digests that identify the result; true by default. */
  readonly reportsResults?: boolean;
  /** The result's name for its owner, if it differs from its own name. */
  readonly deliveredAs?: string | null;
}

/** Repairs the geometry of every dataset among the files and returns the same files, patched. */
export async function runFixGeometry(context: RepairContext, { alwaysPack = false, reportsResults = true, deliveredAs = null }: RunOptions = {}): Promise<ToolResult<Report> & { readonly findings: FindingsByLayer }> {
  const { results, report: repaired } = await repairFiles(context);
  const names = namesInArchive(results);
  const files = context.unpacked === true ? await layOut(results, names, context.outputFolder) : undefined;
  const output = files?.[0] ?? (await packResults(results, names, context.outputFolder, { alwaysPack }));
  const datasets = repaired.datasets.map((dataset, position) => {
    const result_files = names[position].map((name) => (files === undefined && name === output.name ? (deliveredAs ?? name) : name));
    return { ...dataset, result_files, notes: [...dataset.notes, ...renamedNote(results[position], names[position])] };
  });
  // Reading the result again is not worth it for a report that nobody requested.
  const digests = reportsResults && context.reportsLand !== false ? { results: await digestsOf((files ?? [output]).map((file) => ({ ...file, name: deliveredAs ?? file.name }))) } : {};
  const report = { ...repaired, ...digests, datasets };
  const reportPath = path.join(context.outputFolder, reportName(output.name));
  const findings = results.map(({ repaired }) => repaired.findings);
  await writeReportFile(reportPath, report, findings);
  return { output, ...(files === undefined ? {} : { files }), reportFile: await toolFile(reportPath), report, findings };
}

/** A repaired dataset and the folder that holds its files. */
interface DatasetResult {
  readonly dataset: DatasetFiles;
  readonly repaired: RepairedDataset;
  readonly folder: string;
}

/**
 * Repairs every dataset into a folder of its own inside the work folder. A dataset that cannot be repaired is a failure in
 * the report and leaves nothing behind.
 * @throws ProblemError if none can be repaired.
 */
export async function repairFiles(context: RepairContext): Promise<{ results: DatasetResult[]; report: Report }> {
  const batch = await workOnEach(context, async (dataset, settings, position) => {
    const folder = path.join(context.workFolder, `result-${position}`);
    await mkdir(folder, { recursive: true });
    try {
      const repaired = await repairDataset(dataset, diskFolder(folder), folder, settings);
      return { dataset, repaired, folder };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  });
  return { results: batch.done, report: reportOf(batch.done.map(({ repaired }) => repaired.report), batch, context.options, await inputsOf(context)) };
}

/** Reports what would be repaired, and writes nothing. */
export async function checkFiles(context: RepairContext): Promise<{ report: Report; findings: FindingsByLayer[number][] }> {
  const batch = await workOnEach(context, (dataset, settings) => checkDataset(dataset, driverFor, { ...settings, startWorkers: workersOf(settings) }));
  return { report: reportOf(batch.done.map(({ report }) => report), batch, context.options, await inputsOf(context)), findings: batch.done.map(({ findings }) => findings) };
}

/** Digests that identify the input files; absent if nobody requests a report. */
async function inputsOf({ inputs, reportsLand = true }: RepairContext): Promise<FileDigest[] | undefined> {
  return reportsLand ? digestsOfReadable(inputs) : undefined;
}

/** One file stays one file; a shapefile's set, or the results of several datasets, become one archive. */
async function packResults(results: readonly DatasetResult[], names: readonly (readonly string[])[], outputFolder: string, { alwaysPack }: { readonly alwaysPack: boolean }): Promise<ToolFile> {
  const [first] = results;
  const datasets = results.map(({ dataset }) => dataset);
  const isOneFile = isSingleFile(datasets);
  const target = path.join(outputFolder, isOneFile && alwaysPack ? ARCHIVE_NAME : nameOfPacked(datasets));
  if (isOneFile && !alwaysPack) {
    await rename(path.join(first.folder, first.repaired.files[0]), target);
    return toolFile(target);
  }
  // Loaded only if something must be packed.
  const { writeArchive } = await import('../files/archive.ts');
  await writeArchive(target, archiveEntries(results, names));
  return toolFile(target);
}

/** Name of the one file that these datasets are returned in, repaired: known before the repair. */
export function nameOfPacked(datasets: readonly DatasetFiles[]): string {
  return datasets.length === 1 ? nameOfResult(datasets[0]) : ARCHIVE_NAME;
}

function isSingleFile(datasets: readonly DatasetFiles[]): boolean {
  return datasets.length === 1 && !descriptionOf(datasets[0].format).holds.severalFiles;
}

/** Every file individually, with its name from the archive. */
async function layOut(results: readonly DatasetResult[], names: readonly (readonly string[])[], outputFolder: string): Promise<ToolFile[]> {
  const files: ToolFile[] = [];
  for (const entry of archiveEntries(results, names)) {
    const target = path.join(outputFolder, entry.name);
    await rename(entry.path, target);
    files.push({ ...(await toolFile(target)), sent: entry.sent });
  }
  return files;
}

function nameOfResult({ format, name, files }: DatasetFiles): string {
  return resultName(format, name, files[0].name);
}

function archiveEntries(results: readonly DatasetResult[], names: readonly (readonly string[])[]): (ArchiveEntry & { readonly path: string; readonly sent: SentName })[] {
  return results.flatMap(({ dataset, repaired, folder }, result) => repaired.files.map((file, position) => ({ path: path.join(folder, file), name: names[result][position], sent: sentAs(dataset) })));
}

/** Unique names for the files of each result. */
function namesInArchive(results: readonly DatasetResult[]): string[][] {
  const names = new DistinctNames();
  return results.map((result) => names.claimSet(wantedNames(result)));
}

function wantedNames({ dataset, repaired }: DatasetResult): string[] {
  return descriptionOf(dataset.format).holds.severalFiles ? namesOfSet(dataset.name, repaired.files) : [nameOfResult(dataset)];
}

/** If two results had the same name, the note says which is which. */
function renamedNote(result: DatasetResult, names: readonly string[]): DatasetReport['notes'] {
  const [name] = wantedNames(result);
  if (name === names[0]) return [];
  const { archive, files } = result.dataset;
  const folder = path.basename(files[0].folder ?? '');
  const from = [folder === '' ? '' : ` of folder "${folder}"`, archive === undefined ? '' : ` in "${archive}"`].join('');
  return [{ code: 'result-renamed', text: `Two results would be named "${name}"; that of "${files[0].name}"${from} is named "${names[0]}".` }];
}
