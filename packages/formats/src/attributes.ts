export type AttributeValue = string | number | boolean | null;
/** The attributes of one feature, in the order of the file. Dates are texts as ISO 8601 has them. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

/**
 * Reads the attributes of a layer's features, of which the drivers keep nothing but a name. It reads ahead, so that asking
 * in the order of the features costs little more than one pass over the file. The dataset must stay open meanwhile.
 */
export interface AttributeReader {
  /** Of feature `feature` of the layer; empty when the file gives it none. One call at a time. */
  at(feature: number): Promise<Attributes>;
  /** Releases what the reader holds. */
  close(): Promise<void>;
}

/** Texts are cut here: a feature's attributes are to be shown, not to be an archive. In UTF-16 units. */
export const LONGEST_TEXT = 1 << 16;
/** More columns than this are not read. */
export const MOST_ATTRIBUTES = 2048;

/** Gathers attributes whose names a file may repeat or choose to confuse (`__proto__`). */
export class AttributeList {
  readonly #entries = new Map<string, AttributeValue>();

  get isFull(): boolean {
    return this.#entries.size >= MOST_ATTRIBUTES;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** A name that is there already gets a number behind it. */
  add(name: string, value: AttributeValue): void {
    if (this.isFull) return;
    let free = name;
    for (let number = 2; this.#entries.has(free); number++) free = `${name}_${number}`;
    this.#entries.set(free, typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : value);
  }

  finish(): Attributes {
    return Object.fromEntries(this.#entries);
  }
}
