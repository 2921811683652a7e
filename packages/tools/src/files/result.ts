import { rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ToolReport } from '@geoinsights/contract';
import type { SentName } from '@geoinsights/formats/in-memory';
import { splitName } from '@geoinsights/formats/file-names';
import type { ToolFile, ToolResult } from '../tool.ts';
import { cutName, DistinctNames, LONGEST_BASE_IN_BYTES } from './distinct-names.ts';

/** Name of the report that accompanies a result. */
export function reportName(result: string): string {
  return `${result.replace(/\.[^.]+$/, '')}-report.json`;
}

/** An existing file in the form that a result lists. */
export async function toolFile(place: string): Promise<ToolFile> {
  return { name: path.basename(place), path: place, size: (await stat(place)).size };
}

/** Writes the report of a tool without individual findings. @param output the result that it accompanies */
export async function writeReport(report: ToolReport, output: ToolFile, outputFolder: string): Promise<ToolFile> {
  const place = path.join(outputFolder, reportName(output.name));
  await writeFile(place, textOf(report), { flag: 'wx' });
  return toolFile(place);
}

/** Writes another report in place of one without findings. */
export async function replaceReport({ path: place }: ToolFile, report: ToolReport): Promise<ToolFile> {
  await writeFile(place, textOf(report));
  return toolFile(place);
}

function textOf(report: ToolReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** A result in the output folder. */
interface Delivered extends Pick<ToolResult, 'output' | 'files'> {
  /** For each dataset, the unique names of its files in the result. */
  readonly names: readonly (readonly string[])[];
}

/**
 * Moves the files of a result into the output folder: one file unchanged, several as one archive, or each individually if they are
 * wanted unpacked.
 * @param datasets at least one, each with its name, the paths of its files, the main file first, and what its owner sent, for the steps that follow.
 *   The files are moved.
 * @param archiveName the archive's name for several datasets; for a single one it is the name of the main file, or that of the dataset if it has several
 * main files, as many shapefiles for one KML
 */
export async function deliver(
  datasets: readonly { readonly name: string; readonly places: readonly string[]; readonly sent?: SentName }[],
  { outputFolder, unpacked = false, archiveName }: { outputFolder: string; unpacked?: boolean; archiveName: string },
): Promise<Delivered> {
  const distinct = new DistinctNames();
  const names = datasets.map(({ places }) => distinct.claimSet(places.map((place) => path.basename(place))));
  const entries = datasets.flatMap(({ places, sent }, position) => places.map((place, index) => ({ path: place, name: names[position][index], ...(sent === undefined ? {} : { sent }) })));
  const [first] = entries;
  if (unpacked || entries.length === 1) {
    const files: ToolFile[] = [];
    for (const { path: place, name, ...sent } of entries) {
      const target = path.join(outputFolder, name);
      await rename(place, target);
      files.push({ ...(await toolFile(target)), ...sent });
    }
    return { output: files[0], names, ...(unpacked ? { files } : {}) };
  }
  const target = path.join(outputFolder, datasets.length === 1 ? `${cutName(nameOf(datasets[0].name, first.name), LONGEST_BASE_IN_BYTES)}.zip` : archiveName);
  // Loaded only if something must be packed.
  const { writeArchive } = await import('./archive.ts');
  await writeArchive(target, entries);
  return { output: await toolFile(target), names };
}

/** The name of a dataset whose main files have names that begin with it, else that of the main file. */
function nameOf(dataset: string, file: string): string {
  const { base } = splitName(file);
  return base.startsWith(`${dataset}-`) ? dataset : base;
}
