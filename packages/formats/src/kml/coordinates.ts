import { Float64List } from '@geoinsights/geometry/arrays';
import { decimalValue } from '../decimal-value.ts';
import { POWERS_OF_TEN } from '../powers-of-ten.ts';
import { asciiText, type TextWindow } from './encoding.ts';
import { parseOrdinate } from './ordinate.ts';

/**
 * Reads the text of `<coordinates>`: tuples `x,y[,z]` separated by white space.
 *
 * Beyond the standard it reads what real files contain. A comma joins two numbers even with blanks around it (`1, 2, 3 4, 5, 6`).
 * If that yields a tuple of four numbers, the comma with a blank was meant to separate tuples (`1,2, 3,4`). Any Unicode space
 * counts as white space. A value that is not a number becomes NaN; so does a missing Y. Numbers after the third are ignored.
 * The text may arrive in any number of pieces, cut anywhere, with CDATA and references.
 */
export class CoordinateReader {
  readonly x = new Float64List();
  readonly y = new Float64List();
  /** NaN if there is no altitude. */
  readonly z = new Float64List();
  /** For each tuple, its range and where its first two numbers begin and end (see `SPAN_WIDTH`); only if requested. */
  readonly spans: Float64List | null;

  /** The running totals of numbers and of tuples of two or more numbers; never reset. */
  numbers = 0;
  tuplesWithY = 0;
  /**
   * The number of tuples that lose a number although it is there: one without its partner, a fourth one, or one that is only
   * partly digits (`12°30`).
   */
  losses = 0;
  /** Those of them that had no place in their tuple: a fourth one and further ones. */
  dropped = 0;

  private pending = '';
  private pendingStart = -1;
  private pendingEnd = -1;
  private commas = 0;
  /** Position of the first of `commas`; it begins a tuple whose X is missing. */
  private commaStart = 0;
  private blank = false;
  /** Index in the tuple of the number read last; -1 before the first. */
  private index = -1;
  private readonly tuple = new Float64Array(3);
  private readonly starts = new Float64Array(3);
  private readonly ends = new Float64Array(3);
  private blankBeforeThird = false;
  /** Which of the three slots of the tuple are filled, one bit each. */
  private present = 0;
  private tupleEnd = 0;

  constructor({ withSpans = false }: { readonly withSpans?: boolean } = {}) {
    this.spans = withSpans ? new Float64List() : null;
  }

  get count(): number {
    return this.x.length;
  }

  clear(): void {
    this.x.length = 0;
    this.y.length = 0;
    this.z.length = 0;
    if (this.spans !== null) this.spans.length = 0;
  }

  /** Adds a position that is not a tuple in `<coordinates>`. */
  add(x: number, y: number, z: number): void {
    this.x.push(x);
    this.y.push(y);
    this.z.push(z);
  }

  /** Reads units [from, to) of the window. In literal text (CDATA) `&` is an ordinary character. */
  read(window: TextWindow, from: number, to: number, literal: boolean): void {
    const { units, base } = window;
    let i = from;
    while (i < to) {
      const unit = units[i];
      if (unit <= 0x39 && unit >= 0x2b && this.isAtTuple()) {
        const end = this.readPlainTuples(units, i, to);
        if (end > i) {
          i = end;
          continue;
        }
      }
      if (unit === 0x20 || (unit <= 0x0d && unit >= 0x09)) {
        if (this.pendingStart >= 0) this.finishPending();
        this.blank = true;
        i++;
      } else if (unit === 0x2c) {
        if (this.pendingStart >= 0) this.finishPending();
        if (this.commas++ === 0) this.commaStart = base + i;
        i++;
      } else if (unit >= 0x80) {
        i = this.readForeign(window, i, to);
      } else if (unit === 0x26 && !literal) {
        i = this.readReference(units, base, i, to);
      } else {
        i = this.readNumber(window, i, to, literal);
      }
    }
  }

  /** Ends the element's text. */
  finish(): void {
    if (this.pendingStart >= 0) this.finishPending();
    if (this.index >= 0 || this.commas > 0) this.finishTuple();
    this.commas = 0;
    this.blank = false;
  }

  /** Whether the next number starts a tuple. */
  private isAtTuple(): boolean {
    return this.spans === null && this.pendingStart < 0 && this.commas === 0 && (this.index < 0 || this.blank);
  }

