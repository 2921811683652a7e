import { ProblemError } from '@geoinsights/contract/errors';
import type { Layer } from '@geoinsights/geometry';
import { BigInt64List, Uint8List } from '@geoinsights/geometry/arrays';
import type { DatasetNote } from '../driver.ts';
import { readBlobHeader } from './blob.ts';
import type { FeatureTable } from './catalogue.ts';
import { quoted, withSqliteErrors } from './connection.ts';
import type { Connection } from './connection.ts';
import { LayerBuilder } from './layer-builder.ts';
import { addParts } from './parts.ts';
import { isCurve, MalformedGeometry, readWkb, UnsupportedGeometry } from './wkb.ts';
import type { WkbGeometry } from './wkb.ts';

/** The features of one table, in key order. */
export interface TableFeatures {
  readonly geometry: Layer;
  /** The key of each feature. */
  readonly keys: BigInt64Array;
  /** The well-known binary type of each feature: 0 for no geometry, 255 if it was left unchanged. */
  readonly types: Uint8Array;
  readonly notes: readonly DatasetNote[];
}

export const NO_GEOMETRY = 0;
export const NOT_REPAIRED = 255;

/** Rows between two progress reports. */
const REPORT_EVERY = 1024;

/**
 * Reads every geometry of a table as a stream of rows; besides the layer itself only one blob is in memory.
 * @param onBytes called from time to time with the bytes of blobs read since the last call
 * @throws ProblemError geopackage-geometry-invalid naming the row, geopackage-damaged, too-large
 */
export function readFeatures(connection: Connection, table: FeatureTable, onBytes: (bytes: number) => void): TableFeatures {
  const { database, fileName } = connection;
  const layer = new LayerBuilder(fileName);
  const keys = new BigInt64List();
  const types = new Uint8List();
  const notRepaired: bigint[] = [];
  const kindsNotRepaired = new Set<string>();
  let notRepairedCount = 0;
  let last = -(1n << 63n) - 1n;
  let bytes = 0;

  withSqliteErrors(fileName, `table "${table.table}"`, () => {
    const statement = database.prepare(`SELECT ${table.key}, ${quoted(table.column)} FROM ${quoted(table.table)} ORDER BY 1`);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    for (const row of statement.iterate()) {
      const cells: unknown[] = Array.isArray(row) ? row : [];
      const [key, value] = cells;
      if (typeof key !== 'bigint') throw invalid(connection, table, String(key), 'its primary key is not an integer');
      // Keys that do not ascend come from a damaged page tree: one row would be mistaken for another.
      if (key <= last) throw new ProblemError('geopackage-damaged', { file: fileName, place: `the order of the rows of table "${table.table}"` });
      last = key;
      keys.push(key);
      const result = readGeometry(connection, table, key, value);
      if (result === null) {
        types.push(NO_GEOMETRY);
      } else if (result.kind === 'not-repaired') {
        types.push(NOT_REPAIRED);
        notRepairedCount++;
        if (notRepaired.length < 5) notRepaired.push(key);
        kindsNotRepaired.add(result.what);
      } else {
        types.push(result.geometry.type);
        addParts(layer, result.view, result.geometry);
        bytes += result.view.byteLength;
      }
      layer.endFeature();
      if (keys.length % REPORT_EVERY === 0) {
        onBytes(bytes);
        bytes = 0;
      }
    }
  });
  onBytes(bytes);

  const notes: DatasetNote[] = [];
  if (notRepairedCount > 0) {
    const rows = `${notRepairedCount === 1 ? 'row' : 'rows'} ${notRepaired.join(', ')}${notRepairedCount > notRepaired.length ? ' …' : ''}`;
    const [geometries, were] = notRepairedCount === 1 ? ['one geometry', 'was left as it is'] : [`${notRepairedCount} geometries`, 'were left as they are'];
    const remedy = [...kindsNotRepaired].some(isCurve) ? ' Convert turns their arcs into straight edges; its result can be repaired.' : '';
    notes.push({
      code: 'geometry-not-repaired',
      text: `In table "${table.table}", ${geometries} of a type that is not repaired (${[...kindsNotRepaired].join(', ')}) ${were} and not compared with others: ${rows}.${remedy}`,
    });
  }
  return { geometry: layer.finish(), keys: keys.toArray(), types: types.toArray(), notes };
}

type ReadGeometry =
  | { readonly kind: 'geometry'; readonly view: DataView; readonly geometry: WkbGeometry }
  | { readonly kind: 'not-repaired'; readonly what: string };

/** Reads one geometry cell; null if it is NULL. @throws ProblemError geopackage-geometry-invalid */
export function readGeometry(connection: Connection, table: FeatureTable, key: bigint, value: unknown): ReadGeometry | null {
  if (value === null || value === undefined) return null;
  if (!(value instanceof Uint8Array)) throw invalid(connection, table, String(key), 'the cell contains text or a number instead of a geometry');
  if (value.length === 0) return null;
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  try {
    const header = readBlobHeader(view);
    return { kind: 'geometry', view, geometry: readWkb(view, header.wkbStart) };
  } catch (error) {
    if (error instanceof UnsupportedGeometry) return { kind: 'not-repaired', what: error.message };
    if (error instanceof MalformedGeometry) throw invalid(connection, table, String(key), error.message);
    throw error;
  }
}

function invalid({ fileName }: Connection, { table }: FeatureTable, row: string, reason: string): ProblemError {
  return new ProblemError('geopackage-geometry-invalid', { file: fileName, table, row, reason });
}
