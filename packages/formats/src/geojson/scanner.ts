import { ShortTexts } from '../short-texts.ts';
import { Fault } from './fault.ts';
import { MEMBER_NAMES } from './names.ts';

/** Answer of every step that ran out of bytes: feed more and call it again. */
export const NEED = -1;
/** Answers of `member` and `element` when the object or array ended. */
export const CLOSED = -2;
/** Answer of `blank` when the file ended. */
export const END = -3;
/** Answer of `member` for a name that has no meaning here. */
export const FOREIGN = -4;
/** Answer of `element` when a value follows. */
export const VALUE = -5;

/** Brackets may nest so deep outside of coordinates; deeper ones are an attack, not data. */
export const DEEPEST = 1000;
/** Longest number, and longest position; far above what any program writes. */
export const LONGEST_TOKEN = 1 << 16;
/** Strings longer than this are passed over without ever being held whole. */
const LONGEST_HELD_STRING = 4096;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Picks values out of an object that is passed over. */
export interface MemberListener {
  /** How much the member of this name is wanted; 0 for not at all. Ranges exclude the quotes of names. */
  rank(bytes: Uint8Array, nameStart: number, nameEnd: number, escaped: boolean): number;
  /** The text of the value, when it is a number, a literal or a string that is not very long. */
  take(rank: number, bytes: Uint8Array, start: number, end: number): void;
}

/** What `skip` expects next. */
const Phase = { Value: 0, ValueOrClose: 1, AfterValue: 2, NameOrClose: 3, Name: 4, Colon: 5, InName: 6, InString: 7, BeforeValue: 8, AfterName: 9 } as const;

/**
 * Reads JSON from a window of bytes that moves over the file. Every step either finishes or answers `NEED`, and then goes
 * on where it stood once the window has been fed: nothing here waits, and nothing recurses.
 *
 * Invariant: `bytes[end]` is 0, which is no JSON, so that loops over bytes stop by themselves at the window's end.
 */
export class JsonScanner {
  bytes: Uint8Array = new Uint8Array(1);
  /** Next byte to read, in the window. */
  position = 0;
  end = 0;
  /** Offset in the file of the window's first byte. */
  base = 0;
  /** True when no byte of the file follows the window. */
  last = false;

  /** Offsets in the file of the member name that `member` found, and of the comma before it (-1 for the first one). */
  nameStart = 0;
  commaBefore = -1;
  /** The string that `string` found, in the window, without its quotes; valid until the next feeding. Too long a one ends at -1. */
  stringStart = 0;
  stringEnd = 0;
  stringEscaped = false;

  /** Hears of the members of the outermost object that `skip` passes over. */
  listener: MemberListener | null = null;

  #fresh = false;
  #memberPhase: number = Phase.AfterValue;
  #member = FOREIGN;
  #skipping = false;
  #phase: number = Phase.Value;
  #depth = 0;
  readonly #containers = new Uint8Array(DEEPEST + 1);
  #skippedRank = 0;
  readonly #shortTexts = new ShortTexts();

  get offset(): number {
    return this.base + this.position;
  }

  /** Appends the bytes that follow the window and forgets those that were read. */
  feed(chunk: Uint8Array, last: boolean): void {
    const kept = this.end - this.position;
    if (kept > 4 * LONGEST_TOKEN) throw new Error('a step keeps more bytes than it may');
    const end = kept + chunk.length;
    if (end < this.bytes.length) {
      this.bytes.copyWithin(0, this.position, this.end);
    } else {
      // Room to spare, so that the next feedings find it large enough.
      const bytes = new Uint8Array(end + (this.end === 0 ? 1 : LONGEST_TOKEN));
      bytes.set(this.bytes.subarray(this.position, this.end));
      this.bytes = bytes;
    }
    this.bytes.set(chunk, kept);
    this.bytes[end] = 0;
    this.base += this.position;
    this.position = 0;
    this.end = end;
    this.last = last;
    this.#shortTexts.forget();
  }

  /** Goes to another place of the window. @returns false when the place is outside of it. */
  goTo(offset: number): boolean {
    if (offset < this.base || offset > this.base + this.end) return false;
    this.position = offset - this.base;
    return true;
  }

  /** Puts the window over another place of the file. */
  place(offset: number, chunk: Uint8Array, last: boolean): void {
    this.base = offset;
    this.position = 0;
    this.end = 0;
    this.feed(chunk, last);
  }

