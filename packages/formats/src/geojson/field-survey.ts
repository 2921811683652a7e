import { MOST_ATTRIBUTES } from '../attributes.ts';
import type { Field, FieldType } from '../features/field.ts';
import { decimalText } from '../features/number-text.ts';
import { lengthOf } from '../features/text-length.ts';
import { LONGEST_FIELD_NAME } from '../named-fields.ts';
import { compactJson } from './compact-json.ts';
import { DateKind, dateKindOf } from './date-text.ts';
import { FieldNames, nameIn, UNKNOWN_NAME } from './field-names.ts';
import type { AttributeTaker } from './layer-builder.ts';
import { MemberCursor, textIn, ValueKind } from './member-cursor.ts';
import { Member } from './names.ts';

/** The kinds of values seen in a field, as bits. */
const Seen = { Boolean: 1, Integer: 2, Real: 4, Date: 8, DateTime: 16, Text: 32, Json: 64, Any: 128, Long: 256 } as const;
const TEXTS = Seen.Date | Seen.DateTime | Seen.Text;
const NUMBERS = Seen.Integer | Seen.Real | Seen.Long;

/** Integers with this many digits are always in the range of doubles. */
const LONGEST_OF_DOUBLES = 308;
/** Bytes of a name that is too long. */
const SHOWN_OF_LONG = 40;
/** A double holds any integer with this many digits. */
const EXACT_DIGITS = 15;

/** A field, with a hint on how its values are written if not all are of its own type. */
export interface SurveyedField extends Field {
  /** Whether a text field also has numbers, arrays and so on, or a JSON field different kinds of values. */
  readonly isMixed: boolean;
  /** Whether it has only numbers, and is a text field because a type of reals would round some of them. */
  readonly isLong: boolean;
}

/** The attributes of all features. */
export interface FieldSurveyResult {
  readonly fields: readonly SurveyedField[];
  readonly hasIds: boolean;
  /** The first name beyond the field limit; null if all fields are included. */
  readonly firstLeftOut: string | null;
  /** The beginning of the first name that is too long for a field; null if there is none. */
  readonly firstTooLong: string | null;
  /** The number of features whose properties are neither an object nor null, and of values that are not finite numbers. */
  readonly oddProperties: number;
  readonly notFinite: number;
  /** The fields that some feature has more than once, and the number of values lost by that: as in every JSON reader, the last one counts. */
  readonly repeated: { readonly names: readonly string[]; readonly values: number };
}

/**
 * Finds the fields and their types from the attributes of all features. The attributes of a feature count only once the
 * feature ends: until then its properties, or a member of them, may repeat.
 */
export class FieldSurvey implements AttributeTaker {
  readonly #names = new FieldNames();
  readonly #cursor = new MemberCursor();
  #seen = new Uint16Array(64);
  #widths = new Float64Array(64);
  /** For the current feature: its fields, and the kind and width of each value. */
  #touched: number[] = [];
  #own = new Uint16Array(64);
  #ownWidths = new Float64Array(64);
  #hasOwnId = false;
  #isOdd = false;
  #ownNotFinite = 0;
  #ownLeftOut: string | null = null;
  #ownTooLong: string | null = null;
  readonly #ownRepeated: number[] = [];

  readonly #repeated = new Set<number>();
  #repeatedValues = 0;
  #hasIds = false;
  #firstLeftOut: string | null = null;
  #firstTooLong: string | null = null;
  #oddProperties = 0;
  #notFinite = 0;

  begin(): void {
    this.#forgetProperties();
    this.#hasOwnId = false;
  }

  take(member: number, bytes: Uint8Array, start: number, end: number): void {
    if (member === Member.Id) this.#hasOwnId = isId(bytes, start);
    else this.#takeProperties(bytes, start, end);
  }

