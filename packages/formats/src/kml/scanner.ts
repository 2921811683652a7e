import { CLASSES, FORBIDDEN, isNameStart, NAME, NOTABLE, onlyClosing, sameUnits, skipSpace, SPACE } from './characters.ts';
import { asciiText, type TextWindow } from './encoding.ts';
import { ExpectedTags } from './expected-tags.ts';
import { NameTable, type XmlName } from './names.ts';

/**
 * A strict XML scanner that reports exact positions.
 *
 * saxes was measured first: 22 MB/s on KML before any coordinate is parsed, positions in UTF-16 units of decoded text (not bytes),
 * and the whole text of an element collected in memory. This scanner works on the units of the file itself, so every position is
 * exact in every encoding. It delivers text in pieces and does not build strings. The tests check it against saxes. DOCTYPE is
 * not supported, hence no entities but the five of XML and character references.
 */
export interface XmlHandler {
  /** `[start, end)` is the start tag. For `<a/>`, `close` follows with start and end both equal to this end. */
  open(name: XmlName, namespaces: readonly NamespaceDeclaration[], start: number, end: number): void;
  /** `[start, end)` is the end tag. */
  close(name: XmlName, start: number, end: number): void;
  /** A piece of character data, `[from, to)` in the window; the text of an element may arrive in many pieces. */
  text(window: TextWindow, from: number, to: number, literal: boolean): void;
}

export interface NamespaceDeclaration {
  /** Empty for the default namespace. */
  readonly prefix: string;
  readonly uri: string;
}

/** A fault and its unit; line and column are counted only when needed. */
export class XmlFault extends Error {
  readonly position: number;
  readonly kind: 'malformed' | 'doctype' | 'limit';

  constructor(reason: string, position: number, kind: XmlFault['kind'] = 'malformed') {
    super(reason);
    this.position = position;
    this.kind = kind;
  }
}

const MAXIMUM_DEPTH = 256;
const MAXIMUM_TAG = 1 << 20;
const MAXIMUM_ATTRIBUTES = 256;
const LONGEST_REFERENCE = 12;
const NONE: readonly NamespaceDeclaration[] = [];

type Inside = 'content' | 'comment' | 'cdata' | 'instruction';

export class XmlScanner {
  private readonly handler: XmlHandler;
  private readonly names = new NameTable();
  private readonly tags = new ExpectedTags();
  private readonly stack: XmlName[] = [];
  private inside: Inside = 'content';
  private insideSince = 0;
  private sawRoot = false;
  private readonly isFragment: boolean;
  /** Where the attribute names of a start tag lie, in pairs. */
  private readonly attributes: number[] = [];

  /** @param options.isFragment whether it reads one element cut from a document, without a declaration. */
  constructor(handler: XmlHandler, { isFragment = false }: { readonly isFragment?: boolean } = {}) {
    this.handler = handler;
    this.isFragment = isFragment;
  }

  get depth(): number {
    return this.stack.length;
  }

  /** Starts over with another fragment; the previous one must have ended. Known names are kept. */
  restart(): void {
    this.sawRoot = false;
  }

  /**
   * Scans a window and returns the number of units consumed; the next window must begin with the rest.
   * @throws XmlFault
   */
  scan(window: TextWindow, final: boolean): number {
    const { units } = window;
    let at = 0;
    while (at < units.length) {
      const next = this.inside === 'content' ? this.content(window, at, final) : this.skipInside(window, at, final);
      if (next < 0) break;
      at = next;
    }
    if (final) this.end(window, at);
    if (units.length - at > MAXIMUM_TAG) throw new XmlFault(`one tag is longer than ${MAXIMUM_TAG} characters`, window.base + at, 'limit');
    return at;
  }

  private end(window: TextWindow, at: number): void {
    const position = window.base + window.units.length;
    if (this.inside !== 'content') throw new XmlFault(`the file ends inside a ${this.inside} that begins at character ${this.insideSince + 1}; it seems to be cut off`, position);
    const open = this.stack.at(-1);
    if (open !== undefined) throw new XmlFault(`the file ends inside <${open.qualified}>; it seems to be cut off`, position);
    if (at < window.units.length) throw new XmlFault('the file ends inside a tag; it seems to be cut off', position);
    if (!this.sawRoot) throw new XmlFault('it contains no element', position);
  }

