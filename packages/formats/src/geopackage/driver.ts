import type { ChangedFeatures } from '@geoinsights/geometry';
import { randomUUID } from 'node:crypto';
import { chmod, copyFile, constants, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { extentOf } from '../crs.ts';
import type { DatasetFiles, DatasetLayer, FormatDriver, OpenOptions, OutputFolder, WrittenFiles } from '../driver.ts';
import { openDataset } from '../open-dataset.ts';
import { unreadablePositionNote } from '../unreadable-positions.ts';
import { patchCopy } from './apply.ts';
import type { TableChanges } from './apply.ts';
import { geopackageAttributes } from './attributes.ts';
import { readCatalogue } from './catalogue.ts';
import type { FeatureTable } from './catalogue.ts';
import type { GeopackageContent } from './content.ts';
import { openForReading } from './database.ts';
import type { Connection } from './database.ts';
import { readFeatures } from './features.ts';
import type { TableFeatures } from './features.ts';
import { publish, sendTo } from './publish.ts';
import { crsOfLayer, readReferenceSystems } from './reference-systems.ts';
import { locate } from './source.ts';

/**
 * The GeoPackage driver (OGC 12-128, versions 1.0 to 1.4).
 * @param clock the time that goes into `last_change` of changed tables
 */
export function createGeopackageDriver(clock: () => Date = () => new Date()): FormatDriver {
  return {
    format: 'geopackage',
    async open(dataset, options) {
      const content = await readGeopackage(dataset, options);
      return openDataset(content, { apply: (opened, changes, to) => applyChanges(opened, changes, to, clock), attributes: geopackageAttributes });
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

function readDataset(connection: Connection, name: string, size: number, onProgress: OpenOptions['onProgress']): Omit<GeopackageContent, 'path' | 'header' | 'close'> {
  const catalogue = readCatalogue(connection);
  const systems = readReferenceSystems(connection);
  const notes = [...catalogue.notes];
  const tables: { table: FeatureTable; features: TableFeatures }[] = [];
  const layers: DatasetLayer[] = [];
  let bytesRead = 0;
  for (const table of catalogue.tables) {
    const features = readFeatures(connection, table, (bytes) => {
      bytesRead += bytes;
      onProgress?.(Math.min(1, bytesRead / size));
    });
    const { crs, note } = crsOfLayer(systems, table.srsId, () => extentOf(features.geometry.xy));
    notes.push(...features.notes, ...unreadablePositionNote(features.geometry, table.table), ...(note === null ? [] : [note]));
    tables.push({ table, features });
    layers.push({ name: table.table, crs, geometry: features.geometry, label: (feature) => String(features.keys[feature] ?? feature), labelField: null, id: (feature) => idOf(features.keys[feature]) });
  }
  onProgress?.(1);
  return { format: 'geopackage', name, fileName: connection.fileName, layers, tables, notes, shellWinding: 'counter-clockwise' };
}

/** A key as a number where that holds it, else as text. */
function idOf(key: bigint): number | string {
  return Number.isSafeInteger(Number(key)) ? Number(key) : String(key);
}

/** Copies the file and patches the copy; nothing stands under the final name before all of it succeeded. */
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
  // Of a length of its own, because the final name may already be as long as the file system allows.
  const scratch = join(target === undefined ? tmpdir() : dirname(target), `.${randomUUID()}.part`);
  try {
    await copyFile(path, scratch, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await chmod(scratch, 0o644);
    const notes = tablesChanged.length === 0 ? [] : await patchCopy(scratch, fileName, header, tablesChanged, clock().toISOString());
    if (target === undefined) await sendTo(to, fileName, scratch);
    else await publish(scratch, target);
    return { files: [fileName], notes };
  } finally {
    await rm(scratch, { force: true });
  }
}
