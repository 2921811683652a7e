import { shortText } from '@geoinsights/contract/short-text';
import { PartKind } from '@geoinsights/geometry/layer';
import { decimalValue } from '../decimal-value.ts';
import { POWERS_OF_TEN } from '../powers-of-ten.ts';
import { Fault } from './fault.ts';
import { MOST_VERTICES } from './layer-builder.ts';
import type { LayerBuilder } from './layer-builder.ts';
import type { JsonScanner } from './scanner.ts';
import { END, LONGEST_TOKEN, NEED } from './tokens.ts';

/** X, Y, Z and M. */
const HELD_ORDINATES = 4;
/** Integers up to here are exact in a double. */
const LARGEST_EXACT = Number.MAX_SAFE_INTEGER;

/** The position is not a plain list of numbers, or not all of it is there. */
const ODD = -1;

const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/**
 * Reads the value of a `coordinates` member into vertices and rings (and, for nesting 4, into parts).
 *
 * `nesting` is the bracket depth of a position. A value with other nesting is an objection, not a fault: the reader skips it,
 * because the type may turn out to be another one, or the member to have no meaning.
 */
export class CoordinateReader {
  readonly #scanner: JsonScanner;
  readonly #builder: LayerBuilder;
  #nesting = 0;
  #depth = 0;
  /** True if a value must follow, or may follow because none has come yet. */
  #expectsValue = true;
  #isFirst = true;
  #skipping = false;
  #ringStart = 0;
  #partStart = 0;
  /** The number of rings when the last part ended; a part without rings is not counted. */
  #partRings = 0;

  constructor(scanner: JsonScanner, builder: LayerBuilder) {
    this.#scanner = scanner;
    this.#builder = builder;
  }

  /** Call this with the cursor on the value. */
  begin(nesting: number): void {
    this.#nesting = nesting;
    this.#depth = 0;
    this.#expectsValue = true;
    this.#isFirst = false;
    this.#skipping = false;
    this.#partRings = this.#builder.rings;
  }

