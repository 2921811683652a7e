import { asciiText, type TextWindow } from '../encoding.ts';

const LONGEST = 24;
/** Up to this length, building an ASCII string is faster than decoding it. */
const FEW = 12;
const PLACES = 1 << 12;

/** Texts of a window. Short ones repeat from placemark to placemark, and looking up a string is faster than creating one. */
export class RepeatedTexts {
  readonly #texts = new Array<string>(PLACES).fill('');
  /** The units of each text, `LONGEST` per slot, and their number. */
  readonly #units = new Uint8Array(PLACES * LONGEST);
  readonly #lengths = new Uint8Array(PLACES);

  /** The characters of units [from, to) of the window. */
  of(window: TextWindow, from: number, to: number): string {
    const length = to - from;
    if (length > LONGEST || !window.unitsAreBytes) return window.text(from, to);
    const { units } = window;
    let hash = 0;
    let all = 0;
    for (let i = from; i < to; i++) {
      hash = Math.imul(hash ^ units[i], 0x01000193);
      all |= units[i];
    }
    const place = (hash ^ (hash >>> 15)) & (PLACES - 1);
    const kept = place * LONGEST;
    if (this.#lengths[place] === length && this.#holds(kept, units, from, to)) return this.#texts[place];
    const text = all < 0x80 && length <= FEW ? asciiText(units, from, to) : window.text(from, to);
    this.#texts[place] = text;
    this.#lengths[place] = length;
    for (let i = 0; i < length; i++) this.#units[kept + i] = units[from + i];
    return text;
  }

  #holds(kept: number, units: Uint8Array, from: number, to: number): boolean {
    const own = this.#units;
    for (let i = from, k = kept; i < to; i++, k++) if (own[k] !== units[i]) return false;
    return true;
  }
}
