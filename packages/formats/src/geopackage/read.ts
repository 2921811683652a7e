import { extentOf } from '../extent.ts';
import type { DatasetLayer, OpenOptions } from '../driver.ts';
import { unreadablePositionNote } from '../unreadable-positions.ts';
import { readCatalogue } from './catalogue.ts';
import type { FeatureTable } from './catalogue.ts';
import type { Connection } from './connection.ts';
import type { TablesContent } from './content.ts';
import { readFeatures } from './features.ts';
import type { TableFeatures } from './features.ts';
import { crsOfLayer, readReferenceSystems } from './reference-systems.ts';

/** Reads all feature tables of an open GeoPackage. @param size of the file, for reporting progress */
export function readDataset(connection: Connection, name: string, size: number, onProgress: OpenOptions['onProgress']): Omit<TablesContent, 'close'> {
  const catalogue = readCatalogue(connection, 'patch');
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
    const { crs, note } = crsOfLayer(systems, table, () => extentOf(features.geometry.xy));
    notes.push(...features.notes, ...unreadablePositionNote(features.geometry, table.table), ...(note === null ? [] : [note]));
    tables.push({ table, features });
    layers.push({ name: table.table, crs, geometry: features.geometry, label: (feature) => String(features.keys[feature] ?? feature), labelField: null, id: (feature) => idOf(features.keys[feature]) });
  }
  onProgress?.(1);
  return { format: 'geopackage', name, fileName: connection.fileName, layers, tables, notes, shellWinding: 'counter-clockwise' };
}

/** A key as a number if a number holds it exactly, else as text. */
function idOf(key: bigint): number | string {
  return Number.isSafeInteger(Number(key)) ? Number(key) : String(key);
}
