import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { repair } from '@geoinsights/geometry';
import type { Patch } from '@geoinsights/geometry';
import { diskFolder, driverFor, groupDatasets, openDiskFile } from '../../src/index.ts';
import type { Dataset, DatasetFiles, DatasetNote, DiskFile } from '../../src/index.ts';

export interface RepairedDataset {
  readonly files: DatasetFiles;
  readonly dataset: Dataset;
  readonly patches: readonly (Patch | null)[];
  /** Names of the files in the folder of results. */
  readonly written: readonly string[];
  readonly notes: readonly DatasetNote[];
}

/** Takes files through the whole process: group, open, repair, write; passes on each dataset while it is open. Results go to `folder`/out. */
export async function repairFiles(folder: string, names: readonly string[], look: (repaired: RepairedDataset, out: string) => Promise<void> | void): Promise<void> {
  const out = join(folder, 'out');
  mkdirSync(out, { recursive: true });
  const open: DiskFile[] = [];
  const closing: (() => Promise<void>)[] = [];
  try {
    for (const name of names) open.push(await openDiskFile(join(folder, name)));
    const groups = await groupDatasets(open);
    closing.push(() => groups.close());
    for (const files of groups.datasets) {
      const driver = await driverFor(files.format);
      const dataset = await driver.open(files);
      closing.unshift(() => dataset.close());
      const patches: (Patch | null)[] = [];
      for (const { geometry, crs } of dataset.layers) {
        const { patch } = await repair(geometry, { units: crs.units, snapDistance: 'auto', maxGapWidth: 'auto', overlaps: 'fix', gaps: 'fix', shellWinding: dataset.shellWinding, threads: 1 });
        patches.push(patch);
      }
      const { files: written, notes } = await dataset.apply(patches, diskFolder(out));
      await look({ files, dataset, patches, written, notes: [...groups.notes, ...dataset.notes, ...notes] }, out);
    }
  } finally {
    for (const close of closing) await close();
    for (const file of open) await file.close();
  }
}
