import { textIn } from './member-cursor.ts';

/** Returned by `find` for an unknown name. */
export const UNKNOWN_NAME = -1;

/**
 * The names of fields in order of appearance, looked up by the bytes of the file. The features of a file mostly have the same
 * names in the same order, so the name that followed last time is tried first.
 */
export class FieldNames {
  readonly names: string[] = [];
  readonly #indices = new Map<string, number>();
  readonly #bytes: Uint8Array[] = [];
  #slots = new Int32Array(64).fill(-1);

  /** @param expected the index to try first. [start, end) excludes the quotes. */
  find(bytes: Uint8Array, start: number, end: number, escaped: boolean, expected: number): number {
    if (escaped) return this.#indices.get(nameIn(bytes, start, end, true)) ?? UNKNOWN_NAME;
    if (expected < this.#bytes.length && isSame(this.#bytes[expected], bytes, start, end)) return expected;
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(bytes, start, end) & mask; this.#slots[slot] >= 0; slot = (slot + 1) & mask) {
      const index = this.#slots[slot];
      if (isSame(this.#bytes[index], bytes, start, end)) return index;
    }
    // Bytes that are not UTF-8 may decode to a name that other bytes spell, too.
    return hasForeignLetters(bytes, start, end) ? (this.#indices.get(nameIn(bytes, start, end, false)) ?? UNKNOWN_NAME) : UNKNOWN_NAME;
  }

  /** Adds a new name. @returns its index */
  add(name: string): number {
    const index = this.names.length;
    this.names.push(name);
    this.#indices.set(name, index);
    const bytes = new TextEncoder().encode(name);
    this.#bytes.push(bytes);
    if (2 * this.names.length > this.#slots.length) {
      this.#slots = new Int32Array(2 * this.#slots.length).fill(-1);
      for (let each = 0; each < index; each++) this.#place(each);
    }
    this.#place(index);
    return index;
  }

  #place(index: number): void {
    const bytes = this.#bytes[index];
    const mask = this.#slots.length - 1;
    let slot = hashOf(bytes, 0, bytes.length) & mask;
    while (this.#slots[slot] >= 0) slot = (slot + 1) & mask;
    this.#slots[slot] = index;
  }
}

/** The name in [start, end), with every character valid in UTF-8. */
export function nameIn(bytes: Uint8Array, start: number, end: number, escaped: boolean): string {
  return textIn(bytes, start, end, escaped).toWellFormed();
}

function isSame(name: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let at = 0; at < name.length; at++) if (name[at] !== bytes[start + at]) return false;
  return true;
}

function hasForeignLetters(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] >= 0x80) return true;
  return false;
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193);
  return (hash ^ (hash >>> 15)) & 0x7fffffff;
}
