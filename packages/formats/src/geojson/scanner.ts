import { Fault } from './fault.ts';
import { textIn } from './member-cursor.ts';
import { Member, MEMBER_NAMES } from './names.ts';
import { END, JsonTokens, NEED, VALUE } from './tokens.ts';

/** Returned by `member` and `element` at the end of the object or array. */
export const CLOSED = -2;
/** Returned by `member` for a name without meaning here. */
export const FOREIGN = -4;

/** The maximum nesting of brackets outside of coordinates; deeper nesting is an attack, not data. */
export const DEEPEST = 1000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Picks values from an object that is being skipped. */
export interface MemberListener {
  /** The rank of a member by its name; 0 if it is not needed. Name ranges exclude the quotes. */
  rank(bytes: Uint8Array, nameStart: number, nameEnd: number, escaped: boolean): number;
  /** The text of the value if it is a number, a literal or a reasonably short string. */
  take(rank: number, bytes: Uint8Array, start: number, end: number): void;
}

/** What `skip` expects next. */
const Phase = { Value: 0, ValueOrClose: 1, AfterValue: 2, NameOrClose: 3, Name: 4, Colon: 5, InName: 6, InString: 7, BeforeValue: 8, AfterName: 9 } as const;

/** Iterates over JSON objects and arrays, member by member, or skips them. Nothing here recurses. */
export class JsonScanner extends JsonTokens {
  /** File offsets of the member name that `member` found and of the comma before it (-1 for the first member). */
  nameStart = 0;
  commaBefore = -1;
  /** Whether `memberName` is wanted. */
  keepsNames = false;
  /** The text of the name that `member` found; empty unless `keepsNames`, and for a name that is longer than the window. */
  memberName = '';

  /** Is notified of the members of the outermost object that `skip` skips. */
  listener: MemberListener | null = null;

  /** The bytes of the name last turned into a text. */
  #lastName = new Uint8Array(0);
  #lastText = '';
  #fresh = false;
  #memberPhase: number = Phase.AfterValue;
  #member = FOREIGN;
  #skipping = false;
  #phase: number = Phase.Value;
  #depth = 0;
  readonly #containers = new Uint8Array(DEEPEST + 1);
  #skippedRank = 0;

  /** Enters the object or array whose bracket is at the cursor. */
  enter(): void {
    this.position++;
    this.#fresh = true;
    this.#memberPhase = Phase.AfterValue;
  }

  /**
   * Moves to the next member of the entered object.
   * @returns its index in `MEMBER_NAMES` or `FOREIGN`, with the cursor on its value; `CLOSED` after the object; `NEED`.
   */
  member(): number {
    for (;;) {
      if (this.#memberPhase === Phase.InName) {
        if (!this.passString()) return NEED;
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
          this.memberName = '';
          if (found === END) {
            this.#member = FOREIGN;
            this.#memberPhase = Phase.InName;
            break;
          }
          const index = MEMBER_NAMES.find(this.bytes, this.stringStart, this.stringEnd, this.stringEscaped);
          this.#member = index === -1 ? FOREIGN : index;
          if (this.keepsNames && (index === -1 || index >= Member.Crs)) this.memberName = this.#nameInWindow();
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

  /** The name that was just read. The features of a file have the same ones, so that each text is made once. */
  #nameInWindow(): string {
    const { bytes, stringStart: start, stringEnd: end } = this;
    const last = this.#lastName;
    let at = 0;
    if (end - start === last.length) while (at < last.length && last[at] === bytes[start + at]) at++;
    if (at < last.length || end - start !== last.length) {
      this.#lastName = bytes.slice(start, end);
      this.#lastText = textIn(bytes, start, end, this.stringEscaped);
    }
    return this.#lastText;
  }

  /** Moves to the next element of the entered array. @returns `VALUE` with the cursor on it, `CLOSED`, `NEED`. */
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

  /** Call this when an object or array was left other than through `member` and `element`. */
  left(): void {
    this.#fresh = false;
    this.#memberPhase = Phase.AfterValue;
  }

  /** Returns to a window position to read everything from there again, whatever is in progress. */
  rewind(position: number): void {
    this.position = position;
    this.#skipping = false;
    this.left();
  }

  /** Makes `skip` skip the rest of this many nested arrays; the innermost one has a value at the cursor. */
  skipOpenArrays(depth: number): void {
    this.#skipping = true;
    this.#phase = Phase.Value;
    this.#depth = depth;
    this.#containers.fill(OPEN_BRACKET, 1, depth + 1);
  }

  /** Skips the whole value at the cursor, whatever it is. @returns false if it needs more bytes. */
  skip(): boolean {
    if (!this.#skipping) {
      this.#skipping = true;
      this.#phase = Phase.Value;
      this.#depth = 0;
    }
    for (;;) {
      if (this.#phase === Phase.InString || this.#phase === Phase.InName) {
        if (!this.passString()) return false;
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
      if (this.#depth === DEEPEST) throw new Fault('too-large', this.offset, `its brackets are nested more than ${DEEPEST} levels deep`);
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
}
