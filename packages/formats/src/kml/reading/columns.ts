import type { DatasetNote } from '../../driver.ts';
import type { ColumnDescription, Field, FieldType, FieldValue } from '../../features/field.ts';
import { NumberedNames } from '../../numbered-names.ts';
import { named } from '../../named-fields.ts';
import { XmlFault } from '../scanner.ts';
import { OWN_FIELDS, ownKey, type PlacemarkText } from './placemark-texts.ts';
import type { Schemas } from './schemas.ts';
import { FittingTypes, valueOf } from './values.ts';

/** Per layer. */
const MAXIMUM_COLUMNS = 4096;
const UNNAMED = 'unnamed';
const UNDESCRIBED: ColumnDescription = { declaration: null, alias: null, title: null, description: null, mime: null };

interface Column {
  readonly key: string;
  /** Its index among the fields; -1 until the survey has ended, and for a column without any value. */
  place: number;
  type: FieldType;
  readonly fitting: FittingTypes;
  longest: number;
  /** The last placemark with a value for its key, and the number of its values; only the first column of a key uses them. */
  feature: number;
  repeated: number;
}

/**
 * The fields of a layer. In a first pass `see` collects them; then `row` puts values into their columns. A key that repeats
 * within a placemark gets further columns.
 */
export class Columns {
  readonly #columns = new Map<string, Column>();
  /** The schemas that placemarks refer to. */
  readonly #schemaUrls = new Set<string>();
  #fields: readonly Field[] = [];
  /** The names of fields that are texts, as not all of their values are of the type that a schema declares. */
  readonly #unlikeDeclared: string[] = [];
  /** The names of fields that have a number, as another field has the name of the file. */
  readonly #numbered: string[] = [];
  /** The names of fields that have several names for people. */
  readonly #titledOtherwise: string[] = [];
  #feature = -1;

