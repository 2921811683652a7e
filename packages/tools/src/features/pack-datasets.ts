import { rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { writeArchive } from '../files/archive.ts';
import { DistinctNames } from '../files/distinct-names.ts';
import type { ToolFile } from '../tool.ts';
import { archiveNameOf } from './result-names.ts';
import { placesOf, type DatasetOnDisk } from './write-datasets.ts';

/** A result that is ready, and what its files are called there. */
export interface PackedDatasets {
  readonly output: ToolFile;
  /** For each dataset the names of its files beside each other. */
  readonly names: readonly (readonly string[])[];
}

/**
 * One file stays one file; a dataset of several files, or several datasets, become one archive.
 * @param archiveName of the archive of several datasets
 */
export async function packDatasets(datasets: readonly DatasetOnDisk[], outputFolder: string, archiveName: string): Promise<PackedDatasets> {
  const distinct = new DistinctNames();
  const names = datasets.map(({ files }) => distinct.claimSet(files));
  const places = datasets.flatMap(placesOf);
  const only = datasets.length === 1 ? datasets[0] : null;
  const isOneFile = places.length === 1;
  const target = path.join(outputFolder, isOneFile ? names[0][0] : only === null ? archiveName : archiveNameOf(only.files[0]));
  if (isOneFile) await rename(places[0], target);
  else await writeArchive(target, places.map((place, position) => ({ path: place, name: names.flat()[position] })));
  return { output: await toolFileAt(target), names };
}

export async function toolFileAt(place: string): Promise<ToolFile> {
  return { name: path.basename(place), path: place, size: (await stat(place)).size };
}
