import type { Loss } from '@geoinsights/contract';
import type { SQLInputValue } from 'node:sqlite';
import type { Field, FieldType, FieldValue } from '../../features/field.ts';
import { rangeOf } from './declared-range.ts';

/** The GeoPackage column type of a field (OGC 12-128, table 1); JSON is text registered in gpkg_data_columns. */
export const COLUMN_TYPES: Readonly<Record<FieldType, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  real: 'REAL',
  boolean: 'BOOLEAN',
  date: 'DATE',
  'date-time': 'DATETIME',
  binary: 'BLOB',
  json: 'TEXT',
};

const LARGEST_INTEGER = (1n << 63n) - 1n;
const SMALLEST_INTEGER = -(1n << 63n);

/** Converts the values of one field for its column and counts what cannot be kept. */
export class FieldWriter {
  readonly field: Field;
  /** Whether an integer exceeded the range of integer columns: from then on all of them must be text. */
  isTooLarge = false;
  /** Whether a value exceeded the declared type of the column, which then has to be a wider one. */
  isBeyondDeclared = false;
  #isInRange: ((value: FieldValue) => boolean) | null;
  #texts = 0;
  #withOffset = 0;
  #withoutOffset = 0;
  #beyondCalendar = 0;
  #rounded = 0;

  constructor(field: Field) {
    this.field = field;
    this.#isInRange = rangeOf(field.column?.declaration ?? '');
  }

  stored(value: FieldValue): SQLInputValue {
    if (value === null) return null;
    if (this.#isInRange?.(value) === false) {
      this.isBeyondDeclared = true;
      this.#isInRange = null;
    }
    switch (this.field.type) {
      case 'boolean':
        return Number(value);
      case 'integer':
        return this.#integer(value);
      case 'text':
      case 'json':
        return this.#text(String(value));
      case 'date-time':
        return this.#time(String(value));
      case 'real':
      case 'date':
      case 'binary':
        return typeof value === 'boolean' ? Number(value) : value;
    }
  }

  /** The losses as sentences. */
  losses(layer: string): Loss[] {
    const { name } = this.field;
    const losses: Loss[] = [];
    const add = (code: Loss['code'], count: number | null, text: string): void => {
      losses.push({ code, layer, field: name, count, text });
    };
    if (this.isTooLarge) add('field-type-changed', null, `"${name}" became text: it has whole numbers too large for the 64 bits of GeoPackage.`);
    if (this.isBeyondDeclared && !this.isTooLarge) add('field-type-changed', null, `"${name}" is declared ${COLUMN_TYPES[this.field.type]}: it has values that do not fit its former type ${this.field.column?.declaration ?? ''}.`);
    if (this.#withOffset > 0) add('field-type-changed', this.#withOffset, `In "${name}", ${times(this.#withOffset)} with an offset from UTC ${this.#withOffset === 1 ? 'was' : 'were'} converted to UTC, because GeoPackage stores no other offset.`);
    if (this.#beyondCalendar > 0) add('field-type-changed', this.#beyondCalendar, `In "${name}", ${times(this.#beyondCalendar)} with an offset from UTC got a Z in its place, because in UTC ${this.#beyondCalendar === 1 ? 'it is' : 'they are'} beyond the years 0 to ${LAST_YEAR} or no time at all.`);
    if (this.#withoutOffset > 0) add('field-type-changed', this.#withoutOffset, `In "${name}", ${times(this.#withoutOffset)} without an offset from UTC got a Z, as if in UTC, because GeoPackage stores no other times.`);
    if (this.#rounded > 0) add('number-rounded', this.#rounded, `In "${name}", ${times(this.#rounded)} lost the digits beyond milliseconds.`);
    if (this.#texts > 0) add('characters-replaced', this.#texts, `In "${name}", ${this.#texts === 1 ? 'one text has' : `${this.#texts} texts have`} characters that a database cannot store (zero, incomplete characters); they became �.`);
    return losses;
  }

  #integer(value: Exclude<FieldValue, null>): SQLInputValue {
    if (typeof value === 'bigint' && (value > LARGEST_INTEGER || value < SMALLEST_INTEGER)) this.isTooLarge = true;
    if (this.isTooLarge) return String(value);
    return typeof value === 'boolean' ? Number(value) : value;
  }

  #text(value: string): string {
    if (!value.includes('\0') && value.isWellFormed()) return value;
    this.#texts++;
    return value.toWellFormed().replaceAll('\0', '\uFFFD');
  }

  #time(value: string): string {
    const found = DATE_TIME.exec(value);
    // A text that is not a time does not belong into such a field; it is kept as it is.
    if (found === null) return this.#text(value);
    const [, moment, fraction = '', offset = ''] = found;
    if (/[1-9]/.test(fraction.slice(3))) this.#rounded++;
    const stored = `${moment}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
    if (offset === '') this.#withoutOffset++;
    if (offset === '' || offset === 'Z') return stored;
    const inUtc = new Date(stored.replace(/Z$/, offset));
    const year = inUtc.getUTCFullYear();
    if (!(year >= 0 && year <= LAST_YEAR)) {
      this.#beyondCalendar++;
      return stored;
    }
    if (!/^[+-]00:00$/.test(offset)) this.#withOffset++;
    return inUtc.toISOString();
  }
}

/** Years have four digits. */
const LAST_YEAR = 9999;
const DATE_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?$/;

function times(count: number): string {
  return count === 1 ? 'one time' : `${count} times`;
}