  /**
   * Reads tuples as nearly all files write them: two or three numbers with only commas between them, followed by white space and another number, so
   * that no comma can join what follows. Everything else is left to `number`, which gives the same result for these.
   * @returns the start of the first tuple that was not read
   */
  private readPlainTuples(units: Uint8Array, from: number, to: number): number {
    let start = from;
    while (start < to) {
      const x = this.plainNumber(units, start, to);
      if (x !== x || !this.isCommaAfter(units, to)) break;
      const y = this.plainNumber(units, this.plainEnd + 1, to);
      if (y !== y) break;
      const hasZ = this.isCommaAfter(units, to);
      const z = hasZ ? this.plainNumber(units, this.plainEnd + 1, to) : NaN;
      if (hasZ && z !== z) break;
      let next = this.plainEnd;
      while (next < to && isSpace(units[next])) next++;
      if (next === this.plainEnd || next >= to || !beginsNumber(units[next])) break;
      if (this.index >= 0) this.finishTuple();
      this.numbers += hasZ ? 3 : 2;
      this.tuplesWithY++;
      this.x.push(x);
      this.y.push(y);
      this.z.push(z);
      this.blank = false;
      start = next;
    }
    return start;
  }

  /** The end of the digits that `plainNumber` read. */
  private plainEnd = 0;

  /** Whether a comma follows the digits that `plainNumber` read, before `to`. */
  private isCommaAfter(units: Uint8Array, to: number): boolean {
    return this.plainEnd < to && units[this.plainEnd] === 0x2c;
  }

  /**
   * Reads the digits from a place on, with an optional sign and point; NaN if there are none or too many. If mantissa and power of ten are both exact
   * doubles, their quotient is correctly rounded (Clinger 1990); numbers with more digits go through `decimalValue`.
   */
  private plainNumber(units: Uint8Array, from: number, to: number): number {
    const sign = units[from];
    let i = sign === 0x2d || sign === 0x2b ? from + 1 : from;
    const first = i;
    let mantissa = 0;
    for (; i < to; i++) {
      const digit = units[i] - 0x30;
      if (digit < 0 || digit > 9) break;
      mantissa = mantissa * 10 + digit;
    }
    let digits = i - first;
    let decimals = 0;
    if (i < to && units[i] === 0x2e) {
      const point = ++i;
      for (; i < to; i++) {
        const digit = units[i] - 0x30;
        if (digit < 0 || digit > 9) break;
        mantissa = mantissa * 10 + digit;
      }
      decimals = i - point;
      digits += decimals;
    }
    this.plainEnd = i;
    if (digits === 0) return NaN;
    if (mantissa > Number.MAX_SAFE_INTEGER || decimals > 22) return i - from > LONGEST_NUMBER ? NaN : decimalValue(units, from, i);
    const value = mantissa / POWERS_OF_TEN[decimals];
    return sign === 0x2d ? -value : value;
  }

  /** Reads one number: plain digits directly, everything else through `parseOrdinate`, once it has ended. */
  private readNumber(window: TextWindow, from: number, to: number, literal: boolean): number {
    const { units, base } = window;
    let end = from;
    if (this.pendingStart < 0) {
      const value = this.plainNumber(units, from, to);
      end = this.plainEnd;
      // At the end of the piece the number may continue in the next one, unless an end tag follows.
      const isWhole = end < to ? endsNumber(units[end]) : units[to] === 0x3c && units[to + 1] === 0x2f;
      if (isWhole && value === value) {
        this.number(value, base + from, base + end);
        return end;
      }
    }
    while (end < to && !endsNumber(units[end]) && units[end] < 0x80 && (literal || units[end] !== 0x26)) end++;
    this.keep(asciiText(units, from, Math.min(end, from + LONGEST_NUMBER + 1)), base + from, base + end);
    return end;
  }

  private keep(text: string, start: number, end: number): void {
    if (this.pendingStart < 0) this.pendingStart = start;
    this.pendingEnd = end;
    if (this.pending.length <= LONGEST_NUMBER) this.pending += text;
  }

  private finishPending(): void {
    const value = this.pending.length > LONGEST_NUMBER ? NaN : parseOrdinate(this.pending);
    if (Number.isNaN(value) && /[0-9]/.test(this.pending)) this.losses++;
    const start = this.pendingStart;
    this.pending = '';
    this.pendingStart = -1;
    this.number(value, start, this.pendingEnd);
  }

  private readForeign(window: TextWindow, from: number, to: number): number {
    let end = from;
    while (end < to && end - from < 256 && window.units[end] >= 0x80) end++;
    const isSpace = /^[\s\u0085\u180e\u200b\ufeff]+$/.test(window.text(from, end));
    if (!isSpace) {
      this.keep('?', window.base + from, window.base + end);
    } else {
      if (this.pendingStart >= 0) this.finishPending();
      this.blank = true;
    }
    return end;
  }

