import { foldedName } from '../folded-name.ts';

/** Longer names are cut, since statements repeat them. */
export const LONGEST_NAME = 200;

/** Names already taken, compared as in SQLite: ASCII letters ignoring case. */
export class FreeNames {
  readonly #taken: Set<string>;
  /** The number last appended to a name, so that thousands of equal names are not counted from 1 each time. */
  readonly #numbers = new Map<string, number>();

  constructor(taken: readonly string[] = []) {
    this.#taken = new Set(taken.map(foldedName));
  }

  isFree(name: string): boolean {
    return !this.#taken.has(foldedName(name));
  }

  take(name: string): void {
    this.#taken.add(foldedName(name));
  }

  /**
   * Picks and reserves a free name as close as possible to the wanted one.
   * @param isGood a further condition, which any name must meet with some number appended
   */
  pick(wanted: string, otherwise: string, isGood: (name: string) => boolean = () => true): string {
    const plain = plainName(wanted) || otherwise;
    let name = plain;
    let number = this.#numbers.get(foldedName(plain)) ?? 0;
    while (!this.isFree(name) || !isGood(name)) name = `${beginningOf(plain, LONGEST_NAME - 8)}_${++number}`;
    this.#numbers.set(foldedName(plain), number);
    this.take(name);
    return name;
  }
}

/** A name that a statement can hold: no zero character, valid Unicode, limited length. */
export function plainName(name: string): string {
  return beginningOf(name, LONGEST_NAME).toWellFormed().replaceAll('\0', '_').trim();
}

/** At most this many UTF-16 units, and no half of a character at the end: a database would have a replacement character in its place. */
function beginningOf(name: string, length: number): string {
  const cut = name.slice(0, length);
  return cut.length < name.length ? cut.replace(HALF_AT_END, '') : cut;
}

/** The first half of a character that a cut has parted. */
const HALF_AT_END = /[\ud800-\udbff]$/;
