import type { ChangedFeatures } from '@geoinsights/geometry';
import { randomUUID } from 'node:crypto';
import { chmod, copyFile, constants, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DatasetFiles, FormatDriver, OpenOptions, OutputFolder, WrittenFiles } from '../driver.ts';
import { openDataset } from '../open-dataset.ts';
import { patchCopy } from './apply.ts';
import type { TableChanges } from './apply.ts';
import { geopackageAttributes } from './attributes.ts';
import type { GeopackageContent } from './content.ts';
import { openForReading } from './database.ts';
import { publish, sendTo } from './publish.ts';
import { readDataset } from './read.ts';
import { locate } from './source.ts';

/**
 * The GeoPackage driver (OGC 12-128, versions 1.0 to 1.4).
 * @param clock the time for `last_change` of changed tables
 */
export function createGeopackageDriver(clock: () => Date = () => new Date()): FormatDriver {
  return {
    format: 'geopackage',
    async open(dataset, options) {
      const content = await readGeopackage(dataset, options);
      return openDataset(content, { apply: (opened, changes, to) => applyChanges(opened, changes, to, clock), attributes: (opened, layer) => geopackageAttributes(opened, layer, () => openForReading(opened.path, opened.fileName)) });
    },
  };
}

export const geopackageDriver = createGeopackageDriver();

async function readGeopackage(dataset: DatasetFiles, options: OpenOptions = {}): Promise<GeopackageContent> {
  const file = dataset.files.at(0);
  if (file === undefined) throw new Error('a GeoPackage is one file');
  const source = await locate(dataset, file, options.workFolder);
  try {
    const connection = openForReading(source.path, file.name);
    try {
      const read = readDataset(connection, dataset.name, file.size, options.onProgress);
      return { ...read, notes: [...source.notes, ...read.notes], path: source.path, header: source.header, close: source.release };
    } finally {
      connection.database.close();
    }
  } catch (error) {
    await source.release();
    throw error;
  }
}

/** Copies the file and patches the copy; the final name appears only after everything has succeeded. */
async function applyChanges(
  { path, fileName, header, tables }: GeopackageContent,
  changesOfLayers: readonly (ChangedFeatures | null)[],
  to: OutputFolder,
  clock: () => Date,
): Promise<WrittenFiles> {
  const tablesChanged: TableChanges[] = tables.flatMap(({ table, features }, index) => {
    const changes = changesOfLayers[index] ?? null;
    return changes === null ? [] : [{ table, changes, geometry: features.geometry, keys: features.keys, types: features.types }];
  });
  const target = to.pathOf?.(fileName);
  // The scratch name does not build on the final one, which may already have the maximum length.
  const scratch = join(target === undefined ? tmpdir() : dirname(target), `.${randomUUID()}.part`);
  try {
    await copyFile(path, scratch, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await chmod(scratch, 0o644);
    const notes = tablesChanged.length === 0 ? [] : await patchCopy(scratch, fileName, header, tablesChanged, clock().toISOString());
    if (target === undefined) await sendTo(to, fileName, scratch);
    else await publish(to, scratch, target);
    return { files: [fileName], notes };
  } finally {
    await rm(scratch, { force: true });
  }
}
