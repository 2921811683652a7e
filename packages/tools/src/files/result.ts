import { rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ToolReport } from '@geoinsights/contract';
import { splitName } from '@geoinsights/formats/file-names';
import type { ToolFile, ToolResult } from '../tool.ts';
import { cutName, DistinctNames } from './distinct-names.ts';

/** What is added to a result's name must fit beside it. */
const LONGEST_BASE_IN_BYTES = 200;

/** Name of the report that goes with a result. */
export function reportName(result: string): string {
  return `${result.replace(/\.[^.]+$/, '')}-report.json`;
}

/** A file that lies there, as a result tells of it. */
export async function toolFile(place: string): Promise<ToolFile> {
  return { name: path.basename(place), path: place, size: (await stat(place)).size };
}

/** Writes the report of a tool that has no single findings. @param output the result that it goes with */
export async function writeReport(report: ToolReport, output: ToolFile, outputFolder: string): Promise<ToolFile> {
  const place = path.join(outputFolder, reportName(output.name));
  await writeFile(place, `${JSON.stringify(report, null, 2)}\n`, { flag: 'wx' });
  return toolFile(place);
}

/**
 * Moves the files of a result into the output folder: one file as it is, several in one archive, or each by itself where they are
 * wanted unpacked.
 * @param sets the paths of the files of each dataset, the main file first; at least one. They are moved.
 * @param archiveName what the archive of several datasets is called; that of one takes the name of its main file
 */
export async function giveOut(
  sets: readonly (readonly string[])[],
  { outputFolder, unpacked = false, archiveName }: { outputFolder: string; unpacked?: boolean; archiveName: string },
): Promise<Pick<ToolResult, 'output' | 'files'>> {
  const distinct = new DistinctNames();
  const entries = sets.flatMap((set) => {
    const names = distinct.claimSet(set.map((place) => path.basename(place)));
    return set.map((place, position) => ({ path: place, name: names[position] }));
  });
  const [first] = entries;
  if (unpacked || entries.length === 1) {
    const files: ToolFile[] = [];
    for (const entry of entries) {
      const target = path.join(outputFolder, entry.name);
      await rename(entry.path, target);
      files.push(await toolFile(target));
    }
    return { output: files[0], ...(unpacked ? { files } : {}) };
  }
  const target = path.join(outputFolder, sets.length === 1 ? `${cutName(splitName(first.name).base, LONGEST_BASE_IN_BYTES)}.zip` : archiveName);
  // Loaded only when something is to be packed.
  const { writeArchive } = await import('./archive.ts');
  await writeArchive(target, entries);
  return { output: await toolFile(target) };
}