  /** @returns false if it needs more bytes; true once the whole value has been read. */
  step(): boolean {
    if (this.#skipping) return this.#scanner.skip();
    const nesting = this.#nesting;
    const scanner = this.#scanner;
    const { bytes } = scanner;
    for (;;) {
      let at = scanner.position;
      let byte = bytes[at];
      while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++at];
      scanner.position = at;
      if (byte === 0 && at >= scanner.end) {
        if (!scanner.last) return false;
        scanner.unexpected(END, 'a list of coordinates');
      }
      if (this.#expectsValue) {
        if (byte === OPEN && this.#depth === nesting - 1) {
          if (this.#positions() === NEED) return false;
          if (this.#depth === 0) return true;
        } else if (byte === OPEN && this.#depth < nesting - 1) {
          this.#depth++;
          if (this.#depth === nesting - 1) this.#ringStart = scanner.offset;
          if (nesting === 4 && this.#depth === 2) this.#partStart = scanner.offset;
          scanner.position++;
          this.#isFirst = true;
        } else if (byte === CLOSE && this.#isFirst) {
          this.#leave();
          if (this.#depth === 0) return true;
        } else if (byte === 0x6e && this.#depth === 0) {
          // coordinates: null
          const end = scanner.literal('null');
          if (end === NEED) return false;
          scanner.position = end;
          return true;
        } else if (byte === 0x6e && this.#depth === nesting - 1) {
          const end = scanner.literal('null');
          if (end === NEED) return false;
          this.#addVertex(at, end, NaN, NaN);
          scanner.position = end;
          this.#afterValue();
        } else {
          return this.#object(byte);
        }
      } else if (byte === COMMA) {
        scanner.position++;
        this.#expectsValue = true;
        this.#isFirst = false;
      } else if (byte === CLOSE) {
        this.#leave();
        if (this.#depth === 0) return true;
      } else {
        scanner.unexpected(byte, '"," or "]"');
      }
    }
  }

  #afterValue(): void {
    this.#expectsValue = false;
    this.#isFirst = false;
  }

  /** Leaves the array whose closing bracket is at the cursor. */
  #leave(): void {
    const scanner = this.#scanner;
    scanner.position++;
    const { places } = this.#builder;
    if (this.#depth === this.#nesting - 1) {
      places?.setRing(this.#builder.rings, this.#ringStart, scanner.offset);
      this.#builder.endRing();
    } else if (this.#nesting === 4 && this.#depth === 2 && this.#builder.rings > this.#partRings) {
      this.#partRings = this.#builder.rings;
      places?.setPart(this.#builder.parts, this.#partStart, scanner.offset);
      this.#builder.endPart(PartKind.Polygon);
    }
    this.#depth--;
    this.#afterValue();
  }

  /** Objects to the nesting of the value at the cursor. The rest of `coordinates` is skipped. */
  #object(byte: number): boolean {
    const scanner = this.#scanner;
    if (byte === CLOSE) scanner.unexpected(byte, 'a value');
    this.#builder.object(scanner.offset, 'has coordinates that are not nested as its geometry type requires');
    scanner.skipOpenArrays(this.#depth);
    this.#skipping = true;
    this.#depth = 0;
    return scanner.skip();
  }

  /**
   * Reads positions while they are plain lists of numbers, in the hot loop of reading a file. Everything else goes through
   * `#oddPosition`, which knows the whole grammar.
   */
  #positions(): number {
    const scanner = this.#scanner;
    const builder = this.#builder;
    const { bytes, base } = scanner;
    const { places } = builder;
    const list = this.#nesting > 1;
    if (builder.vertices >= MOST_VERTICES) throw new Fault('too-large', scanner.offset, `it has more than ${MOST_VERTICES} vertices`);
    builder.reserveVertex(scanner.offset);
    let xy = builder.xy;
    let vertex = builder.vertices;
    let at = scanner.position;
    for (;;) {
      // Invariant: bytes[at] is the opening bracket of a position and xy has room for it.
      const start = at;
      at = this.#plainPosition(start, vertex);
      if (at === ODD) {
        scanner.position = start;
        return this.#oddPosition();
      }
      if (places !== null) {
        places.vertexStart[vertex] = base + start;
        places.vertexEnd[vertex] = base + at;
      }
      builder.vertices = ++vertex;
      if (list && bytes[at] === COMMA) {
        // Positions separated by the same white space stay in this loop.
        let next = at + 1;
        while (bytes[next] === 0x20 || bytes[next] === 0x0a || bytes[next] === 0x0d || bytes[next] === 0x09) next++;
        if (bytes[next] === OPEN && vertex < MOST_VERTICES) {
          if (2 * vertex + 2 > xy.length || places !== null) {
            builder.reserveVertex(base + next);
            xy = builder.xy;
          }
          at = next;
          continue;
        }
      }
      break;
    }
    scanner.position = at;
    this.#afterValue();
    return 0;
  }

  /**
   * Reads the position whose opening bracket is at a place, if it is a plain list of two or more numbers.
   * @returns where it ends, or ODD
   */
  #plainPosition(start: number, vertex: number): number {
    const scanner = this.#scanner;
    const builder = this.#builder;
    const { bytes, end } = scanner;
    const { xy } = builder;
    let at = start;
    let byte = bytes[++at];
    let ordinate = 0;
    for (;;) {
      while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++at];
      const numberStart = at;
      const negative = byte === MINUS;
      if (negative) byte = bytes[++at];
      const firstDigit = at;
      let digit = byte - ZERO;
      if (digit < 0 || digit > 9) break;
      let whole = digit;
      byte = bytes[++at];
      if (digit !== 0) {
        for (digit = byte - ZERO; digit >= 0 && digit <= 9; digit = byte - ZERO) {
          whole = (Math.imul(whole, 10) + digit) | 0;
          byte = bytes[++at];
        }
      }
      // Up to nine digits fit into a 32-bit integer; a number with more digits than the sums below can hold counts as long.
      let isLong = at - firstDigit > 9;
      let mantissa = whole;
      let scale = 0;
      if (byte === POINT) {
        const firstOfFraction = ++at;
        const ninth = at + 9;
        byte = bytes[at];
        let fraction = 0;
        for (digit = byte - ZERO; digit >= 0 && digit <= 9 && at < ninth; digit = byte - ZERO) {
          fraction = (Math.imul(fraction, 10) + digit) | 0;
          byte = bytes[++at];
        }
        scale = at - firstOfFraction;
        if (scale === 0) break;
        mantissa = whole * POWERS_OF_TEN[scale] + fraction;
        if (digit >= 0 && digit <= 9) {
          let rest = 0;
          for (; digit >= 0 && digit <= 9; digit = byte - ZERO) {
            rest = (Math.imul(rest, 10) + digit) | 0;
            byte = bytes[++at];
          }
          scale = at - firstOfFraction;
          if (scale > 18) isLong = true;
          else mantissa = mantissa * POWERS_OF_TEN[scale - 9] + rest;
        }
      }
      let value: number;
      if ((byte | 0x20) === 0x65) {
        const close = scanner.number(numberStart);
        if (close === NEED) break;
        at = close;
        byte = bytes[at];
        value = Number(scanner.asciiText(numberStart, at));
      } else if (!isLong && mantissa <= LARGEST_EXACT) {
        // Exact: a rounded step of the sum would exceed the bound, and a single division rounds once, as it must.
        value = mantissa / POWERS_OF_TEN[scale];
        if (negative) value = -value;
      } else if (at >= end) {
        break;
      } else {
        value = decimalValue(bytes, numberStart, at);
      }
      if (ordinate === 0) xy[2 * vertex] = value;
      else if (ordinate === 1) xy[2 * vertex + 1] = value;
      else if (ordinate === 2) builder.setZ(value);
      else if (ordinate === 3) builder.setM(value);
      else builder.further++;
      ordinate++;
      while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++at];
      if (byte === COMMA) {
        byte = bytes[++at];
        continue;
      }
      if (byte === CLOSE && ordinate > 1) return at + 1;
      break;
    }
    builder.further -= Math.max(0, ordinate - HELD_ORDINATES);
    return ODD;
  }

  /** Reads one position by the whole grammar: ordinates may be null, strings or words that are not JSON. */
  #oddPosition(): number {
    const scanner = this.#scanner;
    const builder = this.#builder;
    const start = scanner.position;
    const ordinates = [NaN, NaN, NaN, NaN];
    let count = 0;
    scanner.position++;
    let byte = scanner.blank();
    if (byte === CLOSE) {
      scanner.position++;
    } else {
      for (;;) {
        if (byte === OPEN || byte === 0x7b) {
          // Nested deeper than a position may be.
          scanner.position = start;
          return this.#object(byte) ? 0 : NEED;
        }
        const from = scanner.position;
        const to = byte === NEED ? NEED : this.#ordinateEnd(byte);
        if (to === NEED) return this.#again(start);
        if (byte === 0x22 && count < 4 && this.#nesting >= NESTING_OF_RINGS && DIGIT.test(scanner.asciiText(from, to))) {
          this.#builder.object(scanner.offset, `has a coordinate that is the text "${shortText(scanner.asciiText(from + 1, to - 1), LONGEST_SHOWN)}" instead of a number`);
        }
        if (count < 4) ordinates[count] = isNumber(byte, scanner.bytes[from + 1]) ? Number(scanner.asciiText(from, to)) : oddNumber(scanner.asciiText(from, to));
        count++;
        scanner.position = to;
        byte = scanner.blank();
        if (byte === COMMA) {
          scanner.position++;
          byte = scanner.blank();
          continue;
        }
        if (byte === NEED) return this.#again(start);
        if (byte !== CLOSE) scanner.unexpected(byte, '"," or "]"');
        scanner.position++;
        break;
      }
    }
    const end = scanner.position;
    if (count === 0 && this.#nesting === 1) {
      this.#afterValue();
      return 0;
    }
    if (count === 1 && this.#nesting >= NESTING_OF_RINGS && Number.isFinite(ordinates[0])) builder.object(scanner.base + start, 'has a position with only one number');
    if (count > 2) builder.setZ(ordinates[2]);
    if (count > 3) builder.setM(ordinates[3]);
    builder.further += Math.max(0, count - HELD_ORDINATES);
    this.#addVertex(start, end, ordinates[0], ordinates[1]);
    this.#afterValue();
    return 0;
  }

  #again(start: number): number {
    const scanner = this.#scanner;
    if (scanner.end - start > LONGEST_TOKEN) throw new Fault('too-large', scanner.base + start, `a position of more than ${LONGEST_TOKEN} characters`);
    scanner.position = start;
    return NEED;
  }

  /** Where the ordinate at the cursor ends. Some programs write NaN and infinities as bare words. */
  #ordinateEnd(byte: number): number {
    const scanner = this.#scanner;
    const at = scanner.position;
    if (byte === 0x22) {
      const found = scanner.string();
      const end = scanner.position;
      scanner.position = at;
      if (found === END) throw new Fault('too-large', scanner.offset, 'a position contains a text of more than 4096 characters');
      return found === NEED ? NEED : end;
    }
    const sign = byte === MINUS ? 1 : 0;
    if (sign === 1 && at + 1 >= scanner.end && !scanner.last) return NEED;
    const first = scanner.bytes[at + sign];
    if (first === 0x4e) return scanner.literal('NaN', at + sign);
    if (first === 0x49) return scanner.literal('Infinity', at + sign);
    if (first === 0x69) return scanner.literal('inf', at + sign);
    return scanner.scalar(byte, 'a number');
  }

  #addVertex(start: number, end: number, x: number, y: number): void {
    const builder = this.#builder;
    if (builder.vertices >= MOST_VERTICES) throw new Fault('too-large', this.#scanner.base + start, `it has more than ${MOST_VERTICES} vertices`);
    builder.reserveVertex(this.#scanner.offset);
    builder.xy[2 * builder.vertices] = x;
    builder.xy[2 * builder.vertices + 1] = y;
    if (builder.places !== null) {
      builder.places.vertexStart[builder.vertices] = this.#scanner.base + start;
      builder.places.vertexEnd[builder.vertices] = this.#scanner.base + end;
    }
    builder.vertices++;
  }
}

function isNumber(byte: number, next: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte === MINUS && next >= 0x30 && next <= 0x39);
}

/** A string with a digit is meant as a number: dropping its vertex would change the polygon. */
const DIGIT = /[0-9]/;
const NESTING_OF_RINGS = 3;
const LONGEST_SHOWN = 30;

function oddNumber(text: string): number {
  return text === 'Infinity' ? Infinity : text === '-Infinity' ? -Infinity : NaN;
}
