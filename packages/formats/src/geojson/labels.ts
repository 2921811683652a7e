import { unescaped } from './names.ts';
import { OwnIds } from './own-ids.ts';
import type { MemberListener } from './scanner.ts';

/** Longer labels, in bytes as the file spells them and without quotes, are cut. */
const LONGEST_LABEL = 120;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** The feature's own id is better than nothing, but says less to people than any of these properties. */
const OWN_ID = 1;
/** Ranks of names in `properties`; case is ignored. */
const RANKS = new Map([[wordOf(new TextEncoder().encode('id')), 2], [wordOf(new TextEncoder().encode('nome')), 3], [wordOf(new TextEncoder().encode('name')), 4]]);

/** One label per feature, as bytes of the file in one long array: millions of labels as strings would take more memory than the coordinates. */
export class LabelList implements MemberListener {
  readonly ids = new OwnIds();
  /** By rank: the spelling of each property where it first occurs, and how many features take their label from it. */
  readonly #spelt = new Map<number, string>();
  readonly #counts = new Map<number, number>();
  #bytes = new Uint8Array(1024);
  #ends = new Float64Array(64);
  #features = 0;
  #length = 0;
  #rank = 0;

  rank(bytes: Uint8Array, nameStart: number, nameEnd: number, escaped: boolean): number {
    const length = nameEnd - nameStart;
    const rank = escaped ? (RANKS.get(wordOf(new TextEncoder().encode(unescaped(bytes, nameStart, nameEnd)))) ?? 0) : length === 2 || length === 4 ? (RANKS.get(wordOf(bytes, nameStart, nameEnd)) ?? 0) : 0;
    if (rank > 0 && !this.#spelt.has(rank)) this.#spelt.set(rank, unescaped(bytes, nameStart, nameEnd));
    return rank;
  }

  take(rank: number, bytes: Uint8Array, start: number, end: number): void {
    if (rank >= this.#rank) this.#put(rank, bytes, start, end);
  }

  /** Takes the feature's own id, given as the text of its value. */
  takeOwnId(bytes: Uint8Array, start: number, end: number): void {
    this.ids.take(bytes, start, end);
    if (this.#rank <= OWN_ID) this.#put(OWN_ID, bytes, start, end);
  }

  /** The property that labels most features; null if they are labelled by their own ids, or not at all. */
  get field(): string | null {
    let [most, highest] = [0, OWN_ID];
    for (const [rank, count] of this.#counts) if (count > most || (count === most && rank > highest)) [most, highest] = [count, rank];
    return this.#spelt.get(highest) ?? null;
  }

  #put(rank: number, bytes: Uint8Array, start: number, end: number): void {
    const first = bytes[start];
    const quoted = first === QUOTE;
    // true, false, null and "" name nothing.
    if (!quoted && first !== 0x2d && (first < 0x30 || first > 0x39)) return;
    if (quoted && end - start === 2) return;
    const text = bytes.subarray(start, shortened(bytes, start, end));
    const from = this.#start();
    if (from + text.length > this.#bytes.length) {
      const larger = new Uint8Array(2 * (from + text.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(text, from);
    this.#length = text.length;
    this.#rank = rank;
  }

  /** Call this when another `properties` begins: it replaces the one before. */
  forgetProperties(): void {
    if (this.#rank > OWN_ID) this.#forgetLabel();
  }

  /** Discards the label of the current feature. */
  reset(): void {
    this.#forgetLabel();
    this.ids.reset();
  }

  #forgetLabel(): void {
    this.#length = 0;
    this.#rank = 0;
  }

  /** Ends the feature. */
  end(): void {
    if (this.#features === this.#ends.length) {
      const larger = new Float64Array(2 * this.#features);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#ends[this.#features] = this.#start() + this.#length;
    if (this.#rank > OWN_ID) this.#counts.set(this.#rank, (this.#counts.get(this.#rank) ?? 0) + 1);
    this.ids.end(this.#features);
    this.#features++;
    this.reset();
  }

  cutBackTo(features: number): void {
    if (features === this.#features) return;
    this.#features = features;
    this.ids.cutBackTo(features);
    this.reset();
  }

  /** @returns null if the file does not name the feature. */
  label(feature: number): string | null {
    const start = feature === 0 ? 0 : this.#ends[feature - 1];
    const end = this.#ends[feature];
    if (start === end) return null;
    if (this.#bytes[start] !== QUOTE) return new TextDecoder().decode(this.#bytes.subarray(start, end));
    return isClosed(this.#bytes, end) ? unescaped(this.#bytes, start + 1, end - 1) : `${unescaped(this.#bytes, start + 1, end)}…`;
  }

  #start(): number {
    return this.#features === 0 ? 0 : this.#ends[this.#features - 1];
  }
}

/** Whether a text that ends here has its closing quote: one that was cut has none, though it may end in an escaped one. */
function isClosed(bytes: Uint8Array, end: number): boolean {
  let at = end - 1;
  if (bytes[at] !== QUOTE) return false;
  while (bytes[at - 1] === BACKSLASH) at--;
  return (end - 1 - at) % 2 === 0;
}

/** Where to cut a long value: neither inside an escape nor inside a character, and before its closing quote. */
function shortened(bytes: Uint8Array, start: number, end: number): number {
  if (end - start <= LONGEST_LABEL + 2) return end;
  let at = start + 1;
  while (at <= start + LONGEST_LABEL) {
    const length = pieceLength(bytes, at);
    if (at + length > start + LONGEST_LABEL + 1) break;
    at += length;
  }
  return at;
}

function pieceLength(bytes: Uint8Array, at: number): number {
  if (bytes[at] === BACKSLASH) return bytes[at + 1] === 0x75 ? 6 : 2;
  let length = 1;
  while ((bytes[at + length] & 0xc0) === 0x80 && length < 4) length++;
  return length;
}

/** A name of up to four bytes as one number, in lower case; 0 for a longer one. */
function wordOf(name: Uint8Array, start = 0, end: number = name.length): number {
  if (end - start > 4) return 0;
  let word = 0;
  for (let at = start; at < end; at++) word = (word << 8) | name[at] | 0x20;
  return word;
}
