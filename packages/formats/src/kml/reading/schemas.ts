import type { FieldType } from '../../features/field.ts';
import { XmlFault } from '../scanner.ts';
import type { KnownTag } from '../start-tag.ts';

/** For all schemas of a document together. */
const MAXIMUM_DECLARED = 100_000;

const TYPES: ReadonlyMap<string, FieldType> = new Map([
  ['string', 'text'],
  ['int', 'integer'],
  ['uint', 'integer'],
  ['short', 'integer'],
  ['ushort', 'integer'],
  ['float', 'real'],
  ['double', 'real'],
  ['bool', 'boolean'],
]);

/** A field as a schema declares it. */
export interface DeclaredField {
  readonly type: FieldType;
  /** The name for people (`displayName`); null if there is none. */
  title: string | null;
}

/** The fields declared by the schemas of a document. A schema may come before or after the placemarks that use it. */
export class Schemas {
  readonly #fieldsOf = new Map<string, Map<string, DeclaredField>>();
  readonly #titlesOfData = new Map<string, string>();
  readonly #titledOtherwise = new Set<string>();
  #current = new Map<string, DeclaredField>();
  #last: DeclaredField | null = null;
  #declared = 0;

  /** A start tag `Schema`. Older files refer to a schema by its name. */
  open({ id, name }: KnownTag): void {
    this.#current = new Map();
    this.#last = null;
    for (const key of [id, name]) if (key !== '' && !this.#fieldsOf.has(key)) this.#fieldsOf.set(key, this.#current);
  }

  /** A start tag `SimpleField` in the schema opened last. */
  declare({ name, type }: KnownTag, position: number): void {
    if (++this.#declared > MAXIMUM_DECLARED) throw new XmlFault(`its schemas declare more than ${MAXIMUM_DECLARED} fields`, position, 'limit');
    this.#last = { type: TYPES.get(type.toLowerCase().replace(/^xsd:/, '')) ?? 'text', title: null };
    this.#current.set(name, this.#last);
  }

  /** A `displayName` in the field declared last. */
  entitle(title: string): void {
    if (this.#last !== null && title !== '') this.#last.title ??= title;
  }

  /** A `displayName` in a `Data` of that name, which no schema declares; the first one counts. */
  entitleData(name: string, title: string): void {
    if (title === '') return;
    const first = this.#titlesOfData.get(name);
    if (first !== undefined && first !== title) this.#titledOtherwise.add(name);
    else if (this.#titlesOfData.size < MAXIMUM_DECLARED) this.#titlesOfData.set(name, title);
  }

  /** Whether a `Data` of that name has another `displayName` than the first one. */
  isTitledOtherwise(name: string): boolean {
    return this.#titledOtherwise.has(name);
  }

  titleOfData(name: string): string | null {
    return this.#titlesOfData.get(name) ?? null;
  }

  /** The fields of a schema of this document, by name, in order. @param url as in `schemaUrl` */
  fieldsOf(url: string): ReadonlyMap<string, DeclaredField> {
    return (url.startsWith('#') ? this.#fieldsOf.get(url.slice(1)) : undefined) ?? NONE;
  }
}

const NONE: ReadonlyMap<string, DeclaredField> = new Map();
