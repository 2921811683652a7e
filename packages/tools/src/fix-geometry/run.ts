import { mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import type { DatasetReport, FixGeometryOptions, Report } from '@geoinsights/contract';
import { diskFolder, groupDatasets, namingArchive, type DatasetFiles, type GroupedDatasets } from '@geoinsights/formats';
import type { ToolContext, ToolFile, ToolResult } from '../tool.ts';
import type { ArchiveEntry } from './archive.ts';
import { sumOfCounts, writeReportFile, type FindingsByLayer } from './findings-report.ts';
import { withOpenFiles } from './open-files.ts';
import { checkDataset, repairDataset, type RepairedDataset } from './repair-dataset.ts';
import { ARCHIVE_NAME, DistinctNames, namesOfSet, reportName, resultName } from './result-naming.ts';

export const TOOL_NAME = 'fix-geometry';

/** Repairs the geometry of every dataset among the files and gives the same files back, patched. */
export async function runFixGeometry(context: ToolContext<FixGeometryOptions>): Promise<ToolResult & { readonly findings: FindingsByLayer }> {
  const { results, report: repaired } = await repairFiles(context);
  const names = namesInArchive(results);
  const report = { ...repaired, datasets: repaired.datasets.map((dataset, position) => ({ ...dataset, notes: [...dataset.notes, ...renamedNote(results[position], names[position])] })) };
  const output = await packResults(results, names, context.outputFolder);
  const reportPath = path.join(context.outputFolder, reportName(output.name));
  const findings = results.map(({ repaired }) => repaired.findings);
  await writeReportFile(reportPath, report, findings);
  return { output, reportFile: await toolFile(reportPath), report, findings };
}

/** A repaired dataset and the folder in which its files lie. */
export interface DatasetResult {
  readonly dataset: DatasetFiles;
  readonly repaired: RepairedDataset;
  readonly folder: string;
}

/** Repairs every dataset into a folder of its own inside the work folder. */
export async function repairFiles(context: ToolContext<FixGeometryOptions>): Promise<{ results: DatasetResult[]; report: Report }> {
  return withDatasets(context, async ({ datasets, notes }) => {
    const progress = new SharedProgress(datasets, context);
    const results: DatasetResult[] = [];
    for (const [position, dataset] of datasets.entries()) {
      const folder = path.join(context.workFolder, `result-${position}`);
      await mkdir(folder, { recursive: true });
      const { options, threads, workFolder } = context;
      const settings = { options, threads, workFolder, onProgress: progress.of(position) };
      const repaired = await namingArchive(dataset.archive, () => repairDataset(dataset, diskFolder(folder), folder, settings));
      results.push({ dataset, repaired, folder });
    }
    return { results, report: reportOf(results.map(({ repaired }) => repaired.report), notes) };
  });
}

/** Reports what would be repaired, and writes nothing. */
export async function checkFiles(context: ToolContext<FixGeometryOptions>): Promise<{ report: Report; findings: FindingsByLayer[number][] }> {
  return withDatasets(context, async ({ datasets, notes }) => {
    const progress = new SharedProgress(datasets, context);
    const checked: Awaited<ReturnType<typeof checkDataset>>[] = [];
    for (const [position, dataset] of datasets.entries()) {
      const { options, threads, workFolder } = context;
      const settings = { options, threads, workFolder, onProgress: progress.of(position) };
      checked.push(await namingArchive(dataset.archive, () => checkDataset(dataset, settings)));
    }
    return { report: reportOf(checked.map(({ report }) => report), notes), findings: checked.map(({ findings }) => findings) };
  });
}

/** Opens the inputs and groups them to datasets; closes everything however the work ends. */
async function withDatasets<Result>(context: ToolContext<FixGeometryOptions>, work: (grouped: GroupedDatasets) => Promise<Result>): Promise<Result> {
  return withOpenFiles(context.inputs, async (inputs) => {
    const grouped = await groupDatasets(inputs, { workFolder: context.workFolder });
    try {
      return await work(grouped);
    } finally {
      await grouped.close();
    }
  });
}

function reportOf(datasets: Report['datasets'], notes: Report['notes']): Report {
  const layers = datasets.flatMap((dataset) => dataset.layers);
  return {
    tool: TOOL_NAME,
    found: sumOfCounts(layers.map((layer) => layer.found)),
    remaining: sumOfCounts(layers.map((layer) => layer.remaining)),
    notes,
    datasets,
  };
}

/** One file stays one file; a shapefile's set, or the results of several datasets, become one archive. */
async function packResults(results: readonly DatasetResult[], names: readonly (readonly string[])[], outputFolder: string): Promise<ToolFile> {
  const [first, ...others] = results;
  if (others.length === 0 && first.dataset.format !== 'shapefile') {
    const target = path.join(outputFolder, nameOfResult(first.dataset));
    await rename(path.join(first.folder, first.repaired.files[0]), target);
    return toolFile(target);
  }
  const archiveName = others.length === 0 ? nameOfResult(first.dataset) : ARCHIVE_NAME;
  const target = path.join(outputFolder, archiveName);
  // Loaded only when something is to be packed.
  const { writeArchive } = await import('./archive.ts');
  await writeArchive(target, archiveEntries(results, names));
  return toolFile(target);
}

function nameOfResult({ format, name, files }: DatasetFiles): string {
  return resultName(format, name, files[0].name);
}

function archiveEntries(results: readonly DatasetResult[], names: readonly (readonly string[])[]): ArchiveEntry[] {
  return results.flatMap(({ repaired, folder }, result) => repaired.files.map((file, position) => ({ path: path.join(folder, file), name: names[result][position] })));
}

/** What the files of each result are called beside each other. */
function namesInArchive(results: readonly DatasetResult[]): string[][] {
  const names = new DistinctNames();
  return results.map((result) => names.claimSet(wantedNames(result)));
}

function wantedNames({ dataset, repaired }: DatasetResult): string[] {
  return dataset.format === 'shapefile' ? namesOfSet(dataset.name, repaired.files) : [nameOfResult(dataset)];
}

/** Of two results of one name it must be said which is which. */
function renamedNote(result: DatasetResult, names: readonly string[]): DatasetReport['notes'] {
  const [name] = wantedNames(result);
  if (name === names[0]) return [];
  const { archive, files } = result.dataset;
  const folder = path.basename(files[0].folder ?? '');
  const from = [folder === '' ? '' : ` of folder "${folder}"`, archive === undefined ? '' : ` in "${archive}"`].join('');
  return [{ code: 'result-renamed', text: `Two results would be called "${name}"; the one of "${files[0].name}"${from} is called "${names[0]}".` }];
}

/** Progress of several datasets as one, each weighing as many bytes as it has. */
class SharedProgress {
  private readonly ends: number[] = [];
  private readonly total: number;
  private readonly context: ToolContext<FixGeometryOptions>;

  constructor(datasets: readonly DatasetFiles[], context: ToolContext<FixGeometryOptions>) {
    this.context = context;
    let sum = 0;
    for (const dataset of datasets) this.ends.push((sum += 1 + dataset.files[0].size));
    this.total = sum;
  }

  of(position: number): (share: number, stage: string) => void {
    const start = position === 0 ? 0 : this.ends[position - 1];
    return (share, stage) => this.context.onProgress((start + (this.ends[position] - start) * share) / this.total, stage);
  }
}

async function toolFile(place: string): Promise<ToolFile> {
  return { name: path.basename(place), path: place, size: (await stat(place)).size };
}
