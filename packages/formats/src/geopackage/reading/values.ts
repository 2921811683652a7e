import type { SQLOutputValue } from 'node:sqlite';
import type { FieldType, FieldValue } from '../../features/field.ts';
import { dateTimeOf, isDate } from './times.ts';

/** A value in the field's type; null if the field cannot hold it, which the notes of the layer have counted. */
export function fieldValue(type: FieldType, value: SQLOutputValue): FieldValue {
  if (value === null) return null;
  switch (type) {
    case 'text':
      if (typeof value === 'string') return value;
      return value instanceof Uint8Array ? null : String(value);
    case 'integer':
      if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
      if (typeof value !== 'number' || !Number.isInteger(value)) return null;
      // Node gives the smallest integer as a number although it is not a safe one.
      return Number.isSafeInteger(value) ? value : BigInt(value);
    case 'real':
      if (typeof value === 'bigint') return Number(value);
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'number' || typeof value === 'bigint' ? Number(value) !== 0 : null;
    case 'binary':
      return value instanceof Uint8Array ? value : null;
    case 'date':
      return typeof value === 'string' && isDate(value) ? value : null;
    case 'date-time':
      return typeof value === 'string' ? dateTimeOf(value) : null;
    case 'json':
      return typeof value === 'string' ? value : null;
  }
}
