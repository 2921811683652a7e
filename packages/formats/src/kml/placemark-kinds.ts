import type { KnownTag } from './start-tag.ts';

/** For the kinds, for the fields of each, and for the names that were passed over. */
const MOST = 4096;
const NO_FIELDS: ReadonlySet<string> = new Set();

/**
 * The elements that are placemarks by a `Schema` of KML 2.0 or 2.1, under the name of that schema. A schema may stand after its placemarks:
 * then these were passed over, and the document has to be read again.
 */
export class PlacemarkKinds {
  readonly #fields = new Map<string, Set<string>>();
  readonly #passedOver = new Set<string>();
  #isLate = false;

  /** Whether the document has to be read again, because a schema stood after placemarks of its kind. */
  get isLate(): boolean {
    return this.#isLate;
  }

  get isEmpty(): boolean {
    return this.#fields.size === 0;
  }

  has(name: string): boolean {
    return this.#fields.has(name);
  }

  /** Its fields by the schema, which are elements of their own. */
  fieldsOf(name: string): ReadonlySet<string> {
    return this.#fields.get(name) ?? NO_FIELDS;
  }

  /**
   * Learns from the start tag of a schema: KML 2.1 names the parent in an element of the schema, and has no ids of schemas; 2.2 has neither, but ids.
   * @returns where its fields go; null if it makes no placemarks
   */
  learn({ name, id, parent }: KnownTag): Set<string> | null {
    if (name === '' || !(parent === 'Placemark' || (parent === '' && id === ''))) return null;
    const known = this.#fields.get(name);
    if (known !== undefined) return known;
    if (this.#fields.size >= MOST) return null;
    const fields = new Set<string>();
    this.#fields.set(name, fields);
    if (this.#passedOver.has(name)) this.#isLate = true;
    return fields;
  }

  /** An element beside placemarks that is none as far as is known. */
  passOver(name: string): void {
    if (this.#passedOver.size < MOST) this.#passedOver.add(name);
  }
}

/** Adds a field of a schema, unless there are too many. */
export function declareField(fields: Set<string>, { name }: KnownTag): void {
  if (name !== '' && fields.size < MOST) fields.add(name);
}
