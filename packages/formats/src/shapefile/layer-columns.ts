import type { Loss, LossCode } from '@geoinsights/contract';
import type { FeatureId } from '../features/feature-batch.ts';
import type { LayerSchema } from '../features/feature-dataset.ts';
import type { Field, FieldValue } from '../features/field.ts';
import { columnFor } from './dbf-table.ts';
import type { Column } from './dbf-table.ts';
import { dbfNames } from './dbf-names.ts';
import type { Gathered } from './gathered.ts';
import { RowEncoder } from './row-encoder.ts';
import type { ColumnTally } from './row-encoder.ts';

/** The maximum number of fields in a .dbf. */
const MOST_FIELDS = 255;

/** Feature ids that are part of the data need a field, since a shapefile has no other place for them. */
const ID_FIELD: Field = { name: 'id', type: 'text', width: null, decimals: null };

/** Maps the fields of a layer to .dbf columns, and records what is lost. */
export class LayerColumns {
  readonly #schema: LayerSchema;
  readonly #kept: readonly Field[];
  /** For each kept field its index in the given rows. */
  readonly #places: Int32Array;
  readonly #hasIds: boolean;
  #idsAreWhole = true;
  readonly #names: readonly string[];
  readonly #encoder: RowEncoder;
  readonly #row: FieldValue[] = [];

  constructor(schema: LayerSchema) {
    this.#schema = schema;
    this.#hasIds = schema.ids === 'own';
    const places = [...schema.fields.keys()].filter((place) => schema.fields[place].type !== 'binary').slice(0, MOST_FIELDS - (this.#hasIds ? 1 : 0));
    this.#places = Int32Array.from(places);
    this.#kept = [...places.map((place) => schema.fields[place]), ...(this.#hasIds ? [ID_FIELD] : [])];
    this.#names = dbfNames(this.#kept.map(({ name }) => name));
    this.#encoder = new RowEncoder(this.#kept);
  }

  /** @param isAgain whether this row was added already, to another file of the layer */
  add(to: Gathered, values: readonly FieldValue[], id: FeatureId, isAgain: boolean): void {
    const row = this.#row;
    const places = this.#places;
    for (let column = 0; column < places.length; column++) row[column] = values[places[column]];
    if (this.#hasIds) {
      this.#idsAreWhole &&= id === null || typeof id === 'bigint' || Number.isInteger(id);
      row[places.length] = id === null ? null : String(id);
    }
    this.#encoder.add(to, row, isAgain);
  }

  /** The columns for the values added so far; further values only make them wider. */
  columns(): Column[] {
    return this.#kept.map((field, place) => columnFor(this.#typed(field), this.#names[place], this.#encoder.tallies[place]));
  }

  #typed(field: Field): Field {
    return field === ID_FIELD && this.#idsAreWhole ? { ...field, type: 'integer' } : field;
  }

  losses(): Loss[] {
    const { fields } = this.#schema;
    const left = fields.filter((field) => !this.#kept.includes(field));
    const columns = this.columns();
    return [
      ...left.map((field) => this.#loss('field-left-out', field, null, field.type === 'binary' ? `The field "${field.name}" contains bytes, for which a shapefile has no type. It is left out.` : `The field "${field.name}" is left out: a shapefile has at most ${MOST_FIELDS} fields.`)),
      ...this.#kept.flatMap((field, place) => (field === ID_FIELD ? [this.#loss('ids-as-field', field, null, `The ids of the features are in the field "${columns[place].name}".`)] : this.#fieldLosses(field, columns[place]))),
      ...this.#kept.flatMap((field, place) => this.#valueLosses(field, this.#encoder.tallies[place])),
    ];
  }

  #fieldLosses(field: Field, column: Column): Loss[] {
    const losses: Loss[] = [];
    if (column.name !== field.name) {
      losses.push(this.#loss('field-renamed', field, null, `The field "${field.name}" is named "${column.name}" in the shapefile, where names have at most ten bytes and must differ by more than upper and lower case.`));
    }
    const what = NOT_AS_TEXT.get(field.type);
    if (what !== undefined && column.letter === 'C') losses.push(this.#loss('field-type-changed', field, null, `The field "${field.name}" contains ${what}, which are written as text in a shapefile.`));
    return losses;
  }

  #valueLosses(field: Field, { cut, replaced, blank, padded, leftOut }: ColumnTally): Loss[] {
    const losses: Loss[] = [];
    const report = (code: LossCode, count: number, text: string): void => {
      if (count > 0) losses.push(this.#loss(code, field, count, text));
    };
    report('text-cut', cut, `${values(cut)} of the field "${field.name}" ${areOr(cut)} longer than the 254 bytes that a shapefile can store, and ${areOr(cut)} cut off there.`);
    report('characters-replaced', replaced, `${values(replaced)} of the field "${field.name}" ${hasOr(replaced)} characters that are not allowed in text; they were replaced.`);
    report('value-left-out', leftOut, `${values(leftOut)} of the field "${field.name}" ${areOr(leftOut)} not ${field.type === 'real' ? 'finite (NaN, infinity)' : 'of its type'}, and ${areOr(leftOut)} empty in the shapefile.`);
    report('text-cut', padded, `${values(padded)} of the field "${field.name}" ${padded === 1 ? 'ends' : 'end'} in blanks, which a shapefile cannot tell from padding: ${padded === 1 ? 'it is' : 'they are'} read back without them.`);
    report('value-left-out', blank, `${values(blank)} of the field "${field.name}" ${areOr(blank)} empty or blank, which a shapefile cannot tell from missing values.`);
    return losses;
  }

  #loss(code: LossCode, field: Field, count: number | null, text: string): Loss {
    return { code, layer: this.#schema.name, field: field === ID_FIELD ? null : field.name, count, text };
  }
}

const NOT_AS_TEXT = new Map<Field['type'], string>([
  ['date-time', 'dates with a time'],
  ['json', 'values of several kinds, lists or objects'],
  ['integer', 'whole numbers with more than 18 digits'],
]);

function values(count: number): string {
  return count === 1 ? 'One value' : `${count} values`;
}

function areOr(count: number): string {
  return count === 1 ? 'is' : 'are';
}

function hasOr(count: number): string {
  return count === 1 ? 'has' : 'have';
}
