import type { DatasetNote } from '../../driver.ts';
import type { ColumnDescription, Field, FieldType } from '../../features/field.ts';
import type { DeclaredColumn } from './columns.ts';
import type { StoredValues } from './survey.ts';

/** A field and the notes about it. */
export interface ReadField {
  readonly field: Field;
  readonly note: DatasetNote | null;
}

/**
 * The field for a column. SQLite stores any value in any column. If the values do not match the declaration, the field takes the
 * type that holds all of them; values it cannot hold become missing and are counted.
 * @param stored the contents of the column; null if all match the declaration
 */
export function fieldOf(table: string, column: DeclaredColumn, stored: StoredValues | null): ReadField {
  const { name, declaration, affinity } = column;
  const type = stored === null ? (column.type ?? affinity) : typeFor(column, stored);
  const description = type === column.type ? column.description : { ...column.description, declaration: null };
  const field: Field = { name, type, width: type === 'text' ? column.width : null, decimals: null, ...(hasDescription(description) ? { column: description } : {}) };
  if (stored === null) return { field, note: null };
  const missing = missingIn(type, stored);
  const asOther = column.type !== null && type !== column.type ? `holds other values than its type ${declaration} allows, and was read as ${WORDS[type]}` : null;
  const without = missing === 0 ? null : `holds ${missing === 1 ? 'one value that is' : `${missing} values that are`} no ${WORDS[type]}; ${missing === 1 ? 'it is' : 'they are'} missing`;
  const sentence = [asOther, without].filter((part) => part !== null).join('. It ');
  return { field, note: sentence === '' ? null : { code: 'column-type-differs', text: `Column "${name}" of table "${table}" ${sentence}.` } };
}

function hasDescription(description: ColumnDescription): boolean {
  return Object.values(description).some((text) => text !== null);
}

const WORDS: Readonly<Record<FieldType, string>> = {
  text: 'text',
  integer: 'whole number',
  real: 'number',
  boolean: 'truth value',
  date: 'date',
  'date-time': 'time',
  binary: 'bytes',
  json: 'JSON',
};

function typeFor({ type, affinity }: DeclaredColumn, stored: StoredValues): FieldType {
  const { integers, reals, blobs } = stored;
  switch (type) {
    case 'boolean':
    case 'integer':
    case 'real':
      // Texts among numbers are rare mistakes in single rows; the column stays numeric.
      if (reals > 0 || type === 'real') return 'real';
      return integers > 0 || type === 'integer' ? 'integer' : type;
    case 'text':
      return 'text';
    case 'binary':
      return blobs > 0 ? 'binary' : byStorage(stored, 'binary');
    case 'date':
    case 'date-time':
    case 'json':
      return byStorage(stored, 'text');
    case null:
      return byStorage(stored, affinity);
  }
}

/** The type that holds most of the values. */
function byStorage({ integers, reals, texts, blobs }: StoredValues, otherwise: FieldType): FieldType {
  if (texts > 0) return 'text';
  if (reals > 0) return 'real';
  if (integers > 0) return otherwise === 'real' ? 'real' : 'integer';
  return blobs > 0 ? 'binary' : otherwise;
}

/** How many values a field of this type cannot hold. */
function missingIn(type: FieldType, { integers, reals, infinite, texts, blobs }: StoredValues): number {
  switch (type) {
    case 'text':
      return blobs;
    case 'real':
      return texts + blobs + infinite;
    case 'integer':
    case 'boolean':
      return texts + blobs + reals;
    case 'binary':
    case 'date':
    case 'date-time':
    case 'json':
      return integers + reals + texts;
  }
}
