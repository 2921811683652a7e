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

/** The types declared by the schemas of a document. A schema may come before or after the placemarks that use it. */
export class Schemas {
  readonly #fieldsOf = new Map<string, Map<string, FieldType>>();
  #current = new Map<string, FieldType>();
  #declared = 0;

  /** A start tag `Schema`. Older files refer to a schema by its name. */
  open({ id, name }: KnownTag): void {
    this.#current = new Map();
    for (const key of [id, name]) if (key !== '' && !this.#fieldsOf.has(key)) this.#fieldsOf.set(key, this.#current);
  }

  /** A start tag `SimpleField` in the schema opened last. */
  declare({ name, type }: KnownTag, position: number): void {
    if (++this.#declared > MAXIMUM_DECLARED) throw new XmlFault(`its schemas declare more than ${MAXIMUM_DECLARED} fields`, position, 'limit');
    this.#current.set(name, TYPES.get(type.toLowerCase().replace(/^xsd:/, '')) ?? 'text');
  }

  /** The fields of a schema of this document, by name, in order. @param url as in `schemaUrl` */
  fieldsOf(url: string): ReadonlyMap<string, FieldType> {
    return (url.startsWith('#') ? this.#fieldsOf.get(url.slice(1)) : undefined) ?? NONE;
  }
}

const NONE: ReadonlyMap<string, FieldType> = new Map();
