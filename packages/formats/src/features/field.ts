/**
 * The types of a field, in any format. Each has one form of value:
 * - `text`: a string
 * - `integer`: a whole number, or a bigint where a number would not be exact
 * - `real`: a number, or an infinity
 * - `boolean`: true or false
 * - `date`: a string `2026-11-23`
 * - `date-time`: an ISO 8601 string, `2026-11-23T08:30:00`, followed by `.123` and `Z` or `-03:00` if the file has them
 * - `binary`: bytes
 * - `json`: a string of JSON text (an array or object)
 *
 * A missing value is null in every type.
 */
export const FIELD_TYPES = ['text', 'integer', 'real', 'boolean', 'date', 'date-time', 'binary', 'json'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export type FieldValue = string | number | bigint | boolean | Uint8Array | null;

/** A column of a layer. */
export interface Field {
  /** As the file spells it; unique in its layer. */
  readonly name: string;
  readonly type: FieldType;
  /** The maximum number of characters of a text, or of digits of a number including sign and point; null if unspecified. */
  readonly width: number | null;
  /** Decimals of a `real`; null if unspecified. */
  readonly decimals: number | null;
  /** Where the type follows from the values and there are none: `text` then stands for any type. */
  readonly isWithoutValues?: true;
  /** Only for a field from a GeoPackage, or from a KML that gives it a name for people, which is its title. */
  readonly column?: ColumnDescription;
}

/** What a GeoPackage says of a column, and has again when it is written as one. A KML says and holds the title only. */
export interface ColumnDescription {
  /** Its type in the words of the standard, such as `SMALLINT` and `TEXT(20)`; null if the values are of another type. */
  readonly declaration: string | null;
  readonly alias: string | null;
  readonly title: string | null;
  readonly description: string | null;
  /** What its bytes or texts are, such as `image/jpeg`; that of JSON follows from the type. */
  readonly mime: string | null;
}

/** What only a GeoPackage says of a table. */
export interface TableDescription {
  /** The name that programs display; null if it is that of the layer. */
  readonly identifier: string | null;
  readonly description: string | null;
  /** Null if the rows have no column with a key. */
  readonly key: DescribedColumn | null;
  readonly geometry: DescribedColumn;
}

/** A column that is not a field. */
export type DescribedColumn = Pick<ColumnDescription, 'alias' | 'title' | 'description'> & { readonly name: string };
