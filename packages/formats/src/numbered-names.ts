interface Manner {
  /** Between a name and its number. */
  readonly separator?: string;
  /** Maps names that count as equal to the same text. */
  readonly likeness?: (name: string) => string;
}

/** Names that are given one after the other, each only once: one that was given before gets a number. */
export class NumberedNames {
  readonly #given = new Set<string>();
  /** The number last appended to a name, so that thousands of equal names are not counted from 2 each time. */
  readonly #numbers = new Map<string, number>();
  readonly #separator: string;
  readonly #likeness: (name: string) => string;

  constructor({ separator = '_', likeness = (name) => name }: Manner = {}) {
    this.#separator = separator;
    this.#likeness = likeness;
  }

  /** The name; if it was given before, with the lowest number from 2 on with which it was not. */
  give(name: string): string {
    const key = this.#likeness(name);
    let [free, like] = [name, key];
    let number = this.#numbers.get(key) ?? 1;
    while (this.#given.has(like)) {
      number++;
      free = `${name}${this.#separator}${number}`;
      like = this.#likeness(free);
    }
    this.#numbers.set(key, number);
    this.#given.add(like);
    return free;
  }
}
