import type { Loss } from '@geoinsights/contract';
import type { LayerSchema } from '../../features/feature-dataset.ts';
import type { Field, FieldType, FieldValue } from '../../features/field.ts';
import { TextBytes } from './text-bytes.ts';

/** Types of `SimpleField`. */
type SimpleType = 'string' | 'int' | 'double' | 'bool';

/** Numbers with this many characters, including the sign, always fit into 32 bits. */
const NARROW = 9;
/** Characters that XML cannot hold: controls, lone surrogates, and the two noncharacters U+FFFE and U+FFFF. */
// eslint-disable-next-line no-control-regex
const NOT_OF_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\p{Cs}\ufffe\uffff]/gu;
const SMALLEST_INT = -(2 ** 31);
const LARGEST_INT = 2 ** 31 - 1;

/** Where a field of a layer is written. */
export interface Column {
  readonly field: Field;
  /** Its name where the role is `data`. */
  readonly name: string;
  readonly role: 'name' | 'description' | 'data' | 'left-out';
  /** Whether only all values together can tell if its type is `int`. */
  readonly isUndecided: boolean;
  /** `<SimpleData name="…">`, for the role `data`. */
  readonly openTag: Uint8Array;
  /** Facts collected from the values. */
  readonly seen: { fitsInt: boolean; fitsDouble: boolean; hasText: boolean; replaced: number };
}

/** The columns of a layer, one for each field. */
export function columnsOf({ fields }: LayerSchema): Column[] {
  const name = own(fields, 'name');
  const description = own(fields, 'description');
  const names = writtenNames(fields);
  return fields.map((field, i) => ({
    field,
    name: names[i],
    role: i === name ? 'name' : i === description ? 'description' : field.type === 'binary' ? 'left-out' : 'data',
    isUndecided: field.type === 'integer' && !(field.width !== null && field.width <= NARROW),
    openTag: simpleDataTag(names[i]),
    seen: { fitsInt: true, fitsDouble: true, hasText: false, replaced: 0 },
  }));
}

/**
 * The names with a replacement character for each that XML cannot hold, numbered if they are no longer unique: of two values with one name, most
 * readers keep only one.
 */
function writtenNames(fields: readonly Field[]): string[] {
  const taken = new Set(fields.map(({ name }) => name));
  return fields.map(({ name }) => {
    const replaced = name.replace(NOT_OF_XML, '\ufffd');
    if (replaced === name) return name;
    let own = replaced;
    for (let number = 2; taken.has(own); number++) own = `${replaced}_${number}`;
    taken.add(own);
    return own;
  });
}

/** The first text field of that name, ignoring case; -1 if there is none. */
function own(fields: readonly Field[], name: string): number {
  return fields.findIndex((field) => field.type === 'text' && field.name.toLowerCase() === name);
}

export function simpleDataTag(name: string): Uint8Array {
  return written((bytes) => {
    bytes.ascii('<SimpleData name="');
    bytes.attribute(name);
    bytes.ascii('">');
  });
}

/** Room for a small piece of XML. Each field of each layer has one, and there may be hundreds of thousands. */
const SMALL = 128;

/** The bytes of a small piece of XML. */
function written(write: (bytes: TextBytes) => void): Uint8Array {
  let all: Uint8Array = new Uint8Array(0);
  const bytes = new TextBytes((some) => {
    all = some;
    return Promise.resolve();
  }, SMALL);
  write(bytes);
  void bytes.flush();
  return all;
}

/** Records the range of an integer. */
function seeInteger({ field, isUndecided, seen }: Column, value: number | bigint): void {
  if (value >= SMALLEST_INT && value <= LARGEST_INT) return;
  if (!isUndecided) throw new RangeError(`a value of "${field.name}" is wider than its field`);
  seen.fitsInt = false;
  if (typeof value === 'bigint' && !Number.isSafeInteger(Number(value))) seen.fitsDouble = false;
}

/**
 * The type that the schema declares. KML integers have 32 bits. Longer ones become reals if a double holds each of them exactly,
 * else texts, so that no reader rounds them.
 */
export function simpleTypeOf({ field, seen }: Column): SimpleType {
  if (field.type === 'integer') return seen.fitsInt ? 'int' : seen.fitsDouble ? 'double' : 'string';
  return SIMPLE_TYPES[field.type] ?? 'string';
}

const SIMPLE_TYPES: Readonly<Partial<Record<FieldType, SimpleType>>> = { real: 'double', boolean: 'bool' };

/** Writes a value that is not null. */
export function writeValue(bytes: TextBytes, column: Column, value: Exclude<FieldValue, null>): void {
  if (typeof value === 'string') {
    const before = bytes.replaced;
    bytes.text(value);
    if (value !== '') column.seen.hasText = true;
    column.seen.replaced += bytes.replaced - before;
  } else if (typeof value === 'boolean') {
    // Both spellings are valid, but GDAL reads only digits.
    bytes.ascii(value ? '1' : '0');
  } else if (!(value instanceof Uint8Array)) {
    if (column.field.type === 'integer') seeInteger(column, value);
    bytes.ascii(String(value));
  }
}

/** The fields of a layer that the document does not hold as given. */
export function lossesOfColumns(layer: LayerSchema, columns: readonly Column[]): Loss[] {
  return columns.flatMap((column) => [...lossesOf(column)].map(([code, count, text]): Loss => ({ code, layer: layer.name, field: column.field.name, count, text })));
}

function* lossesOf(column: Column): Generator<[Loss['code'], number | null, string]> {
  const { field, name, role, seen } = column;
  const title = `The field "${field.name}"`;
  if (role === 'left-out') {
    yield ['field-left-out', null, `${title} was left out: KML has no binary fields.`];
    return;
  }
  if (role !== 'data') {
    if (!seen.hasText) yield ['field-left-out', null, `${title} has no values, and KML has it only in placemarks with a value.`];
    else if (field.name !== role) yield ['field-renamed', null, `${title} is written as the <${role}> of the placemarks and will be read back as "${role}".`];
  } else if (field.name === '') yield ['field-renamed', null, 'A field without a name will be read back as "unnamed".'];
  else if (name !== field.name) yield ['field-renamed', null, `${title} has characters in its name that XML cannot contain: it is named "${name}".`];
  const change = typeChange(column);
  if (role === 'data' && change !== null) yield ['field-type-changed', null, `${title} ${change}.`];
  if (seen.replaced > 0) yield ['characters-replaced', seen.replaced, `${title} has characters that XML cannot contain; each became a replacement character.`];
}

function typeChange(column: Column): string | null {
  const { type } = column.field;
  if (type === 'date' || type === 'date-time') return `is written as text, because KML has no field type for ${type === 'date' ? 'dates' : 'dates with a time'}`;
  if (type === 'json') return 'is written as text, because KML has no field type for values of several kinds, lists or objects';
  if (type !== 'integer') return null;
  const simple = simpleTypeOf(column);
  if (simple === 'double') return 'has its whole numbers written as reals, because whole numbers in KML have only 32 bits';
  return simple === 'string' ? 'has its whole numbers written as text, because they are too long for the numbers of KML' : null;
}
