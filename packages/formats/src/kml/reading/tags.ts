import type { TextWindow } from '../encoding.ts';
import { attributesOf, type KnownTag } from '../start-tag.ts';

/** The same object for all tags with the same spelling. */
interface KeptTag extends KnownTag {
  readonly units: Uint8Array;
}

const MAXIMUM_KEPT = 4096;

/** The few start tags that a document repeats for each placemark are parsed once. */
export class TagTable {
  readonly #kept = new Map<number, KeptTag>();

  /** The start tag at [from, to) of the window. */
  find(window: TextWindow, from: number, to: number): KnownTag {
    const { units } = window;
    let hash = 0x811c9dc5;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ units[i], 0x01000193);
    const known = this.#kept.get(hash);
    // Units distinguish all characters only where they are bytes.
    if (known !== undefined && window.unitsAreBytes && equals(known.units, units, from, to)) return known;
    const tag: KeptTag = { ...attributesOf(window.text(from, to)), units: units.slice(from, to) };
    if (known === undefined && this.#kept.size < MAXIMUM_KEPT) this.#kept.set(hash, tag);
    return tag;
  }
}

function equals(own: Uint8Array, units: Uint8Array, from: number, to: number): boolean {
  if (own.length !== to - from) return false;
  for (let i = 0; i < own.length; i++) if (own[i] !== units[from + i]) return false;
  return true;
}