  /** Passes over white space. @returns the byte that follows, without passing it; `NEED` or `END`. */
  blank(): number {
    const { bytes } = this;
    let at = this.position;
    let byte = bytes[at];
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++at];
    this.position = at;
    if (byte === 0 && at >= this.end) return this.last ? END : NEED;
    return byte;
  }

  /** Enters the object or array whose bracket is at the cursor. */
  enter(): void {
    this.position++;
    this.#fresh = true;
    this.#memberPhase = Phase.AfterValue;
  }

  /**
   * Goes to the next member of the object that was entered.
   * @returns its index in `MEMBER_NAMES` or `FOREIGN`, with the cursor on its value; `CLOSED` behind the object; `NEED`.
   */
  member(): number {
    for (;;) {
      if (this.#memberPhase === Phase.InName) {
        if (!this.#passString()) return NEED;
        this.#memberPhase = Phase.Colon;
      }
      const byte = this.blank();
      if (byte === NEED) return NEED;
      switch (this.#memberPhase) {
        case Phase.AfterValue:
          this.commaBefore = -1;
          if (byte === CLOSE_BRACE) return this.#close();
          if (this.#fresh) {
            if (byte !== QUOTE) this.unexpected(byte, 'a member name in double quotes or "}"');
          } else {
            if (byte !== COMMA) this.unexpected(byte, '"," or "}"');
            this.commaBefore = this.offset;
            this.position++;
          }
          this.#memberPhase = Phase.Name;
          break;
        case Phase.Name: {
          if (byte !== QUOTE) this.unexpected(byte, 'a member name in double quotes');
          const found = this.string();
          if (found === NEED) return NEED;
          this.nameStart = this.base + this.stringStart - 1;
          if (found === END) {
            this.#member = FOREIGN;
            this.#memberPhase = Phase.InName;
            break;
          }
          const index = MEMBER_NAMES.find(this.bytes, this.stringStart, this.stringEnd, this.stringEscaped);
          this.#member = index === -1 ? FOREIGN : index;
          this.#memberPhase = Phase.Colon;
          break;
        }
        case Phase.Colon:
          if (byte !== COLON) this.unexpected(byte, '":"');
          this.position++;
          this.#memberPhase = Phase.BeforeValue;
          break;
        default:
          if (byte === END) this.unexpected(byte, 'a value');
          this.#memberPhase = Phase.AfterValue;
          this.#fresh = false;
          return this.#member;
      }
    }
  }

  /** Goes to the next element of the array that was entered. @returns `VALUE` with the cursor on it, `CLOSED`, `NEED`. */
  element(): number {
    for (;;) {
      const byte = this.blank();
      if (byte === NEED) return NEED;
      if (this.#memberPhase === Phase.BeforeValue) {
        if (byte === END) this.unexpected(byte, 'a value');
        this.#memberPhase = Phase.AfterValue;
        this.#fresh = false;
        return VALUE;
      }
      if (byte === CLOSE_BRACKET) return this.#close();
      if (!this.#fresh) {
        if (byte !== COMMA) this.unexpected(byte, '"," or "]"');
        this.position++;
      }
      this.#memberPhase = Phase.BeforeValue;
    }
  }

  #close(): number {
    this.position++;
    this.left();
    return CLOSED;
  }

  /** To be told when an object or array was left in another way than through `member` and `element`. */
  left(): void {
    this.#fresh = false;
    this.#memberPhase = Phase.AfterValue;
  }

  /**
   * Passes the string at the cursor, if it is not too long to be held: then the answer is `END` and the cursor stands
   * inside of it.
   * @returns `VALUE` when it was passed; `END`; `NEED`.
   */
  string(): number {
    const start = this.position + 1;
    this.stringEscaped = false;
    const close = this.#closeOfString(start);
    if (close !== NEED) {
      this.stringStart = start;
      this.stringEnd = close;
      this.position = close + 1;
      return VALUE;
    }
    if (this.end - start < LONGEST_HELD_STRING) return NEED;
    this.stringStart = start;
    this.stringEnd = -1;
    this.position = this.#resume;
    return END;
  }

  /** Passes the rest of a string in which the cursor stands. */
  #passString(): boolean {
    const close = this.#closeOfString(this.position);
    this.position = close === NEED ? this.#resume : close + 1;
    return close !== NEED;
  }

  /** Where a search for a string's end may go on after `NEED`. */
  #resume = 0;

  /** Where the closing quote of the string is, `NEED` when it is not in the window. */
  #closeOfString(from: number): number {
    const { bytes, end } = this;
    let at = from;
    for (;;) {
      const byte = bytes[at];
      if (byte === QUOTE) return at;
      if (byte === BACKSLASH) {
        this.stringEscaped = true;
        const length = this.#escapeLength(at);
        if (length === NEED) break;
        at += length;
      } else if (byte < 0x20) {
        if (at >= end) break;
        throw new Fault('json-syntax', this.base + at, `a text holds the control character ${characterName(byte)}, which JSON wants escaped`);
      } else {
        at++;
      }
    }
    if (this.last) throw new Fault('json-truncated', this.base + end, 'a text');
    this.#resume = at;
    return NEED;
  }

  #escapeLength(at: number): number {
    const { bytes, end } = this;
    if (at + 1 >= end) return NEED;
    const kind = bytes[at + 1];
    if (kind !== 0x75) {
      if (kind === QUOTE || kind === BACKSLASH || kind === 0x2f || kind === 0x62 || kind === 0x66 || kind === 0x6e || kind === 0x72 || kind === 0x74) return 2;
      throw new Fault('json-syntax', this.base + at, `a text holds the escape "\\" followed by ${characterName(kind)}, which JSON does not know`);
    }
    for (let digit = at + 2; digit < at + 6; digit++) {
      if (digit >= end) return NEED;
      if (!isHexDigit(bytes[digit])) throw new Fault('json-syntax', this.base + at, 'a text holds "\\u" without four hexadecimal digits');
    }
    return 6;
  }

  /** Makes `skip` pass over what is left of so many arrays, of which the innermost one has a value at the cursor. */
  skipOpenArrays(depth: number): void {
    this.#skipping = true;
    this.#phase = Phase.Value;
    this.#depth = depth;
    this.#containers.fill(OPEN_BRACKET, 1, depth + 1);
  }

  /** Passes over the whole value at the cursor, whatever it is. @returns false when it needs more bytes. */
  skip(): boolean {
    if (!this.#skipping) {
      this.#skipping = true;
      this.#phase = Phase.Value;
      this.#depth = 0;
    }
    for (;;) {
      if (this.#phase === Phase.InString || this.#phase === Phase.InName) {
        if (!this.#passString()) return false;
        this.#phase = this.#phase === Phase.InString ? Phase.AfterValue : Phase.AfterName;
      }
      if (this.#phase === Phase.AfterValue && this.#depth === 0) {
        this.#skipping = false;
        return true;
      }
      const byte = this.blank();
      if (byte === NEED) return false;
      switch (this.#phase) {
        case Phase.ValueOrClose:
          if (byte === CLOSE_BRACKET) this.#pop();
          else if (!this.#skipValue(byte, 'a value or "]"')) return false;
          break;
        case Phase.NameOrClose:
          if (byte === CLOSE_BRACE) this.#pop();
          else if (byte !== QUOTE) this.unexpected(byte, 'a member name in double quotes or "}"');
          else if (!this.#skipName()) return false;
          break;
        case Phase.Name:
          if (byte !== QUOTE) this.unexpected(byte, 'a member name in double quotes');
          if (!this.#skipName()) return false;
          break;
        case Phase.AfterName:
          if (byte !== COLON) this.unexpected(byte, '":"');
          this.position++;
          this.#phase = Phase.Value;
          break;
        case Phase.AfterValue: {
          const isArray = this.#containers[this.#depth] === OPEN_BRACKET;
          if (byte === COMMA) {
            this.position++;
            this.#phase = isArray ? Phase.Value : Phase.Name;
          } else if (byte === (isArray ? CLOSE_BRACKET : CLOSE_BRACE)) {
            this.#pop();
          } else {
            this.unexpected(byte, isArray ? '"," or "]"' : '"," or "}"');
          }
          break;
        }
        default:
          if (!this.#skipValue(byte, 'a value')) return false;
      }
    }
  }

  #pop(): void {
    this.position++;
    this.#depth--;
    this.#phase = Phase.AfterValue;
  }

  #skipName(): boolean {
    const found = this.string();
    if (found === NEED) return false;
    if (this.#depth === 1 && this.listener !== null) {
      this.#skippedRank = found === END ? 0 : this.listener.rank(this.bytes, this.stringStart, this.stringEnd, this.stringEscaped);
    }
    this.#phase = found === END ? Phase.InName : Phase.AfterName;
    return true;
  }

  #skipValue(byte: number, expected: string): boolean {
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (this.#depth === DEEPEST) throw new Fault('too-large', this.offset, `its brackets nest more than ${DEEPEST} deep`);
      this.#containers[++this.#depth] = byte;
      this.position++;
      this.#phase = byte === OPEN_BRACE ? Phase.NameOrClose : Phase.ValueOrClose;
      return true;
    }
    const start = this.position;
    if (byte === QUOTE) {
      const found = this.string();
      if (found === NEED) return false;
      this.#phase = found === END ? Phase.InString : Phase.AfterValue;
      if (found === END) return true;
    } else {
      const end = this.scalar(byte, expected);
      if (end === NEED) return false;
      this.position = end;
      this.#phase = Phase.AfterValue;
    }
    if (this.#depth === 1 && this.listener !== null && this.#skippedRank > 0) {
      this.listener.take(this.#skippedRank, this.bytes, start, this.position);
    }
    return true;
  }

  /** @returns where the number, true, false or null at the cursor ends, without passing it; `NEED`. NaN and infinities are numbers. */
  scalar(byte: number, expected: string): number {
    if (isDigit(byte)) return this.number(this.position);
    if (byte === 0x2d) {
      if (this.position + 1 >= this.end && !this.last) return NEED;
      const next = this.bytes[this.position + 1];
      if (next === 0x4e) return this.literal('NaN', this.position + 1);
      return next === 0x49 ? this.literal('Infinity', this.position + 1) : this.number(this.position);
    }
    if (byte === 0x4e) return this.literal('NaN');
    if (byte === 0x49) return this.literal('Infinity');
    if (byte === 0x74) return this.literal('true');
    if (byte === 0x66) return this.literal('false');
    if (byte === 0x6e) return this.literal('null');
    return this.unexpected(byte, expected);
  }

  /** @returns where the literal at the cursor ends; `NEED`. */
  literal(word: string, at: number = this.position): number {
    for (let index = 0; index < word.length; index++) {
      const byte = this.bytes[at + index];
      if (byte === word.charCodeAt(index)) continue;
      if (at + index < this.end) throw new Fault('json-syntax', this.base + at, `a value begins like ${word} but is not; texts need double quotes`);
      if (this.last) throw new Fault('json-truncated', this.base + this.end, 'a value');
      return NEED;
    }
    return at + word.length;
  }

  /** @returns where the number that begins at `start` of the window ends, by the grammar of JSON; `NEED`. */
  number(start: number): number {
    const { bytes, end } = this;
    let at = start;
    if (bytes[at] === 0x2d) at++;
    const integer = at;
    while (isDigit(bytes[at])) at++;
    let wanted = at === integer ? 'a digit' : null;
    if (wanted === null && bytes[integer] === 0x30 && at > integer + 1) {
      throw new Fault('json-syntax', this.base + start, 'a number begins with a superfluous 0');
    }
    if (wanted === null && bytes[at] === 0x2e) {
      const fraction = ++at;
      while (isDigit(bytes[at])) at++;
      if (at === fraction) wanted = 'a digit after the decimal point';
    }
    if (wanted === null && (bytes[at] === 0x65 || bytes[at] === 0x45)) {
      at++;
      if (bytes[at] === 0x2b || bytes[at] === 0x2d) at++;
      const exponent = at;
      while (isDigit(bytes[at])) at++;
      if (at === exponent) wanted = 'a digit in the exponent';
    }
    if (at >= end && !this.last) {
      if (at - start > LONGEST_TOKEN) throw new Fault('too-large', this.base + start, `a number of more than ${LONGEST_TOKEN} characters`);
      return NEED;
    }
    if (wanted !== null) this.unexpected(at >= end ? END : bytes[at], wanted, at);
    return at;
  }

  /** The text of a range of the window, byte by byte: right for numbers, which are ASCII. */
  asciiText(start: number, end: number): string {
    return this.#shortTexts.of(this.bytes, start, end);
  }

  /** @throws Fault that says what stands at a place of the window and what should. */
  unexpected(byte: number, expected: string, at: number = this.position): never {
    const offset = this.base + at;
    if (byte === END) throw new Fault('json-truncated', offset, expected === 'a value' ? 'a list or an object' : `a list, an object or a value (${expected} was to come)`);
    throw new Fault('json-syntax', offset, `${expected} was expected, but ${characterName(byte)} stands there`);
  }
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isHexDigit(byte: number): boolean {
  return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

/** A byte in words. */
export function characterName(byte: number): string {
  if (byte > 0x20 && byte < 0x7f) return byte === QUOTE ? "'\"'" : `"${String.fromCharCode(byte)}"`;
  if (byte === 0x20) return 'a blank';
  if (byte === 0x0a || byte === 0x0d) return 'a line end';
  if (byte === 0x09) return 'a tab';
  return byte < 0x80 ? `the control character ${byte}` : 'a letter outside of ASCII';
}
