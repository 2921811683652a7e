import { asciiText, type TextWindow } from './encoding.ts';

/** The name of an element, stored once for all elements that have it. */
export class XmlName {
  readonly units: Uint8Array;
  /** As written, for messages; units from 0x80 on are not decoded. */
  readonly qualified: string;
  /** Empty if there is none. */
  readonly prefix: string;
  readonly local: string;

  constructor(units: Uint8Array) {
    this.units = units;
    this.qualified = asciiText(units, 0, units.length);
    const colon = this.qualified.indexOf(':');
    this.prefix = colon < 0 ? '' : this.qualified.slice(0, colon);
    this.local = this.qualified.slice(colon + 1);
  }

  equals(units: Uint8Array, from: number, to: number): boolean {
    const own = this.units;
    if (to - from !== own.length) return false;
    for (let i = 0; i < own.length; i++) if (own[i] !== units[from + i]) return false;
    return true;
  }
}

/** Names are stored as code units; only the ASCII ones are decoded. @param start of the start tag, in units */
export function localNameOf(name: XmlName, window: TextWindow, start: number): string {
  return isAscii(name) ? name.local : decoded(name, window, start).replace(/^[^:]*:/, '');
}

/** The name of an element in a note: with its prefix if it is not of KML. */
export function nameInNotes(name: XmlName, isKml: boolean, window: TextWindow | null, start: number): string {
  if (isKml) return name.local;
  return window === null || isAscii(name) ? name.qualified : decoded(name, window, start);
}

function isAscii({ qualified }: XmlName): boolean {
  return /^[\x20-\x7e]*$/.test(qualified);
}

function decoded({ units }: XmlName, window: TextWindow, start: number): string {
  const from = start - window.base + 1;
  return window.text(from, from + units.length);
}

/** More distinct names than any real file has. Further names are not cached, so that a hostile file cannot fill the memory. */
const MAXIMUM_KEPT = 4096;

export class NameTable {
  private readonly kept = new Map<number, XmlName>();

  find(units: Uint8Array, from: number, to: number): XmlName {
    let hash = 0x811c9dc5;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ units[i], 0x01000193);
    const known = this.kept.get(hash);
    if (known?.equals(units, from, to) === true) return known;
    const name = new XmlName(units.slice(from, to));
    if (known === undefined && this.kept.size < MAXIMUM_KEPT) this.kept.set(hash, name);
    return name;
  }
}
