import { LONGEST_FIELD_NAME } from '../../named-fields.ts';
import { resolveReferences } from '../coordinates.ts';
import type { TextWindow } from '../encoding.ts';
import { localNameOf, nameInNotes, type XmlName } from '../names.ts';
import { FOREIGN_GEOMETRIES, type DetailHandler } from '../reader.ts';
import { XmlFault } from '../scanner.ts';
import { attributesOf } from '../start-tag.ts';
import { RepeatedTexts } from './repeated-texts.ts';
import type { DeclaredField, Schemas } from './schemas.ts';
import { TagTable } from './tags.ts';

/** A value of a placemark. */
export interface PlacemarkText {
  /** The name of its field, prefixed with a letter that tells KML elements (`k`) from data of the file (`d`). */
  readonly key: string;
  readonly value: string;
}

/** The KML elements of a placemark that become fields, in their order. */
export const OWN_FIELDS = ['name', 'description', 'address', 'phoneNumber', 'timestamp', 'begin', 'end'] as const;
const OWN_TEXTS: ReadonlyMap<string, string> = new Map(['name', 'description', 'address', 'phoneNumber'].map((name) => [name, ownKey(name)]));
const TIMES: ReadonlyMap<string, string> = new Map([
  ['TimeStamp when', ownKey('timestamp')],
  ['TimeSpan begin', ownKey('begin')],
  ['TimeSpan end', ownKey('end')],
]);
/** What is in these becomes values. */
const READ_WITHIN: ReadonlySet<string> = new Set(['ExtendedData', 'TimeStamp', 'TimeSpan']);
const TRACK_TIME = 'when';
const NO_FIELDS: ReadonlyMap<string, DeclaredField> = new Map();
/** Per value, in UTF-16 units. */
const LONGEST_VALUE = 1 << 24;
/** Characters of a start tag besides the element name. */
const BARE_TAG = 2;
/** Per placemark. */
const MAXIMUM_VALUES = 20_000;

export function ownKey(name: string): string {
  return `k${name}`;
}

interface Piece {
  readonly text: string;
  readonly literal: boolean;
}

/** Collects the values of a placemark, and passes the declarations of a `Schema` to the schemas. */
export class PlacemarkTexts implements DetailHandler {
  /** Of the current placemark. */
  values: PlacemarkText[] = [];
  /** Its `id`, empty if it has none. */
  id = '';
  /** The schemas it refers to, as `#id`. */
  schemaUrls: string[] = [];
  /** The window being scanned, from which start tags are read again for their attributes. */
  window: TextWindow | null = null;
  readonly #schemas: Schemas;
  readonly #other: (name: string) => void;
  #ownFields: ReadonlyMap<string, DeclaredField> = NO_FIELDS;
  readonly #tags = new TagTable();
  readonly #shortTexts = new RepeatedTexts();
  /** Keys by name, so that each field has a single key string. */
  readonly #keys = new Map<string, string>();
  /** The number of open elements, from the child of the placemark on, and the first two of them; empty if not KML. */
  #depth = 0;
  #first = '';
  #second = '';
  /** Depth at which text is collected; 0 if none is. */
  #gathering = 0;
  #key = '';
  /** The index in `values` of the last time of the tracks of the placemark; -1 before there are two. */
  #trackEnd = -1;
  #hasTrackTime = false;
  /** What a text becomes that is no value. */
  #entitle: ((title: string) => void) | null = null;
  #dataName = '';
  /** The pieces completed so far; CDATA begins and ends a piece. */
  #pieces: Piece[] = [];
  #text = '';
  #isLiteral = false;
  #length = 0;
  /** The end tags of the elements that are open inside a value; empty for one that has none. */
  readonly #markup: string[] = [];

  /** @param other receives the name of each element of a placemark that does not become a value */
  constructor(schemas: Schemas, other: (name: string) => void) {
    this.#schemas = schemas;
    this.#other = other;
  }

  begin(name: XmlName, start: number, end: number): void {
    this.values = [];
    this.schemaUrls = [];
    this.#hasTrackTime = false;
    this.#trackEnd = -1;
    this.#ownFields = name.local === 'Placemark' ? NO_FIELDS : this.#fieldsOfKind(this.#localName(name, start));
    const hasAttributes = end - start > name.units.length + BARE_TAG;
    this.id = hasAttributes && this.window !== null ? attributesOf(this.window.text(start - this.window.base, end - this.window.base)).id : '';
  }

