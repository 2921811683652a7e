import { resolveReferences } from '../coordinates.ts';
import type { TextWindow } from '../encoding.ts';

/** A start tag with the attributes that say something about fields; the same object for all tags that are spelt alike. */
export interface KnownTag {
  /** Each is empty where it is not given. */
  readonly name: string;
  readonly id: string;
  readonly schemaUrl: string;
  readonly type: string;
}

interface KeptTag extends KnownTag {
  readonly units: Uint8Array;
}

const MAXIMUM_KEPT = 4096;
const ATTRIBUTE = /\s([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g;

/** The few start tags that a document repeats for each of its placemarks are taken apart once. */
export class TagTable {
  readonly #kept = new Map<number, KeptTag>();

  /** The start tag at [from, to) of the window. */
  find(window: TextWindow, from: number, to: number): KnownTag {
    const { units } = window;
    let hash = 0x811c9dc5;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ units[i], 0x01000193);
    const known = this.#kept.get(hash);
    // Units tell all characters apart only where they are bytes.
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

/** Takes a start tag apart that is hardly ever repeated. */
export function attributesOf(tag: string): KnownTag {
  const found = new Map<string, string>();
  for (const [, name, quoted] of tag.matchAll(ATTRIBUTE)) {
    // XML turns white space of an attribute into blanks; what is written as a reference stays.
    found.set(name, resolveReferences(quoted.slice(1, -1).replace(/\r\n|[\t\r\n]/g, ' ')));
  }
  const of = (name: string): string => found.get(name) ?? '';
  return { name: of('name'), id: of('id'), schemaUrl: of('schemaUrl'), type: of('type') };
}
