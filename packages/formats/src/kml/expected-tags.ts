import type { XmlName } from './names.ts';

/** A start tag read before that declares no namespace. */
interface ReadTag {
  readonly units: Uint8Array;
  readonly name: XmlName;
  readonly isEmpty: boolean;
  /** The tag that followed it last time. */
  next: ReadTag | null;
}

const LONGEST = 128;
const MAXIMUM_KEPT = 4096;

/**
 * Documents repeat the same few start tags in the same order. If a tag has the same text as the last one at this place, it
 * means the same and need not be parsed again.
 */
export class ExpectedTags {
  readonly #kept = new Map<number, ReadTag>();
  #last: ReadTag | null = null;

  /** The tag at `at` if it is the one expected there; it then counts as read. */
  expected(units: Uint8Array, at: number): ReadTag | null {
    const next = this.#last?.next ?? null;
    if (next === null || !standsAt(next.units, units, at)) return null;
    this.#last = next;
    return next;
  }

  /** Records that a tag without namespaces was read at [from, to). */
  read(units: Uint8Array, from: number, to: number, name: XmlName, isEmpty: boolean): void {
    const tag = to - from <= LONGEST ? this.#find(units, from, to, name, isEmpty) : null;
    if (this.#last !== null) this.#last.next = tag;
    this.#last = tag;
  }

  #find(units: Uint8Array, from: number, to: number, name: XmlName, isEmpty: boolean): ReadTag | null {
    let hash = 0x811c9dc5;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ units[i], 0x01000193);
    const known = this.#kept.get(hash);
    if (known !== undefined) return known.units.length === to - from && standsAt(known.units, units, from) ? known : null;
    if (this.#kept.size >= MAXIMUM_KEPT) return null;
    const tag: ReadTag = { units: units.slice(from, to), name, isEmpty, next: null };
    this.#kept.set(hash, tag);
    return tag;
  }
}

/** Whether the units at `at` begin with these; a tag cut off by the window does not match. */
function standsAt(own: Uint8Array, units: Uint8Array, at: number): boolean {
  if (at + own.length > units.length) return false;
  for (let i = 0; i < own.length; i++) if (own[i] !== units[at + i]) return false;
  return true;
}