  open(name: XmlName, isKml: boolean, start: number, end: number): void {
    const local = isKml ? name.local : '';
    const depth = ++this.#depth;
    if (depth === 1) this.#first = local;
    else if (depth === 2) this.#second = local;
    if (this.#gathering > 0) {
      this.#openMarkup(start, end);
      return;
    }
    const first = this.#first;
    if (depth === 1) this.#child(local, name, start, end);
    else if (first === 'ExtendedData') this.#extended(depth, local, name, start, end);
    else if (first === 'Schema') {
      if (depth === 2 && local === 'SimpleField') this.#schemas.declare(this.#tag(start, end), start);
      else if (depth === 3 && this.#second === 'SimpleField' && local === 'displayName') this.#gatherTitle((title) => this.#schemas.entitle(title));
    } else if (depth === 2 && (first === 'TimeStamp' || first === 'TimeSpan')) {
      const key = TIMES.get(`${first} ${local}`);
      if (key !== undefined) this.#gather(key);
    }
  }

  close(start: number): void {
    if (this.#gathering === this.#depth && this.#entitle !== null) {
      this.#entitle(this.#finished());
      this.#entitle = null;
      this.#gathering = 0;
    } else if (this.#gathering === this.#depth && this.#gathering > 0) {
      if (this.values.length >= MAXIMUM_VALUES) throw new XmlFault(`a placemark has more than ${MAXIMUM_VALUES} values`, start, 'limit');
      if (this.#key === TRACK_TIME) this.#addTrackTime(this.#finished());
      else this.values.push({ key: this.#key, value: this.#finished() });
      this.#gathering = 0;
    } else if (this.#gathering > 0) this.#closeMarkup(start);
    this.#depth--;
  }

  text(window: TextWindow, from: number, to: number, literal: boolean): void {
    if (this.#gathering === 0) return;
    this.#append(this.#shortTexts.of(window, from, to), literal, window.base + from);
  }

  /** Tracks have a time for each position, of which the first and the last are kept, as GDAL does. */
  #addTrackTime(value: string): void {
    if (value === '') return;
    const key = ownKey(this.#hasTrackTime ? 'end' : 'begin');
    this.#hasTrackTime = true;
    if (key === ownKey('begin')) this.values.push({ key, value });
    else if (this.#trackEnd < 0) this.#trackEnd = this.values.push({ key, value }) - 1;
    else {
      this.values[this.#trackEnd] = { key, value };
      this.#other(TRACK_TIME);
    }
  }

  #append(text: string, literal: boolean, position: number): void {
    this.#length += text.length;
    if (this.#length > LONGEST_VALUE) throw new XmlFault(`a value is longer than ${LONGEST_VALUE} characters`, position, 'limit');
    if (this.#text !== '' && this.#isLiteral !== literal) this.#endPiece();
    this.#isLiteral = literal;
    this.#text = this.#text === '' ? text : this.#text + text;
  }

  /** HTML that is not escaped, as people write it in descriptions, is part of the text. */
  #openMarkup(start: number, end: number): void {
    if (this.window === null) return;
    const tag = this.window.text(start - this.window.base, end - this.window.base);
    this.#markup.push(tag.endsWith('/>') ? '' : `</${/^<([^\s/>]*)/.exec(tag)?.[1] ?? ''}>`);
    this.#append(tag, true, start);
  }

  #closeMarkup(start: number): void {
    const tag = this.#markup.pop() ?? '';
    if (tag !== '') this.#append(tag, true, start);
  }

  /** What a placemark of another name has by the schema of that name, in elements of its own. */
  #fieldsOfKind(kind: string): ReadonlyMap<string, DeclaredField> {
    const url = `#${kind}`;
    const fields = this.#schemas.fieldsOf(url);
    if (fields.size > 0) this.#refer(url);
    return fields;
  }

  #child(local: string, name: XmlName, start: number, end: number): void {
    const key = OWN_TEXTS.get(local);
    if (key !== undefined) this.#gather(key);
    else if (local === TRACK_TIME) this.#gather(TRACK_TIME);
    else if (local === 'Schema') this.#schemas.open(this.#tag(start, end));
    else if (local !== '' && this.#ownFields.has(this.#localName(name, start))) this.#gather(this.#dataKey(this.#localName(name, start), start));
    else if (!READ_WITHIN.has(local) && !FOREIGN_GEOMETRIES.has(name.local)) this.#other(nameInNotes(name, local !== '', this.window, start));
  }

  #extended(depth: number, local: string, name: XmlName, start: number, end: number): void {
    if (depth === 2) {
      if (local === 'Data') this.#dataName = this.#tag(start, end).name;
      else if (local === 'SchemaData') this.#refer(this.#tag(start, end).schemaUrl);
      // Foreign elements directly in ExtendedData hold a value under their own name.
      else if (local === '') this.#gather(this.#dataKey(this.#localName(name, start), start));
    } else if (this.#second === 'Data') {
      if (depth === 3 && local === 'value') this.#gather(this.#dataKey(this.#dataName, start));
      else if (depth === 3 && local === 'displayName' && !this.#schemas.isTitledOtherwise(this.#dataName)) this.#gatherTitleOfData(this.#dataName);
    } else if (this.#second === 'SchemaData' && local === 'SimpleData') {
      this.#gather(this.#dataKey(this.#tag(start, end).name, start));
    } else if (depth === 3 && this.#second === 'SchemaData' && this.#localName(name, start) === 'SimpleArrayData') this.#other('SimpleArrayData');
  }

  #refer(url: string): void {
    if (url !== this.schemaUrls.at(-1) && this.schemaUrls.length < MAXIMUM_VALUES) this.schemaUrls.push(url);
  }

  #gather(key: string): void {
    this.#key = key;
    this.#text = '';
    this.#isLiteral = false;
    this.#length = 0;
    this.#gathering = this.#depth;
  }

  #gatherTitleOfData(name: string): void {
    this.#gatherTitle((title) => this.#schemas.entitleData(name, title));
  }

  #gatherTitle(entitle: (title: string) => void): void {
    this.#gather('');
    this.#entitle = entitle;
  }

  #endPiece(): void {
    this.#pieces.push({ text: this.#text, literal: this.#isLiteral });
    this.#text = '';
  }

  #finished(): string {
    if (this.#pieces.length === 0 && !this.#isLiteral) return resolveReferences(withPlainBreaks(trimmed(this.#text, true, true)));
    this.#endPiece();
    const pieces = this.#pieces;
    this.#pieces = [];
    return joined(pieces);
  }

  #dataKey(name: string, position: number): string {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    if (name.length > LONGEST_FIELD_NAME) throw new XmlFault(`the name of a field is longer than ${LONGEST_FIELD_NAME} characters`, position, 'limit');
    const key = `d${name}`;
    if (this.#keys.size < MAXIMUM_VALUES) this.#keys.set(name, key);
    return key;
  }

  #localName(name: XmlName, start: number): string {
    return this.window === null ? name.local : localNameOf(name, this.window, start);
  }

  #tag(start: number, end: number): ReturnType<TagTable['find']> {
    if (this.window === null) throw new Error('a start tag is read outside of a window');
    return this.#tags.find(this.window, start - this.window.base, end - this.window.base);
  }
}

/** The text without surrounding white space that only formats the file; white space in CDATA or written as a reference stays. */
function joined(pieces: readonly Piece[]): string {
  const first = pieces.findIndex(({ text, literal }) => literal || hasInk(text));
  if (first < 0) return '';
  const last = pieces.findLastIndex(({ text, literal }) => literal || hasInk(text));
  let whole = '';
  for (let i = first; i <= last; i++) {
    const { text, literal } = pieces[i];
    whole += literal ? withPlainBreaks(text) : resolveReferences(withPlainBreaks(trimmed(text, i === first, i === last)));
  }
  return whole;
}

function hasInk(text: string): boolean {
  return /[^ \t\r\n]/.test(text);
}

function trimmed(text: string, atStart: boolean, atEnd: boolean): string {
  let from = 0;
  let to = text.length;
  if (atStart) while (from < to && isSpace(text.charCodeAt(from))) from++;
  if (atEnd) while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return from === 0 && to === text.length ? text : text.slice(from, to);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** XML has one line break, whatever the file uses. */
function withPlainBreaks(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