  /** Reads text up to the next `<`, or the markup that begins here. Negative: more units are needed. */
  private content(window: TextWindow, at: number, final: boolean): number {
    const { units } = window;
    if (units[at] === 0x3c) return this.markup(window, at, final);
    const open = units.indexOf(0x3c, at);
    const limit = open < 0 ? units.length : open;
    const end = this.checkText(window, at, limit, open < 0 && !final);
    if (end === at) return -1;
    if (this.stack.length > 0) this.handler.text(window, at, end, false);
    return end;
  }

  /** Where checked text ends: `limit`, or before something that the window cuts in two. */
  private checkText(window: TextWindow, from: number, limit: number, cut: boolean): number {
    const { units, base } = window;
    if (this.stack.length === 0) this.checkOutside(window, from, limit);
    for (let i = from; i < limit; i++) {
      while (i < limit && (CLASSES[units[i]] & NOTABLE) === 0) i++;
      if (i === limit) break;
      const unit = units[i];
      if ((CLASSES[unit] & FORBIDDEN) !== 0) throw forbidden(unit, base + i);
      if (unit === 0x26) {
        const end = referenceEnd(units, i, limit);
        if (end < 0 && cut && limit - i < LONGEST_REFERENCE) return i;
        if (end < 0) throw strayAmpersand(units, i, limit, 'in text', base);
        i = end;
      } else if (cut && limit - i < 3 && onlyClosing(units, i, limit)) {
        return i;
      } else if (units[i + 1] === 0x5d && units[i + 2] === 0x3e) {
        throw new XmlFault('"]]>" is not allowed in text', base + i);
      }
    }
    return cut ? endOfCharacters(units, from, limit) : limit;
  }

  private checkOutside({ units, base }: TextWindow, from: number, limit: number): void {
    for (let i = from; i < limit; i++) {
      if ((CLASSES[units[i]] & SPACE) === 0) throw new XmlFault(this.sawRoot ? 'there is text after the last element' : 'there is text before the first element', base + i);
    }
  }

  private markup(window: TextWindow, at: number, final: boolean): number {
    const { units, base } = window;
    const second = units[at + 1];
    if (at + 1 >= units.length) return -1;
    if (second === 0x2f) return this.endTag(window, at);
    if (second === 0x3f) return this.instruction(window, at, final);
    if (second !== 0x21) return this.startTag(window, at);
    const word = asciiText(units, at, Math.min(units.length, at + 9));
    if (word.startsWith('<!--')) return this.enter('comment', base + at, at + 4);
    if (word === '<![CDATA[') {
      if (this.stack.length === 0) throw new XmlFault('a CDATA section is outside all elements', base + at);
      return this.enter('cdata', base + at, at + 9);
    }
    if (word.toUpperCase() === '<!DOCTYPE') return doctype(window, at, final);
    if (!final && units.length - at < 9) return -1;
    throw new XmlFault('what follows "<!" is not known', base + at);
  }

  private enter(inside: Inside, since: number, next: number): number {
    this.inside = inside;
    this.insideSince = since;
    return next;
  }

  private instruction(window: TextWindow, at: number, final: boolean): number {
    const { units, base } = window;
    if (!final && units.length - at < 7) return -1;
    const word = asciiText(units, at + 2, Math.min(units.length, at + 6));
    if (/^xml[\s?]/i.test(word) && (base + at > 0 || this.isFragment)) throw new XmlFault('the XML declaration is not at the beginning', base + at);
    if (!isNameStart(units[at + 2])) throw new XmlFault('"<?" is not followed by a name', base + at);
    return this.enter('instruction', base + at, at + 2);
  }

  private skipInside(window: TextWindow, at: number, final: boolean): number {
    const { units, base } = window;
    const [first, length] = this.inside === 'instruction' ? [0x3f, 2] : this.inside === 'comment' ? [0x2d, 3] : [0x5d, 3];
    let end = units.indexOf(0x3e, at);
    while (end >= 0 && !(end - at >= length - 1 && units[end - 1] === first && (length === 2 || units[end - 2] === first))) end = units.indexOf(0x3e, end + 1);
    const found = end >= 0;
    let stop = found ? end + 1 - length : Math.max(at, units.length - (length - 1));
    if (!found && !final) stop = endOfCharacters(units, at, stop);
    for (let i = at; i < stop; i++) {
      const unit = units[i];
      if ((CLASSES[unit] & FORBIDDEN) !== 0) throw forbidden(unit, base + i);
      if (this.inside === 'comment' && unit === 0x2d && units[i + 1] === 0x2d) throw new XmlFault('"--" is not allowed inside a comment', base + i);
    }
    if (this.inside === 'cdata' && stop > at) this.handler.text(window, at, stop, true);
    if (!found) return stop > at ? stop : -1;
    this.inside = 'content';
    return end + 1;
  }

