import { ProblemError } from '@geoinsights/contract/errors';
import type { SQLOutputValue } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { BATCH_FEATURES, BATCH_VERTICES } from '../../features/feature-batch.ts';
import type { FeatureBatch, FeatureId } from '../../features/feature-batch.ts';
import type { FeatureLayer, LayerSchema } from '../../features/feature-dataset.ts';
import type { Field, FieldValue } from '../../features/field.ts';
import type { FeatureTable } from '../catalogue.ts';
import { withSqliteErrors } from '../connection.ts';
import type { NodeConnection } from '../database.ts';
import { MalformedGeometry, UnsupportedGeometry } from '../wkb.ts';
import { BatchGeometry } from './batch-geometry.ts';
import { straightened } from './straightened.ts';
import { OrderedRows } from './ordered-rows.ts';
import { isKey } from './table-rows.ts';
import { fieldValue } from './values.ts';

/** Characters and bytes of attributes in one batch, not counting its last feature. */
const BATCH_TEXT = 1 << 22;

/** A feature table read in key order. The caller owns the connection. @param largestRow the most bytes that a row may take */
export function featureLayer(connection: NodeConnection, table: FeatureTable, schema: LayerSchema, largestRow: number): FeatureLayer {
  return { ...schema, read: () => readBatches(connection, table, schema.fields, largestRow) };
}

async function* readBatches(connection: NodeConnection, table: FeatureTable, fields: readonly Field[], largestRow: number): AsyncGenerator<FeatureBatch, void, undefined> {
  const reading = new TableReading(connection, table, fields, largestRow);
  try {
    for (let batch = reading.next(); batch !== null; batch = reading.next()) {
      yield batch;
      // Reading is synchronous: yield so that others get their turn.
      await setImmediate();
    }
  } finally {
    reading.close();
  }
}

const BEFORE_ALL = -(1n << 63n) - 1n;

/** Collects rows of a table into batches. */
class TableReading {
  readonly #connection: NodeConnection;
  readonly #table: FeatureTable;
  readonly #fields: readonly Field[];
  readonly #geometry = new BatchGeometry();
  readonly #rows: OrderedRows;
  #last: number | bigint = BEFORE_ALL;
  #first = 0;

  constructor(connection: NodeConnection, table: FeatureTable, fields: readonly Field[], largestRow: number) {
    this.#connection = connection;
    this.#table = table;
    this.#fields = fields;
    this.#rows = this.#guarded(() => new OrderedRows(connection, table, [table.column, ...fields.map(({ name }) => name)], largestRow));
  }

  close(): void {
    this.#rows.close();
  }

  /** @returns null after the last row */
  next(): FeatureBatch | null {
    return this.#guarded(() => this.#nextBatch());
  }

  #guarded<Result>(work: () => Result): Result {
    return withSqliteErrors(this.#connection.fileName, `table "${this.#table.table}"`, work);
  }

  #nextBatch(): FeatureBatch | null {
    const rows: FieldValue[][] = [];
    const ids: FeatureId[] = [];
    const types = this.#fields.map(({ type }) => type);
    let text = 0;
    while (this.#geometry.vertices < BATCH_VERTICES && rows.length < BATCH_FEATURES && text < BATCH_TEXT) {
      const row = this.#rows.next();
      if (row === null) break;
      const id = this.#keyOf(row[0]);
      this.#append(id, row[1]);
      const values = new Array<FieldValue>(types.length);
      for (let field = 0; field < types.length; field++) {
        const value = fieldValue(types[field], row[field + 2]);
        if (typeof value === 'string' || value instanceof Uint8Array) text += value.length;
        values[field] = value;
      }
      ids.push(id);
      rows.push(values);
    }
    if (rows.length === 0) return null;
    const first = this.#first;
    this.#first += rows.length;
    return { first, ...this.#geometry.take(), rows, ids };
  }

  #keyOf(value: SQLOutputValue): number | bigint {
    if (!isKey(value)) throw this.#invalid(String(value), 'its primary key is not an integer');
    const key = typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
    // Keys that do not ascend come from a damaged page tree: one row would be mistaken for another.
    if (key <= this.#last) throw new ProblemError('geopackage-damaged', { file: this.#connection.fileName, place: `the order of the rows of table "${this.#table.table}"` });
    this.#last = key;
    return key;
  }

  #append(id: number | bigint, cell: SQLOutputValue): void {
    if (cell !== null && !(cell instanceof Uint8Array)) throw this.#invalid(String(id), 'the cell contains text or a number instead of a geometry');
    try {
      this.#appendGeometry(cell);
    } catch (error) {
      if (error instanceof MalformedGeometry) throw this.#invalid(String(id), error.message);
      if (!(error instanceof UnsupportedGeometry)) throw error;
      // A surface: the notes of the layer report it.
      this.#geometry.append(null);
    }
  }

  #appendGeometry(cell: Uint8Array | null): void {
    try {
      this.#geometry.append(cell);
    } catch (error) {
      if (!(error instanceof UnsupportedGeometry) || cell === null) throw error;
      this.#geometry.append(straightened(cell));
    }
  }

  #invalid(row: string, reason: string): ProblemError {
    return new ProblemError('geopackage-geometry-invalid', { file: this.#connection.fileName, table: this.#table.table, row, reason });
  }
}
