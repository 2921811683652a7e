import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskFolder, driverFor, groupDatasets, openDiskFile, problemOfAll } from '../../src/index.ts';
import type { Dataset, DatasetNote, DiskFile } from '../../src/index.ts';

export interface Taken {
  readonly notes: readonly DatasetNote[];
  /** Whether every output file equals its input; an index may have been rebuilt. */
  readonly identical: boolean;
}

/** Takes files through the whole process without a repair: group, open, apply, close. Creates folders `input`, `output` and `work` in `folder`. */
export async function takeFiles(folder: string, files: Readonly<Record<string, Uint8Array>>): Promise<Taken> {
  const [input, output, work] = ['input', 'output', 'work'].map((name) => join(folder, name));
  for (const path of [input, output, work]) mkdirSync(path);
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(input, name), bytes);
  const open: DiskFile[] = [];
  const datasets: Dataset[] = [];
  let closeGroups: (() => Promise<void>) | null = null;
  try {
    for (const name of Object.keys(files)) open.push(await openDiskFile(join(input, name)));
    const groups = await groupDatasets(open, { workFolder: work });
    closeGroups = () => groups.close();
    if (groups.failures.length > 0) throw problemOfAll(groups.failures);
    const notes = [...groups.notes];
    const written: string[] = [];
    for (const group of groups.datasets) {
      const driver = await driverFor(group.format);
      const dataset = await driver.open(group, { workFolder: work });
      datasets.push(dataset);
      notes.push(...dataset.notes);
      const result = await dataset.apply(dataset.layers.map(() => null), diskFolder(output));
      notes.push(...result.notes);
      written.push(...result.files);
    }
    return { notes, identical: written.every((name) => !(name in files) || name.endsWith('.shx') || readFileSync(join(output, name)).equals(files[name])) };
  } finally {
    for (const dataset of datasets) await dataset.close();
    await closeGroups?.();
    for (const file of open) await file.close();
  }
}

/** The contents of a folder of `takeFiles`. */
export function contentsOf(folder: string, name: 'output' | 'work'): string[] {
  return readdirSync(join(folder, name));
}