  private endTag(window: TextWindow, at: number): number {
    const { units, base } = window;
    const expected = this.stack.at(-1);
    const expectedEnd = at + 2 + (expected?.units.length ?? 0);
    if (expected !== undefined && units[expectedEnd] === 0x3e && expected.equals(units, at + 2, expectedEnd)) {
      this.stack.pop();
      this.handler.close(expected, base + at, base + expectedEnd + 1);
      return expectedEnd + 1;
    }
    const close = units.indexOf(0x3e, at);
    if (close < 0) return -1;
    let end = close;
    while ((CLASSES[units[end - 1]] & SPACE) !== 0) end--;
    const open = this.stack.pop();
    if (open === undefined) throw new XmlFault(`</${asciiText(units, at + 2, Math.min(end, at + 60))}> closes no open element`, base + at);
    if (!open.equals(units, at + 2, end)) {
      throw new XmlFault(`</${asciiText(units, at + 2, Math.min(end, at + 60))}> is where </${open.qualified}> should be`, base + at);
    }
    this.handler.close(open, base + at, base + close + 1);
    return close + 1;
  }

  private startTag(window: TextWindow, at: number): number {
    const { units, base } = window;
    if (this.stack.length === 0 && this.sawRoot) throw new XmlFault('there is a second root element', base + at);
    const expected = this.tags.expected(units, at);
    if (expected !== null) {
      this.opened(expected.name, NONE, expected.isEmpty, base + at, base + at + expected.units.length);
      return at + expected.units.length;
    }
    let i = at + 1;
    if (!isNameStart(units[i])) throw new XmlFault('"<" must be written "&lt;" in text', base + at);
    while (i < units.length && (CLASSES[units[i]] & NAME) !== 0) i++;
    const nameEnd = i;
    let namespaces = NONE;
    const { attributes } = this;
    attributes.length = 0;
    for (;;) {
      const gap = i;
      while (i < units.length && (CLASSES[units[i]] & SPACE) !== 0) i++;
      if (i >= units.length) return -1;
      const unit = units[i];
      if (unit === 0x3e) break;
      if (unit === 0x2f) {
        if (i + 1 >= units.length) return -1;
        if (units[i + 1] !== 0x3e) throw new XmlFault('"/" in a tag is not followed by ">"', base + i);
        break;
      }
      if (gap === i || !isNameStart(unit)) throw new XmlFault('an attribute is expected here', base + i);
      const start = i;
      while (i < units.length && (CLASSES[units[i]] & NAME) !== 0) i++;
      const end = i;
      i = skipSpace(units, i);
      if (i >= units.length) return -1;
      if (units[i] !== 0x3d) throw new XmlFault('an attribute has no value', base + start);
      i = skipSpace(units, i + 1);
      if (i >= units.length) return -1;
      const quote = units[i];
      if (quote !== 0x22 && quote !== 0x27) throw new XmlFault('the value of an attribute is not quoted', base + i);
      const valueEnd = units.indexOf(quote, i + 1);
      if (valueEnd < 0) {
        const inside = units.indexOf(0x3c, i);
        if (inside >= 0) throw new XmlFault('"<" is not allowed in the value of an attribute', base + inside);
        return -1;
      }
      checkValue(window, i + 1, valueEnd);
      if (attributes.length >= 2 * MAXIMUM_ATTRIBUTES) throw new XmlFault(`one tag has more than ${MAXIMUM_ATTRIBUTES} attributes`, base + at, 'limit');
      for (let k = 0; k < attributes.length; k += 2) {
        if (sameUnits(units, attributes[k], attributes[k + 1], start, end)) throw new XmlFault('an attribute is given twice', base + start);
      }
      attributes.push(start, end);
      const declaration = namespaceDeclaration(units, start, end, i + 1, valueEnd);
      if (declaration !== null) namespaces = [...namespaces, declaration];
      i = valueEnd + 1;
    }
    const empty = units[i] === 0x2f;
    const end = i + (empty ? 2 : 1);
    const name = this.names.find(units, at + 1, nameEnd);
    this.opened(name, namespaces, empty, base + at, base + end);
    if (namespaces.length === 0) this.tags.read(units, at, end, name, empty);
    return end;
  }

