/** Longer names are cut: statements repeat them. */
const LONGEST_NAME = 200;

/** Names of one kind that are taken, as SQLite compares them: letters of ASCII without regard to case. */
export class FreeNames {
  readonly #taken: Set<string>;
  /** The number that a name got last, so that thousands of equal ones are not counted anew each time. */
  readonly #numbers = new Map<string, number>();

  constructor(taken: readonly string[] = []) {
    this.#taken = new Set(taken.map(folded));
  }

  isFree(name: string): boolean {
    return !this.#taken.has(folded(name));
  }

  take(name: string): void {
    this.#taken.add(folded(name));
  }

  /**
   * A name as near to the wanted one as is free, and takes it.
   * @param isGood more that is asked of it, and that some number behind any name fulfils
   */
  pick(wanted: string, otherwise: string, isGood: (name: string) => boolean = () => true): string {
    const plain = plainName(wanted) || otherwise;
    let name = plain;
    let number = this.#numbers.get(folded(plain)) ?? 0;
    while (!this.isFree(name) || !isGood(name)) name = `${plain.slice(0, LONGEST_NAME - 8)}_${++number}`;
    this.#numbers.set(folded(plain), number);
    this.take(name);
    return name;
  }
}

/** A name that a statement can hold: no zero, nothing that is no Unicode, no endless text. */
export function plainName(name: string): string {
  return name.slice(0, LONGEST_NAME).toWellFormed().replaceAll('\0', '_').trim();
}

/** As SQLite compares names. */
function folded(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