  /** The scanner has checked that every `&` begins a complete reference. */
  private readReference(units: Uint8Array, base: number, from: number, to: number): number {
    const end = units.indexOf(0x3b, from) + 1;
    const character = resolveReferences(asciiText(units, from, Math.min(end, to)));
    if (/^[\s\u0085\u200b\ufeff]$/.test(character)) {
      if (this.pendingStart >= 0) this.finishPending();
      this.blank = true;
    } else if (character === ',') {
      if (this.pendingStart >= 0) this.finishPending();
      if (this.commas++ === 0) this.commaStart = base + from;
    } else {
      this.keep(character, base + from, base + end);
    }
    return end;
  }

  private number(value: number, start: number, end: number): void {
    const { commas, blank } = this;
    this.numbers++;
    this.commas = 0;
    this.blank = false;
    if (this.index < 0) this.begin(value, start, end, commas);
    else if (commas === 0) this.restart(value, start, end);
    else if (this.index + commas < 3) this.put(this.index + commas, value, start, end, blank);
    else if (blank) this.restart(value, start, end);
    else if (this.index === 2 && commas === 1 && this.blankBeforeThird) this.splitBeforeThird(value, start, end);
    else this.drop(end);
  }

  private drop(end: number): void {
    this.losses++;
    this.dropped++;
    this.tupleEnd = end;
  }

  private begin(value: number, start: number, end: number, index: number): void {
    this.tuple.fill(NaN);
    this.starts[0] = index === 0 ? start : this.commaStart;
    this.ends[0] = NaN;
    this.present = 0;
    this.blankBeforeThird = false;
    this.put(Math.min(index, 2), value, start, end, false);
  }

  private restart(value: number, start: number, end: number): void {
    this.finishTuple();
    this.begin(value, start, end, 0);
  }

  private put(index: number, value: number, start: number, end: number, blank: boolean): void {
    this.tuple[index] = value;
    this.starts[index] = start;
    this.present |= 1 << index;
    this.ends[index] = end;
    if (index === 2) this.blankBeforeThird = blank;
    this.index = index;
    this.tupleEnd = end;
  }

  private splitBeforeThird(value: number, start: number, end: number): void {
    const [, , third] = this.tuple;
    const [, , thirdStart] = this.starts;
    const [, , thirdEnd] = this.ends;
    this.tuple[2] = NaN;
    this.present &= X_AND_Y;
    this.tupleEnd = this.ends[1];
    this.finishTuple();
    this.begin(third, thirdStart, thirdEnd, 0);
    this.put(1, value, start, end, false);
  }

  /** True if the tuple has a number but lacks X or Y. */
  private isHalf(): boolean {
    return (this.present & X_AND_Y) !== X_AND_Y && this.tuple.some((value) => !Number.isNaN(value));
  }

  private finishTuple(): void {
    if (this.index < 0) this.tuple.fill(NaN);
    if (this.index >= 1) this.tuplesWithY++;
    if (this.isHalf()) this.losses++;
    this.x.push(this.tuple[0]);
    this.y.push(this.tuple[1]);
    this.z.push(this.tuple[2]);
    if (this.spans !== null) {
      this.spans.push(this.starts[0]);
      this.spans.push(this.tupleEnd);
      this.spans.push(this.index >= 1 ? this.ends[0] : NaN);
      this.spans.push(this.index >= 1 ? this.starts[1] : NaN);
      this.spans.push(this.index >= 1 ? this.ends[1] : NaN);
    }
    this.index = -1;
  }
}

/** Values in `spans` for each tuple: start, end, end of X, start of Y, end of Y (the last three NaN if there is no Y). */
export const SPAN_WIDTH = 5;

const X_AND_Y = 3;
const LONGEST_NUMBER = 400;

function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit <= 0x0d && unit >= 0x09);
}

function endsNumber(unit: number): boolean {
  return unit === 0x2c || isSpace(unit);
}

/** A digit or a sign. */
function beginsNumber(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || unit === 0x2d || unit === 0x2b;
}

const REFERENCES: Readonly<Partial<Record<string, string>>> = { amp: '&', lt: '<', gt: '>', apos: "'", quot: '"' };

/** Replaces the five entities of XML and character references in a text. */
export function resolveReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-fA-F]+)|#([0-9]+)|(\w+));/g, (_, hexadecimal: string | undefined, decimal: string | undefined, name: string | undefined) => {
    if (name !== undefined) return REFERENCES[name] ?? '';
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}