  private opened(name: XmlName, namespaces: readonly NamespaceDeclaration[], isEmpty: boolean, start: number, end: number): void {
    this.sawRoot = true;
    if (this.stack.length >= MAXIMUM_DEPTH) throw new XmlFault(`its elements are nested deeper than ${MAXIMUM_DEPTH} levels`, start, 'limit');
    this.handler.open(name, namespaces, start, end);
    if (isEmpty) this.handler.close(name, end, end);
    else this.stack.push(name);
  }
}

/** Where a piece may end before `limit` without cutting a character of several units; even a long run of them is cut between characters, at least in UTF-8. */
function endOfCharacters(units: Uint8Array, from: number, limit: number): number {
  let end = limit;
  while (end > from && units[end - 1] >= 0x80 && (limit - end < 64 || (limit - end < 68 && (units[end] & 0xc0) === 0x80))) end--;
  return end;
}

function checkValue({ units, base }: TextWindow, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const unit = units[i];
    if (unit === 0x3c) throw new XmlFault('"<" is not allowed in the value of an attribute', base + i);
    if ((CLASSES[unit] & FORBIDDEN) !== 0) throw forbidden(unit, base + i);
    if (unit !== 0x26) continue;
    const end = referenceEnd(units, i, to);
    if (end < 0) throw strayAmpersand(units, i, to, 'in the value of an attribute', base);
    i = end;
  }
}

/** Index of the `;` of the reference that begins at `from`; -1 if it is not valid without a DOCTYPE. */
function referenceEnd(units: Uint8Array, from: number, limit: number): number {
  const end = entityEnd(units, from);
  if (end > 0) return end < limit ? end : -1;
  const text = asciiText(units, from, Math.min(limit, from + LONGEST_REFERENCE));
  const match = /^&(?:amp|lt|gt|apos|quot|#[0-9]{1,8}|#x[0-9a-fA-F]{1,8});/.exec(text);
  return match === null ? -1 : from + match[0].length - 1;
}

/** Names such as `&nbsp;` belong to HTML: escaped as `&amp;nbsp;` they would be shown as the name instead of the character. In `Silva&Souza;` the sign itself is meant. */
function strayAmpersand(units: Uint8Array, at: number, limit: number, where: string, base: number): XmlFault {
  const name = /^&[A-Za-z][A-Za-z0-9]*;/.exec(asciiText(units, at, Math.min(limit, at + LONGEST_REFERENCE)))?.[0];
  return new XmlFault(name === undefined ? `"&" must be written "&amp;" ${where}` : `"${name}" is not an entity of XML; write the character itself, or "&amp;" for "&", ${where}`, base + at);
}

/** Like `referenceEnd`, for the most frequent entities; -1 for everything else. */
function entityEnd(units: Uint8Array, from: number): number {
  const second = units[from + 2];
  const third = units[from + 3];
  switch (units[from + 1]) {
    case 0x6c: // &lt;
    case 0x67: // &gt;
      return second === 0x74 && third === 0x3b ? from + 3 : -1;
    case 0x61: // &amp;
      return second === 0x6d && third === 0x70 && units[from + 4] === 0x3b ? from + 4 : -1;
    case 0x71: // &quot;
      return second === 0x75 && third === 0x6f && units[from + 4] === 0x74 && units[from + 5] === 0x3b ? from + 5 : -1;
    default:
      return -1;
  }
}

function forbidden(unit: number, position: number): XmlFault {
  return new XmlFault(`there is a character that XML forbids (code ${unit})`, position);
}

function doctype(window: TextWindow, at: number, final: boolean): number {
  const { units, base } = window;
  if (!final && units.length - at < 64) return -1;
  const name = /^\s+([^\s>[]+)/.exec(asciiText(units, at + 9, Math.min(units.length, at + 64)))?.[1] ?? '';
  throw new XmlFault(name, base + at, 'doctype');
}

function namespaceDeclaration(units: Uint8Array, start: number, end: number, valueStart: number, valueEnd: number): NamespaceDeclaration | null {
  if (units[start] !== 0x78 || end - start < 5) return null;
  const name = asciiText(units, start, end);
  if (name !== 'xmlns' && !name.startsWith('xmlns:')) return null;
  return { prefix: name.slice(6), uri: asciiText(units, valueStart, valueEnd).trim() };
}