  /** @param position of the placemark, for messages */
  see(values: readonly PlacemarkText[], schemaUrls: readonly string[], position: number): void {
    this.#feature++;
    for (const url of schemaUrls) if (this.#schemaUrls.size < MAXIMUM_COLUMNS) this.#schemaUrls.add(url);
    for (const { key, value } of values) {
      if (isHabit(key, value)) continue;
      const column = this.#next(key) ?? this.#add(key, position);
      column.fitting.see(value);
      if (value.length > column.longest) column.longest = value.length;
    }
  }

  /** Ends the first pass. */
  finish(schemas: Schemas): readonly Field[] {
    const declared = new Map<string, Set<FieldType>>();
    const titles = new Map<string, string>();
    const titledOtherwise = new Set<string>();
    for (const url of this.#schemaUrls) {
      for (const [name, { type, title }] of schemas.fieldsOf(url)) {
        const key = `d${name}`;
        declared.set(key, (declared.get(key) ?? new Set()).add(type));
        if (title === null) continue;
        const first = titles.get(key);
        if (first === undefined) titles.set(key, title);
        else if (first !== title) titledOtherwise.add(key);
      }
    }
    const ordered = new Set<Column>();
    const take = (column: Column | undefined): void => void (column !== undefined && ordered.add(column));
    for (const name of OWN_FIELDS) take(this.#columns.get(ownKey(name)));
    // A field declared by a schema counts even if no placemark has a value for it.
    for (const key of declared.keys()) take(this.#columns.get(key) ?? this.#add(key, 0));
    for (const column of this.#columns.values()) take(column);
    const names = new NumberedNames();
    this.#fields = [...ordered].map((column, place) => {
      column.place = place;
      column.type = typeOf(column, declared.get(column.key));
      column.feature = -1;
      const wanted = column.key.slice(1) || UNNAMED;
      const name = names.give(wanted);
      if (name !== wanted) this.#numbered.push(name);
      if (column.type === 'text' && [...(declared.get(column.key) ?? [])].some((type) => type !== 'text')) this.#unlikeDeclared.push(name);
      const hasWidth = column.type === 'text' || column.type === 'integer';
      if (titledOtherwise.has(column.key) || (column.key.startsWith('d') && !titles.has(column.key) && schemas.isTitledOtherwise(column.key.slice(1)))) this.#titledOtherwise.push(name);
      const title = column.key.startsWith('d') ? (titles.get(column.key) ?? schemas.titleOfData(column.key.slice(1))) : null;
      return { name, type: column.type, width: hasWidth ? column.longest : null, decimals: null, ...(title === null ? {} : { column: { ...UNDESCRIBED, title } }) };
    });
    this.#feature = -1;
    return this.#fields;
  }

  /** Reports fields that are read under another name than in the file, without some of their names for people, or as another type than their schema declares. */
  notes(layer: string): DatasetNote[] {
    return [...this.#notesOnNames(layer), ...this.#notesOnTypes(layer)];
  }

  #notesOnNames(layer: string): DatasetNote[] {
    const numbered = this.#numbered;
    const renamed: DatasetNote[] = numbered.length === 0 ? [] : [{ code: 'fields-renamed', text: `In layer "${layer}", placemarks have several values with the same name; the additional ${numbered.length === 1 ? 'one is in a numbered field of its own' : 'ones are in numbered fields of their own'}: ${named(numbered)}.` }];
    const titled = this.#titledOtherwise;
    if (titled.length === 0) return renamed;
    return [...renamed, { code: 'kml-left-behind', text: `In layer "${layer}", ${titled.length === 1 ? 'a field has' : 'fields have'} several display names (displayName), of which the first is read: ${named(titled)}.` }];
  }

  #notesOnTypes(layer: string): DatasetNote[] {
    const names = this.#unlikeDeclared;
    if (names.length === 0) return [];
    return [{ code: 'column-type-differs', text: `In layer "${layer}", ${names.length === 1 ? 'a field has' : 'fields have'} values that do not match the type that its schema declares, and ${names.length === 1 ? 'was' : 'were'} read as text: ${named(names)}.` }];
  }

  /** The values of a placemark, in the order of the fields. */
  row(values: readonly PlacemarkText[]): FieldValue[] {
    const row = new Array<FieldValue>(this.#fields.length).fill(null);
    this.#feature++;
    for (const { key, value } of values) {
      const column = isHabit(key, value) ? this.#columns.get(key) : this.#next(key);
      if (column !== undefined && row[column.place] === null) row[column.place] = valueOf(value, column.type);
    }
    return row;
  }

  /** The first column of this key without a value for the current placemark; each further value goes to another column. */
  #next(key: string): Column | undefined {
    const first = this.#columns.get(key);
    if (first === undefined) return undefined;
    if (first.feature !== this.#feature) {
      first.feature = this.#feature;
      first.repeated = 1;
      return first;
    }
    return this.#columns.get(spelt(key, ++first.repeated));
  }

  #add(key: string, position: number): Column {
    if (this.#columns.size >= MAXIMUM_COLUMNS) throw new XmlFault(`the placemarks of one folder have more than ${MAXIMUM_COLUMNS} different fields`, position, 'limit');
    const first = this.#columns.get(key);
    const column: Column = { place: -1, type: 'text', fitting: new FittingTypes(), longest: 0, feature: this.#feature, repeated: 1, key };
    this.#columns.set(first === undefined ? key : spelt(key, first.repeated), column);
    return column;
  }
}

/** Keys begin with a letter. */
function spelt(key: string, occurrence: number): string {
  return `${occurrence} ${key}`;
}

/** An empty element of KML, often just a habit of the program that wrote it, makes no field. */
function isHabit(key: string, value: string): boolean {
  return value === '' && key.startsWith('k');
}

/** Times have a type of their own if all of them are days or instants. Data has its declared type only, as far as the values conform. */
function typeOf({ key, fitting }: Column, declared: ReadonlySet<FieldType> | undefined): FieldType {
  if (key === ownKey('timestamp') || key === ownKey('begin') || key === ownKey('end')) {
    return fitting.has('date-time') ? 'date-time' : fitting.has('date') ? 'date' : 'text';
  }
  if (declared === undefined) return 'text';
  const types = [...declared];
  const [first] = types;
  const type = types.length === 1 ? first : types.every((one) => one === 'integer' || one === 'real') ? 'real' : 'text';
  return fitting.has(type) ? type : 'text';
}