  /** Confirms that the current object is a feature. */
  commit(): void {
    const { length } = this.#touched;
    for (let at = 0; at < length; at++) {
      const field = this.#touched[at];
      this.#seen[field] |= this.#own[field];
      if (this.#ownWidths[field] > this.#widths[field]) this.#widths[field] = this.#ownWidths[field];
    }
    if (this.#hasOwnId) this.#hasIds = true;
    if (this.#isOdd) this.#oddProperties++;
    this.#notFinite += this.#ownNotFinite;
    this.#firstLeftOut ??= this.#ownLeftOut;
    this.#firstTooLong ??= this.#ownTooLong;
    for (const field of this.#ownRepeated) this.#repeated.add(field);
    this.#repeatedValues += this.#ownRepeated.length;
    this.begin();
  }

  result(): FieldSurveyResult {
    const { names } = this.#names;
    const repeated = { names: [...this.#repeated].map((field) => names[field]), values: this.#repeatedValues };
    const fields = names.map((name, index) => fieldOf(name, this.#seen[index], this.#widths[index])).filter((_, index) => this.#seen[index] !== 0);
    return { fields, hasIds: this.#hasIds, firstLeftOut: this.#firstLeftOut, firstTooLong: this.#firstTooLong, oddProperties: this.#oddProperties, notFinite: this.#notFinite, repeated };
  }

  #forgetProperties(): void {
    if (this.#touched.length > 0) {
      for (const field of this.#touched) this.#own[field] = 0;
      this.#touched.length = 0;
    }
    this.#isOdd = false;
    this.#ownNotFinite = 0;
    this.#ownLeftOut = null;
    this.#ownTooLong = null;
    this.#ownRepeated.length = 0;
  }

  #takeProperties(bytes: Uint8Array, start: number, end: number): void {
    this.#forgetProperties();
    const cursor = this.#cursor;
    if (!cursor.begin(bytes, start)) {
      this.#isOdd = end - start !== 4 || bytes[start] !== 0x6e;
      return;
    }
    let expected = 0;
    while (cursor.next()) {
      const found = this.#names.find(bytes, cursor.nameStart, cursor.nameEnd, cursor.nameEscaped, expected);
      const field = found === UNKNOWN_NAME ? this.#add() : found;
      if (field === UNKNOWN_NAME) continue;
      expected = field + 1;
      if (this.#own[field] === 0) this.#touched.push(field);
      else this.#ownRepeated.push(field);
      this.#look(field);
    }
  }

  #add(): number {
    const { bytes, nameStart, nameEnd, nameEscaped } = this.#cursor;
    if (nameEnd - nameStart > LONGEST_FIELD_NAME) {
      // The end of what is shown may part a character.
      this.#ownTooLong ??= nameIn(bytes, nameStart, nameStart + SHOWN_OF_LONG, false).replace(/\ufffd$/, '');
      return UNKNOWN_NAME;
    }
    const name = nameIn(bytes, nameStart, nameEnd, nameEscaped);
    if (this.#names.names.length === MOST_ATTRIBUTES) {
      this.#ownLeftOut ??= name;
      return UNKNOWN_NAME;
    }
    const field = this.#names.add(name);
    if (field === this.#seen.length) {
      this.#seen = grown(this.#seen, new Uint16Array(2 * field));
      this.#own = grown(this.#own, new Uint16Array(2 * field));
      this.#widths = grown(this.#widths, new Float64Array(2 * field));
      this.#ownWidths = grown(this.#ownWidths, new Float64Array(2 * field));
    }
    return field;
  }

  /** Determines the kind of the value at the cursor. Its width is that of its text form. */
  #look(field: number): void {
    const cursor = this.#cursor;
    const { bytes, kind, valueStart, valueEnd } = cursor;
    let width = valueEnd - valueStart;
    let seen: number = Seen.Any;
    if (kind === ValueKind.Text) {
      const date = cursor.valueEscaped || (this.#seen[field] & Seen.Text) !== 0 ? DateKind.None : dateKindOf(bytes, valueStart, valueEnd);
      seen |= date === DateKind.None ? Seen.Text : date === DateKind.Date ? Seen.Date : Seen.DateTime;
      if (cursor.valueEscaped) width = lengthOf(textIn(bytes, valueStart, valueEnd, true));
      else if (cursor.valueForeign) width = lettersIn(bytes, valueStart, valueEnd);
    } else if (kind === ValueKind.Integer || kind === ValueKind.Real) {
      seen |= kind === ValueKind.Integer ? Seen.Integer : Seen.Real;
      // A number beyond the range of doubles is kept as its digits.
      if ((kind === ValueKind.Real || width > LONGEST_OF_DOUBLES) && isBeyondDoubles(bytes, valueStart, valueEnd)) seen |= Seen.Real | Seen.Long;
      else if (kind === ValueKind.Integer && width > EXACT_DIGITS && isRounded(textIn(bytes, valueStart, valueEnd, false))) seen |= Seen.Long;
    } else if (kind === ValueKind.Boolean) {
      seen |= Seen.Boolean;
    } else if (kind === ValueKind.Json) {
      seen |= Seen.Json;
      // Only a field that also has texts needs the width; most fields do not.
      width = width > this.#widths[field] ? lengthOf(compactJson(textIn(bytes, valueStart, valueEnd, false))) : 0;
    } else {
      width = 0;
      if (cursor.isOddWord) this.#ownNotFinite++;
    }
    this.#own[field] = seen;
    this.#ownWidths[field] = width;
  }
}

function fieldOf(name: string, seen: number, width: number): SurveyedField {
  const kinds = seen & ~Seen.Any;
  const type = typeOf(kinds);
  const isMixed = type === 'text' ? (kinds & ~TEXTS) !== 0 : type === 'json' && kinds !== Seen.Json;
  return { name, type, width: type === 'text' ? width : null, decimals: null, isMixed, isLong: isMixed && type === 'text' && (kinds & ~NUMBERS) === 0, ...(kinds === 0 ? { isWithoutValues: true } : {}) };
}

function typeOf(kinds: number): FieldType {
  if (kinds === 0) return 'text';
  if (kinds === Seen.Date) return 'date';
  if (kinds === Seen.DateTime) return 'date-time';
  if ((kinds & TEXTS) !== 0) return 'text';
  if (kinds === Seen.Boolean) return 'boolean';
  if ((kinds & ~NUMBERS) !== 0) return 'json';
  if ((kinds & Seen.Real) === 0) return 'integer';
  return (kinds & Seen.Long) === 0 ? 'real' : 'text';
}

/** Ids are strings or numbers. */
export function isId(bytes: Uint8Array, start: number): boolean {
  const first = bytes[start];
  return first === 0x22 || (first >= 0x30 && first <= 0x39) || (first === 0x2d && bytes[start + 1] <= 0x39);
}

function isBeyondDoubles(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start <= LONGEST_OF_DOUBLES) {
    let at = start;
    while (at < end && (bytes[at] | 0x20) !== 0x65) at++;
    if (at === end) return false;
  }
  return !Number.isFinite(Number(textIn(bytes, start, end, false)));
}

/** Whether the digits of an integer do not come back from a double. */
function isRounded(digits: string): boolean {
  return decimalText(Number(digits)) !== digits;
}

function lettersIn(bytes: Uint8Array, start: number, end: number): number {
  let letters = 0;
  for (let at = start; at < end; at++) if ((bytes[at] & 0xc0) !== 0x80) letters++;
  return letters;
}

function grown<Values extends Uint16Array | Float64Array>(values: Values, larger: Values): Values {
  larger.set(values);
  return larger;
}
