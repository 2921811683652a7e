/**
 * The types that a field may have, from whichever format it comes. Each has one form of value:
 * - `text`: a string
 * - `integer`: a number that is whole, or a bigint where a number would not be exact
 * - `real`: a finite number
 * - `boolean`: true or false
 * - `date`: a string `2026-11-23`
 * - `date-time`: a string of ISO 8601, `2026-11-23T08:30:00`, with `.123` and `Z` or `-03:00` behind it where the file has them
 * - `binary`: bytes
 * - `json`: a string that is a JSON text (a list or an object)
 *
 * A value that is missing is null in every type.
 */
export const FIELD_TYPES = ['text', 'integer', 'real', 'boolean', 'date', 'date-time', 'binary', 'json'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export type FieldValue = string | number | bigint | boolean | Uint8Array | null;

/** A column of a layer. */
export interface Field {
  /** As the file spells it; no two of one layer are equal. */
  readonly name: string;
  readonly type: FieldType;
  /** The most characters of a text, or digits of a number with its sign and point, that a value may have; null where nothing is said. */
  readonly width: number | null;
  /** Digits behind the point of a `real`; null where nothing is said. */
  readonly decimals: number | null;
}
