import { ProblemError } from '@geoinsights/contract/errors';
import type { ChangedFeatures, Layer } from '@geoinsights/geometry';
import { open, stat } from 'node:fs/promises';
import type { DatasetNote } from '../driver.ts';
import { readBlobHeader, writeBlob } from './blob.ts';
import type { FeatureTable } from './catalogue.ts';
import { columnsOf, declarationsHold, planWidening, widenedType, wideningNote, writeDeclarations } from './column-type.ts';
import type { Widening } from './column-type.ts';
import { updateContents } from './contents.ts';
import { quoted, sqliteCode, SQLITE_ERROR, SQLITE_FULL, SQLITE_TOOBIG, withSqliteErrors } from './connection.ts';
import { hasGrownTooFar, mostBytesAfter, openScratch } from './database.ts';
import type { NodeConnection } from './database.ts';
import { readGeometry } from './features.ts';
import { ROLLBACK_VERSIONS, VERSIONS_OFFSET } from './file-header.ts';
import type { FileHeader } from './file-header.ts';
import { openSpatialIndex } from './spatial-index.ts';
import { readTriggers, restoreTriggers, silenceTriggers } from './triggers.ts';
import type { WkbType } from './wkb.ts';
import { writeChanged } from './wkb-writer.ts';

/** A table with its features as opened, and the changes to it. */
export interface TableChanges {
  readonly table: FeatureTable;
  readonly geometry: Layer;
  readonly keys: BigInt64Array;
  readonly types: Uint8Array;
  readonly changes: ChangedFeatures;
}

/**
 * Applies patches to a copy of the file, in place. If this fails, the copy is useless and the caller discards it.
 *
 * The file's triggers are silenced before the first cell is written and restored byte for byte afterwards; the work of the
 * standard's own triggers (index rows) is done here. A file in write-ahead mode is written as if it were in rollback mode, so that
 * no second file appears, and gets its header bytes back.
 * @param lastChange the value for gpkg_contents.last_change of changed tables
 * @throws ProblemError geopackage-not-writable, geopackage-damaged
 */
export async function patchCopy(path: string, fileName: string, header: FileHeader, tables: readonly TableChanges[], lastChange: string): Promise<DatasetNote[]> {
  const mostBytes = mostBytesAfter((await stat(path)).size, bytesOf(tables));
  await writeAt(path, VERSIONS_OFFSET, ROLLBACK_VERSIONS);
  const triggers = inSchema(path, fileName, mostBytes, (connection) => {
    const found = readTriggers(connection);
    silenceTriggers(connection, found);
    return found;
  });

  const widenings: Widening[] = [];
  const columns = new Map<string, unknown>();
  const connection = openScratch(path, fileName, mostBytes);
  try {
    connection.database.exec('BEGIN');
    for (const table of tables) {
      const widening = patchTable(connection, table, lastChange);
      if (widening === null) continue;
      widenings.push(widening);
      columns.set(table.table.table, columnsOf(connection, table.table.table));
    }
    withSqliteErrors(fileName, 'the end of its pages', () => connection.database.exec('COMMIT'));
  } finally {
    connection.database.close();
  }

  if (triggers.length > 0 || widenings.length > 0) {
    inSchema(path, fileName, mostBytes, (schema) => {
      restoreTriggers(schema, triggers);
      writeDeclarations(schema, widenings, 'after');
    });
  }
  // If SQLite reads a statement differently than intended, it is reverted: then only the metadata names the wider type.
  if (!declarationsHold(path, fileName, widenings, columns)) inSchema(path, fileName, mostBytes, (schema) => writeDeclarations(schema, widenings, 'before'));
  await writeAt(path, VERSIONS_OFFSET, Uint8Array.of(header.writeVersion, header.readVersion));
  return widenings.map(wideningNote);
}

/** Estimates the size of the changed geometries: 32 bytes per position, as if each had Z and M, plus headers. */
function bytesOf(tables: readonly TableChanges[]): number {
  return tables.reduce((sum, { changes: { features, partCount, ringCount, vertexCount } }) => sum + vertexCount * 32 + (ringCount + partCount + features.length + 3) * 64, 0);
}

