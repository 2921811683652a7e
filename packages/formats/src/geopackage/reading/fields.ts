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
  const { name, affinity } = column;
  const type = stored === null ? (column.type ?? affinity) : typeFor(column, stored);
  const description = type === column.type ? column.description : { ...column.description, declaration: null, mime: null };
  const field: Field = { name, type, width: type === 'text' ? column.width : null, decimals: null, ...(hasDescription(description) ? { column: description } : {}) };
  if (stored === null) return { field, note: null };
  const missing = missingIn(type, stored);
  const found = otherThanDeclared(column, type, stored);
  const asOther = found === null ? null : `contains ${found}, and was read as ${WORDS[type]}`;
  const without = missing === 0 ? null : `contains ${missing === 1 ? 'one value that is' : `${missing} values that are`} not of type ${WORDS[type]}; ${missing === 1 ? 'it was' : 'they were'} left out`;
  const sentence = [asOther, without].filter((part) => part !== null).join('. It ');
  return { field, note: sentence === '' ? null : { code: 'column-type-differs', text: `Column "${name}" of table "${table}" ${sentence}.` } };
}

/** Why a column is read as another type than the declared one; null if it is not. */
function otherThanDeclared(column: DeclaredColumn, type: FieldType, stored: StoredValues): string | null {
  if (type === 'text' && stored.reals > 0 && stored.rounded > 0) return 'both fractions and whole numbers that reals would round';
  // JSON is a TEXT with a media type: what is no JSON is still text.
  if (column.type === 'json' && type !== 'json') return 'values that are not JSON objects or lists, although it is declared as JSON';
  if (column.type !== null) return type === column.type ? null : `values that its type ${column.declaration} does not allow`;
  return type === 'text' && stored.integers + stored.reals > 0 ? 'both text and numbers' : null;
}

function hasDescription(description: ColumnDescription): boolean {
  return Object.values(description).some((text) => text !== null);
}

const WORDS: Readonly<Record<FieldType, string>> = {
  text: 'text',
  integer: 'integer',
  real: 'real',
  boolean: 'boolean',
  date: 'date',
  'date-time': 'date and time',
  binary: 'binary',
  json: 'JSON',
};

function typeFor({ type, affinity }: DeclaredColumn, stored: StoredValues): FieldType {
  const { integers, reals, rounded, blobs } = stored;
  switch (type) {
    case 'boolean':
    case 'integer':
    case 'real':
      // Texts among numbers are rare mistakes in single rows; the column stays numeric.
      if (reals > 0) return rounded > 0 ? 'text' : 'real';
      return integers > 0 && type === 'boolean' ? 'integer' : type;
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

/** The type that holds most of the values, with all digits. */
function byStorage({ integers, reals, rounded, texts, blobs }: StoredValues, otherwise: FieldType): FieldType {
  if (texts > 0 || (reals > 0 && rounded > 0)) return 'text';
  if (reals > 0) return 'real';
  if (integers > 0) return otherwise === 'real' && rounded === 0 ? 'real' : 'integer';
  return blobs > 0 ? 'binary' : otherwise;
}

/** How many values a field of this type cannot hold. */
function missingIn(type: FieldType, { integers, reals, texts, blobs }: StoredValues): number {
  switch (type) {
    case 'text':
      return blobs;
    case 'real':
      return texts + blobs;
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
