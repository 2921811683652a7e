import type { FieldValue } from '../../features/field.ts';
import { lengthOf } from '../../features/text-length.ts';

/** Of types narrower than what SQLite stores: programs read larger values wrongly, though the file holds them. */
const INTEGER_BITS = new Map([['TINYINT', 8], ['SMALLINT', 16], ['MEDIUMINT', 32]]);

/** Whether a declared column type holds a value; null for a type that holds every value of its field. */
export function rangeOf(declaration: string): ((value: FieldValue) => boolean) | null {
  const bits = INTEGER_BITS.get(declaration);
  if (bits !== undefined) {
    const end = 2 ** (bits - 1);
    return (value) => (typeof value !== 'number' && typeof value !== 'bigint') || (value >= -end && value < end);
  }
  if (declaration === 'FLOAT') return (value) => typeof value !== 'number' || Object.is(Math.fround(value), value);
  const length = Number(/^(?:TEXT|BLOB)\((\d+)\)$/.exec(declaration)?.[1] ?? NaN);
  if (Number.isNaN(length)) return null;
  return (value) => (typeof value === 'string' ? value.length <= length || lengthOf(value) <= length : !(value instanceof Uint8Array) || value.length <= length);
}
