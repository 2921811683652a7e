import { NumberedNames } from './numbered-names.ts';

export type AttributeValue = string | number | boolean | null;
/** The attributes of one feature, in file order. Dates are ISO 8601 strings. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

/**
 * Reads the attributes of a layer's features. The drivers keep only a name of each feature, so attributes come from the file.
 * It reads ahead: asking for features in order costs little more than one pass over the file. The dataset must stay open meanwhile.
 */
export interface AttributeReader {
  /** The attributes of feature `feature` of the layer; empty if it has none. One call at a time. */
  at(feature: number): Promise<Attributes>;
  /** Releases what the reader holds. */
  close(): Promise<void>;
}

/** Longer texts are cut, since attributes are only for display. In UTF-16 units. */
export const LONGEST_TEXT = 1 << 16;
/** Columns beyond this number are not read. */
export const MOST_ATTRIBUTES = 2048;

/** Collects attributes whose names may repeat or be hostile (`__proto__`). */
export class AttributeList {
  readonly #entries = new Map<string, AttributeValue>();
  readonly #names = new NumberedNames();

  get isFull(): boolean {
    return this.#entries.size >= MOST_ATTRIBUTES;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** A repeated name gets a number appended. */
  add(name: string, value: AttributeValue): void {
    if (this.isFull) return;
    this.#entries.set(this.#names.give(name), typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : value);
  }

  finish(): Attributes {
    return Object.fromEntries(this.#entries);
  }
}