function inSchema<Result>(path: string, fileName: string, mostBytes: number, work: (connection: NodeConnection) => Result): Result {
  const connection = openScratch(path, fileName, mostBytes, { schemaWritable: true });
  try {
    return withSqliteErrors(fileName, 'its schema', () => withinItsRoom(connection, 'sqlite_schema', () => work(connection)));
  } finally {
    connection.database.close();
  }
}

/** Writes the changed cells of one table and updates what depends on them. @returns the widening of its column, if needed */
function patchTable(connection: NodeConnection, opened: TableChanges, lastChange: string): Widening | null {
  const { table, geometry, changes } = opened;
  const { database, fileName } = connection;
  return withWritingErrors(connection, table.table, () => {
    const index = openSpatialIndex(connection, table);
    const read = database.prepare(`SELECT ${quoted(table.column)} AS geometry FROM ${quoted(table.table)} WHERE ${table.key} = ?`);
    const write = database.prepare(`UPDATE ${quoted(table.table)} SET ${quoted(table.column)} = ? WHERE ${table.key} = ?`);
    const types = new Map<number, WkbType>();
    for (const [place, feature] of changes.features.entries()) {
      const key = opened.keys.at(feature);
      if (key === undefined) throw new Error(`a patch names feature ${feature} of ${opened.keys.length}`);
      const stored = readGeometry(connection, table, key, read.get(key)?.['geometry']);
      // In a damaged page tree, a row found by scanning may not be found by its key.
      if (stored?.kind !== 'geometry') throw new ProblemError('geopackage-damaged', { file: fileName, place: `row ${key} of table "${table.table}"` });
      const { view, geometry: original } = stored;
      const written = writeChanged({ view, original, layer: geometry, feature, ...changes.at(place) });
      const gone = written.empty && !table.notNull;
      write.run(gone ? null : writeBlob(view, readBlobHeader(view), written.wkb, written.bounds, written.empty), key);
      index?.update(key, written.empty ? null : written.bounds);
      if (!gone) types.set(feature, written.type);
    }
    updateContents(connection, table.table, geometry, changes, lastChange);
    const newType = widenedType(table.geometryType, opened.types, types);
    if (newType === null) return null;
    database
      .prepare('UPDATE gpkg_geometry_columns SET geometry_type_name = ? WHERE table_name = ? COLLATE NOCASE AND column_name = ? COLLATE NOCASE')
      .run(newType, table.table, table.column);
    return planWidening(connection, table, newType);
  });
}

const SQLITE_CONSTRAINT = 19;

/** Explains why a table refuses to be written, if its own declarations are the reason. */
function withWritingErrors<Result>(connection: NodeConnection, table: string, work: () => Result): Result {
  const { fileName } = connection;
  return withSqliteErrors(fileName, `table "${table}"`, () => {
    try {
      return withinItsRoom(connection, table, work);
    } catch (error) {
      const code = sqliteCode(error);
      if (code === SQLITE_ERROR) {
        throw new ProblemError('geopackage-not-writable', { file: fileName, table, reason: 'one of its indexes or columns is computed by a function of that program' }, { cause: error });
      }
      if (code === SQLITE_CONSTRAINT) {
        throw new ProblemError('geopackage-not-writable', { file: fileName, table, reason: 'a rule of the table forbids a repaired geometry' }, { cause: error });
      }
      throw error;
    }
  });
}

function withinItsRoom<Result>(connection: NodeConnection, table: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = sqliteCode(error);
    if (code !== SQLITE_TOOBIG && !(code === SQLITE_FULL && hasGrownTooFar(connection))) throw error;
    const reason = 'what its indexes, computed columns and defaults add to a repaired geometry would make the file many times larger';
    throw new ProblemError('geopackage-not-writable', { file: connection.fileName, table, reason }, { cause: error });
  }
}

async function writeAt(path: string, offset: number, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.write(bytes, 0, bytes.length, offset);
  } finally {
    await handle.close();
  }
}
