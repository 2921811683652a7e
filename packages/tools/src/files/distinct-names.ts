import { LONGEST_NAME_IN_BYTES, sameNameKey, splitName } from '@geoinsights/formats/file-names';

/** Makes names unique: a name that is taken (ignoring case) gets a number before its extension. */
export class DistinctNames {
  private readonly taken = new Set<string>();
  /** The number that a set of names got last, so that thousands of equal ones are not counted from 2 each time. */
  private readonly numbers = new Map<string, number>();

  claim(name: string): string {
    return this.claimSet([name])[0];
  }

  /** All files of a set get the same number, so that they still belong together. */
  claimSet(names: readonly string[]): string[] {
    // A disk cannot store half a character: all halves become the same character there, and their files the same file.
    const whole = names.map((name) => name.toWellFormed());
    const key = whole.map(sameNameKey).join('\0');
    let candidates = whole;
    let number = this.numbers.get(key) ?? 1;
    while (candidates.some((name) => this.taken.has(sameNameKey(name)))) candidates = numbered(whole, ++number);
    this.numbers.set(key, number);
    for (const name of candidates) this.taken.add(sameNameKey(name));
    return candidates;
  }
}

/**
 * The base names of a set are cut in the same way, so that it stays one set even if there is no room for the number. What stands behind the last dot of a
 * name and leaves no room for it is no extension.
 */
function numbered(names: readonly string[], number: number): string[] {
  const room = LONGEST_NAME_IN_BYTES - Buffer.byteLength(` (${number})`);
  const parts = names.map((name) => {
    const { base } = splitName(name);
    const extension = name.slice(base.length);
    return Buffer.byteLength(extension) < room ? { base, extension } : { base: name, extension: '' };
  });
  const longest = parts.reduce((most, { extension }) => Math.max(most, Buffer.byteLength(extension)), 0);
  return parts.map(({ base, extension }) => `${cutName(base, room - longest)} (${number})${extension}`);
}

/** Leaves room for what is appended to a result's name. */
export const LONGEST_BASE_IN_BYTES = 200;

/** As many whole characters as fit into this many bytes. */
export function cutName(name: string, bytes: number): string {
  // No unit of UTF-16 takes less than a byte, so that no more of a long text need be looked at.
  let short = name.slice(0, bytes);
  while (Buffer.byteLength(short) > bytes) short = Array.from(short).slice(0, -1).join('');
  return short;
}
